// Chunks of Chat Completions folded into parts. The format never says that a call is complete, servers
// number calls each in their own way, and reasoning goes by three names; all of that ends here. Pure.

import type OpenAI from 'openai'
import { isObject, type JsonObject, parseJson } from '../../../core/json.ts'
import type { ModelPart } from '../../../core/model.ts'
import type { Usage } from '../../../core/usage.ts'
import { fromPayload } from '../../errors/map-error.ts'
import {
	countIn,
	objectIn,
	objectsIn,
	type Received,
	receivedIn,
	receivedListIn,
	textIn,
} from '../../http/read-json.ts'
import { brokenOffPart, type FinalPart, failedPart, finishedPart } from '../../wire/final-part.ts'
import { billIn } from './bill.ts'
import { type Content, contentIn, joinDetails } from './content.ts'
import { failureSaid, finishReason } from './endings.ts'

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

/** `type` is only in what stands for `[DONE]`, the rest in what servers send in the middle of a stream that fails. */
type Chunk = OpenAI.Chat.ChatCompletionChunk & {
	type: unknown
	error: unknown
	message: unknown
	base_resp: unknown
}
type Choice = OpenAI.Chat.ChatCompletionChunk.Choice
/** The three names that compatible servers have for reasoning. */
type ChatDelta = OpenAI.Chat.ChatCompletionChunk.Choice.Delta & {
	reasoning_content: unknown
	reasoning: unknown
	reasoning_details: unknown
	extra_content: unknown
}
/** Gemini puts its signature beside the function. */
type CallPiece = OpenAI.Chat.ChatCompletionChunk.Choice.Delta.ToolCall & { extra_content: unknown }
type NamedPiece = OpenAI.Chat.ChatCompletionChunk.Choice.Delta.ToolCall.Function

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
	if (isFailure(event))
		return { state, parts: [...wholeCalls(state), failedPart(fromPayload(event), state.usage)] }
	const choice = choiceIn(event)
	const usage = billIn(event) ?? state.usage
	const reason = textIn(choice?.finish_reason) || state.reason
	const isNews = usage !== state.usage || reason !== state.reason
	const told = isNews ? { ...state, usage, reason } : state
	const step = choice ? inTurn(told, receivedIn<ChatDelta>(choice.delta)) : { state: told, parts: [] }
	return ending(step, event)
}

/** The first of several, which come in any order: only one was asked for, and some number none. */
function choiceIn(event: Received<Chunk>): Received<Choice> | undefined {
	return receivedListIn<Choice>(event.choices).find(
		({ index = 0 }) => index === 0 || typeof index !== 'number',
	)
}

/** Mistral and Cerebras put an error where a chunk would be, MiniMax the number of one beside what is none. */
function isFailure(event: Received<Chunk>): boolean {
	if (event.error) return true
	if (objectsIn(event.choices).length > 0) return false
	return textIn(event.message) !== '' || countIn(objectIn(event.base_resp).status_code) > 0
}

/** The stream is over. With a reason to finish, only the `[DONE]` was missing. */
export function chatEnd(state: ChatState): readonly ModelPart[] {
	return state.reason === undefined ? [...wholeCalls(state), brokenOffPart(state.usage)] : [finish(state)]
}

export function chatIsSettled(state: ChatState): boolean {
	return state.reason !== undefined
}

export function chatArguments(event: Received<Chunk>): string {
	const pieces = callPieces(receivedIn<ChatDelta>(choiceIn(event)?.delta))
	return pieces.map(call => textIn(receivedIn<NamedPiece>(call.function).arguments)).join('')
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
	const content = contentIn(delta, step.state.reasoning !== undefined)
	step = addThought(step, content)
	step = addText(step, content.text + refusal)
	if (refusal !== '') step = { ...step, state: { ...step.state, hasRefused: true } }
	for (const call of callPieces(delta)) step = addCall(step, call)
	return step
}

/** The older way has one call, which has neither a number nor an id. */
function callPieces(delta: Received<ChatDelta>): readonly Received<CallPiece>[] {
	if (delta.tool_calls === undefined && delta.function_call === undefined) return []
	const calls = receivedListIn<CallPiece>(delta.tool_calls)
	if (calls.length > 0 || !isObject(delta.function_call)) return calls
	return receivedListIn<CallPiece>([{ function: delta.function_call }])
}

/** With the reason known no call can grow any more, and with the bill there nothing else is to come. */
function ending({ state, parts }: ChatStep, event: Received<Chunk>): ChatStep {
	if (state.reason === undefined) return { state, parts }
	const closed = closeAll(state)
	if (!billIn(event) || objectsIn(event.choices).length > 0) {
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
	const failure = failureSaid(state.reason)
	if (failure) return failedPart(failure, usage)
	const reason = hasRefused ? 'refusal' : hasCalls ? 'tool-calls' : 'stop'
	return finishedPart({
		reason: finishReason(state.reason) ?? reason,
		hasContent: hasText || hasCalls,
		usage,
	})
}

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

/** Only what came in parts goes back in them: what marked the rest is not taken back. */
function addThought({ state, parts }: ChatStep, { thought, isInParts }: Content): ChatStep {
	if (thought === '') return { state, parts }
	const before = state.reasoning ?? { text: '', fields: {} }
	const text = before.text + thought
	const content = [{ type: 'thinking', thinking: [{ type: 'text', text }] }]
	const fields = isInParts ? { ...before.fields, content } : before.fields
	return {
		state: { ...state, reasoning: { text, fields } },
		parts: [...parts, { type: 'reasoning-delta', text: thought }],
	}
}

function addText(step: ChatStep, text: string): ChatStep {
	if (text === '') return step
	const { state, parts } = closeReasoning(step)
	const isFirst = !state.hasText && text.trim() !== ''
	const after = isFirst ? { ...state, hasText: true } : state
	return { state: after, parts: [...parts, { type: 'text-delta', text }] }
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
	const hasFields = Object.keys(fields).length > 0
	const end: ModelPart = { type: 'reasoning-end', text, ...(hasFields && { opaque: { message: fields } }) }
	return { state: { ...state, reasoning: undefined }, parts: [...parts, end] }
}

function closeCalls({ state, parts }: ChatStep): ChatStep {
	// Where the limit cut the reply off, the last call may be half a call.
	const isCut = finishReason(state.reason) === 'length'
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
