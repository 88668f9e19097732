// Chunks of Chat Completions folded into parts. The format never says that a call is complete, servers
// number calls each in their own way, and reasoning goes by three names; all of that ends here. Pure.

import type OpenAI from 'openai'
import { isObject, type JsonObject, type JsonValue, parseJson } from '../../../core/json.ts'
import type { FinishReason, ModelPart } from '../../../core/model.ts'
import type { Usage } from '../../../core/usage.ts'
import { fromPayload } from '../../errors/map-error.ts'
import {
	countIn,
	objectsIn,
	type Received,
	receivedIn,
	receivedListIn,
	textIn,
} from '../../http/read-json.ts'
import { brokenOffPart, type FinalPart, failedPart, finishedPart } from '../../wire/final-part.ts'

export type ChatState = {
	reasoning: Reasoning | undefined
	/** Calls that may still grow, in order. Those before them have been handed on. */
	open: readonly StreamedCall[]
	hasText: boolean
	hasCalls: boolean
	hasRefused: boolean
	reason: string | undefined
	usage: Usage | undefined
}

/** `fields` are the message's own, to be sent back as they came to the model that wrote them. */
type Reasoning = { text: string; fields: JsonObject }

type StreamedCall = {
	index: number | undefined
	callId: string
	tool: string
	arguments: string
	extra: JsonObject
}

/** `type` is only in what stands for `[DONE]`, `error` in what some servers send in the middle of a stream. */
type Chunk = OpenAI.Chat.ChatCompletionChunk & { type: unknown; error: unknown }
type Choice = OpenAI.Chat.ChatCompletionChunk.Choice
/** The three names that compatible servers have for reasoning. */
type ChatDelta = OpenAI.Chat.ChatCompletionChunk.Choice.Delta & {
	reasoning_content: unknown
	reasoning: unknown
	reasoning_details: unknown
}
/** Gemini puts its signature beside the function. */
type CallPiece = OpenAI.Chat.ChatCompletionChunk.Choice.Delta.ToolCall & { extra_content: unknown }
type NamedPiece = OpenAI.Chat.ChatCompletionChunk.Choice.Delta.ToolCall.Function
/** DeepSeek and Moonshot count what came from their caches by other names. */
type ChatUsage = OpenAI.CompletionUsage & { prompt_cache_hit_tokens: unknown; cached_tokens: unknown }
type PromptDetails = OpenAI.CompletionUsage.PromptTokensDetails & { cache_write_tokens: unknown }

type ChatStep = { state: ChatState; parts: readonly ModelPart[] }

export const CHAT_START: ChatState = {
	reasoning: undefined,
	open: [],
	hasText: false,
	hasCalls: false,
	hasRefused: false,
	reason: undefined,
	usage: undefined,
}

export function chatStep(state: ChatState, event: Received<Chunk>): ChatStep {
	if (event.type === '[DONE]') return finishReply(state)
	if (event.error)
		return { state, parts: [...wholeCalls(state), failedPart(fromPayload(event), state.usage)] }
	const choice = receivedListIn<Choice>(event.choices)[0]
	const usage = usageOf(event) ?? state.usage
	if (!choice) return ending({ state: { ...state, usage }, parts: [] }, event)
	const reason = textIn(choice.finish_reason) || state.reason
	return ending(inTurn({ ...state, usage, reason }, receivedIn<ChatDelta>(choice.delta)), event)
}

/** The stream is over. With a reason to finish, only the `[DONE]` was missing. */
export function chatEnd(state: ChatState): readonly ModelPart[] {
	return state.reason === undefined ? [...wholeCalls(state), brokenOffPart(state.usage)] : [finish(state)]
}

export function chatIsSettled(state: ChatState): boolean {
	return state.reason !== undefined
}

export function chatArguments(event: Received<Chunk>): string {
	const [choice] = receivedListIn<Choice>(event.choices)
	return receivedListIn<CallPiece>(receivedIn<ChatDelta>(choice?.delta).tool_calls)
		.map(call => textIn(receivedIn<NamedPiece>(call.function).arguments))
		.join('')
}

/** A reply that was not streamed holds in `message` what chunks hold in `delta`. */
export function chatEvents(reply: JsonObject): readonly JsonObject[] {
	const choices = objectsIn(reply.choices).map(choice => ({ ...choice, delta: choice.message ?? null }))
	return [{ ...reply, choices }, { type: '[DONE]' }]
}

