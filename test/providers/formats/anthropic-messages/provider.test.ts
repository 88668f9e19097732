import { providerContract } from '../../../contracts/provider.ts'

providerContract({
	api: 'messages',
	folder: 'anthropic-messages',
	model: 'claude-opus-5-5',
	path: '/v1/messages',
	opaque: { type: 'thinking', thinking: 'Two files.\n\nRead both.', signature: 'EqQBsealed' },
	suggestion: /"api": "chat"/,
	cutAfter: '{"type":"content_block_stop","index":2}',
})
