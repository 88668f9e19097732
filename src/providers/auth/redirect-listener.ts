// The OAuth redirect listener: a server on loopback that takes one answer and is gone.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { AgentError } from '../../core/errors.ts'
import { redactKeys } from '../errors/redact-keys.ts'

export type RedirectListener = {
	/** The address to come back to. */
	readonly url: string
	/** Rejects with `auth-failed` when the page says no. Stays open when `signal` fires. */
	readonly code: Promise<string>
}

type Listening = {
	/** Only an answer that repeats it is meant for us. Anybody on this machine may call. */
	state: string
	/** 0 takes a free one. */
	port: number
	/** Closes it. */
	signal: AbortSignal
}

/** @throws AgentError `config-invalid` when something else has the port */
export async function listenForRedirect({ state, port, signal }: Listening): Promise<RedirectListener> {
	let settle: (answer: RedirectResult) => void = () => undefined
	const code = new Promise<string>((resolve, reject) => {
		settle = answer => ('code' in answer ? resolve(answer.code) : reject(answer.error))
	})
	// It may come before anybody waits for it.
	code.catch(() => undefined)
	const server = process.getBuiltinModule('node:http').createServer((request, response) => {
		const answer = answerIn(request, state)
		if (answer === undefined) return say(response, 404, 'There is nothing here.')
		if (answer === 'stray')
			return say(response, 400, 'This is not an answer to the login that is waiting here.')
		// Once it has left: we are gone in a moment.
		response.once('close', () => settle(answer))
		if ('code' in answer) say(response, 200, 'You are logged in. This page can be closed.')
		else say(response, 200, 'The login was refused. The terminal says more. This page can be closed.')
	})
	await new Promise<void>((resolve, reject) => {
		server.once('error', error => reject(portTakenError(port, error)))
		server.listen(port, '127.0.0.1', resolve)
	})
	const address = server.address()
	if (address === null || typeof address === 'string') throw new Error('a TCP server has no port')
	signal.addEventListener('abort', () => {
		server.close()
		server.closeAllConnections()
	})
	return { url: `http://127.0.0.1:${address.port}/callback`, code }
}

type RedirectResult = { code: string } | { error: AgentError }

function answerIn(request: IncomingMessage, state: string): RedirectResult | 'stray' | undefined {
	const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
	if (request.method !== 'GET' || pathname !== '/callback') return undefined
	if (searchParams.get('state') !== state) return 'stray'
	const error = searchParams.get('error')
	const code = searchParams.get('code')
	if (error === null) return code ? { code } : 'stray'
	if (error === 'access_denied')
		return { error: new AgentError('auth-failed', 'the login was refused in the browser') }
	const said = [error, searchParams.get('error_description') ?? ''].filter(Boolean).join(': ')
	const shown = redactKeys(said, undefined)
		.replaceAll(/[^\x20-\x7e]+/g, ' ')
		.slice(0, 200)
	return { error: new AgentError('auth-failed', `the login server refuses: ${shown}`) }
}

function say(response: ServerResponse, status: number, sentence: string): void {
	response.writeHead(status, {
		'content-type': 'text/plain; charset=utf-8',
		'cache-control': 'no-store',
		'referrer-policy': 'no-referrer',
		connection: 'close',
	})
	response.end(`${sentence}\n`)
}

function portTakenError(port: number, error: Error): AgentError {
	const reason = `oauth.redirectPort ${port} cannot be listened on: ${error.message}`
	return new AgentError('config-invalid', reason, { cause: error })
}
