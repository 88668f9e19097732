// What a provider answers once there is a connection to it: the version of HTTP it speaks, its models, one reply of a few
// tokens, and whether it lets WebSockets in. The reply is all that costs anything.

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { AgentError } from '../../core/errors.ts'
import type { Media } from '../../core/host.ts'
import { userText } from '../../core/messages.ts'
import type { ModelInfo, ModelPart, ProviderConfig } from '../../core/model.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import { listModels } from '../discovery/model-list.ts'
import { type Endpoint, fromNetwork } from '../errors/map-error.ts'
import { createHttpFetch, type HttpLimits } from '../http/http-fetch.ts'
import { type HttpProxy, proxyAuthorization } from '../http/proxy.ts'
import { proxyRefusal, proxyUnreachable } from '../http/proxy-tunnel.ts'
import { tlsTrouble } from '../http/tls-trouble.ts'
import { openWebSocket, UpgradeRefused } from '../http/web-socket.ts'
import { createProviders } from '../registry.ts'
import { openAiAddress } from '../wire/address.ts'
import { type Steps, type Verdict, within } from './step.ts'

export type Asking = {
	url: URL
	endpoint: Endpoint
	proxy: HttpProxy | undefined
	limits: HttpLimits
	steps: Steps
	limitMs: number
}

/** Over the connection there is, without a key. Whatever the status, it is an answer. */
export async function askVersion(
	{ url, endpoint, proxy, steps, limitMs }: Asking,
	socket: Socket,
): Promise<boolean> {
	const isThroughProxy = proxy !== undefined && url.protocol === 'http:'
	const attempt = await steps.attempt(
		'http',
		async (): Promise<Verdict> => {
			const {
				httpVersion,
				statusCode = 0,
				statusMessage = '',
				headers,
			} = await within(limitMs, head(url, socket, isThroughProxy ? proxy : undefined))
			if (isThroughProxy && statusCode === 407)
				throw proxyRefusal(proxy, { statusCode, statusMessage, headers }, url.host)
			const server = headers.server === undefined ? '' : `, ${headers.server}`
			const text = `HTTP/${httpVersion}${server}`
			return { text, value: undefined, details: { version: httpVersion, server: headers.server ?? null } }
		},
		async error => {
			if (error instanceof AgentError) return error
			if (isThroughProxy && error instanceof Error) return proxyUnreachable(proxy, error)
			const trouble = proxy ? undefined : await tlsTrouble(url, error)
			return trouble ?? fromNetwork(error, endpoint)
		},
	)
	socket.destroy()
	return 'value' in attempt
}

function head(url: URL, socket: Socket, proxy: HttpProxy | undefined): Promise<IncomingMessage> {
	// What is sent over a socket of TLS is sent as to one without.
	const { request } = process.getBuiltinModule('node:http')
	const authorization = proxy && proxyAuthorization(proxy)
	return new Promise((resolve, reject) => {
		const asked = request({
			createConnection: () => socket,
			method: 'HEAD',
			path: proxy ? url.href : url.pathname,
			headers: {
				host: url.host,
				'user-agent': 'keelson',
				...(authorization && { 'proxy-authorization': authorization }),
			},
		})
		asked.once('response', resolve)
		asked.once('error', reject)
		asked.end()
	})
}

/** @returns the names of the models, or why there are none */
export async function askModels({
	endpoint,
	limits,
	steps,
	limitMs,
}: Asking): Promise<{ models: readonly string[] } | { error: AgentError }> {
	const { config, key } = endpoint
	const attempt = await steps.attempt(
		'models',
		async () => {
			const signal = AbortSignal.timeout(limitMs)
			const listed = await listModels({
				config: { ...config, key: async () => key },
				fetch: createHttpFetch(limits),
				signal,
				now: Date.now,
			}).catch(error => {
				throw signal.aborted ? tooLate(config, limitMs) : error
			})
			const withKey = key ? `with the key from ${key.source}` : 'without a key'
			const text = `answered 200 ${withKey}: ${listed.length} ${listed.length === 1 ? 'model' : 'models'}`
			const models = listed.map(({ model }) => model)
			return { text, value: models, details: { status: 200, count: listed.length } }
		},
		error => fromNetwork(error, endpoint),
	)
	return 'value' in attempt ? { models: attempt.value } : attempt
}

