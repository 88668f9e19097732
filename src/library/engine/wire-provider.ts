// Providers of the three wires over plain HTTPS. All of them come with the engine: it is one file.

import { AgentError } from '../../core/errors.ts'
import type { Provider } from '../../core/model.ts'
import { createMessagesProvider } from '../../providers/formats/anthropic-messages/provider.ts'
import { createChatProvider } from '../../providers/formats/openai-chat/provider.ts'
import { RESPONSES } from '../../providers/formats/openai-responses/wire.ts'
import { createWireProvider, type ProviderSetup } from '../../providers/wire/wire.ts'

export function wireProvider(setup: ProviderSetup): Provider {
	const { api, id } = setup.config
	switch (api) {
		case 'chat':
			return createChatProvider(setup)
		case 'messages':
			return createMessagesProvider(setup)
		case 'responses':
			return createWireProvider(RESPONSES, setup)
		case 'demo':
		case 'own':
			throw new AgentError('config-invalid', `provider ${id} has no wire`)
	}
}
