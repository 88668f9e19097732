// Events of the Responses API folded into parts, the same for every transport that carries them. Pure.

import type OpenAI from 'openai'
import { isObject, type JsonObject } from '../../../core/json.ts'
import type { ModelPart } from '../../../core/model.ts'
import { type Usage, webSearches } from '../../../core/usage.ts'
import { fromPayload } from '../../errors/map-error.ts'
import { planLimitsIn } from '../../http/rate-limit-headers.ts'
import { countIn, objectIn, type Received, receivedIn, receivedListIn, textIn } from '../../http/read-json.ts'
import { brokenOffPart, failedPart, finishedPart } from '../../wire/final-part.ts'

export type ResponsesState = {
	/** Characters of each item that deltas have brought, by each name it goes by. The finished item says the rest. */
	shown: ReadonlyMap<string, number>
	hasText: boolean
	/** A message with words in it is complete: more text is of another one. */
	hasMessage: boolean
	hasCalls: boolean
	hasRefused: boolean
	/** Of the web, each of which is charged. Opening what was found is not. */
	searches: number
}

/** The last two are not in the types; servers send them all the same. */
type ResponsesEvent = OpenAI.Responses.ResponseStreamEvent
type ResponsesEventType = ResponsesEvent['type'] | 'response.cancelled' | 'response.done'

/**
 * The first ones say that a reply has begun, and repeat the request: some 20 KB in a session with all tools. The others say
 * that something comes, or repeat what deltas have said and the whole item says once more.
 */
export const SAYS_NOTHING: ReadonlySet<string> = new Set<ResponsesEventType>([
	'response.created',
	'response.queued',
	'response.in_progress',
	'response.output_item.added',
	'response.content_part.added',
	'response.content_part.done',
	'response.output_text.done',
	'response.refusal.done',
	'response.function_call_arguments.done',
	'response.reasoning_summary_part.done',
	'response.reasoning_summary_text.done',
	'response.reasoning_text.done',
])

type Response = OpenAI.Responses.Response
type Item = OpenAI.Responses.ResponseOutputItem
type MessagePart = OpenAI.Responses.ResponseOutputMessage['content'][number]
type ReasoningSummary =
	| OpenAI.Responses.ResponseReasoningItem.Summary
	| OpenAI.Responses.ResponseReasoningItem.Content

type InputDetails = OpenAI.Responses.ResponseUsage.InputTokensDetails
type OutputDetails = OpenAI.Responses.ResponseUsage.OutputTokensDetails

type ResponsesStep = { state: ResponsesState; parts: readonly ModelPart[] }

export const RESPONSES_START: ResponsesState = {
	shown: new Map(),
	hasText: false,
	hasMessage: false,
	hasCalls: false,
	hasRefused: false,
	searches: 0,
}

export function responsesStep(state: ResponsesState, event: Received<ResponsesEvent>): ResponsesStep {
	switch (event.type) {
		case 'response.output_text.delta' satisfies ResponsesEventType:
			return delta({ ...state, hasText: state.hasText || isWorded(event) }, event, 'text-delta')
		case 'response.refusal.delta' satisfies ResponsesEventType:
			return delta({ ...state, hasText: true, hasRefused: true }, event, 'text-delta')
		case 'response.reasoning_summary_text.delta' satisfies ResponsesEventType:
		case 'response.reasoning_text.delta' satisfies ResponsesEventType:
			return delta(state, event, 'reasoning-delta')
		case 'response.reasoning_summary_part.added' satisfies ResponsesEventType:
			return countIn(event.summary_index) === 0
				? { state, parts: [] }
				: delta(state, { ...event, delta: PARAGRAPH }, 'reasoning-delta')
		case 'response.output_item.done' satisfies ResponsesEventType:
			return itemDone(state, event, receivedIn<Item>(event.item))
		case 'response.completed' satisfies ResponsesEventType:
		case 'response.done' satisfies ResponsesEventType:
		case 'response.incomplete' satisfies ResponsesEventType:
		case 'response.failed' satisfies ResponsesEventType:
		case 'response.cancelled' satisfies ResponsesEventType:
			return lastEvent(state, receivedIn<Response>(event.response), event.type)
		case 'error' satisfies ResponsesEventType:
			return { state, parts: [failedPart(fromPayload(withoutType(event)), undefined)] }
		case PLAN_LIMITS: {
			const limits = planLimitsIn(event)
			return { state, parts: limits ? [{ type: 'rate-limits', limits }] : [] }
		}
		default:
			return { state, parts: isBareError(event) ? [failedPart(fromPayload(event), undefined)] : [] }
	}
}

