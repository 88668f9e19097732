import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { type ModelServer, startModelServer } from './model-server.ts'
import { sealReasoning, signThinking } from './reply/seal.ts'

let server: ModelServer

beforeEach(async () => {
	server = await startModelServer()
	server.onRequest(() => ({ text: 'fine' }))
})
afterEach(() => server.close())

describe('Responses', () => {
	const user = { role: 'user', content: 'hi' }
	const call = { type: 'function_call', call_id: 'call_1', name: 'read', arguments: '{}' }
	const output = { type: 'function_call_output', call_id: 'call_1', output: 'text' }
	const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'ok' }] }
	const reasoning = {
		type: 'reasoning',
		id: 'rs_1',
		summary: [{ type: 'summary_text', text: 'hm' }],
		encrypted_content: sealReasoning('hm'),
	}
	const check = (input: unknown, more: object = {}) =>
		refusal('/responses', { model: 'm', store: false, input, ...more })

	test('takes a whole tool loop', async () => {
		assert.equal(await check([user, reasoning, call, output, said, user]), undefined)
	})

	test.each<[string, unknown, object, RegExp]>([
		['a call without output', [user, call], {}, /No tool output found for function call call_1/],
		['output without call', [user, output], {}, /No tool call found for function call output/],
		['a doubled call id', [user, call, output, call, output], {}, /Duplicate function call/],
		['a long call id', [{ ...call, call_id: 'x'.repeat(65) }], {}, /maximum length 64/],
		['a foreign item id', [user, { ...call, id: 'call_1' }, output], {}, /begins with 'fc'/],
		['an unknown item', [{ type: 'junk' }], {}, /Invalid value: 'junk'/],
		['an unknown field', 'hi', { max_tokens: 5 }, /Unknown parameter: 'max_tokens'/],
		['lone reasoning', [user, reasoning, user], {}, /without its required following item/],
		[
			'changed reasoning',
			[user, { ...reasoning, encrypted_content: 'made up' }, call, output],
			{},
			/could not be verified/,
		],
		['half a character', 'cut \ud83d', {}, /could not parse the JSON body/],
		[
			'input text of the assistant',
			[{ role: 'assistant', content: [{ type: 'input_text', text: 'x' }] }],
			{},
			/Supported values are: output_text and refusal/,
		],
	])('refuses %s', async (_, input, more, message) => {
		assert.match((await check(input, more)) ?? '', message)
	})

	test('takes text that only talks about surrogates', async () => {
		assert.equal(await check('write \\ud83d for half of it'), undefined)
	})
})

describe('Chat Completions', () => {
	const user = { role: 'user', content: 'hi' }
	const call = (id: string) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })
	const asks = { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] }
	const answers = ['a', 'b'].map(id => ({ role: 'tool', tool_call_id: id, content: 'text' }))
	const check = (messages: unknown, more: object = {}) =>
		refusal('/chat/completions', { model: 'm', messages, ...more })

	test('takes a whole tool loop', async () => {
		assert.equal(await check([user, asks, ...answers, { role: 'assistant', content: 'ok' }]), undefined)
	})

	test.each<[string, unknown, object, RegExp]>([
		['a call without answer', [user, asks, answers[0]], {}, /did not have response messages: b/],
		['a late answer', [user, asks, answers[0], user, answers[1]], {}, /did not have response messages: b/],
		['an answer without call', [user, answers[0]], {}, /must be a response to a preceeding message/],
		['doubled ids', [user, asks, ...answers, asks, ...answers], {}, /Duplicate value/],
		['an empty list of calls', [user, { ...asks, tool_calls: [] }], {}, /empty array/],
		['an assistant who says nothing', [user, { role: 'assistant', content: null }], {}, /Invalid type/],
		['an unknown field', [user], { input: 'x' }, /Unknown parameter: 'input'/],
		['both limits', [user], { max_tokens: 1, max_completion_tokens: 1 }, /at the same time/],
	])('refuses %s', async (_, messages, more, message) => {
		assert.match((await check(messages, more)) ?? '', message)
	})
})

describe('Messages', () => {
	const user = { role: 'user', content: 'hi' }
	const use = { type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }
	const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'text' }
	const thinking = { type: 'thinking', thinking: 'hm', signature: signThinking('hm') }
	const assistant = (...content: unknown[]) => ({ role: 'assistant', content })
	const answer = (...content: unknown[]) => ({ role: 'user', content })
	const empty = { type: 'text', text: '' }
	const text = { type: 'text', text: 'x' }
	const check = (messages: unknown, more: object = {}) =>
		refusal('/messages', { model: 'm', max_tokens: 9, messages, ...more })

	test('takes a whole tool loop', async () => {
		const messages = [user, assistant(thinking, text, use), answer(result, text), assistant(text), user]
		assert.equal(await check(messages), undefined)
	})

	test.each<[string, unknown, object, RegExp]>([
		['no limit', [user], { max_tokens: undefined }, /max_tokens: Field required/],
		['empty text', [answer(empty)], {}, /text content blocks must be non-empty/],
		['blank text', [answer({ type: 'text', text: ' \n' })], {}, /must contain non-whitespace text/],
		['an assistant first', [assistant(text), user], {}, /first message must use the "user" role/],
		['two users in a row', [user, user], {}, /roles must alternate/],
		['a call without result', [user, assistant(use), user], {}, /without `tool_result` blocks/],
		['text before a result', [user, assistant(use), answer(text, result)], {}, /without `tool_result`/],
		['a result without call', [user, assistant(text), answer(result)], {}, /unexpected `tool_use_id`/],
		['two results for a call', [user, assistant(use), answer(result, result)], {}, /a single result/],
		['doubled ids', [user, assistant(use, use), answer(result)], {}, /ids must be unique/],
		['odd characters in an id', [user, assistant({ ...use, id: 'a|b' }), answer(result)], {}, /pattern/],
		['changed thinking', [user, assistant({ ...thinking, thinking: 'ha' }, text)], {}, /Invalid `signature`/],
		['input that is no object', [user, assistant({ ...use, input: 'x' }), answer(result)], {}, /dictionary/],
		['an unknown field', [user], { instructions: 'x' }, /Extra inputs are not permitted/],
		['half a character', [{ role: 'user', content: 'cut \ud83d' }], {}, /no low surrogate/],
		[
			'five cache marks',
			[answer(...Array(5).fill({ ...text, cache_control: { type: 'ephemeral' } }))],
			{},
			/maximum of 4 blocks/,
		],
	])('refuses %s', async (_, messages, more, message) => {
		assert.match((await check(messages, more)) ?? '', message)
	})
})

/** The words of the refusal, or undefined when there was none. */
async function refusal(path: string, body: object): Promise<string | undefined> {
	const response = await fetch(server.url + path, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
		body: JSON.stringify(body),
	})
	const { error } = (await response.json()) as { error?: { message: string } }
	assert.equal(response.status, error ? 400 : 200)
	return error?.message
}
