// The machine behind the table of services that offer Chat Completions: a story, put into chunks in a service's own way.

import type { JsonObject } from '../../../src/core/json.ts'
import type { Usage } from '../../../src/core/usage.ts'
import { argumentsIn, type Call, data, pieces, type Service, type Story } from './story.ts'

type Ending = Story['ending']

export type Chat = {
	name: string
	isSilent?: true
	/** Chunks before the first that says something. */
	opening?: readonly JsonObject[]
	text?: (piece: string) => JsonObject
	reasoning?: ((piece: string) => JsonObject) | 'reasoning' | 'reasoning_content'
	/** What comes between the thoughts and the answer. */
	afterReasoning?: JsonObject
	calls?: (story: Story) => readonly JsonObject[]
	finish?: Partial<Record<Ending, string | null>>
	/** The last delta is the one that ends it. */
	endsWithLast?: true
	/** In each choice that is not the last. */
	unfinished?: JsonObject
	/** In each choice, in each chunk. */
	choice?: (delta: JsonObject) => JsonObject
	chunk?: JsonObject
	bill: JsonObject
	/** Where the bill is: in the chunk that ends it, in one behind it, in every chunk, in the choice. */
	billed?: 'ending' | 'behind' | 'behind with a choice' | 'every' | 'choice' | 'x_groq'
	usage: Usage
	/** The last event is not `[DONE]`. */
	isUndone?: true
	/** Between events. */
	noise?: string
	/** Behind the chunk that ends it, of the whole reply. */
	closing?: (story: Story, message: JsonObject) => readonly JsonObject[]
	wholeMessage?: (message: JsonObject, story: Story) => JsonObject
	wholePrefix?: string
	errors?: Service['errors']
}

export const FINISH: Record<Ending, string | null> = {
	stop: 'stop',
	'tool-calls': 'tool_calls',
	length: 'length',
	filter: 'content_filter',
}

export function chatService(chat: Chat): Service {
	const isSilent = chat.reasoning === undefined
	return {
		name: chat.name,
		api: 'chat',
		...(isSilent && { isSilent }),
		usage: chat.usage,
		errors: chat.errors ?? [],
		stream: story => streamOf(chat, story),
		whole: story => wholeOf(chat, story),
	}
}

function streamOf(chat: Chat, story: Story): readonly string[] {
	const { choice = () => ({}), unfinished = { finish_reason: null }, billed = 'behind' } = chat
	const finish = { finish_reason: { ...FINISH, ...chat.finish }[story.ending] }
	const deltas = deltasOf(chat, story)
	const shared = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_764_000_000, model: 'm-1' }
	const bill = story.isBilled ? { usage: chat.bill } : {}
	const chunk = (delta: JsonObject, isLast: boolean): JsonObject => {
		const ending = { ...(isLast ? finish : unfinished), ...(isLast && billed === 'choice' && bill) }
		return {
			...shared,
			...chat.chunk,
			choices: [{ index: 0, delta, ...ending, ...choice(delta) }],
			...((billed === 'every' || (isLast && billed === 'ending')) && bill),
			...(isLast && billed === 'x_groq' && { x_groq: { id: 'req_1', ...bill } }),
		}
	}
	const last = chat.endsWithLast ? deltas.at(-1)! : {}
	const before = chat.endsWithLast ? deltas.slice(0, -1) : deltas
	const behind = {
		...shared,
		...bill,
		choices: billed === 'behind' ? [] : [{ index: 0, delta: {}, finish_reason: null }],
	}
	const events = [
		...(chat.opening ?? []),
		...before.map(delta => chunk(delta, false)),
		chunk(last, true),
		...(story.isBilled && billed.startsWith('behind') ? [behind] : []),
		...(chat.closing?.(story, messageOf(chat, story)) ?? []),
	].map(data)
	return [
		...events.flatMap(event => [...(chat.noise ? [chat.noise] : []), event]),
		...(chat.isUndone ? [] : [data('[DONE]')]),
	]
}