/** What stands behind another format's server has errors of its own, and no word for the event. */
function isBareError({ type, ...event }: JsonObject): boolean {
	return type === undefined && isObject(event.error)
}

/** What the response says of itself counts, whatever its event is called. */
function lastEvent(state: ResponsesState, response: Received<Response>, type: string): ResponsesStep {
	const status = textIn(response.status) || type.replace('response.', '')
	if (status === 'failed' || status === 'cancelled')
		return {
			state,
			parts: [failedPart(fromPayload(objectIn(response.error)), usageOf(response, state.searches))],
		}
	return complete(state, response, status === 'incomplete')
}

export function responsesEnd(): readonly ModelPart[] {
	return [brokenOffPart(undefined)]
}

export function responsesArguments({ type, delta }: Received<ResponsesEvent>): string {
	return type === ('response.function_call_arguments.delta' satisfies ResponsesEventType) ? textIn(delta) : ''
}

/** A whole response is what the last event of a stream carries. */
export function responsesEvents(reply: JsonObject): readonly JsonObject[] {
	return [{ type: 'response.done', response: reply }]
}

/** What the server of a login says in place of headers. */
const PLAN_LIMITS = 'codex.rate_limits'

const PARAGRAPH = '\n\n'

function delta(
	state: ResponsesState,
	event: Received<ResponsesEvent>,
	type: 'text-delta' | 'reasoning-delta',
): ResponsesStep {
	const text = textIn(event.delta)
	if (text === '') return { state, parts: [] }
	const shown = new Map(state.shown)
	const kind = type === 'text-delta' ? 'text' : 'reasoning'
	for (const name of namesOf(event, kind)) shown.set(name, (shown.get(name) ?? 0) + text.length)
	const begun = kind === 'text' ? anotherMessage(state) : []
	const hasMessage = state.hasMessage && begun.length === 0
	return { state: { ...state, shown, hasMessage }, parts: [...begun, { type, text }] }
}

function anotherMessage({ hasMessage }: ResponsesState): readonly ModelPart[] {
	return hasMessage ? [{ type: 'text-end' }] : []
}

/** An answer of blanks is no answer. */
function isWorded(event: Received<ResponsesEvent>): boolean {
	return textIn(event.delta).trim() !== ''
}

function itemDone(
	state: ResponsesState,
	event: Received<ResponsesEvent>,
	item: Received<Item>,
): ResponsesStep {
	switch (item.type) {
		case 'message': {
			const content = receivedListIn<MessagePart>(item.content)
			const text = content.map(part => textIn(part.text) || textIn(part.refusal)).join('')
			const hasRefused = state.hasRefused || content.some(part => part.type === 'refusal')
			const rest = unseenText(state, namesOf(event, 'text'), text)
			const hasMessage = state.hasMessage || text.trim() !== ''
			return {
				state: { ...state, hasRefused, hasText: state.hasText || text.trim() !== '', hasMessage },
				parts: rest === '' ? [] : [...anotherMessage(state), { type: 'text-delta', text: rest }],
			}
		}
		case 'reasoning':
			return { state, parts: reasoningParts(state, item, namesOf(event, 'reasoning')) }
		case 'web_search_call' satisfies Item['type']:
			return { state: { ...state, searches: state.searches + searchesIn(item) }, parts: searchParts(item) }
		case 'function_call': {
			// The limit fell into the middle of it.
			if (item.status === 'incomplete') return { state, parts: [] }
			const callId = textIn(item.call_id) || textIn(item.id)
			const call = { callId, tool: textIn(item.name), arguments: textIn(item.arguments) }
			return { state: { ...state, hasCalls: true }, parts: [{ type: 'tool-call', ...call }] }
		}
		default:
			return { state, parts: [] }
	}
}

