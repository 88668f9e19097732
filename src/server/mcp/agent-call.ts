// A whole agent as one call: a prompt goes through the runtime, its answer comes back, and on the way what it is doing.

import type { AgentEvent, RunEndReason } from '../../core/events.ts'
import type { RunId, SessionId } from '../../core/ids.ts'
import { finalText, userText } from '../../core/messages.ts'
import type { RuntimePort } from '../../core/runtime-port.ts'
import { askByPort } from './ask-by-port.ts'
import type { ServedCallHooks } from './call-hooks.ts'

export type AgentAnswer = {
	text: string
	session: SessionId | undefined
	reason: RunEndReason | undefined
	/** Why there is no answer, or not a whole one. */
	problem: string | undefined
}

/** The port is shut down at the end. */
export async function callAgent(
	port: RuntimePort,
	prompt: string,
	hooks: ServedCallHooks,
): Promise<AgentAnswer> {
	const reading = new AbortController()
	const answer: AgentAnswer = { text: '', session: undefined, reason: undefined, problem: undefined }
	let runId: RunId | undefined
	const cancel = () => {
		if (runId !== undefined) void port.send({ type: 'cancel', runId }).catch(() => reading.abort())
	}
	hooks.signal.addEventListener('abort', cancel, { once: true })
	try {
		const envelopes = port.events(Number.MAX_SAFE_INTEGER, reading.signal)[Symbol.asyncIterator]()
		const first = envelopes.next()
		await port.send({ type: 'prompt', message: userText(prompt), whenBusy: 'queue' })
		for (let next = await first; !next.done; next = await envelopes.next()) {
			const { event, sessionId } = next.value
			answer.session = sessionId
			if (event.type === 'run-start') {
				runId = next.value.runId
				if (hooks.signal.aborted) cancel()
			}
			if (event.type === 'message-end') answer.text = finalText(event.message) ?? answer.text
			if (event.type === 'run-end') {
				answer.reason = event.reason
				if (event.reason !== 'finished')
					answer.problem = event.error?.message ?? `the run ended: ${event.reason}`
				break
			}
			const doing = doingNow(event)
			if (doing !== undefined) hooks.progress(doing)
			void askByPort(port, event, hooks)
		}
		return answer
	} finally {
		hooks.signal.removeEventListener('abort', cancel)
		reading.abort()
		await port.send({ type: 'shutdown' }).catch(() => undefined)
	}
}

function doingNow(event: AgentEvent): string | undefined {
	switch (event.type) {
		case 'tool-start':
			return `${event.tool} ${event.subject ?? ''}`.trim()
		case 'progress':
			return `[${event.turn}/${event.maxTurns}] ${event.text}`
		case 'retry-wait':
			return `${event.cause.message}; trying again`
		default:
			return undefined
	}
}
