// `agent rewind`: going back in a session without a screen, in the folder it was begun in. Nothing that the folder brings along
// is started for it.

import { stat } from 'node:fs/promises'
import type { RewindScope } from '../../../core/commands.ts'
import { AgentError } from '../../../core/errors.ts'
import type { Envelope } from '../../../core/events.ts'
import type { JsonObject } from '../../../core/json.ts'
import type { RewindPoint, RuntimePort } from '../../../core/runtime-port.ts'
import { sanitizeLine } from '../../../tui/text/sanitize.ts'
import type { Output } from '../../io/output.ts'
import { positiveInteger } from '../../startup/flags.ts'
import { currentFolders, startRuntime } from '../../startup/start.ts'
import { openStore } from './session-store.ts'
import { whileOpen } from './while-open.ts'

export type RewindFlags = {
	files?: boolean
	conversation?: boolean
	both?: boolean
	withSummary?: boolean
	json?: boolean
}

export type RewindPlace = { to?: string; toCheckpoint?: string; list?: boolean }

/**
 * @param flags - `to`: the number of a prompt as it is listed, `last`, or `undo` for what the last going back took; left
 * out, the prompts are listed
 * @returns the exit code
 * @throws AgentError `usage` for what cannot be read or is not there, `rejected` when there is nothing to go back to,
 * `session-busy` while another process has the session
 */
export async function rewindSession(options: {
	session: string
	flags: RewindFlags & RewindPlace
	version: string
	output: Output
}): Promise<number> {
	const { flags, version, output } = options
	const { what, to } = wishOf(flags)
	const { sessionId, cwd } = await sessionNamed(options.session)
	const { port } = await startRuntime({
		flags: { resume: sessionId, cd: cwd, bare: true },
		version,
		isInteractive: false,
	}).catch((error: unknown) => Promise.reject(whileOpen(error, 'go back in it with /rewind')))
	const told = noticesOf(port)
	let result: string | undefined
	let facts: JsonObject | undefined
	try {
		const all = await port.queries.rewindPoints()
		// Oldest first, so that a prompt keeps its number when others follow.
		const places = all.filter(({ isUndo }) => !isUndo).reverse()
		const points = places.filter(({ name }) => name === undefined)
		if (to === undefined) {
			if (points.length === 0) output.error('there is no prompt to go back to\n')
			const numbered = places.map(place => ({ ...place, number: points.indexOf(place) + 1 }))
			output.out(flags.json ? `${JSON.stringify(numbered.map(pointJson))}\n` : numbered.map(listed).join(''))
			return 0
		}
		const point =
			typeof to === 'object'
				? checkpointAt(to.name, places)
				: to === 'undo'
					? undoPoint(all)
					: pointAt(to, points)
		await port.send({ type: 'rewind', toSeq: point.toSeq, ...what })
		result = outcome(point, what)
		const number = points.indexOf(point) + 1
		facts = {
			session_id: sessionId,
			...(number > 0 && { to: number }),
			...(point.name === undefined ? { prompt: point.prompt } : { checkpoint: point.name }),
			files: what.files,
			conversation: what.conversation,
			changed_files: what.files ? (point.changedFiles ?? 0) : 0,
		}
		return 0
	} finally {
		await port.send({ type: 'shutdown' }).catch(() => undefined)
		const notices = (await told).map(sanitizeLine)
		if (facts && flags.json) output.out(`${JSON.stringify({ ...facts, notices })}\n`)
		else {
			if (result !== undefined) output.out(`${result}\n`)
			for (const text of notices) output.error(`${text}\n`)
		}
	}
}

type RewindWish = { what: RewindScope; to: number | 'last' | 'undo' | { name: string } | undefined }

