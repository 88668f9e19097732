import { type ProviderContract, providerContract } from '../../../contracts/provider.ts'
import { startSocketGateway } from '../../../support/providers/socket-gateway.ts'

const RESPONSES: ProviderContract = {
	api: 'responses',
	folder: 'openai-responses',
	model: 'gpt-5.5',
	path: '/v1/responses',
	opaque: {
		type: 'reasoning',
		summary: [
			{ type: 'summary_text', text: 'Two files.' },
			{ type: 'summary_text', text: 'Read both.' },
		],
		encrypted_content: 'gAAAAsealed',
	},
	suggestion: /openai-chat/,
	cutAfter: '"type":"response.output_item.done","sequence_number":20',
}

providerContract(RESPONSES)
providerContract({ ...RESPONSES, transport: { name: 'a WebSocket', start: startSocketGateway } })
