// The wire of OpenAI's Responses API, over HTTPS alone.

import { openAiAddress } from '../../wire/address.ts'
import type { Wire } from '../../wire/wire-format.ts'
import { RESPONSES_REQUEST } from './request.ts'
import {
	RESPONSES_START,
	type ResponsesState,
	responsesArguments,
	responsesEnd,
	responsesEvents,
	responsesStep,
	SAYS_NOTHING,
} from './stream.ts'

export const RESPONSES: Wire<ResponsesState> = {
	request: RESPONSES_REQUEST,
	start: RESPONSES_START,
	step: responsesStep,
	end: responsesEnd,
	saysNothing: SAYS_NOTHING,
	argumentsIn: responsesArguments,
	eventsOf: responsesEvents,
	address: endpoint => openAiAddress('/responses', endpoint),
}
