// Chat Completions, of OpenAI and everyone compatible with it. Loaded only when such a model is asked.

import type { Provider } from '../../../core/model.ts'
import { openAiAddress } from '../../wire/address.ts'
import { createWireProvider, type ProviderSetup } from '../../wire/wire.ts'
import type { Wire } from '../../wire/wire-format.ts'
import { CHAT_REQUEST } from './request.ts'
import {
	CHAT_START,
	type ChatState,
	chatArguments,
	chatEnd,
	chatEvents,
	chatIsSettled,
	chatStep,
} from './stream.ts'

export function createChatProvider(setup: ProviderSetup): Provider {
	return createWireProvider(CHAT, setup)
}

const CHAT: Wire<ChatState> = {
	request: CHAT_REQUEST,
	start: CHAT_START,
	step: chatStep,
	end: chatEnd,
	isSettled: chatIsSettled,
	argumentsIn: chatArguments,
	eventsOf: chatEvents,
	address: endpoint => openAiAddress('/chat/completions', endpoint),
}
