import { providerContract } from '../../../contracts/provider.ts'

providerContract({
	api: 'chat',
	folder: 'openai-chat',
	model: 'some-model',
	path: '/v1/chat/completions',
	opaque: { message: { reasoning_content: 'Two files.\n\nRead both.' } },
	suggestion: /"api": "responses"/,
	cutAfter: '"index":1,"id":"call_2"',
})
