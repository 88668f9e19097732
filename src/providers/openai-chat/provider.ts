// Chat Completions through OpenAI's SDK. Loaded only when such a model is asked.

import type { Provider } from '../../core/model.ts'
import { sendOpenAi } from '../openai-client.ts'
import { createWireProvider, type ProviderSetup } from '../wire.ts'
import type { Wire } from '../wire-format.ts'
import { chatBody } from './request.ts'
import { CHAT_START, type ChatState, chatEnd, chatEvents, chatIsSettled, chatStep } from './stream.ts'

export function createChatProvider(setup: ProviderSetup): Provider {
	return createWireProvider(CHAT, setup)
}

const CHAT: Wire<ChatState> = {
	body: chatBody,
	start: CHAT_START,
	step: chatStep,
	end: chatEnd,
	isSettled: chatIsSettled,
	eventsOf: chatEvents,
	send: call => sendOpenAi('/chat/completions', call),
}
