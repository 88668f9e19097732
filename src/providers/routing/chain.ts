// Gets one reply out of a chain of models: asks, waits and asks again while that can help, and turns to
// the next model only while nothing of the reply has been seen. The only place where anything is retried.

import { followSignal } from '../../core/async/follow-signal.ts'
import { AgentError } from '../../core/errors.ts'
import type { Clock } from '../../core/host.ts'
import type {
	FinishReason,
	ModelInfo,
	ModelPart,
	Provider,
	ReplyPart,
	ReplyRequest,
	StreamModel,
} from '../../core/model.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import { NO_USAGE, type RateLimits, type Usage } from '../../core/usage.ts'
import type { TimedNotes } from '../../process/timed-notes.ts'
import { requestCancelled } from '../errors/map-error.ts'
import { type ChainCooldowns, createChainCooldowns } from './chain-cooldowns.ts'
import type { Rest } from './cooldown.ts'
import { withIdleTimeout } from './idle-timeout.ts'
import { inMinutes } from './in-minutes.ts'
import { replyLimits } from './longest-reply.ts'
import { costOf } from './pricing.ts'
import { LONGEST_NAMED_WAIT_MS, MAX_RETRIES, nextTry, type RetryLimits } from './retry.ts'

export type ChainSetup = {
	chain: readonly ModelRef[]
	provider: (id: string) => Promise<Provider>
	info: (ref: ModelRef) => ModelInfo
	clock: Clock
	/** From 0 to 1. */
	random: () => number
	/** The longest gap, from the moment the request is sent. */
	streamIdleMs?: number
	/** After this long without a part the user is told. */
	noticeMs?: number
	/** The user's limit for one reply. */
	maxOutputTokens?: number | undefined
	/** What is known of who rests, kept beyond the process. Left out, it is known to this chain only. */
	cooldowns?: TimedNotes<Rest> | undefined
	/** What the user allows this provider. */
	retryLimits?(provider: string): RetryLimits | undefined
}

/** Requests for one reply, over all models and retries. */
const MAX_REQUESTS = 10

/** One reply at a time: who rests is known from one to the next. */
export function createChain(setup: ChainSetup): StreamModel {
	const { clock } = setup
	const cooldowns = createChainCooldowns(setup)

	async function* streamModel(request: ReplyRequest, signal: AbortSignal): AsyncGenerator<ReplyPart> {
		let attempt = 0
		let isSeen = false
		let requestsLeft = MAX_REQUESTS
		const mayAskAgain = () => requestsLeft-- > 0
		const { candidates, notice } = await cooldowns.begin()
		if (notice !== undefined) yield { type: 'notice', text: notice }
		let model = candidates[0]!
		let vainMs = 0
		for (let retry = 1; ; retry++) {
			attempt++
			requestsLeft--
			const startedMs = clock.monotonicMs()
			const outcome = yield* runAttempt({ setup, request, model, attempt, signal, mayAskAgain })
			if (outcome.kind === 'finished') {
				await cooldowns.wake(model)
				yield { type: 'finish', reason: outcome.reason, model }
				return
			}
			const { error } = outcome
			if (signal.aborted) {
				yield { type: 'error', error: requestCancelled(), model }
				return
			}
			// Calls that came whole may be running already. Asking again must carry their results.
			if (outcome.hasCalls) {
				yield { type: 'finish', reason: 'broken', model }
				return
			}
			isSeen ||= outcome.isSeen

			const limits = setup.retryLimits?.(model.provider)
			if (error.code === 'timeout' || error.code === 'connection-lost')
				vainMs += clock.monotonicMs() - startedMs
			const failed = { model, error, setup, cooldowns }
			const { promptTokens } = request
			const other = () => (isSeen ? undefined : nextModel(candidates, { ...failed, promptTokens }))
			const chance = setup.random()
			const step = nextTry(error, { retry, chance, limits, vainMs: other() && vainMs })
			if (step.kind === 'wait' && requestsLeft > 0) {
				if (outcome.isSeen) yield { type: 'restart' }
				const maxRetries = limits?.retries ?? MAX_RETRIES
				yield { type: 'retry-wait', cause: error, waitMs: step.waitMs, retry, maxRetries }
				await clock.sleep(step.waitMs, signal)
				if (!signal.aborted) continue
				yield { type: 'error', error: requestCancelled(), model }
				return
			}

			await cooldowns.rest(model, error)
			const next = requestsLeft > 0 ? other() : undefined
			if (next) {
				model = next
				retry = 0
				vainMs = 0
				continue
			}
			yield { type: 'error', error: withTimeToReturn(error), model }
			return
		}
	}

	return streamModel
}

/** Share of a window: counts of tokens are estimates. */
const SURELY_HELD = 0.9

/** The one that may do better after this failure, if there is one. */
function nextModel(
	candidates: readonly ModelRef[],
	{
		model,
		error,
		setup: { info },
		cooldowns,
		promptTokens = Number.POSITIVE_INFINITY,
	}: {
		model: ModelRef
		error: AgentError
		setup: ChainSetup
		cooldowns: ChainCooldowns
		promptTokens: number | undefined
	},
): ModelRef | undefined {
	if (error.remedy === 'stop') return undefined
	const later = candidates.slice(candidates.indexOf(model) + 1)
	if (error.code === 'context-overflow') {
		const { windowTokens } = info(model)
		// What refuses a prompt that its window would hold has a smaller one than is known, and that says nothing of others.
		const tooSmall = promptTokens < windowTokens * SURELY_HELD ? promptTokens : windowTokens
		return later.find(other => info(other).windowTokens > tooSmall)
	}
	return later.find(other => !cooldowns.isResting(other))
}

