// The OAuth redirect listener: a server on loopback that takes one answer and is gone.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { AgentError } from '../../core/errors.ts'

export type RedirectListener = {
	/** The address to come back to. */
	readonly url: string
	/** What the page sends along: `code`, or `error`, and whatever else. Stays open when `signal` fires. */
	readonly answer: Promise<URLSearchParams>
}

type Listening = {
	/** Only an answer that repeats it is meant for us. Anybody on this machine may call. */
	state: string
	/** 0 takes a free one. */
	port: number
	/** What the address says in place of `127.0.0.1`, for servers that know us by that name. */
	hostName?: 'localhost'
	/** Closes it. */
	signal: AbortSignal
}

/** @throws AgentError `config-invalid` when something else has the port */
export async function listenForRedirect(listening: Listening): Promise<RedirectListener> {
	const { state, port, hostName = '127.0.0.1', signal } = listening
	let settle: (answer: URLSearchParams) => void = () => undefined
	const answer = new Promise<URLSearchParams>(resolve => {
		settle = resolve
	})
	const server = process.getBuiltinModule('node:http').createServer((request, response) => {
		const answer = answerIn(request, state)
		if (answer === undefined) return say(response, 404, 'There is nothing here.')
		if (answer === 'stray')
			return say(response, 400, 'This is not an answer to the login that is waiting here.')
		// Once it has left: we are gone in a moment.
		response.once('close', () => settle(answer))
		if (!answer.has('error')) say(response, 200, 'You are logged in. This page can be closed.')
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
	return { url: `http://${hostName}:${address.port}/callback`, answer }
}

function answerIn(request: IncomingMessage, state: string): URLSearchParams | 'stray' | undefined {
	const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
	if (request.method !== 'GET' || pathname !== '/callback') return undefined
	const isAnswer = searchParams.has('error') || Boolean(searchParams.get('code'))
	return searchParams.get('state') === state && isAnswer ? searchParams : 'stray'
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
