// The way to a provider, walked from the settings to the first token of a reply. Each step is told as soon as it is over;
// what stands on a step that failed is skipped, and said to be.

import { AgentError, messageOf } from '../../core/errors.ts'
import type { ModelInfo, ProviderConfig, ProviderKey } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import { redactKeys } from '../errors/redact-keys.ts'
import { requireBaseUrl } from '../http/base-url.ts'
import type { HttpLimits } from '../http/http-fetch.ts'
import { decoded, exemptedVariable, type HttpProxy, proxyFor, shownProxy } from '../http/proxy.ts'
import { keyOf } from '../wire/request-key.ts'
import { type Asking, askModels, askSocket, askToken, askVersion } from './ask.ts'
import { connect } from './connect.ts'
import { createSteps, type NetworkStep, type Steps } from './step.ts'

export type Walk = {
	config: ProviderConfig
	/** The one to ask; without it the first that the server lists. */
	model: string | undefined
	info: (ref: ModelRef) => ModelInfo
	env: Readonly<Record<string, string | undefined>>
	tell: (step: NetworkStep) => void
	/** The longest wait for one step, in milliseconds; 15 000 when left out. */
	limitMs?: number
}

/** Costs at most one request with a reply of 16 tokens. Never throws: what fails is a step. */
export async function walkToProvider(walk: Walk): Promise<void> {
	const { config, env, limitMs = 15_000 } = walk
	const hidden: string[] = []
	const steps = createSteps(walk.tell, text => hide(text, hidden))
	const { way, isComplete } = await readConfiguration(walk, steps, hidden)
	if (!way) return skipFrom(steps, 'proxy', 'the configuration does not hold')
	const { url, proxy, key } = way
	const endpoint = { config, key }
	const limits: HttpLimits = { proxyEnv: env, connectTimeoutMs: limitMs, headersTimeoutMs: limitMs }
	const asking: Asking = { url, endpoint, proxy, limits, steps, limitMs }
	const socket = await connect({ url, endpoint, proxy, env, steps, limitMs })
	if (!socket) return skipFrom(steps, 'http', 'there is no connection')
	if (!(await askVersion(asking, socket))) return skipFrom(steps, 'models', 'HTTP is not understood')
	if (!isComplete) return skipFrom(steps, 'models', 'there is no key to ask with')
	const listed = await askModels(asking)
	const problem = 'error' in listed ? listed.error.code : undefined
	if (problem === 'auth-failed') return skipFrom(steps, 'token', OTHER_KEY)
	if (problem && UNREACHABLE.has(problem)) return skipFrom(steps, 'token', 'the server does not answer')
	const model = walk.model ?? ('models' in listed ? listed.models[0] : undefined)
	if (model === undefined) steps.skip('token', 'no model is known: name one with -m')
	else {
		const failure = await askToken(asking, { provider: config.id, model }, walk.info)
		if (failure?.code === 'auth-failed') return skipFrom(steps, 'websocket', OTHER_KEY)
	}
	const without = withoutSocket(config, proxy)
	if (without === undefined) await askSocket(asking)
	else steps.skip('websocket', without)
}

const OTHER_KEY = 'the server wants another key'

const UNREACHABLE: ReadonlySet<string> = new Set(['connection-lost', 'timeout', 'config-invalid'])

const LATER = ['proxy', 'dns', 'tcp', 'tls', 'http', 'models', 'token', 'websocket'] as const

function skipFrom(steps: Steps, first: (typeof LATER)[number], why: string): void {
	for (const step of LATER.slice(LATER.indexOf(first))) steps.skip(step, why)
}

function withoutSocket(
	{ id, api, socket }: ProviderConfig,
	proxy: HttpProxy | undefined,
): string | undefined {
	if (api !== 'responses') return 'only the Responses API has them'
	if (socket === false) return `switched off by providers.${id}.socket`
	return proxy ? 'not tried through a proxy' : undefined
}

type NetworkWay = { url: URL; proxy: HttpProxy | undefined; key: ProviderKey | undefined }

/**
 * @param hidden - is told of every secret before anything is shown
 * @returns a way that is not complete where only the key is missing: it can be walked as far as that
 */
async function readConfiguration(
	{ config, env }: Walk,
	steps: Steps,
	hidden: string[],
): Promise<{ way: NetworkWay | undefined; isComplete: boolean }> {
	const known: Partial<NetworkWay> = {}
	const attempt = await steps.attempt(
		'configuration',
		async () => {
			const url = addressOf(config, hidden)
			const proxy = proxyFor(url, env)
			// What is shorter stands in half of all words.
			if (proxy && proxy.url.password.length >= 4)
				hidden.push(decoded(proxy.url.password), proxy.url.password)
			Object.assign(known, { url, proxy })
			const key = await keyOf(config)
			if (key && key.value.length >= 4) hidden.push(key.value)
			const from = key ? `key from ${key.source}` : 'no key, and none is needed'
			const text = `${shown(url)} (${FORMATS[config.api]}), ${from}, ${proxyWords(url, proxy, env)}`
			const details = {
				base_url: shown(url),
				key_source: key?.source ?? null,
				proxy_variable: proxy?.variable ?? null,
			}
			return { text, value: { url, proxy, key }, details }
		},
		error =>
			error instanceof AgentError
				? error
				: new AgentError('config-invalid', `the configuration cannot be read: ${messageOf(error)}`),
	)
	if ('value' in attempt) return { way: attempt.value, isComplete: true }
	const { url, proxy } = known
	return { way: url && { url, proxy, key: undefined }, isComplete: false }
}

const FORMATS = {
	responses: 'Responses',
	chat: 'Chat Completions',
	messages: 'Messages',
	demo: 'the demo',
	own: 'a provider of its own',
} as const

function addressOf(config: ProviderConfig, hidden: string[]): URL {
	const { baseUrl, headers } = config
	hidden.push(...Object.values(headers ?? {}).filter(value => value.length >= 8))
	hidden.push(...(/\/\/[^/]*@/.exec(baseUrl) ?? []).map(match => match.slice(2)))
	return requireBaseUrl(config)
}

function proxyWords(url: URL, proxy: HttpProxy | undefined, env: Walk['env']): string {
	if (proxy) return shownProxy(proxy)
	const exempted = exemptedVariable(url, env)
	return exempted ? `no proxy: NO_PROXY exempts ${url.host} from ${exempted}` : 'no proxy'
}

/** Without what may be a secret in it. */
function shown({ origin, pathname }: URL): string {
	return `${origin}${pathname === '/' ? '' : pathname}`
}

function hide(text: string, hidden: readonly string[]): string {
	// What a server says, its certificate too, must not begin a line of its own.
	const onOneLine = text.replace(/[\s\p{Cc}]+/gu, ' ')
	const without = hidden.reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), onOneLine)
	return redactKeys(without, undefined)
}
