// Chat Completions, of OpenAI and everyone compatible with it. Loaded only when such a model is asked.

import type { Provider } from '../../../core/model.ts'
import { openAiAddress } from '../../wire/address.ts'
import { isOpenAiHost } from '../../wire/openai-host.ts'
import { createWireProvider, type ProviderSetup } from '../../wire/wire.ts'
import type { Wire } from '../../wire/wire-format.ts'
import { recoverCalls } from './recover-calls.ts'
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
	const provider = createWireProvider(CHAT, setup)
	// OpenAI's own models make their calls as calls, and structured answers are JSON that is no call.
	if (isOpenAiHost(setup.config.baseUrl)) return provider
	return {
		id: provider.id,
		stream: (request, ...how) => {
			const parts = provider.stream(request, ...how)
			const { tools, outputSchema } = request
			return tools.length === 0 || outputSchema ? parts : recoverCalls(parts, tools)
		},
	}
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
