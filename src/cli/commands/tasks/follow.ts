// Follows a task to its end: its text on stdout, the rest on stderr. A connection that breaks is made again, from what
// was had last.

import { setTimeout as pause } from 'node:timers/promises'
import { AgentError, ERROR_CODES } from '../../../core/errors.ts'
import { isObject, type JsonValue, parseJson } from '../../../core/json.ts'
import { sanitizeLine } from '../../../tui/text/sanitize.ts'
import { codeForError } from '../../io/exit-codes.ts'
import type { Output } from '../../io/output.ts'
import { type FollowedText, followText, NOTHING_PRINTED, reconnected } from './followed-text.ts'
import { hasEnded, howToAnswer, type ReceivedTask, receivedTask } from './received-task.ts'
import type { ServerClient } from './server-client.ts'

/** @returns the exit code: 0 only for a task that is completed */
export async function follow(
	client: ServerClient,
	id: string,
	{ json, output }: { json: boolean; output: Output },
): Promise<number> {
	const path = `/v1/tasks/${encodeURIComponent(id)}/events`
	let after = 0
	let shown: FollowedText = NOTHING_PRINTED
	let asked: string | undefined
	for (let failures = 0; ; ) {
		shown = reconnected(shown)
		try {
			for await (const { event, data } of client.events(path, after, output.closed)) {
				failures = 0
				const value = parseJson(data)
				if (value === undefined) continue
				if (json) output.out(`${JSON.stringify({ type: event, ...(isObject(value) ? value : {}) })}\n`)
				if (event === 'event') after = seqOf(value) ?? after
				if (event === 'task') {
					const task = receivedTask(value)
					if (hasEnded(task)) return ended(task, { json, output })
					const now = task.waiting && howToAnswer(task)
					if (now !== undefined && now !== asked) output.error(`${shown.isOpen ? '\n' : ''}${now}\n`)
					asked = now
				} else if (!json) {
					const { text, ...next } = followText(shown, value)
					output.out(text)
					shown = next
					output.error(progressOf(value))
				}
			}
		} catch (error) {
			if (output.closed.aborted) return 141
			if (!isWorthAnother(error) || ++failures === MOST_FAILURES) throw error
		}
		if (output.closed.aborted) return 141
		await pause(AGAIN_MS)
	}
}

function isWorthAnother(error: unknown): boolean {
	if (!(error instanceof AgentError)) return true
	return ['connection-lost', 'server-error', 'rate-limited', 'timeout'].includes(error.code)
}

function ended(task: ReceivedTask, { json, output }: { json: boolean; output: Output }): number {
	const { error, state } = task
	if (state === 'completed') return 0
	if (!json)
		output.error(
			state === 'canceled' ? 'canceled\n' : `error: ${sanitizeLine(error?.message ?? 'it failed')}\n`,
		)
	if (state === 'canceled') return codeForError('cancelled')
	return codeForError(ERROR_CODES.find(code => code === error?.code) ?? 'internal')
}

function progressOf(envelope: JsonValue): string {
	const event = isObject(envelope) && isObject(envelope.event) ? envelope.event : {}
	const { tool: called } = event
	if (event.type === 'tool-start' && typeof called === 'string') {
		const subject = typeof event.subject === 'string' ? ` ${event.subject}` : ''
		return `[${sanitizeLine(called + subject).slice(0, 120)}]\n`
	}
	if (event.type === 'notice' && typeof event.text === 'string')
		return `${sanitizeLine(String(event.level))}: ${sanitizeLine(event.text)}\n`
	return ''
}

function seqOf(value: JsonValue): number | undefined {
	return isObject(value) && typeof value.seq === 'number' ? value.seq : undefined
}

const AGAIN_MS = 1_000
const MOST_FAILURES = 30