function reasoningParts(
	state: ResponsesState,
	item: Received<Item>,
	names: readonly string[],
): readonly ModelPart[] {
	const summary = receivedListIn<ReasoningSummary>(item.summary).map(part => textIn(part.text))
	const content = receivedListIn<ReasoningSummary>(item.content).map(part => textIn(part.text))
	const text = (summary.length > 0 ? summary : content).join(PARAGRAPH)
	const rest = unseenText(state, names, text)
	const shown: readonly ModelPart[] = rest === '' ? [] : [{ type: 'reasoning-delta', text: rest }]
	const sealed = textIn(item.encrypted_content)
	if (sealed !== '') {
		// Without its id: nothing is stored there, and the server looks an id up before it reads what is sealed.
		const opaque = { type: 'reasoning', summary: item.summary ?? [], encrypted_content: sealed }
		return [...shown, { type: 'reasoning-end', text, opaque }]
	}
	return text === '' ? [] : [...shown, { type: 'reasoning-end', text }]
}

function searchesIn(item: Received<Item>): number {
	const action = textIn(objectIn(item.action).type)
	return action === '' || action === 'search' ? 1 : 0
}

/** Goes back like reasoning: to the model that did it, and without its id, which is only known where it is stored. */
function searchParts(item: Received<Item>): readonly ModelPart[] {
	const action = objectIn(item.action)
	const about = [textIn(action.query) || textIn(action.url), textIn(action.pattern)].filter(
		word => word !== '',
	)
	const text = `searched the web: ${about.join(' ')}\n`
	const opaque = { type: 'web_search_call', status: textIn(item.status) || 'completed', action }
	return [
		{ type: 'reasoning-delta', text },
		{ type: 'reasoning-end', text, opaque },
	]
}

function complete(before: ResponsesState, response: Received<Response>, isCut: boolean): ResponsesStep {
	const isUntold = before.shown.size === 0 && !before.hasText && !before.hasCalls
	const told = isUntold ? emitMissing(before, response) : { state: before, parts: [] }
	const { hasText, hasCalls, hasRefused, searches } = told.state
	const ending = { hasContent: hasText || hasCalls, usage: usageOf(response, searches) }
	const cut = textIn(
		receivedIn<OpenAI.Responses.Response.IncompleteDetails>(response.incomplete_details).reason,
	)
	const reason = hasRefused ? 'refusal' : isCut ? 'length' : hasCalls ? 'tool-calls' : 'stop'
	const last = finishedPart({ reason: CUT.get(cut) ?? reason, ...ending })
	return { state: told.state, parts: [...told.parts, last] }
}

const CUT: ReadonlyMap<string, 'length' | 'content-filter'> = new Map([
	['max_output_tokens', 'length'],
	['max_tokens', 'length'],
	['content_filter', 'content-filter'],
])

/** Some gateways send nothing but the last event. */
function emitMissing(before: ResponsesState, response: Received<Response>): ResponsesStep {
	let state = before
	const parts: ModelPart[] = []
	for (const [index, item] of receivedListIn<Item>(response.output).entries()) {
		const step = itemDone(state, { output_index: index }, item)
		state = step.state
		parts.push(...step.parts)
	}
	return { state, parts }
}

/** What the deltas did not bring, where they brought anything less than all of it. */
function unseenText(state: ResponsesState, names: readonly string[], text: string): string {
	const name = names.find(each => state.shown.has(each))
	return text.slice(name === undefined ? 0 : state.shown.get(name))
}

/**
 * An item is known by its id and by its place in the output. One service gives it another id in every event, another the
 * same place to all; either name may be left out. Thoughts and text never share one.
 */
function namesOf(event: Received<ResponsesEvent>, kind: 'text' | 'reasoning'): readonly string[] {
	const id = textIn(event.item_id) || textIn(receivedIn<Item>(event.item).id)
	const place = typeof event.output_index === 'number' ? [`${kind} #${event.output_index}`] : []
	return [...(id === '' ? [] : [`${kind} ${id}`]), ...place]
}

/** `type: error` is the event's, not the error's; there may be an `error` inside or not. */
function withoutType({ type, ...error }: Received<ResponsesEvent>): JsonObject {
	return error
}

function usageOf(response: Received<Response>, searches: number): Usage | undefined {
	if (!response.usage) return undefined
	const usage = receivedIn<OpenAI.Responses.ResponseUsage>(response.usage)
	const input = receivedIn<InputDetails>(usage.input_tokens_details)
	return {
		inputTokens: countIn(usage.input_tokens),
		cachedInputTokens: countIn(input.cached_tokens),
		cacheWriteTokens: countIn(input.cache_write_tokens),
		outputTokens: countIn(usage.output_tokens),
		reasoningTokens: countIn(receivedIn<OutputDetails>(usage.output_tokens_details).reasoning_tokens),
		...webSearches(searches),
	}
}
