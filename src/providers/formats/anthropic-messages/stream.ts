// Events of the Messages API folded into parts. Pure.

import type Anthropic from '@anthropic-ai/sdk'
import { isObject, type JsonObject, parseJson } from '../../../core/json.ts'
import type { FinishReason, ModelPart } from '../../../core/model.ts'
import { type Usage, webSearches } from '../../../core/usage.ts'
import { fromPayload } from '../../errors/map-error.ts'
import { countIn, objectIn, objectsIn, type Received, receivedIn, textIn } from '../../http/read-json.ts'
import { brokenOffPart, type FinalPart, failedPart, finishedPart } from '../../wire/final-part.ts'

export type MessagesState = {
	/** Blocks that have begun and not ended, by index. */
	open: ReadonlyMap<number, OpenContentBlock>
	/** Searches made there whose results have not come yet, by their id. */
	searches: ReadonlyMap<string, JsonObject>
	hasText: boolean
	hasCalls: boolean
	reason: string
	usage: JsonObject | undefined
}

/** `written` is the JSON of a call's input as far as it has come; `cited` are pages of a text, address → title. */
type OpenContentBlock = {
	block: Received<Anthropic.ContentBlock>
	written: string
	cited?: ReadonlyMap<string, string>
}

/** An error has no event of its own in the types. */
type MessagesEvent = Anthropic.RawMessageStreamEvent
type MessagesEventType = MessagesEvent['type'] | 'error'
type BlockDelta = Anthropic.RawContentBlockDelta
type ContentBlock = Anthropic.ContentBlock

type MessagesStep = { state: MessagesState; parts: readonly ModelPart[] }

export const MESSAGES_START: MessagesState = {
	open: new Map(),
	searches: new Map(),
	hasText: false,
	hasCalls: false,
	reason: '',
	usage: undefined,
}

export function messagesStep(state: MessagesState, event: Received<MessagesEvent>): MessagesStep {
	switch (event.type) {
		case 'message_start' satisfies MessagesEventType:
			return { state: withUsage(state, receivedIn<Anthropic.Message>(event.message).usage), parts: [] }
		case 'content_block_start' satisfies MessagesEventType:
			return blockStart(state, countIn(event.index), receivedIn<ContentBlock>(event.content_block))
		case 'content_block_delta' satisfies MessagesEventType:
			return blockDelta(state, countIn(event.index), receivedIn<BlockDelta>(event.delta))
		case 'content_block_stop' satisfies MessagesEventType:
			return blockStop(state, countIn(event.index))
		case 'message_delta' satisfies MessagesEventType: {
			const reason =
				textIn(receivedIn<Anthropic.RawMessageDeltaEvent.Delta>(event.delta).stop_reason) || state.reason
			return { state: withUsage({ ...state, reason }, event.usage), parts: [] }
		}
		case 'message_stop' satisfies MessagesEventType:
			return finishReply(state)
		case 'error' satisfies MessagesEventType:
			return { state, parts: [failedPart(fromPayload(event), usageOf(state))] }
		default:
			return { state, parts: isBareError(event) ? [failedPart(fromPayload(event), usageOf(state))] : [] }
	}
}

/** A cloud that resells it has errors of its own, without a word for the event. */
function isBareError({ type, ...event }: JsonObject): boolean {
	return type === undefined && isObject(event.error)
}

/** With a reason to stop, only the last event was missing. */
export function messagesEnd(state: MessagesState): readonly ModelPart[] {
	return state.reason === '' ? [brokenOffPart(usageOf(state))] : finishReply(state).parts
}

/** Gateways leave out what ends a block. Where the limit cut the reply off, the last call is half a call. */
function finishReply(before: MessagesState): MessagesStep {
	const isCut = REASONS.get(before.reason.toLowerCase()) === 'length'
	let state = before
	const parts: ModelPart[] = []
	for (const [index, open] of before.open) {
		if (isCut && isHalfCall(open)) continue
		const step = blockEnd(state, index, open)
		state = step.state
		parts.push(...step.parts)
	}
	return { state, parts: [...parts, finish(state)] }
}

