// The vendors' own clients say what a request must have; ours must have it too, wherever it goes.

import assert from 'node:assert/strict'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, test } from 'vitest'
import type { ProviderConfig, ProviderKey } from '../../../src/core/model.ts'
import { type Address, messagesAddress, openAiAddress } from '../../../src/providers/wire/address.ts'

type Sent = { url: string; headers: Record<string, string> }

const KEY: ProviderKey = { value: 'k', source: 'MINE_API_KEY' }

function config(baseUrl: string, headers?: Record<string, string>): ProviderConfig {
	const rest = { id: 'mine', api: 'chat', keyName: undefined, keyOptional: true } as const
	return { ...rest, baseUrl, key: async () => undefined, ...(headers && { headers }) }
}

const SAID = ['authorization', 'x-api-key', 'anthropic-version', 'content-type', 'accept']

function said({ url, headers }: Sent): Sent {
	const known = Object.entries(headers).filter(([name]) => SAID.includes(name))
	return { url, headers: Object.fromEntries(known) }
}

const ours = ({ url, headers }: Address): Sent => said({ url, headers: Object.fromEntries(headers) })

async function theirs(post: (fetch: typeof globalThis.fetch) => Promise<unknown>): Promise<Sent> {
	let sent: Sent | undefined
	await post(async (url, init) => {
		sent = { url: String(url), headers: Object.fromEntries(new Headers(init?.headers ?? {})) }
		return new Response('{}', { headers: { 'content-type': 'application/json' } })
	})
	return said(sent!)
}

describe('says what the official client says', () => {
	for (const baseURL of ['http://127.0.0.1:9/v1', 'http://127.0.0.1:9/v1/', 'https://x.test/a/openai/'])
		test(`OpenAI's, at ${baseURL}`, async () => {
			const sent = await theirs(fetch =>
				new OpenAI({ baseURL, apiKey: 'k', fetch, maxRetries: 0 }).post('/chat/completions', { body: {} }),
			)
			assert.deepEqual(ours(openAiAddress('/chat/completions', { config: config(baseURL), key: KEY })), sent)
		})

	for (const isToken of [false, true])
		test(`Anthropic's, with ${isToken ? 'a token' : 'a key'}`, async () => {
			const baseURL = 'http://127.0.0.1:9'
			const sent = await theirs(fetch =>
				new Anthropic({
					baseURL,
					apiKey: null,
					...(isToken ? { authToken: 'k' } : { authToken: null, defaultHeaders: { 'x-api-key': 'k' } }),
					fetch,
					maxRetries: 0,
				}).post('/v1/messages', { body: {} }),
			)
			const key = isToken ? { ...KEY, source: 'ANTHROPIC_AUTH_TOKEN' } : KEY
			assert.deepEqual(ours(messagesAddress({ config: config(baseURL), key })), sent)
		})
})

test('a base URL may end in /v1 or not', () => {
	const urls = ['http://h', 'http://h/', 'http://h/v1', 'http://h/v1/'].map(
		base => messagesAddress({ config: config(base), key: KEY }).url,
	)
	assert.deepEqual(urls, Array(4).fill('http://h/v1/messages'))
})

test('without a key there is no header for one', () => {
	for (const { headers } of [
		openAiAddress('/x', { config: config('http://h'), key: undefined }),
		messagesAddress({ config: config('http://h'), key: undefined }),
	])
		assert.deepEqual([headers.has('authorization'), headers.has('x-api-key')], [false, false])
})

test('what the user configured is stronger, whatever its case', () => {
	const own = { AUTHORIZATION: 'Basic x', 'X-Mine': 'yes' }
	const { headers } = openAiAddress('/x', { config: config('http://h', own), key: KEY })
	assert.deepEqual([headers.get('authorization'), headers.get('x-mine')], ['Basic x', 'yes'])
})
