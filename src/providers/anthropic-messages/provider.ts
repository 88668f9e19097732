// The Messages API through Anthropic's SDK. Loaded only when such a model is asked.

import Anthropic from '@anthropic-ai/sdk'
import type { Provider } from '../../core/model.ts'
import { createWireProvider, type ProviderSetup } from '../wire.ts'
import { JSON_HEADERS, NO_TIMEOUT_MS, type SdkCall, type Wire } from '../wire-format.ts'
import { MESSAGES_REQUEST } from './request.ts'
import {
	MESSAGES_START,
	type MessagesState,
	messagesArguments,
	messagesEnd,
	messagesEvents,
	messagesStep,
} from './stream.ts'

export function createMessagesProvider(setup: ProviderSetup): Provider {
	return createWireProvider(MESSAGES, setup)
}

const MESSAGES: Wire<MessagesState> = {
	request: MESSAGES_REQUEST,
	start: MESSAGES_START,
	step: messagesStep,
	end: messagesEnd,
	argumentsIn: messagesArguments,
	eventsOf: messagesEvents,
	send,
}

/** `post` and not `messages.create`: that one writes warnings about models to the terminal. */
async function send({ config, key, body, fetch, signal }: SdkCall): Promise<unknown> {
	const client = new Anthropic({
		baseURL: config.baseUrl.replace(/\/(?:v1\/?)?$/, ''),
		// Never left out: the SDK would look for other credentials on this machine by itself.
		apiKey: key?.value ?? 'none',
		webhookKey: null,
		defaultHeaders: { ...authHeaders(key), ...config.headers },
		fetch,
		maxRetries: 0,
		timeout: NO_TIMEOUT_MS,
		logLevel: 'off',
		openTelemetry: false,
	})
	return client.post('/v1/messages', { body, headers: JSON_HEADERS, signal }).asResponse()
}

/**
 * The SDK sends everything as a bearer token. Older gateways know keys only by the header the API is
 * documented with, and tokens, from an OAuth login or a gateway of one's own, only as the other.
 */
function authHeaders(key: SdkCall['key']): Record<string, string | null> {
	if (!key) return { Authorization: null }
	return key.isToken || key.source.endsWith('AUTH_TOKEN')
		? {}
		: { Authorization: null, 'X-Api-Key': key.value }
}
