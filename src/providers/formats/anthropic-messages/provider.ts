// Anthropic's Messages API. Loaded only when such a model is asked.

import type { Provider } from '../../../core/model.ts'
import { messagesAddress } from '../../wire/address.ts'
import { createWireProvider, type ProviderSetup } from '../../wire/wire.ts'
import type { Wire } from '../../wire/wire-format.ts'
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
	address: messagesAddress,
}
