// The replies of all hooks of one event as one: the strictest answer wins, everything for the model is kept.

import type { JsonObject } from '../../core/json.ts'
import type { HookOutcome, HookReply } from './hook-output.ts'

/** `hook`: its name, for people. */
export type By<Value> = Value & { hook: string }

export type HookReplies = {
	permission?: By<{ outcome: HookOutcome; reason: string }>
	block?: By<{ reason: string }>
	stop?: By<{ reason: string }>
	/** The last one wins. There is none where the call is denied. */
	input?: By<{ input: JsonObject }>
	output?: By<{ text: string }>
	contexts: readonly By<{ text: string }>[]
	messages: readonly By<{ text: string }>[]
	failures: readonly By<{ text: string }>[]
}

export const NO_REPLIES: HookReplies = { contexts: [], messages: [], failures: [] }

/** @param replies - in the order in which the hooks stand in their files */
export function joinReplies(replies: readonly By<{ reply: HookReply }>[]): HookReplies {
	const all = <Value>(pick: (reply: HookReply) => Value | undefined) =>
		replies.flatMap(({ hook, reply }) => {
			const value = pick(reply)
			return value === undefined ? [] : [{ hook, value }]
		})
	const permission = all(reply => reply.permission).sort(
		(a, b) => STRICTNESS[b.value.outcome] - STRICTNESS[a.value.outcome],
	)[0]
	const [block] = all(reply => reply.block)
	const [stop] = all(reply => reply.stop)
	const input = permission?.value.outcome === 'deny' ? undefined : all(reply => reply.input).at(-1)
	const output = all(reply => reply.output).at(-1)
	const texts = (pick: (reply: HookReply) => string | undefined) =>
		all(pick).map(({ hook, value }) => ({ hook, text: value }))
	return {
		...(permission && { permission: { hook: permission.hook, ...permission.value } }),
		...(block && { block: { hook: block.hook, reason: block.value } }),
		...(stop && { stop: { hook: stop.hook, reason: stop.value } }),
		...(input && { input: { hook: input.hook, input: input.value } }),
		...(output && { output: { hook: output.hook, text: output.value } }),
		contexts: texts(reply => reply.context),
		messages: texts(reply => reply.message),
		failures: texts(reply => reply.failure),
	}
}

const STRICTNESS: Record<HookOutcome, number> = { allow: 0, ask: 1, deny: 2 }
