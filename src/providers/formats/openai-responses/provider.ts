// OpenAI's Responses API. Loaded only when such a model is asked.

import type { Provider } from '../../../core/model.ts'
import { openAiAddress } from '../../wire/address.ts'
import { createWireProvider, type ProviderSetup } from '../../wire/wire.ts'
import type { Wire } from '../../wire/wire-format.ts'
import { RESPONSES_REQUEST } from './request.ts'
import { createResponsesSocket } from './socket.ts'
import {
	RESPONSES_START,
	type ResponsesState,
	responsesArguments,
	responsesEnd,
	responsesEvents,
	responsesStep,
	SAYS_NOTHING,
} from './stream.ts'

export function createResponsesProvider(setup: ProviderSetup): Provider {
	return createWireProvider(RESPONSES, setup, createResponsesSocket(setup))
}

const RESPONSES: Wire<ResponsesState> = {
	request: RESPONSES_REQUEST,
	start: RESPONSES_START,
	step: responsesStep,
	end: responsesEnd,
	saysNothing: SAYS_NOTHING,
	argumentsIn: responsesArguments,
	eventsOf: responsesEvents,
	address: endpoint => openAiAddress('/responses', endpoint),
}