export function messagesArguments({ delta }: Received<MessagesEvent>): string {
	return textIn(receivedIn<Anthropic.InputJSONDelta>(delta).partial_json)
}

/** A whole message, block by block. */
export function messagesEvents({ content, ...message }: JsonObject): readonly JsonObject[] {
	const blocks = objectsIn(content).flatMap((block, index): JsonObject[] => [
		{ type: 'content_block_start', index, content_block: block },
		{ type: 'content_block_stop', index },
	])
	const ending = { type: 'message_delta', delta: { stop_reason: message.stop_reason ?? null } }
	return [{ type: 'message_start', message }, ...blocks, ending, { type: 'message_stop' }]
}

function blockStart(state: MessagesState, index: number, block: Received<ContentBlock>): MessagesStep {
	const next = { ...state, open: new Map(state.open).set(index, { block, written: '' }) }
	const text = textIn(block.text)
	if (block.type === 'text' && text !== '') return textStep(next, text)
	const thinking = textIn(block.thinking)
	return { state: next, parts: thinking === '' ? [] : [{ type: 'reasoning-delta', text: thinking }] }
}

function blockDelta(state: MessagesState, index: number, delta: Received<BlockDelta>): MessagesStep {
	const open = state.open.get(index)
	if (!open) return { state, parts: [] }
	switch (delta.type) {
		case 'text_delta' satisfies BlockDelta['type']: {
			const text = textIn(delta.text)
			return text === '' ? { state, parts: [] } : textStep(state, text)
		}
		case 'thinking_delta' satisfies BlockDelta['type']: {
			const text = textIn(delta.thinking)
			const block = { ...open.block, thinking: textIn(open.block.thinking) + text }
			const next = { ...state, open: new Map(state.open).set(index, { ...open, block }) }
			return { state: next, parts: text === '' ? [] : [{ type: 'reasoning-delta', text }] }
		}
		case 'signature_delta' satisfies BlockDelta['type']: {
			const block = { ...open.block, signature: textIn(open.block.signature) + textIn(delta.signature) }
			return { state: { ...state, open: new Map(state.open).set(index, { ...open, block }) }, parts: [] }
		}
		case 'input_json_delta' satisfies BlockDelta['type']: {
			const written = open.written + textIn(delta.partial_json)
			return { state: { ...state, open: new Map(state.open).set(index, { ...open, written }) }, parts: [] }
		}
		case 'citations_delta' satisfies BlockDelta['type']: {
			const { url, title } = receivedIn<Anthropic.CitationsWebSearchResultLocation>(delta.citation)
			if (textIn(url) === '') return { state, parts: [] }
			const cited = new Map(open.cited).set(textIn(url), textIn(title) || textIn(url))
			return { state: { ...state, open: new Map(state.open).set(index, { ...open, cited }) }, parts: [] }
		}
		default:
			return { state, parts: [] }
	}
}

function textStep(state: MessagesState, text: string): MessagesStep {
	const hasText = state.hasText || text.trim() !== ''
	return {
		state: hasText === state.hasText ? state : { ...state, hasText },
		parts: [{ type: 'text-delta', text }],
	}
}

function blockStop(state: MessagesState, index: number): MessagesStep {
	const open = state.open.get(index)
	// What is wrong with half a call is only known from the reason to stop, which comes last.
	return open && !isHalfCall(open) ? blockEnd(state, index, open) : { state, parts: [] }
}

function isHalfCall({ block, written }: OpenContentBlock): boolean {
	return block.type === 'tool_use' && written !== '' && !isObject(parseJson(written))
}