function tooLate({ id }: ProviderConfig, limitMs: number): AgentError {
	return new AgentError('timeout', `${id} did not answer in full within ${limitMs / 1000} s`)
}

/** @param info - what is known of the model @returns why there was no reply */
export async function askToken(
	{ endpoint, limits, steps, limitMs }: Asking,
	ref: ModelRef,
	info: (ref: ModelRef) => ModelInfo,
): Promise<AgentError | undefined> {
	const { config, key } = endpoint
	const attempt = await steps.attempt(
		'token',
		async (): Promise<Verdict> => {
			const providers = createProviders({
				configs: [{ ...config, key: async () => key }],
				media: NO_MEDIA,
				info,
				clock: { now: Date.now },
				limits: { ...limits, sockets: false },
			})
			const provider = await providers.get(config.id)
			const startedMs = performance.now()
			const passed = () => Math.round(performance.now() - startedMs)
			const stop = new AbortController()
			const timer = setTimeout(() => stop.abort(), limitMs)
			let firstByteMs: number | undefined
			let firstTokenMs: number | undefined
			try {
				for await (const part of provider.stream({ ...QUESTION, model: ref.model }, stop.signal)) {
					if (stop.signal.aborted) throw tooLate(config, limitMs)
					if (part.type === 'error') throw part.error
					if (part.type === 'notice') continue
					firstByteMs ??= passed()
					if (!WITHOUT_TOKEN.has(part.type)) firstTokenMs ??= passed()
				}
			} finally {
				clearTimeout(timer)
			}
			const token =
				firstTokenMs === undefined ? 'no token to be seen' : `first token after ${firstTokenMs} ms`
			return {
				text: `${modelName(ref)}: first byte after ${firstByteMs} ms, ${token}`,
				value: undefined,
				details: {
					model: modelName(ref),
					first_byte_ms: firstByteMs ?? null,
					first_token_ms: firstTokenMs ?? null,
				},
			}
		},
		error => fromNetwork(error, endpoint),
	)
	return 'error' in attempt ? attempt.error : undefined
}

/** The Responses API takes no limit below 16. */
const QUESTION = {
	system: 'Answer in one word.',
	messages: [userText('Say OK.')],
	tools: [],
	maxOutputTokens: 16,
	cacheKey: 'doctor',
}

const NO_MEDIA: Media = {
	put: async () => {
		throw new AgentError('internal', 'a question of two words has no pictures')
	},
	get: async () => undefined,
}

/** A server without is asked over HTTPS, and that is no trouble, unless the settings insist. */
export async function askSocket({ endpoint, limits, steps, limitMs }: Asking): Promise<void> {
	await steps.attempt(
		'websocket',
		async (): Promise<Verdict> => {
			const { url, headers } = openAiAddress('/responses', endpoint)
			// It has no body.
			headers.delete('content-type')
			const fetch = createHttpFetch({ ...limits, headersTimeoutMs: limitMs })
			try {
				const line = await openWebSocket(upgrade =>
					fetch(url, { headers: [...headers, ...Object.entries(upgrade)] }),
				)
				line.close()
				return {
					text: 'the server answered 101 to the handshake',
					value: undefined,
					details: { status: 101 },
				}
			} catch (error) {
				if (!(error instanceof UpgradeRefused) || endpoint.config.socket === true) throw error
				const text = `${error.message}; replies come over HTTPS`
				return { text, value: undefined, isMissing: true, details: { status: error.status } }
			}
		},
		error =>
			error instanceof UpgradeRefused
				? new AgentError('bad-request', `${error.message}, and the setting socket insists on it`)
				: fromNetwork(error, endpoint),
	)
}

const WITHOUT_TOKEN: ReadonlySet<ModelPart['type']> = new Set(['alive', 'rate-limits', 'finish'])