function deltasOf(chat: Chat, story: Story): readonly JsonObject[] {
	const { text = content => ({ content }), calls = inPieces() } = chat
	const reasoning = thinker(chat)
	const thoughts = isSilentIn(chat) ? [] : pieces(story.reasoning).map(reasoning)
	return [
		...thoughts,
		...(thoughts.length > 0 && chat.afterReasoning ? [chat.afterReasoning] : []),
		...pieces(story.text).map(text),
		...calls(story),
	]
}

const isSilentIn = (chat: Chat) => chat.reasoning === undefined

function thinker({ reasoning }: Chat): (piece: string) => JsonObject {
	if (typeof reasoning === 'function') return reasoning
	return piece => ({ [reasoning ?? 'reasoning']: piece })
}

function messageOf(chat: Chat, story: Story): JsonObject {
	const { reasoning } = chat
	const message: JsonObject = {
		role: 'assistant',
		content: story.text === '' ? null : story.text,
		...(story.reasoning !== '' &&
			reasoning !== undefined && {
				[typeof reasoning === 'string' ? reasoning : 'reasoning_content']: story.reasoning,
			}),
		...(story.calls.length > 0 && {
			tool_calls: story.calls.map(({ tool, input }, index) => ({
				id: `call_${index}`,
				type: 'function',
				function: { name: tool, arguments: JSON.stringify(input) },
			})),
		}),
	}
	return chat.wholeMessage?.(message, story) ?? message
}

function wholeOf(chat: Chat, story: Story): string {
	const finish_reason = { ...FINISH, ...chat.finish }[story.ending]
	const reply = {
		id: 'chatcmpl-1',
		object: 'chat.completion',
		created: 1_764_000_000,
		model: 'm-1',
		choices: [{ index: 0, message: messageOf(chat, story), finish_reason }],
		...(story.isBilled && { usage: chat.bill }),
	}
	return (chat.wholePrefix ?? '') + JSON.stringify(reply)
}

type CallStyle = {
	index?: 'own' | 'zero' | 'none'
	/** Of the pieces behind the first: what is said again of the call. */
	again?: (call: Call, id: string) => JsonObject
	/** Whole calls come all in one chunk. */
	isTogether?: true
	/** Its arguments always come whole. */
	isWhole?: true
	/** Calls grow in turns. */
	isInterleaved?: true
	empty?: string
	id?: (index: number, call: Call) => string | undefined
	more?: JsonObject
	/** Arguments as an object, not as the text of one. */
	isObject?: true
}

export function inPieces(style: CallStyle = {}): NonNullable<Chat['calls']> {
	return story => {
		const { calls, arguments: how } = story
		const { index: numbering = 'own', id = (at: number) => `call_${at}`, more = {} } = style
		const numbered = (at: number) => (numbering === 'none' ? {} : { index: numbering === 'own' ? at : 0 })
		const grown = calls.map((call, at) => {
			const text = Object.keys(call.input).length === 0 ? (style.empty ?? '{}') : argumentsIn(story, at)
			const own = id(at, call)
			const named = { ...numbered(at), ...(own !== undefined && { id: own }), type: 'function', ...more }
			// Half an object is none.
			if (style.isObject && story.isCutInCall && at === calls.length - 1) return []
			if (how === 'whole' || style.isWhole)
				return [{ ...named, function: { name: call.tool, arguments: style.isObject ? call.input : text } }]
			const first = { ...named, function: { name: call.tool, arguments: '' } }
			const later = pieces(text, 5).map(piece => ({
				...numbered(at),
				...style.again?.(call, own ?? ''),
				function: { ...(style.again && { name: null }), arguments: piece },
			}))
			return [first, ...later]
		})
		if (style.isTogether && (how === 'whole' || style.isWhole))
			return grown.length === 0 ? [] : [{ tool_calls: grown.flat() }]
		if (style.isInterleaved && grown.length > 0) {
			const longest = Math.max(...grown.map(each => each.length))
			return Array.from({ length: longest }, (_, turn) => ({
				tool_calls: grown.flatMap(each => each[turn] ?? []),
			}))
		}
		return grown.flat().map(each => ({ tool_calls: [each] }))
	}
}