function blockEnd(before: MessagesState, index: number, open: OpenContentBlock): MessagesStep {
	const state = { ...before, open: new Map([...before.open].filter(([each]) => each !== index)) }
	const { block, written } = open
	switch (block.type) {
		case 'text' satisfies ContentBlock['type']:
			return { state, parts: citations(open.cited) }
		case 'server_tool_use' satisfies ContentBlock['type']: {
			const input = objectIn(written === '' ? block.input : parseJson(written))
			const search = { type: 'server_tool_use', id: textIn(block.id), name: textIn(block.name), input }
			return { state: { ...state, searches: new Map(state.searches).set(search.id, search) }, parts: [] }
		}
		case 'web_search_tool_result' satisfies ContentBlock['type']:
			return { state, parts: searchParts(state, block) }
		case 'thinking' satisfies ContentBlock['type']: {
			const text = textIn(block.thinking)
			// Without its signature a thought is not taken back.
			if (textIn(block.signature) !== '')
				return { state, parts: [{ type: 'reasoning-end', text, opaque: block }] }
			return { state, parts: text === '' ? [] : [{ type: 'reasoning-end', text }] }
		}
		case 'redacted_thinking' satisfies ContentBlock['type']:
			return { state, parts: [{ type: 'reasoning-end', text: '', opaque: block }] }
		case 'tool_use' satisfies ContentBlock['type']: {
			const input = isObject(block.input) ? JSON.stringify(block.input) : '{}'
			const call = { callId: textIn(block.id), tool: textIn(block.name), arguments: written || input }
			return { state: { ...state, hasCalls: true }, parts: [{ type: 'tool-call', ...call }] }
		}
		default:
			return { state, parts: [] }
	}
}

/** Where the text is from, as links behind it. */
function citations(cited: ReadonlyMap<string, string> = new Map()): readonly ModelPart[] {
	const links = [...cited].map(([url, title]) => `[${title.replace(/[[\]\n]/g, ' ')}](${url})`)
	return links.length === 0 ? [] : [{ type: 'text-delta', text: ` (${links.join(', ')})` }]
}

/** Both blocks at once: one without the other is not taken back. They go back like reasoning, to whom they are from. */
function searchParts({ searches }: MessagesState, block: Received<ContentBlock>): readonly ModelPart[] {
	const search = searches.get(textIn(block.tool_use_id))
	if (!search) return []
	const text = `searched the web: ${textIn(objectIn(search.input).query)}\n`
	const { type, tool_use_id, content } = block
	const result = { type: textIn(type), tool_use_id: textIn(tool_use_id), content: content ?? [] }
	return [
		{ type: 'reasoning-delta', text },
		{ type: 'reasoning-end', text, opaque: search },
		{ type: 'reasoning-end', text: '', opaque: result },
	]
}

function finish(state: MessagesState): FinalPart {
	const { hasText, hasCalls } = state
	const reason = REASONS.get(state.reason.toLowerCase()) ?? (hasCalls ? 'tool-calls' : 'stop')
	return finishedPart({ reason, hasContent: hasText || hasCalls, usage: usageOf(state) })
}

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
	['max_tokens', 'length'],
	['model_context_window_exceeded', 'length'],
	['refusal', 'refusal'],
	['pause_turn', 'paused'],
	// What gateways hand on from models of others.
	['length', 'length'],
	['max_output_tokens', 'length'],
	['content_filter', 'content-filter'],
	['content_filtered', 'content-filter'],
	['safety', 'content-filter'],
	['sensitive', 'content-filter'],
])

/** Later figures replace earlier ones: they count from the beginning. */
function withUsage(state: MessagesState, usage: unknown): MessagesState {
	if (!isObject(usage)) return state
	const said = Object.entries(usage).filter(([, value]) => value !== null)
	return { ...state, usage: { ...state.usage, ...Object.fromEntries(said) } }
}

/** Anthropic counts what came from the cache and what went into it beside the input, we within it. */
function usageOf({ usage }: MessagesState): Usage | undefined {
	if (!usage) return undefined
	const said = receivedIn<Anthropic.Usage>(usage)
	// Nothing is counted where the server does not count.
	if (!Object.values(usage).some(count => countIn(count) > 0)) return undefined
	const cachedInputTokens = countIn(said.cache_read_input_tokens)
	const cacheWriteTokens = countIn(said.cache_creation_input_tokens)
	return {
		inputTokens: countIn(said.input_tokens) + cachedInputTokens + cacheWriteTokens,
		cachedInputTokens,
		cacheWriteTokens,
		outputTokens: countIn(said.output_tokens),
		reasoningTokens: countIn(
			receivedIn<Anthropic.OutputTokensDetails>(said.output_tokens_details).thinking_tokens,
		),
		...webSearches(countIn(objectIn(said.server_tool_use).web_search_requests)),
	}
}
