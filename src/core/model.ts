// Asking a model: the request, what streams back, and the contract every provider meets.

import type { AgentError } from './errors.ts'
import type { JsonObject, JsonSchema, JsonValue } from './json.ts'
import type { Message } from './messages.ts'
import type { ModelRef } from './model-ref.ts'
import type { CostMicroUsd, RateLimits, Usage } from './usage.ts'

export type ToolSpec = { name: string; description: string; inputSchema: JsonSchema }

/** From none to much. */
export const EFFORTS = ['none', 'low', 'medium', 'high'] as const

export type Effort = (typeof EFFORTS)[number]

export type ModelRequest = {
	model: string
	/** Authored text only: nothing a file, tool or page said ever gets in here. */
	system: string
	messages: readonly Message[]
	tools: readonly ToolSpec[]
	maxOutputTokens: number
	/** Where the reply is ended, should the server not keep to that. */
	endAfterTokens?: number
	/** Stable for one session; providers use it to route to a warm prompt cache. */
	cacheKey: string
	effort?: Effort
	/** The final answer must fit this schema, where the provider can promise that. */
	outputSchema?: JsonSchema
}

/** What a provider streams. The last part is `finish` or `error`, exactly one of them. */
export type ModelPart =
	| { type: 'text-delta'; text: string }
	/** What comes next is another message of the same reply. */
	| { type: 'text-end' }
	| { type: 'reasoning-delta'; text: string }
	/** Closes one reasoning block; `text` is the whole of it. */
	| { type: 'reasoning-end'; text: string; opaque?: JsonValue }
	/** A call that is complete. `callId` and `arguments` are as the provider sent them, valid or not. */
	| { type: 'tool-call'; callId: string; tool: string; arguments: string }
	/** Bytes came that carry nothing to show: the server is at work. */
	| { type: 'alive' }
	/** Text that came was none of the answer, and is void: what it was, and the answer, come next. */
	| { type: 'restart'; isAnew: true }
	/** About the way to the server, for the user to know; no part of the reply. */
	| { type: 'notice'; text: string }
	/** Told with the answer, or with the refusal, before anything of the reply. The last ones count. */
	| { type: 'rate-limits'; limits: RateLimits }
	| { type: 'finish'; reason: FinishReason; usage: Usage | undefined }
	| { type: 'error'; error: AgentError; usage?: Usage }

/** `paused`: the server wants to be asked to go on, from where its reply stands. */
export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'refusal' | 'content-filter' | 'paused'

export type Provider = {
	readonly id: string
	/**
	 * Streams one reply. Never throws for a failed request and never retries: the last part says how it ended.
	 * Stops soon after `signal` fires; what it yields then no longer matters.
	 * @param mayAskAgain - asked before each request but the first that one reply takes: with less in it, with
	 * another key, on another connection. After a no, the reply fails with what was answered last
	 */
	stream(request: ModelRequest, signal: AbortSignal, mayAskAgain?: () => boolean): AsyncIterable<ModelPart>
}

/** Micro-dollars for a million tokens. */
export type Price = {
	input: number
	cachedInput: number
	cacheWrite: number
	output: number
	/** For one picture, in micro-dollars, where that is what is charged for. */
	picture?: number
	/** For one search of the web by the provider, in micro-dollars. */
	webSearch?: number
}

export type ModelInfo = {
	ref: ModelRef
	/** Prompt and reply together. */
	windowTokens: number
	maxOutputTokens: number
	/** Nobody has said how long its replies may be: `maxOutputTokens` is only what is asked for. */
	isOutputGuessed?: true
	price: Price | undefined
	images: boolean
	reasoning: boolean
}

/** `source` is where it came from, for a message: `OPENAI_API_KEY`, `credentials.json`. */
export type ProviderKey = {
	value: string
	source: string
	/** An access token of a login, which some servers want in another header than a key. */
	isToken?: true
}

