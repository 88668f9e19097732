// How many tokens a request will be. An estimate while that is surely enough; near the threshold counted with a real
// vocabulary; and always corrected by what the provider said of the request before.

import type { Message } from '../../core/messages.ts'
import type { ToolSpec } from '../../core/model.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import type { Measured } from '../../loop/context/measured-request.ts'
import { estimateMessage, estimateText } from './tokens/context-estimate.ts'
import type { CountTokens } from './tokens/token-counter.ts'

export type Measurable = {
	model: ModelRef
	system: string
	tools: readonly ToolSpec[]
	messages: readonly Message[]
}

export type TokenGauge = {
	/** @returns a promise when the estimate is too near to `sureBelowTokens` and the vocabulary has to be loaded */
	measure(request: Measurable, sureBelowTokens: number): Measured | Promise<Measured>
	/** What the provider counted for a request that was sent. */
	report(request: Measurable, inputTokens: number): void
	/** Counted with the vocabulary, however far from any threshold. */
	exact(request: Measurable): Promise<Measured>
	/** As well as it can be told now: counted once the vocabulary is there. */
	atOnce(): { measure(request: Measurable): Measured; isEstimated: boolean }
}

export function createTokenGauge(load: () => Promise<CountTokens>): TokenGauge {
	const estimate = createTally(estimateText)
	let counted: Tally | undefined
	let loading: Promise<Tally> | undefined
	let reported: { request: Measurable; inputTokens: number } | undefined

	function corrected(tally: Tally, request: Measurable): Measured {
		const ratio = ratioOf(tally, request.model)
		const { tokensOf, count } = tally
		const scaled = (message: Message) => ratio * tokensOf(message, request.model)
		return {
			totalTokens: Math.ceil(ratio * tally.total(request)),
			fixedTokens: ratio * tally.fixed(request),
			tokensOf: scaled,
			count: text => Math.ceil(ratio * count(text)),
		}
	}

	/** One that says less is not believed: some count only what was not cached. One that says more is, up to a point. */
	function ratioOf(tally: Tally, model: ModelRef): number {
		if (!reported || modelName(reported.request.model) !== modelName(model)) return 1
		const own = tally.total(reported.request)
		return Math.min(MOST_RATIO, Math.max(LEAST_RATIO, reported.inputTokens / own))
	}

	/** What the provider has counted is known; the rest may be as far off as text gets. */
	function mostTokens(request: Measurable, { totalTokens, tokensOf }: Measured): number {
		const known = reported ? sharedLength(reported.request.messages, request.messages) : 0
		const unknown = request.messages.slice(known).reduce((sum, message) => sum + tokensOf(message), 0)
		const isKnown = known > 0 && known === reported?.request.messages.length
		return totalTokens + (isKnown ? unknown : totalTokens) * (ESTIMATE_ERROR - 1)
	}

	async function loaded(): Promise<Tally> {
		loading ??= load().then(createTally)
		return loading
	}

	/** What is long is counted for the first time in pieces, between which keys are answered. */
	async function measured(request: Measurable): Promise<Measured> {
		const tally = await loaded()
		let uncounted = 0
		for (const message of request.messages) {
			uncounted += estimate.tokensOf(message, request.model)
			if (uncounted > TOKENS_IN_A_PIECE) {
				await moment()
				uncounted = 0
			}
			tally.tokensOf(message, request.model)
		}
		counted = tally
		return corrected(tally, request)
	}

	return {
		measure(request, sureBelowTokens) {
			if (counted) return corrected(counted, request)
			const guess = corrected(estimate, request)
			const isFar = guess.totalTokens <= sureBelowTokens * CLEARLY_BELOW
			if (isFar && mostTokens(request, guess) <= sureBelowTokens) return guess
			return measured(request)
		},
		report(request, inputTokens) {
			if (inputTokens > 0) reported = { request, inputTokens }
		},
		exact: measured,
		atOnce: () => ({
			measure: request => corrected(counted ?? estimate, request),
			isEstimated: counted === undefined,
		}),
	}
}

const LEAST_RATIO = 1
const MOST_RATIO = 2
/** Digits, other scripts and minified code come to as many more tokens than the estimate says. */
const ESTIMATE_ERROR = 1.6

/** Some milliseconds. */
const TOKENS_IN_A_PIECE = 4_000

/** Timers that are due at once follow one another without a look at what else there is; only Node has better. */
function moment(): Promise<void> {
	return new Promise(resolve => {
		if (typeof setImmediate === 'undefined') setTimeout(resolve, 0)
		else setImmediate(resolve)
	})
}

/** Where the figures begin to matter nobody's word is taken for them. */
const CLEARLY_BELOW = 0.6

type Tally = {
	count: CountTokens
	tokensOf(message: Message, model: ModelRef): number
	fixed(request: Measurable): number
	total(request: Measurable): number
}

/** Each text is read once. Messages are known by their content, which stays the same object when history is read again. */
function createTally(count: CountTokens): Tally {
	const known = new WeakMap<Message['content'], { model: string; tokens: number }>()
	let sums: Sums = { model: '', contents: [], upTo: [0] }
	const knownTools = new WeakMap<readonly ToolSpec[], number>()
	let knownSystem = { text: '', tokens: 0 }

	/** Reasoning counts only for the model it goes back to. */
	function tokensOf(message: Message, model: ModelRef): number {
		const name = modelName(model)
		const before = known.get(message.content)
		if (before?.model === name) return before.tokens
		const tokens = estimateMessage(message, count, model)
		known.set(message.content, { model: name, tokens })
		return tokens
	}

	function fixed({ system, tools }: Measurable): number {
		if (knownSystem.text !== system) knownSystem = { text: system, tokens: count(system) }
		const tokens = knownTools.get(tools) ?? count(JSON.stringify(tools)) + tools.length * TOKENS_AROUND_A_TOOL
		knownTools.set(tools, tokens)
		return knownSystem.tokens + tokens
	}

	/** A history that has only grown is not added up again: the time of a turn does not depend on how many there were. */
	function messagesTotal(messages: readonly Message[], model: ModelRef): number {
		const name = modelName(model)
		if (sums.model !== name) sums = { model: name, contents: [], upTo: [0] }
		const { contents, upTo } = sums
		let same = 0
		while (same < messages.length && contents[same] === messages[same]!.content) same++
		// What was sent is asked for beside what is to be sent, and is the beginning of it.
		if (same === messages.length) return upTo[same]!
		contents.length = same
		upTo.length = same + 1
		for (const message of messages.slice(same)) {
			contents.push(message.content)
			upTo.push(upTo.at(-1)! + tokensOf(message, model))
		}
		return upTo.at(-1)!
	}

	return {
		count,
		tokensOf,
		fixed,
		total: request => fixed(request) + messagesTotal(request.messages, request.model),
	}
}

/** `upTo[n]` is what the first n messages come to. */
type Sums = { model: string; contents: Message['content'][]; upTo: number[] }

/** What every wire puts around a tool of its own words. */
const TOKENS_AROUND_A_TOOL = 4

function sharedLength(one: readonly Message[], other: readonly Message[]): number {
	const end = Math.min(one.length, other.length)
	let length = 0
	while (length < end && one[length]?.content === other[length]?.content) length++
	return length
}
