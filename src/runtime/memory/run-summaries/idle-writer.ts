// Writes a line about each run while nothing else is going on: it begins when a run has ended and no other follows, stops
// as soon as one does, and keeps no process from ending.

import type { SessionId } from '../../../core/ids.ts'
import { factLines, oneLine, type RunFacts, runFacts } from '../../../sessions/folds/run-facts.ts'
import type { StoredEnvelope } from '../../../sessions/session-store.ts'
import { writeLine, writtenLines } from './written-lines.ts'

export type IdleWriter = {
	/** Does the run, and waits with everything else meanwhile. */
	during<End>(run: () => Promise<End>): Promise<End>
	/** Nothing is asked from then on. Resolves when what was asked has been given up and is paid for. */
	close(): Promise<void>
}

export type IdleWriterDeps = {
	artefactsFolder: string
	sessionId: SessionId
	/** Who writes it. */
	model: string
	stored(): readonly StoredEnvelope[]
	/** @returns undefined where it costs too much or is of no use */
	ask(asked: { text: string; request: string }, signal: AbortSignal): Promise<string | undefined>
	scrub(text: string): string
	idleMs?: number
}

export function createIdleWriter(deps: IdleWriterDeps): IdleWriter {
	let timer: NodeJS.Timeout | undefined
	let current: AbortController | undefined
	let isClosed = false
	let working: Promise<void> | undefined
	const stop = () => {
		clearTimeout(timer)
		current?.abort()
	}
	const work = async () => {
		current = new AbortController()
		const { signal } = current
		const known = await writtenLines(deps.artefactsFolder, deps.sessionId)
		const missing = runFacts(deps.stored()).filter(({ runId, end }) => end !== undefined && !known.has(runId))
		for (const run of missing.slice(-MOST_AT_ONCE)) {
			if (signal.aborted) return
			await writeAbout(run, deps, signal)
		}
	}
	const begin = () => {
		working = work().catch(() => undefined)
	}
	return {
		async during(run) {
			stop()
			try {
				return await run()
			} finally {
				// The end of the run is stored after it.
				if (!isClosed) timer = setTimeout(begin, deps.idleMs ?? IDLE_MS).unref()
			}
		},
		async close() {
			isClosed = true
			stop()
			await working
		},
	}
}

async function writeAbout(run: RunFacts, deps: IdleWriterDeps, signal: AbortSignal): Promise<void> {
	const text = factLines(run, ANSWER_CHARACTERS).join('\n')
	const line = await deps.ask({ text, request: REQUEST }, signal)
	// A whole one is paid for, whatever has begun meanwhile.
	if (line === undefined) return
	const { artefactsFolder, sessionId, model } = deps
	await writeLine(artefactsFolder, sessionId, {
		runId: run.runId,
		line: deps.scrub(oneLine(line, 300)),
		model,
	})
}

const REQUEST =
	'Above is what is known of one piece of work. Write one line of at most 40 words for a diary, in the language of the question: ' +
	'what was asked, what was decided or changed, and what came of it. Nothing else.'

const ANSWER_CHARACTERS = 4_000
/** Whoever reads an answer takes longer. */
const IDLE_MS = 5_000
const MOST_AT_ONCE = 3