/** @throws AgentError `usage` */
function wishOf(flags: RewindFlags & RewindPlace): RewindWish {
	const what = scopeOf(flags)
	const isScoped = flags.files || flags.conversation || flags.both || flags.withSummary
	const isPlaced = flags.to !== undefined || flags.toCheckpoint !== undefined
	if (flags.to !== undefined && flags.toCheckpoint !== undefined)
		throw new AgentError('usage', 'say one of --to and --to-checkpoint')
	if (flags.withSummary && flags.files)
		throw new AgentError('usage', '--with-summary is about the conversation, and --files leaves it as it is')
	if (flags.list && (isPlaced || isScoped))
		throw new AgentError('usage', '--list goes back to nothing; leave it out, or --to and what is to go back')
	if (!isPlaced && isScoped)
		throw new AgentError(
			'usage',
			'say where to go back to: --to <n> or --to-checkpoint <name>; without either they are listed',
		)
	const { to, toCheckpoint } = flags
	if (toCheckpoint !== undefined) return { what, to: { name: toCheckpoint } }
	return { what, to: to === 'last' || to === 'undo' ? to : positiveInteger('--to', to) }
}

function undoPoint(points: readonly RewindPoint[]): RewindPoint {
	const point = points.find(({ isUndo }) => isUndo)
	if (point) return point
	throw new AgentError('rejected', 'there is no going back to undo')
}

type NumberedPoint = RewindPoint & { number: number }

function pointJson({ number, at, prompt, name, changedFiles }: NumberedPoint): JsonObject {
	const time = new Date(at).toISOString()
	return {
		...(name === undefined ? { number, at: time, prompt } : { checkpoint: name, at: time }),
		...(changedFiles !== undefined && { changed_files: changedFiles }),
	}
}

function scopeOf({ files, conversation, both, withSummary }: RewindFlags): RewindScope {
	if ([files, conversation, both].filter(Boolean).length > 1)
		throw new AgentError('usage', 'say one of --files, --conversation and --both')
	return { files: conversation !== true, conversation: files !== true, ...(withSummary && { withSummary }) }
}

async function sessionNamed(selector: string) {
	const store = openStore(currentFolders())
	const sessionId = await store.find(selector)
	const summary = (await store.list()).find(each => each.sessionId === sessionId)
	const cwd = summary?.cwd ?? process.cwd()
	if (!(await stat(cwd).catch(() => undefined))?.isDirectory())
		throw new AgentError('usage', `the folder of this session is not there any more: ${cwd}`)
	return { sessionId, cwd }
}

function checkpointAt(name: string, places: readonly RewindPoint[]): RewindPoint {
	const point = places.find(each => each.name === name)
	if (point) return point
	const names = places.flatMap(each => each.name ?? [])
	const known =
		names.length === 0 ? 'it has none; /checkpoint <name> makes one' : `it has ${names.join(', ')}`
	throw new AgentError(
		'usage',
		`--to-checkpoint ${name}: the session has no checkpoint of that name: ${known}`,
	)
}

function pointAt(to: number | 'last', points: readonly RewindPoint[]): RewindPoint {
	const point = to === 'last' ? points.at(-1) : points[to - 1]
	if (point) return point
	if (points.length === 0) throw new AgentError('rejected', 'there is no prompt to go back to')
	throw new AgentError('usage', `--to ${to}: the prompts are numbered from 1 to ${points.length}`)
}

function listed({ number, at, prompt, name, changedFiles }: NumberedPoint): string {
	const time = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
	const files =
		changedFiles === undefined ? '' : `  (${changedFiles} ${changedFiles === 1 ? 'file' : 'files'})`
	const what = name === undefined ? prompt : `checkpoint ${name}`
	return `${(number === 0 ? '◆' : String(number)).padStart(3)}  ${time}  ${sanitizeLine(what).slice(0, LONGEST_PROMPT)}${files}\n`
}

const LONGEST_PROMPT = 100

function outcome({ prompt, isUndo, name }: RewindPoint, { files, conversation }: RewindScope): string {
	const what =
		files && conversation ? 'conversation and files are' : files ? 'files are' : 'the conversation is'
	if (name !== undefined) return `${what} as at the checkpoint ${name}`
	const before = isUndo ? 'the last going back' : `“${sanitizeLine(prompt).slice(0, LONGEST_PROMPT)}”`
	return `${what} as before ${before}`
}

/** What there was to say until the port is shut down. */
async function noticesOf(port: RuntimePort): Promise<readonly string[]> {
	const texts: string[] = []
	const take = ({ event }: Envelope) => {
		if (event.type === 'notice' && event.level !== 'info') texts.push(event.text)
	}
	for await (const envelope of port.events(Number.MAX_SAFE_INTEGER, new AbortController().signal))
		take(envelope)
	return texts
}
