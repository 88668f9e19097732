// A compaction of a conversation that is given as lines, with a summary that is given as well; and one behind another.

import assert from 'node:assert/strict'
import type { EventOf, StoredEvent } from '../../../src/core/events.ts'
import type { CallId } from '../../../src/core/ids.ts'
import { type Message, textOf, userText } from '../../../src/core/messages.ts'
import type { StreamModel } from '../../../src/core/model.ts'
import { compact } from '../../../src/loop/context/compact.ts'
import { windowBudget } from '../../../src/loop/context/window-budget.ts'
import {
	countedContext,
	countMessage,
	countRequest,
	countText,
	FIXED_TOKENS,
	PREFACE,
} from '../runtime/counted-context.ts'
import { MODEL, says, scriptedModel } from '../runtime/scripted-model.ts'

/** `read` is what the model that wrote the summary was given. */
export type Condensed = { event: EventOf<'compaction'>; text: string; read: readonly Message[] }

/**
 * @param lines - `u:` the user, `a:` the model, `r:` a result behind the call that it answers, `f:` one that failed
 * @param earlier - the compaction that history begins with
 */
export async function condense(
	lines: readonly string[],
	summary: string,
	windowTokens: number,
	earlier?: Condensed,
): Promise<Condensed> {
	const newer = lines.flatMap(messagesOf)
	const messages = [...(earlier ? [earlier.event.message] : []), ...newer]
	const prompts = newer.filter(message => message.role === 'user')
	const log: StoredEvent[] = [
		...(earlier ? [earlier.event] : []),
		...prompts.map(message => ({ type: 'steer' as const, message })),
	]
	const stored: StoredEvent[] = []
	let read: readonly Message[] = []
	const summarise: StreamModel = (request, signal) => {
		read = request.messages
		return scriptedModel(says(summary)).reply(request, signal)
	}
	const context = countedContext(log, { windowTokens, summarise })
	const all = [...PREFACE, ...messages]
	const total = countRequest(all)
	const measured = { totalTokens: total, fixedTokens: FIXED_TOKENS, tokensOf: countMessage, count: countText }
	const done = await compact(
		{
			cause: 'user',
			focus: undefined,
			messages: all,
			prompt: undefined,
			measured,
			budget: windowBudget(context.window(), 0.8),
			withoutSummary: false,
			account: { spend: () => undefined, exceeded: () => undefined },
		},
		{
			system: 'You are an agent.',
			tools: [],
			cacheKey: 'test',
			context,
			store: event => {
				stored.push(event)
				return undefined
			},
			show: () => undefined,
		},
		new AbortController().signal,
	)
	assert.equal(done.kind, 'done')
	const event = stored.find(each => each.type === 'compaction')
	assert.ok(event)
	return { event, text: textOf(event.message.content), read }
}

function messagesOf(line: string, index: number): readonly Message[] {
	const text = line.slice(3)
	const kind = line.slice(0, 2)
	if (kind === 'u:') return [userText(text)]
	if (kind === 'a:')
		return [{ role: 'assistant', model: MODEL, stop: 'stop', content: [{ type: 'text', text }] }]
	assert.ok(kind === 'r:' || kind === 'f:', line)
	const [command = '', output = ''] = text.split(' => ')
	const callId = `call-${index}` as CallId
	const call = { type: 'tool-call' as const, callId, tool: 'shell', arguments: JSON.stringify({ command }) }
	return [
		{ role: 'assistant', model: MODEL, stop: 'tool-calls', content: [call] },
		{
			role: 'tool',
			callId,
			tool: 'shell',
			outcome: kind === 'r:' ? 'ok' : 'failed',
			content: [{ type: 'text', text: output }],
		},
	]
}
