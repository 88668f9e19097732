// The error for a request that does not fit: by how much it is too large, and what is largest in it.

import type { ErrorInfo } from '../../core/errors.ts'
import { memoryPassages } from '../../core/memory.ts'
import { callsOf, type Message, promptText, textOf } from '../../core/messages.ts'
import type { Measured } from './measured-request.ts'
import type { WindowBudget } from './window-budget.ts'

export function tooLarge(given: {
	tokens: number
	byTokens: number
	messages: readonly Message[]
	measured: Measured
	budget: WindowBudget
	/** What the server said, whatever we had counted. */
	refusal: string | undefined
	/** Who wants history to stay as it is, and why. */
	keptBy?: string | undefined
}): ErrorInfo {
	const { tokens, byTokens, budget, measured, refusal, keptBy } = given
	const size = `the next request would be ${Math.ceil(tokens)} tokens`
	const problem =
		refusal !== undefined
			? `${size}, which the server refuses (${refusal.replace(/[.!]$/, '')}), and ${keptBy === undefined ? 'there is too little that can be taken out' : `nothing was taken out: ${keptBy}`}`
			: `${size}, ${excess({ tokens, byTokens, budget, messages: given.messages })}: the window is ${budget.windowTokens} tokens, of which ${budget.limitTokens} are for what is sent${keptBy === undefined ? '' : `, and nothing was taken out: ${keptBy}`}`
	const largest = largestItems(given.messages, measured).map(({ what, tokens }) => `${what} ${tokens}`)
	const parts = [`system prompt and tools ${Math.ceil(measured.fixedTokens)}`, ...largest].join('; ')
	const message = `${problem}. Largest: ${parts}. Send less at once, begin a new session (/new), or choose a model with a larger window.`
	return { code: 'context-overflow', message }
}

/** What could leave is part of the size: without a word about it the figures would not add up. */
function excess({
	tokens,
	byTokens,
	budget,
	messages,
}: {
	tokens: number
	byTokens: number
	budget: WindowBudget
	messages: readonly Message[]
}): string {
	const over = tokens - budget.limitTokens
	if (byTokens > over - 1) return `${Math.ceil(over)} more than fit`
	const newest = messages.at(-1)
	const found = newest?.role === 'user' && memoryPassages(newest) > 0 ? ' and what memory found' : ''
	return `and with all that came before${found} taken out still ${Math.ceil(byTokens)} more than fit`
}

function largestItems(
	messages: readonly Message[],
	{ tokensOf }: Measured,
): readonly { what: string; tokens: number }[] {
	return messages
		.map(message => ({ what: nameOf(message), tokens: Math.ceil(tokensOf(message)) }))
		.sort((a, b) => b.tokens - a.tokens)
		.slice(0, SHOWN_ITEMS)
}

const SHOWN_ITEMS = 3

function nameOf(message: Message): string {
	switch (message.role) {
		case 'user':
			return `message “${start(promptText(message))}”${withMemory(memoryPassages(message))}`
		case 'assistant': {
			const tools = callsOf(message).map(call => call.tool)
			return tools.length > 0 ? `call of ${tools.join(', ')}` : `answer “${start(textOf(message.content))}”`
		}
		case 'tool':
			return `result of ${message.tool}`
	}
}

function withMemory(passages: number): string {
	if (passages === 0) return ''
	return ` with ${passages} ${passages === 1 ? 'passage' : 'passages'} from memory`
}

function start(text: string): string {
	const line = text.trim().replaceAll(/\s+/g, ' ')
	return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : line
}

const SHOWN_CHARACTERS = 40
