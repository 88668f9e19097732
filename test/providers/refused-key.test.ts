import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { userText } from '../../src/core/messages.ts'
import type { ModelPart, ProviderConfig, ProviderKey } from '../../src/core/model.ts'
import { modelInfo } from '../../src/providers/discovery/catalogue.ts'
import { createProviders } from '../../src/providers/registry.ts'
import { type Loopback, refuses, startLoopback } from '../support/providers/loopback.ts'

let server: Loopback
beforeEach(async () => {
	server = await startLoopback()
})
afterEach(() => server.close())

const OLD: ProviderKey = { value: 'old-token', source: 'credentials.json', isToken: true }
const NEW: ProviderKey = { value: 'new-token', source: 'credentials.json', isToken: true }

type Case = { api: ProviderConfig['api']; refresh?: () => Promise<ProviderKey | undefined> }

async function ask({ api, refresh }: Case): Promise<ModelPart | undefined> {
	const config: ProviderConfig = {
		id: 'corp',
		api,
		baseUrl: `${server.url}/v1`,
		key: async () => OLD,
		keyName: undefined,
		keyOptional: false,
		...(refresh && { refresh }),
	}
	const media = { put: () => Promise.reject(new Error('nothing is stored')), get: async () => undefined }
	const providers = createProviders({ configs: [config], media, info: modelInfo, clock: Date })
	const request = {
		model: 'm',
		system: '',
		messages: [userText('hello')],
		tools: [],
		maxOutputTokens: 100,
		cacheKey: 'c',
	}
	let last: ModelPart | undefined
	for await (const part of (await providers.get('corp')).stream(request, new AbortController().signal))
		last = part
	return last
}

const keysSent = () => server.asked.map(({ headers }) => headers.authorization)
const message = (part: ModelPart | undefined) => (part?.type === 'error' ? part.error.message : part?.type)

describe.each(['responses', 'chat', 'messages'] as const)('a 401 of the %s wire', api => {
	const refused = () => refuses(401, { error: { message: 'token old-token has expired' } })

	test('renews the key once and asks again with the new one, as a token', async () => {
		server.answerWith(refused(), refuses(400, { error: { message: 'seen' } }))
		assert.equal(message(await ask({ api, refresh: async () => NEW })), 'corp answered 400: seen')
		assert.deepEqual(keysSent(), ['Bearer old-token', 'Bearer new-token'])
	})

	test('that comes again ends the request', async () => {
		server.answerWith(refused())
		const error = await ask({ api, refresh: async () => NEW })
		assert.match(message(error) ?? '', /^corp answered 401: .* run `agent login corp`$/)
		assert.deepEqual(keysSent(), ['Bearer old-token', 'Bearer new-token'])
	})

	test('ends it at once where there is no other key, and does not repeat the one there is', async () => {
		server.answerWith(refused())
		assert.equal(
			message(await ask({ api, refresh: async () => undefined })),
			'corp answered 401: token [key] has expired; ' +
				'check the key, which came from credentials.json, or run `agent login corp`',
		)
		assert.equal(server.asked.length, 1)
	})
})

test('a 403 is no reason to renew a key', async () => {
	server.answerWith(refuses(403, { error: { message: 'not for you' } }))
	await ask({ api: 'chat', refresh: () => Promise.reject(new Error('not asked')) })
	assert.equal(server.asked.length, 1)
})
