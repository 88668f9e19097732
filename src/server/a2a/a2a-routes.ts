// The routes of A2A: each agent's card, and where its requests go. What speaks the protocol is only loaded when somebody
// asks for one of them.

import type { IncomingMessage } from 'node:http'
import { sendJson } from '../http/answers.ts'
import { openStreams } from '../http/open-streams.ts'
import type { Exchange, Route } from '../http/route.ts'
import type { A2aDeps } from './a2a-deps.ts'
import type { CardFacts } from './agent-card.ts'
import { agentNamed } from './served-agent.ts'

/** Of the first agent; every one has `/a2a/NAME` as well. */
export const A2A_PATH = '/a2a'
export const CARD_PATH = '/.well-known/agent-card.json'

export function a2aRoutes(deps: A2aDeps): readonly Route[] {
	const streams = openStreams()
	let endpoint: ReturnType<typeof loadEndpoint> | undefined
	const loaded = () => {
		endpoint ??= loadEndpoint(deps)
		return endpoint
	}
	const card = (path: string): Route => ({
		method: 'GET',
		path,
		isOpen: true,
		async handle(exchange) {
			const { cardJson } = await import('./agent-card.ts')
			const isNew = String(exchange.request.headers['a2a-version'] ?? '').startsWith('1.')
			const body = cardJson(factsOf(exchange, deps), isNew ? '1.0' : '0.3')
			sendJson(exchange.response, 200, body, { Vary: 'A2A-Version, Host, Origin' })
		},
	})
	const methods = (path: string): Route => ({
		method: 'POST',
		path,
		async handle(exchange) {
			const facts = factsOf(exchange, deps)
			const { answerCall, contexts } = await loaded()
			await answerCall(exchange, facts, { ...deps, contexts, streams })
		},
	})
	return [
		card(CARD_PATH),
		// Where it was before version 0.3.
		card('/.well-known/agent.json'),
		card(`${A2A_PATH}/:agent${CARD_PATH}`),
		methods(A2A_PATH),
		methods(`${A2A_PATH}/:agent`),
	]
}

async function loadEndpoint(deps: A2aDeps) {
	const [{ answerCall }, { createContexts }] = await Promise.all([
		import('./endpoint.ts'),
		import('./task/named-sessions.ts'),
	])
	return { answerCall, contexts: createContexts(deps) }
}

/** @throws Refusal `not-found` */
function factsOf({ request, params }: Exchange, { agents, version }: A2aDeps): CardFacts {
	const agent = agentNamed(agents(), params.agent)
	const path = params.agent === undefined ? A2A_PATH : `${A2A_PATH}/${agent.name}`
	return { agent, version, url: `${originOf(request)}${path}` }
}

/** As it was asked for: the name has been looked at, and the answer is for nobody else. */
function originOf({ headers }: IncomingMessage): string {
	const forwarded = String(headers['x-forwarded-proto'] ?? '')
		.split(',')[0]
		?.trim()
	return `${forwarded === 'https' ? 'https' : 'http'}://${headers.host ?? ''}`
}