type Attempt = {
	setup: ChainSetup
	request: ReplyRequest
	model: ModelRef
	attempt: number
	signal: AbortSignal
	/** Every request counts, whoever sends it. */
	mayAskAgain: () => boolean
}

type AttemptOutcome =
	| { kind: 'finished'; reason: FinishReason }
	/** `isSeen`: something of the reply came before it failed. */
	| { kind: 'failed'; error: AgentError; isSeen: boolean; hasCalls: boolean }

async function* runAttempt(given: Attempt): AsyncGenerator<ReplyPart, AttemptOutcome> {
	const { setup, model, attempt, signal } = given
	const startedMs = setup.clock.monotonicMs()
	let isSeen = false
	let hasCalls = false
	let isWhole = false
	let rateLimits: RateLimits | undefined
	yield { type: 'attempt-start', attempt, model }

	function end(usage: Usage | undefined, error?: AgentError): ReplyPart {
		const { price } = setup.info(model)
		return {
			type: 'attempt-end',
			attempt,
			model,
			usage: usage ?? NO_USAGE,
			// What is not reported for a failure is taken for nothing: most failures are not billed.
			costMicroUsd: costOf(error ? (usage ?? NO_USAGE) : usage, price),
			durationMs: setup.clock.monotonicMs() - startedMs,
			...(error && { error }),
			...(rateLimits && { rateLimits }),
		}
	}

	const stop = followSignal(signal)
	try {
		for await (const part of attemptParts(given, stop.signal)) {
			switch (part.type) {
				case 'silence': {
					if (!part.isOver) {
						yield { type: 'still-waiting', silentMs: part.silentMs }
						break
					}
					const error = signal.aborted ? requestCancelled() : idleTimeout(part.silentMs, model)
					stop.abort(error)
					yield end(undefined, error)
					return { kind: 'failed', error, isSeen, hasCalls }
				}
				case 'finish':
					isWhole = true
					yield end(part.usage)
					return { kind: 'finished', reason: part.reason }
				case 'error':
					yield end(part.usage, part.error)
					return { kind: 'failed', error: part.error, isSeen, hasCalls }
				// Only the idle limit is about it, and that has been told.
				case 'alive':
					break
				case 'rate-limits':
					rateLimits = part.limits
					break
				case 'notice':
					yield part
					break
				default:
					isSeen = true
					hasCalls ||= part.type === 'tool-call'
					yield part
			}
		}
	} finally {
		stop.leave()
		// A whole reply leaves its connection to the next request; aborting would take it away.
		if (!isWhole) stop.abort()
	}
	const broken = new AgentError(
		'stream-broken',
		`the reply of ${modelName(model)} broke off before it was complete`,
	)
	yield end(undefined, broken)
	return { kind: 'failed', error: broken, isSeen, hasCalls }
}

function attemptParts({ setup, request, model, mayAskAgain }: Attempt, signal: AbortSignal) {
	const { clock, streamIdleMs = 90_000, noticeMs = 20_000 } = setup
	const parts = providerParts({ setup, request, model, signal, mayAskAgain })
	return withIdleTimeout(parts, { clock, noticeMs, idleMs: streamIdleMs, signal }, isShown)
}

type AttemptInput = Omit<Attempt, 'attempt'>

/** A provider that cannot even be made is an attempt that failed. No generator: each one makes promises for each part. */
function providerParts(asking: AttemptInput): AsyncIterable<ModelPart> {
	const { setup, request, model, signal, mayAskAgain } = asking
	let stream: AsyncIterator<ModelPart> | undefined
	const open = async (): Promise<AsyncIterator<ModelPart>> => {
		const provider = await setup.provider(model.provider)
		const { promptTokens, ...asked } = request
		const budgetTokens = setup.maxOutputTokens
		const limits = replyLimits(setup.info(model), { promptTokens, budgetTokens })
		const sent = { ...asked, ...limits, model: model.model }
		stream = provider.stream(sent, signal, mayAskAgain)[Symbol.asyncIterator]()
		return stream
	}
	const failed = (error: unknown): IteratorResult<ModelPart> => {
		if (!(error instanceof AgentError)) throw error
		return { done: false, value: { type: 'error', error } }
	}
	const iterator: AsyncIterator<ModelPart> = {
		next: () => (stream ? stream.next() : open().then(opened => opened.next())).catch(failed),
		return: async () => {
			await stream?.return?.()
			return { done: true, value: undefined }
		},
	}
	return { [Symbol.asyncIterator]: () => iterator }
}

/** A server that only keeps the line open is silent to whoever waits for its reply. */
function isShown(part: ModelPart): boolean {
	return part.type !== 'alive' && part.type !== 'rate-limits'
}

function idleTimeout(silentMs: number, model: ModelRef): AgentError {
	const seconds = Math.round(silentMs / 1_000)
	return new AgentError('timeout', `${modelName(model)} has sent nothing for ${seconds} s`)
}

/** A wait too long to be slept through is for the user to know about. */
function withTimeToReturn(error: AgentError): AgentError {
	const { retryAfterMs } = error
	if (!error.retryable || retryAfterMs === undefined || retryAfterMs <= LONGEST_NAMED_WAIT_MS) return error
	const message = `${error.message}. Try again in ${inMinutes(retryAfterMs)}`
	return new AgentError('rate-limited', message, { cause: error, retryAfterMs })
}
