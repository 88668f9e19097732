// `agent rewind`: going back in a session without a screen, in the folder it was begun in. Nothing that the folder brings along
// is started for it.

import { stat } from 'node:fs/promises'
import type { RewindScope } from '../../../core/commands.ts'
import { AgentError } from '../../../core/errors.ts'
import type { Envelope } from '../../../core/events.ts'
import type { RewindPoint, RuntimePort } from '../../../core/runtime-port.ts'
import { sanitizeLine } from '../../../tui/text/sanitize.ts'
import type { Output } from '../../io/output.ts'
import { positiveInteger } from '../../startup/flags.ts'
import { currentFolders, startRuntime } from '../../startup/start.ts'
import { openStore } from './session-store.ts'

export type RewindFlags = { files?: boolean; conversation?: boolean; both?: boolean }

/**
 * @param flags - `to`: the number of a prompt as it is listed, or `last`; left out, the prompts are listed
 * @returns the exit code
 */
export async function rewindSession(options: {
	session: string
	flags: RewindFlags & { to?: string }
	version: string
	output: Output
}): Promise<number> {
	const { flags, version, output } = options
	const what = scopeOf(flags)
	const to = flags.to === 'last' ? 'last' : positiveInteger('--to', flags.to)
	const { sessionId, cwd } = await sessionNamed(options.session)
	const { port } = await startRuntime({
		flags: { resume: sessionId, cd: cwd, bare: true },
		version,
		isInteractive: false,
	})
	const told = noticesOf(port)
	try {
		// Oldest first, so that a prompt keeps its number when others follow.
		const points = (await port.queries.rewindPoints()).filter(({ isUndo }) => !isUndo).reverse()
		if (to === undefined) {
			output.out(points.map(listed).join(''))
			if (points.length === 0) output.error('there is no prompt to go back to\n')
			return 0
		}
		const point = pointAt(to, points)
		await port.send({ type: 'rewind', toSeq: point.toSeq, ...what })
		output.out(`${outcome(point, what)}\n`)
		return 0
	} finally {
		await port.send({ type: 'shutdown' }).catch(() => undefined)
		for (const text of await told) output.error(`${sanitizeLine(text)}\n`)
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

function outcome({ prompt }: RewindPoint, { files, conversation }: RewindScope): string {
	const what =
		files && conversation ? 'conversation and files are' : files ? 'files are' : 'the conversation is'
	return `${what} as before “${sanitizeLine(prompt).slice(0, LONGEST_PROMPT)}”`
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