/** One delta may hold everything at once; within it, reasoning comes before text and text before calls. */
function inTurn(before: ChatState, delta: Received<ChatDelta>): ChatStep {
	const refusal = textIn(delta.refusal)
	let step = addReasoning({ state: before, parts: [] }, delta)
	step = addThought(step, thoughtIn(delta.content))
	step = addText(step, contentText(delta.content) + refusal)
	if (refusal !== '') step = { ...step, state: { ...step.state, hasRefused: true } }
	for (const call of receivedListIn<CallPiece>(delta.tool_calls)) step = addCall(step, call)
	return step
}

/** With the reason known no call can grow any more, and with the bill there nothing else is to come. */
function ending({ state, parts }: ChatStep, event: Received<Chunk>): ChatStep {
	if (state.reason === undefined) return { state, parts }
	const closed = closeAll(state)
	if (!usageOf(event) || objectsIn(event.choices).length > 0) {
		return { state: closed.state, parts: [...parts, ...closed.parts] }
	}
	return { state: closed.state, parts: [...parts, ...closed.parts, finish(closed.state)] }
}

function finishReply(state: ChatState): ChatStep {
	const closed = closeAll(state)
	return { state: closed.state, parts: [...closed.parts, finish(closed.state)] }
}

function finish(state: ChatState): FinalPart {
	const { hasText, hasCalls, hasRefused, usage } = state
	const reason = hasRefused ? 'refusal' : hasCalls ? 'tool-calls' : 'stop'
	return finishedPart({
		reason: reasonSaid(state) ?? reason,
		hasContent: hasText || hasCalls,
		usage,
	})
}

function reasonSaid({ reason = '' }: ChatState): FinishReason | undefined {
	return REASONS.get(reason.toLowerCase())
}

/** Only what overrules the contents: many servers say `stop` after calls. */
const REASONS: ReadonlyMap<string, FinishReason> = new Map([
	['length', 'length'],
	['max_tokens', 'length'],
	['max_output_tokens', 'length'],
	['max_length', 'length'],
	['model_length', 'length'],
	['token_limit', 'length'],
	['content_filter', 'content-filter'],
	['content_filtered', 'content-filter'],
	['safety', 'content-filter'],
	['recitation', 'content-filter'],
	['blocklist', 'content-filter'],
	['prohibited_content', 'content-filter'],
	['sensitive', 'content-filter'],
	['refusal', 'refusal'],
])

function addReasoning({ state, parts }: ChatStep, delta: Received<ChatDelta>): ChatStep {
	const field = textIn(delta.reasoning_content) ? 'reasoning_content' : 'reasoning'
	const text = textIn(delta[field])
	const details = objectsIn(delta.reasoning_details)
	if (text === '' && details.length === 0) return { state, parts }
	const before = state.reasoning ?? { text: '', fields: {} }
	const fields = { ...before.fields }
	if (text !== '') fields[field] = textIn(fields[field]) + text
	if (details.length > 0) fields.reasoning_details = joinDetails(objectsIn(fields.reasoning_details), details)
	const reasoning = { text: before.text + text, fields }
	return {
		state: { ...state, reasoning },
		parts: text === '' ? parts : [...parts, { type: 'reasoning-delta', text }],
	}
}

/** Magistral's thoughts are parts of the content, and go back as such. */
function addThought({ state, parts }: ChatStep, text: string): ChatStep {
	if (text === '') return { state, parts }
	const before = state.reasoning ?? { text: '', fields: {} }
	const thought = before.text + text
	const content = [{ type: 'thinking', thinking: [{ type: 'text', text: thought }] }]
	return {
		state: { ...state, reasoning: { text: thought, fields: { ...before.fields, content } } },
		parts: [...parts, { type: 'reasoning-delta', text }],
	}
}

function thoughtIn(content: JsonValue | undefined): string {
	return objectsIn(content)
		.filter(part => part.type === 'thinking')
		.map(part => textIn(part.thinking) || contentText(part.thinking))
		.join('')
}

/** Pieces of one detail carry the same index; they are sent back as one. */
function joinDetails(before: readonly JsonObject[], more: readonly JsonObject[]): JsonValue[] {
	const all = [...before]
	for (const piece of more) {
		const last = all.at(-1)
		if (!last || last.index !== piece.index || last.type !== piece.type) {
			all.push(piece)
			continue
		}
		const grown = { ...last, ...piece }
		for (const name of ['text', 'summary']) {
			if (last[name] !== undefined) grown[name] = textIn(last[name]) + textIn(piece[name])
		}
		all[all.length - 1] = grown
	}
	return all
}

function addText(step: ChatStep, text: string): ChatStep {
	if (text === '') return step
	const { state, parts } = closeReasoning(step)
	const hasText = state.hasText || text.trim() !== ''
	return { state: { ...state, hasText }, parts: [...parts, { type: 'text-delta', text }] }
}

