// OpenAI's Responses API. Loaded only when such a model is asked.

import type { Provider } from '../../../core/model.ts'
import { createWireProvider, type ProviderSetup } from '../../wire/wire.ts'
import { createResponsesSocket } from './socket.ts'
import { RESPONSES } from './wire.ts'

export function createResponsesProvider(setup: ProviderSetup): Provider {
	return createWireProvider(RESPONSES, setup, createResponsesSocket(setup))
}
