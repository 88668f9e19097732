import assert from 'node:assert/strict'
import { test } from 'vitest'
import { userText } from '../../../src/core/messages.ts'
import { createSentPrefix, type SentRequest } from '../../../src/runtime/context/sent-prefix.ts'

const TOOL = { name: 'read', description: 'Reads.', inputSchema: { type: 'object' } }
const BASE: SentRequest = {
	system: 'be useful',
	tools: [TOOL],
	messages: [userText('preamble'), userText('one'), userText('two')],
}

function differenceAfter(change: Partial<SentRequest>): string | undefined {
	const prefix = createSentPrefix()
	prefix.sent(BASE, 1)
	assert.equal(prefix.difference(), undefined)
	prefix.sent({ ...structuredClone(BASE), ...change }, 1)
	return prefix.difference()
}

test('a request that only goes on differs in nothing', () => {
	assert.equal(differenceAfter({}), undefined)
	assert.equal(differenceAfter({ messages: [...BASE.messages, userText('three')] }), undefined)
})

test('the first part that differs is named', () => {
	const [preamble, one, two] = BASE.messages
	assert.equal(differenceAfter({ system: 'be brief' }), 'another system prompt')
	assert.match(differenceAfter({ tools: [{ ...TOOL, description: 'Looks.' }] })!, /^other tools/)
	assert.equal(differenceAfter({ messages: [userText('other'), one!, two!] }), 'another preamble')
	assert.equal(differenceAfter({ messages: [preamble!, one!, userText('2')] }), 'message 2 is another')
	assert.equal(differenceAfter({ messages: [preamble!, one!] }), 'message 2 is another')
})