function addCall(step: ChatStep, piece: Received<CallPiece>): ChatStep {
	const { state, parts } = closeReasoning(step)
	const at = growing(state.open, piece)
	const known = state.open[at]
	if (!known) {
		if (!textIn(piece.id) && !textIn(receivedIn<NamedPiece>(piece.function).name)) return { state, parts }
		// A call that is a whole JSON object when the next one begins will not grow any more.
		const closed = state.open.every(isWhole) ? closeCalls({ state, parts: [] }) : { state, parts: [] }
		const open = [...closed.state.open, extend(newCall(piece), piece)]
		return { state: { ...closed.state, open }, parts: [...parts, ...closed.parts] }
	}
	const open = state.open.with(at, extend(known, piece))
	return { state: { ...state, open }, parts }
}

/** @returns where the call is that the piece belongs to, or -1 when it begins a new one */
function growing(open: readonly StreamedCall[], piece: Received<CallPiece>): number {
	const callId = textIn(piece.id)
	const at =
		typeof piece.index === 'number' ? open.findIndex(call => call.index === piece.index) : open.length - 1
	const known = open[at]
	// Gemini and others number every call 0 or not at all; another id is another call.
	const isOther = known && callId !== '' && known.callId !== '' && known.callId !== callId
	return isOther ? open.findIndex(call => call.callId === callId) : at
}

function newCall(piece: Received<CallPiece>): StreamedCall {
	const index = typeof piece.index === 'number' ? piece.index : undefined
	return { index, callId: '', tool: '', arguments: '', extra: {} }
}

function extend(call: StreamedCall, piece: Received<CallPiece>): StreamedCall {
	const named = receivedIn<NamedPiece>(piece.function)
	// Ollama's arguments are an object.
	const more = isObject(named.arguments) ? JSON.stringify(named.arguments) : textIn(named.arguments)
	return {
		index: call.index,
		callId: call.callId || textIn(piece.id),
		tool: call.tool || textIn(named.name),
		arguments: call.arguments + more,
		// Where Gemini puts the signature without which it does not take the call back.
		extra: isObject(piece.extra_content) ? { extra_content: piece.extra_content } : call.extra,
	}
}

function closeAll(state: ChatState): ChatStep {
	return closeCalls(closeReasoning({ state, parts: [] }))
}

function closeReasoning({ state, parts }: ChatStep): ChatStep {
	if (!state.reasoning) return { state, parts }
	const { text, fields } = state.reasoning
	const end: ModelPart = { type: 'reasoning-end', text, opaque: { message: fields } }
	return { state: { ...state, reasoning: undefined }, parts: [...parts, end] }
}

function closeCalls({ state, parts }: ChatStep): ChatStep {
	// Where the limit cut the reply off, the last call may be half a call.
	const isCut = reasonSaid(state) === 'length'
	const whole = state.open.filter(call => !isCut || isWhole(call))
	if (state.open.length === 0) return { state, parts }
	const hasCalls = state.hasCalls || whole.length > 0
	return { state: { ...state, open: [], hasCalls }, parts: [...parts, ...whole.flatMap(callParts)] }
}

/** Where a stream breaks off, a call that is a whole JSON object was complete. */
function wholeCalls({ open }: ChatState): readonly ModelPart[] {
	return open.filter(isWhole).flatMap(callParts)
}

function isWhole(call: StreamedCall): boolean {
	return isObject(parseJson(call.arguments))
}

function callParts({ callId, tool, arguments: text, extra }: StreamedCall): readonly ModelPart[] {
	const call: ModelPart = { type: 'tool-call', callId, tool, arguments: text }
	if (Object.keys(extra).length === 0) return [call]
	return [{ type: 'reasoning-end', text: '', opaque: { call: extra } }, call]
}

/** A string, or a list of which only the text is read. */
function contentText(content: JsonValue | undefined): string {
	return (
		textIn(content) ||
		objectsIn(content)
			.map(part => textIn(part.text))
			.join('')
	)
}

function usageOf(event: Received<Chunk>): Usage | undefined {
	if (!isObject(event.usage)) return undefined
	const usage = receivedIn<ChatUsage>(event.usage)
	const prompt = receivedIn<PromptDetails>(usage.prompt_tokens_details)
	return {
		inputTokens: countIn(usage.prompt_tokens),
		cachedInputTokens:
			countIn(prompt.cached_tokens) || countIn(usage.prompt_cache_hit_tokens) || countIn(usage.cached_tokens),
		cacheWriteTokens: countIn(prompt.cache_write_tokens),
		outputTokens: countIn(usage.completion_tokens),
		reasoningTokens: countIn(
			receivedIn<OpenAI.CompletionUsage.CompletionTokensDetails>(usage.completion_tokens_details)
				.reasoning_tokens,
		),
	}
}
