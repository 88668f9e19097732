// What a model says, before a service puts it into its own words: the same stories are told by all of them, and what
// the program makes of each has to be the story again.

import type { JsonObject } from '../../../src/core/json.ts'
import type { FinishReason, ProviderConfig } from '../../../src/core/model.ts'
import type { Usage } from '../../../src/core/usage.ts'

export type Call = { tool: string; input: JsonObject }

export type Story = {
	reasoning: string
	text: string
	calls: readonly Call[]
	ending: 'stop' | 'tool-calls' | 'length' | 'filter'
	/** How the arguments of a call come, where the service does not always send them whole. */
	arguments: 'pieces' | 'whole'
	isBilled: boolean
	/** The limit fell into the last call. */
	isCutInCall?: true
}

/** What is left of a story when a provider has read it. */
export type Told = {
	reasoning: string
	text: string
	/** `tool {"its":"arguments"}`, in order. */
	calls: readonly string[]
	/** How it ended, or the code of the error it ended with. */
	end: string
	usage: Usage | undefined
}

export type Service = {
	name: string
	api: Exclude<ProviderConfig['api'], 'demo' | 'own'>
	/** Does not think aloud. */
	isSilent?: true
	/** The event stream, event by event, each with the blank line behind it. */
	stream(story: Story): readonly string[]
	/** The body of a reply that is not streamed. */
	whole(story: Story): string
	/** What the service's own figures come to. */
	usage: Usage
	/** What ends a stream in the middle, in the service's words, and what that is to us. */
	errors: readonly { name: string; events: readonly string[]; code: string }[]
	/** When the service holds an answer back; the default is `content-filter`. */
	filtered?: FinishReason
}

const USUAL: Story = {
	reasoning: '',
	text: '',
	calls: [],
	ending: 'stop',
	arguments: 'pieces',
	isBilled: true,
}

const READ: Call = { tool: 'read', input: { path: 'src/a “b”.ts', offset: 10 } }
const WRITE: Call = { tool: 'write', input: { path: 'b.ts', content: 'let a = "\\n"\n\tlet b = {}\n' } }
const LIST: Call = { tool: 'list', input: {} }

const THOUGHTS = 'They want a list. Two files, I think.\n\nRead both.'
const ANSWER = 'All is “well” in wörld 😀.\n\n```ts\nlet a = {}\n```\n'

/** Every service tells every one of them. */
export const STORIES: Readonly<Record<string, Story>> = {
	'an answer': { ...USUAL, text: ANSWER },
	'thoughts and an answer': { ...USUAL, reasoning: THOUGHTS, text: ANSWER },
	'a call in pieces': { ...USUAL, calls: [READ], ending: 'tool-calls' },
	'a call at once': { ...USUAL, calls: [WRITE], ending: 'tool-calls', arguments: 'whole' },
	'a call without arguments': { ...USUAL, calls: [LIST], ending: 'tool-calls' },
	'three calls': { ...USUAL, calls: [READ, LIST, WRITE], ending: 'tool-calls' },
	'three calls, each at once': {
		...USUAL,
		calls: [READ, READ, WRITE],
		ending: 'tool-calls',
		arguments: 'whole',
	},
	'thoughts, an answer and calls': {
		...USUAL,
		reasoning: THOUGHTS,
		text: ANSWER,
		calls: [READ, WRITE],
		ending: 'tool-calls',
	},
	'cut off at the limit': { ...USUAL, text: ANSWER, ending: 'length' },
	'cut off in a call': { ...USUAL, text: ANSWER, calls: [READ, WRITE], ending: 'length', isCutInCall: true },
	'cut off in a call that came at once': {
		...USUAL,
		calls: [WRITE],
		ending: 'length',
		arguments: 'whole',
		isCutInCall: true,
	},
	'held back by a filter': { ...USUAL, text: ANSWER, ending: 'filter' },
	'no bill': { ...USUAL, text: ANSWER, isBilled: false },
}

/** What a story has to be when it has been told by a service. */
export function expected(story: Story, service: Service): Told {
	const end = story.ending === 'filter' ? (service.filtered ?? 'content-filter') : story.ending
	return {
		reasoning: service.isSilent ? '' : story.reasoning,
		text: story.text,
		calls: story.calls
			.slice(0, story.isCutInCall ? -1 : undefined)
			.map(({ tool, input }) => `${tool} ${JSON.stringify(input)}`),
		end,
		usage: story.isBilled ? service.usage : undefined,
	}
}

/** The JSON of a call's arguments, or as much of it as there was room for. */
export function argumentsIn({ calls, isCutInCall }: Story, at: number): string {
	const text = JSON.stringify(calls[at]?.input ?? {})
	return isCutInCall && at === calls.length - 1 ? text.slice(0, -9) : text
}

/** As tokens come: some letters, a word, a blank. */
export function pieces(text: string, size = 7): readonly string[] {
	return text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []
}

export function data(value: unknown): string {
	return `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`
}

/** In the order in which bills name them. */
export function counted(
	inputTokens: number,
	cachedInputTokens: number,
	outputTokens: number,
	reasoningTokens: number,
	cacheWriteTokens = 0,
): Usage {
	return { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, reasoningTokens }
}
