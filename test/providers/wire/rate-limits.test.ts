// Rate limits come with the answer, whatever kind of answer it is.

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { userText } from '../../../src/core/messages.ts'
import type { ModelPart, ProviderConfig } from '../../../src/core/model.ts'
import { modelInfo } from '../../../src/providers/discovery/catalogue.ts'
import { createProviders } from '../../../src/providers/registry.ts'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import type { ScriptedReply } from '../../support/model-server/reply/reply.ts'

let server: ModelServer
beforeEach(async () => {
	server = await startModelServer({ sockets: true })
})
afterEach(() => server.close())

const headers = { 'x-ratelimit-limit-requests': '60', 'x-ratelimit-remaining-requests': '59' }
const TOLD = { counts: [{ name: 'requests', limit: 60, remaining: 59 }] }

function providerOf(api: ProviderConfig['api'], socket = false) {
	const config: ProviderConfig = {
		id: 'mine',
		api,
		baseUrl: api === 'messages' ? server.anthropicUrl : server.url,
		key: async () => ({ value: 'test-key', source: 'MINE_API_KEY' }),
		keyName: 'MINE_API_KEY',
		keyOptional: false,
		socket,
	}
	const media = { put: () => Promise.reject(new Error('nothing is stored')), get: async () => undefined }
	return createProviders({ configs: [config], media, info: modelInfo, clock: { now: () => 0 } }).get('mine')
}

const REQUEST = {
	model: 'test-model',
	system: 'Be brief.',
	messages: [userText('hello')],
	tools: [],
	maxOutputTokens: 100,
	cacheKey: 'c',
}

async function partsOf(provider: Awaited<ReturnType<typeof providerOf>>): Promise<readonly ModelPart[]> {
	const parts: ModelPart[] = []
	for await (const part of provider.stream(REQUEST, new AbortController().signal)) parts.push(part)
	return parts
}

const limitsIn = (parts: readonly ModelPart[]) =>
	parts.flatMap(part => (part.type === 'rate-limits' ? [part.limits] : []))

describe.each(['responses', 'chat', 'messages'] as const)('over %s', api => {
	test.each<[string, ScriptedReply]>([
		['streamed', { text: 'Yes.', headers }],
		['whole', { text: 'Yes.', headers, whole: true }],
		['refused', { status: 429, headers, error: { message: 'slow down' } }],
	])('a reply that is %s brings them, before anything else', async (_, reply) => {
		server.script(reply)
		const parts = await partsOf(await providerOf(api))
		assert.deepEqual(parts[0], { type: 'rate-limits', limits: TOLD })
		assert.equal(limitsIn(parts).length, 1)
	})

	test('a reply without them says nothing of them', async () => {
		server.script({ text: 'Yes.' })
		assert.deepEqual(limitsIn(await partsOf(await providerOf(api))), [])
	})
})

describe('over a socket', () => {
	test('the handshake brings them, once; a refusal its own', async () => {
		server.sockets.greet(headers)
		server.script({ text: 'Yes.' }, { text: 'Again.' }, { status: 429, headers: { 'retry-after': '7' } })
		const provider = await providerOf('responses', true)
		assert.deepEqual(limitsIn(await partsOf(provider)), [TOLD])
		assert.deepEqual(limitsIn(await partsOf(provider)), [])
		assert.deepEqual(limitsIn(await partsOf(provider)), [{ counts: [], retryAt: 7_000 }])
		assert.deepEqual(
			server.requests.map(({ over }) => over),
			['socket', 'socket', 'socket'],
		)
	})
})

test('an event of the stream brings those of a plan, and nothing of it is taken for a reply', async () => {
	const events = [
		{ type: 'codex.rate_limits', rate_limits: { primary: { used_percent: 7, window_minutes: 300 } } },
		{ type: 'error', error: { message: 'this model does not support tools' } },
	]
	server.script(
		{ raw: events.map(event => `data: ${JSON.stringify(event)}\n\n`).join('') },
		{ text: 'Without them, then.' },
	)
	const provider = await providerOf('responses')
	const tool = { name: 'read', description: 'reads', inputSchema: { type: 'object' } }
	const parts: ModelPart[] = []
	for await (const part of provider.stream({ ...REQUEST, tools: [tool] }, new AbortController().signal))
		parts.push(part)
	assert.deepEqual(limitsIn(parts), [{ counts: [{ name: '5h', usedPercent: 7 }] }])
	assert.equal(parts.at(-1)?.type, 'finish')
	assert.equal(server.requests.length, 2)
})
