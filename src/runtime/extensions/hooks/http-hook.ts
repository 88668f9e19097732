// Hooks over HTTP: the input is posted as JSON, and what comes back is read like what a command prints.

import { AgentError, messageOf } from '../../../core/errors.ts'
import type { HookHandler } from '../../../extensions/hooks/hook.ts'
import type { HookEnd } from '../../../extensions/hooks/hook-output.ts'
import { createHttpFetch } from '../../../providers/http/http-fetch.ts'

export type HttpHookRequest = {
	handler: Extract<HookHandler, { type: 'http' }>
	body: string
	timeoutMs: number
	/** What headers may name, of which the hook has to say which. */
	env: Readonly<Record<string, string | undefined>>
	/** Values that are never sent, whatever they are called. */
	knownSecrets: readonly string[]
}

/** Never rejects. Redirects are not followed: the answer has to come from whom was asked. */
export async function askHttpHook(request: HttpHookRequest, signal: AbortSignal): Promise<HookEnd> {
	const { handler, body, timeoutMs, env } = request
	const timeout = AbortSignal.timeout(timeoutMs)
	try {
		const response = await createHttpFetch({ proxyEnv: env, userAgent: 'keelson' })(handler.url, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headersOf(request) },
			body,
			signal: AbortSignal.any([signal, timeout]),
			mayAskAgain: () => false,
		})
		const stdout = await bodyOf(response.body)
		if (!response.ok) return { kind: 'failed', why: `HTTP status ${response.status}` }
		return { kind: 'exit', exitCode: 0, stdout, stderr: { text: '', isCut: false } }
	} catch (error) {
		return { kind: 'failed', why: timeout.aborted ? `no answer within ${timeoutMs / 1000} s` : whyNot(error) }
	}
}

/** What our own client says of redirects is meant for providers. */
function whyNot(error: unknown): string {
	const isRedirect = error instanceof AgentError && /answered 3\d\d/.test(error.message)
	return isRedirect ? 'it redirects, which is not followed' : messageOf(error)
}

/** `$NAME` and `${NAME}` of those that the hook names; any other becomes nothing. */
function headersOf({ handler, env, knownSecrets }: HttpHookRequest): Record<string, string> {
	const valueNamed = (name: string) => {
		const value = handler.allowedEnvVars.includes(name) ? (env[name] ?? '') : ''
		return knownSecrets.some(secret => value.includes(secret)) ? '' : value
	}
	return Object.fromEntries(
		Object.entries(handler.headers).map(([name, value]) => [
			name,
			value.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced, plain) => valueNamed(braced ?? plain)),
		]),
	)
}

async function bodyOf(body: AsyncIterable<Uint8Array>): Promise<{ text: string; isCut: boolean }> {
	const decoder = new TextDecoder()
	let text = ''
	let sizeBytes = 0
	for await (const bytes of body) {
		sizeBytes += bytes.length
		if (sizeBytes > LIMIT_BYTES) return { text, isCut: true }
		text += decoder.decode(bytes, { stream: true })
	}
	return { text, isCut: false }
}

const LIMIT_BYTES = 1024 * 1024
