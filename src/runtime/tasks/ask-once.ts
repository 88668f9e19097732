// One prompt to a session of its own, and its answer: for what is asked on the way to a task and is none itself.

import { AgentError } from '../../core/errors.ts'
import { finalText, userText } from '../../core/messages.ts'
import type { RuntimePort } from '../../core/runtime-port.ts'
import type { CostMicroUsd, Usage } from '../../core/usage.ts'

/**
 * Closes the session in the end.
 * @throws AgentError what the run ended with, `cancelled` when the signal fires
 */
export async function askOnce(
	port: RuntimePort,
	prompt: string,
	signal: AbortSignal,
): Promise<{ text: string; usage: Usage; costMicroUsd: CostMicroUsd }> {
	const events = port.events(Number.MAX_SAFE_INTEGER, signal)[Symbol.asyncIterator]()
	try {
		let next = events.next()
		await port.send({ type: 'prompt', message: userText(prompt), whenBusy: 'queue' })
		let text = ''
		for (;;) {
			const got = await next
			if (got.done) throw new AgentError('cancelled', 'it was ended before there was an answer')
			next = events.next()
			const { event } = got.value
			if (event.type === 'message-end') text = finalText(event.message) ?? text
			if (event.type !== 'run-end') continue
			const { error, usage, costMicroUsd, reason } = event
			if (error) throw new AgentError(error.code, error.message)
			if (reason !== 'finished') throw new AgentError('internal', `the run ended: ${reason}`)
			return { text, usage, costMicroUsd }
		}
	} finally {
		await port.send({ type: 'shutdown' }).catch(() => undefined)
	}
}