/** How to reach one provider. The key is fetched when it is needed and never stored here. */
export type ProviderConfig = {
	id: string
	api: 'responses' | 'chat' | 'messages' | 'demo' | 'own'
	/** With `own`: the provider itself, which asks whatever it asks. */
	own?: Provider
	baseUrl: string
	/** The variable it came from, if one did. */
	baseUrlName?: string
	key(): Promise<ProviderKey | undefined>
	/**
	 * Another key in the place of one the server has answered 401 to; undefined where there is no other.
	 * @throws AgentError `auth-failed` when it takes a new login
	 */
	refresh?(refused: ProviderKey): Promise<ProviderKey | undefined>
	/** Where a key would have been found, for the message when there is none: `OPENAI_API_KEY`. */
	keyName: string | undefined
	/** Of several accounts, the one whose key it is. */
	login?: string
	/** A server on this machine that wants no key. */
	keyOptional: boolean
	headers?: Readonly<Record<string, string>>
	/** What is different when the key is a token of a login. */
	account?: AccountRewrite
	/** Its models may search the web at the provider, where the wire has a tool for it. */
	searchesWeb?: boolean
	/** Over a WebSocket: never, or, with a word when it fails, always. Left out, where the server offers one. */
	socket?: boolean
	/** How often a failed request is tried again, and the longest wait for that, in milliseconds. Left out, as for all. */
	retries?: number
	maxWaitMs?: number
}

/** Another server behind a login, and what it insists on. A field of `body` that is null is left out. */
export type AccountRewrite = {
	baseUrl?: string
	headers?: Readonly<Record<string, string>>
	body?: JsonObject
}

/** A `ModelRequest` before it is known which model of the chain will answer it. */
export type ReplyRequest = Omit<ModelRequest, 'model' | 'maxOutputTokens' | 'endAfterTokens'> & {
	/** As far as it was counted: the longest reply is what the window leaves beside it. */
	promptTokens?: number
}

/**
 * What a whole fallback chain streams: the parts of the attempts, and the story around them.
 * The last part is `finish` or `error`. `finish` with `broken`: the stream died after a call was complete;
 * the calls count, and asking again must carry their results.
 */
export type ReplyPart =
	| { type: 'attempt-start'; attempt: number; model: ModelRef }
	| {
			type: 'attempt-end'
			attempt: number
			model: ModelRef
			usage: Usage
			costMicroUsd: CostMicroUsd
			durationMs: number
			error?: AgentError
			/** Left out, the provider told none. */
			rateLimits?: RateLimits
	  }
	/** Text or reasoning that came since `attempt-start` is void; the next attempt begins the reply anew. */
	| { type: 'restart' }
	| { type: 'retry-wait'; cause: AgentError; waitMs: number; retry: number; maxRetries: number }
	/** The request is out and nothing has come for this long. Said once for each silence. */
	| { type: 'still-waiting'; silentMs: number }
	| Exclude<ModelPart, { type: 'alive' } | { type: 'rate-limits' } | { type: 'finish' } | { type: 'error' }>
	| { type: 'finish'; reason: FinishReason | 'broken'; model: ModelRef }
	| { type: 'error'; error: AgentError; model: ModelRef }

export type StreamModel = (request: ReplyRequest, signal: AbortSignal) => AsyncIterable<ReplyPart>

/**
 * Asked once for a request, before its first attempt; retries and other models send the same one. A review that throws
 * denies it.
 * @param request.models - who may be asked, in order
 */
export type ReviewRequest = (
	request: ReplyRequest & { models: readonly ModelRef[] },
) => RequestVerdict | Promise<RequestVerdict>

export type RequestVerdict = 'allow' | { deny: string }

/** The provider a key is for. */
export type KeyOwner = {
	id: string
	apiKeyCommand: string | undefined
	/** Of several accounts, the one that is meant. */
	login?: string
	/** Keys of the environment, which the command does not get to see. */
	withheld(): readonly string[]
}
