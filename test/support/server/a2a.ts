// A2A in front of a server of the tests, and the official clients of both of its versions.

import { type AgentCard, type Message, type Part, Role, type StreamResponse, type Task } from '@a2a-js/sdk'
import {
	type Client,
	ClientFactory,
	DefaultAgentCardResolver,
	JsonRpcTransportFactory,
} from '@a2a-js/sdk/client'
import { LegacyJsonRpcTransport, parseLegacyAgentCard } from '@a2a-js/sdk/compat/v0_3/client'
import { onTestFinished } from 'vitest'
import type { A2aDeps } from '../../../src/server/a2a/a2a-deps.ts'
import { a2aRoutes } from '../../../src/server/a2a/a2a-routes.ts'
import { PushNotifications } from '../../../src/server/a2a/push/push-notifications.ts'
import { CODING_AGENT, type ServedAgent } from '../../../src/server/a2a/served-agent.ts'
import type { WebInternet } from '../../../src/tools/web/web-request.ts'
import { ANN, type Serving, type ServingOptions, startServing } from './serving.ts'

export type A2aOptions = ServingOptions &
	Pick<Partial<A2aDeps>, 'negotiate'> & {
		agents?: readonly ServedAgent[]
		/** That push notifications may go to. */
		pushHosts?: readonly string[]
		internet?: WebInternet
	}

export async function startA2a(options: A2aOptions = {}): Promise<Serving> {
	const { negotiate, agents = [CODING_AGENT], pushHosts = [], internet } = options
	return startServing({
		...options,
		more({ folders, ...parts }) {
			const network = { userAgent: 'keelson/test', allowedHosts: pushHosts, internet }
			const push = new PushNotifications({ hub: parts.hub, network, waitsMs: [1, 1] })
			onTestFinished(() => push.close())
			const routes = a2aRoutes({
				...parts,
				version: '0.0.0-test',
				agents: () => agents,
				push,
				...(negotiate && { negotiate }),
			})
			return { routes, claimed: claimed => push.claimed(claimed) }
		},
	})
}

/** Each is the official client of its version: 1.0 by the card, 0.3 by the card that its clients get. */
export const VERSIONS = ['1.0', '0.3'] as const
export type Version = (typeof VERSIONS)[number]

/** What the clients of both versions can do. */
export type AnyClient = Pick<
	Client,
	| 'sendMessage'
	| 'sendMessageStream'
	| 'getTask'
	| 'cancelTask'
	| 'resubscribeTask'
	| 'createTaskPushNotificationConfig'
	| 'getTaskPushNotificationConfig'
	| 'listTaskPushNotificationConfig'
	| 'deleteTaskPushNotificationConfig'
>

export function withToken(token: string): typeof fetch {
	return (input, init) => {
		const headers = new Headers(init?.headers)
		headers.set('Authorization', `Bearer ${token}`)
		return fetch(input, { ...init, headers })
	}
}

export async function newClient(serving: Pick<Serving, 'url'>, token = ANN): Promise<Client> {
	const fetchImpl = withToken(token)
	return new ClientFactory({
		transports: [new JsonRpcTransportFactory({ fetchImpl })],
		cardResolver: new DefaultAgentCardResolver(),
	}).createFromUrl(serving.url)
}

export async function oldClient(serving: Serving, token = ANN): Promise<LegacyJsonRpcTransport> {
	const { card } = await oldCard(serving)
	const endpoint = card.supportedInterfaces[0]?.url ?? ''
	return new LegacyJsonRpcTransport({ endpoint, fetchImpl: withToken(token) })
}

export async function oldCard(serving: Serving): Promise<{ raw: unknown; card: AgentCard }> {
	const raw: unknown = await (await fetch(`${serving.url}/.well-known/agent-card.json`)).json()
	return { raw, card: parseLegacyAgentCard(raw) }
}

export function clientOf(version: Version, serving: Serving, token = ANN): Promise<AnyClient> {
	return version === '1.0' ? newClient(serving, token) : oldClient(serving, token)
}

let messages = 0

export function saying(text: string | readonly Part[], more: Partial<Message> = {}): Message {
	return {
		messageId: `said-${++messages}`,
		contextId: '',
		taskId: '',
		role: Role.ROLE_USER,
		parts: typeof text === 'string' ? [textOf(text)] : [...text],
		metadata: undefined,
		extensions: [],
		referenceTaskIds: [],
		...more,
	}
}

export function textOf(value: string): Part {
	return { content: { $case: 'text', value }, metadata: undefined, filename: '', mediaType: '' }
}

export function dataOf(value: unknown): Part {
	return { content: { $case: 'data', value }, metadata: undefined, filename: '', mediaType: '' }
}

export function request(message: Message, configuration: object = {}) {
	return {
		tenant: '',
		message,
		configuration: {
			acceptedOutputModes: [],
			taskPushNotificationConfig: undefined,
			returnImmediately: false,
			...configuration,
		},
		metadata: undefined,
	}
}

export function asTask(result: Task | Message): Task {
	if ('status' in result) return result
	throw new Error(`a message came instead of a task: ${JSON.stringify(result.parts)}`)
}

/** The texts of a message or an artifact. */
export function texts(parts: readonly Part[] | undefined): string {
	return (parts ?? []).flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : [])).join('\n')
}

export function data(parts: readonly Part[] | undefined): readonly unknown[] {
	return (parts ?? []).flatMap(({ content }) => (content?.$case === 'data' ? [content.value] : []))
}

export async function all(stream: AsyncIterable<StreamResponse>): Promise<readonly StreamResponse[]> {
	const found: StreamResponse[] = []
	for await (const each of stream) found.push(each)
	return found
}
