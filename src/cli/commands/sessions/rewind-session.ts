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

export type RewindFlags = { files?: boolean; conversation?: boolean; both?: boolean; json?: boolean }

/**
 * @param flags - `to`: the number of a prompt as it is listed, `last`, or `undo` for what the last going back took; left
 * out, the prompts are listed
 * @returns the exit code
 * @throws AgentError `usage` for what cannot be read or is not there, `rejected` when there is nothing to go back to,
 * `session-busy` while another process has the session
 */
export async function rewindSession(options: {
	session: string
	flags: RewindFlags & { to?: string; list?: boolean }
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
	}).catch((error: unknown) => Promise.reject(whileOpen(error)))
	const told = noticesOf(port)
	let result: string | undefined
	let facts: JsonObject | undefined
	try {
		const all = await port.queries.rewindPoints()
		// Oldest first, so that a prompt keeps its number when others follow.
		const points = all.filter(({ isUndo }) => !isUndo).reverse()
		if (to === undefined) {
			if (points.length === 0) output.error('there is no prompt to go back to\n')
			output.out(flags.json ? `${JSON.stringify(points.map(pointJson))}\n` : points.map(listed).join(''))
			return 0
		}
		const point = to === 'undo' ? undoPoint(all) : pointAt(to, points)
		await port.send({ type: 'rewind', toSeq: point.toSeq, ...what })
		result = outcome(point, what)
		const number = points.indexOf(point) + 1
		facts = {
			session_id: sessionId,
			...(number > 0 && { to: number }),
			prompt: point.prompt,
			...what,
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

/** Who goes back in a copy has not gone back. */
function whileOpen(error: unknown): unknown {
	if (!(error instanceof AgentError) || error.code !== 'session-busy') return error
	const [open = error.message] = error.message.split('; end that one')
	return new AgentError('session-busy', `${open}; end that one first, or go back in it with /rewind`, {
		cause: error,
	})
}

type RewindWish = { what: RewindScope; to: number | 'last' | 'undo' | undefined }

/** @throws AgentError `usage` */
function wishOf(flags: RewindFlags & { to?: string; list?: boolean }): RewindWish {
	const what = scopeOf(flags)
	const isScoped = flags.files || flags.conversation || flags.both
	if (flags.list && (flags.to !== undefined || isScoped))
		throw new AgentError('usage', '--list goes back to nothing; leave it out, or --to and what is to go back')
	if (flags.to === undefined && isScoped)
		throw new AgentError(
			'usage',
			'say where to go back to: --to <n>; without --to the prompts are listed with their numbers',
		)
	const { to } = flags
	return { what, to: to === 'last' || to === 'undo' ? to : positiveInteger('--to', to) }
}

function undoPoint(points: readonly RewindPoint[]): RewindPoint {
	const point = points.find(({ isUndo }) => isUndo)
	if (point) return point
	throw new AgentError('rejected', 'there is no going back to undo')
}

function pointJson({ at, prompt, changedFiles }: RewindPoint, index: number): JsonObject {
	return {
		number: index + 1,
		at: new Date(at).toISOString(),
		prompt,
		...(changedFiles !== undefined && { changed_files: changedFiles }),
	}
}

function scopeOf({ files, conversation, both }: RewindFlags): RewindScope {
	if ([files, conversation, both].filter(Boolean).length > 1)
		throw new AgentError('usage', 'say one of --files, --conversation and --both')
	return { files: conversation !== true, conversation: files !== true }
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

function pointAt(to: number | 'last', points: readonly RewindPoint[]): RewindPoint {
	const point = to === 'last' ? points.at(-1) : points[to - 1]
	if (point) return point
	if (points.length === 0) throw new AgentError('rejected', 'there is no prompt to go back to')
	throw new AgentError('usage', `--to ${to}: the prompts are numbered from 1 to ${points.length}`)
}

function listed({ at, prompt, changedFiles }: RewindPoint, index: number): string {
	const time = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
	const files =
		changedFiles === undefined ? '' : `  (${changedFiles} ${changedFiles === 1 ? 'file' : 'files'})`
	return `${String(index + 1).padStart(3)}  ${time}  ${sanitizeLine(prompt).slice(0, LONGEST_PROMPT)}${files}\n`
}

const LONGEST_PROMPT = 100

function outcome({ prompt, isUndo }: RewindPoint, { files, conversation }: RewindScope): string {
	const what =
		files && conversation ? 'conversation and files are' : files ? 'files are' : 'the conversation is'
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
