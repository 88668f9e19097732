import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import type { CallId } from '../../../src/core/ids.ts'
import type { AssistantMessage, Message, ToolMessage } from '../../../src/core/messages.ts'
import type { ModelRef } from '../../../src/core/model-ref.ts'
import {
	argumentsObject,
	fitMessage,
	legalCallId,
	resultText,
	wellFormed,
} from '../../../src/providers/wire/replay.ts'

const AUTHOR = { provider: 'anthropic', model: 'claude-opus-5-5' }
const OTHER = { provider: 'openai', model: 'gpt-5.5' }

const fitHistory = (messages: readonly Message[], target: ModelRef) =>
	messages.flatMap(message => fitMessage(message, target) ?? [])

const reply = (content: AssistantMessage['content']): AssistantMessage => ({
	role: 'assistant',
	model: AUTHOR,
	content,
	stop: 'stop',
})

const result = (callId: string, outcome: ToolMessage['outcome'], text: string): ToolMessage => ({
	role: 'tool',
	callId: callId as CallId,
	tool: 'read',
	outcome,
	content: [{ type: 'text', text }],
})

describe('a history fitted to a model', () => {
	const thought = { type: 'reasoning', text: 'Hm.', opaque: { by: AUTHOR, data: { sealed: 1 } } } as const
	const said = { type: 'text', text: 'Yes.' } as const

	test('gives a thought that was written into the answer back in it, to the model that wrote it', () => {
		const data = { written: '<think>\nHm.\n</think>\n\n' }
		const written = reply([{ type: 'reasoning', text: 'Hm.', opaque: { by: AUTHOR, data } }, said])
		const asItCame = { type: 'text', text: data.written } as const
		assert.deepEqual(fitHistory([written], AUTHOR), [reply([asItCame, said])])
		assert.deepEqual(fitHistory([written], OTHER), [reply([said])])
	})

	test('gives reasoning back to the model that wrote it and to no other', () => {
		const history = [reply([thought, said])]
		assert.deepEqual(fitHistory(history, AUTHOR), history)
		assert.deepEqual(fitHistory(history, OTHER), [reply([said])])
		assert.deepEqual(fitHistory(history, { ...AUTHOR, model: 'claude-opus-5' }), [reply([said])])
	})

	test('drops reasoning that has no form to be sent in', () => {
		assert.deepEqual(fitHistory([reply([{ type: 'reasoning', text: 'Hm.' }, said])], AUTHOR), [reply([said])])
	})

	test('drops reasoning that led to nothing, as a reply that broke off leaves it', () => {
		assert.deepEqual(fitHistory([reply([thought, said, thought])], AUTHOR), [reply([thought, said])])
	})

	test('keeps it in a reply that is paused, which goes on from there', () => {
		const paused = { ...reply([thought]), stop: 'paused' } as const
		assert.deepEqual(fitHistory([paused], AUTHOR), [paused])
		assert.deepEqual(fitHistory([paused], OTHER), [])
	})

	test('names every call so that servers take it back', () => {
		const call = (tool: string) =>
			reply([{ type: 'tool-call', callId: 'c1' as CallId, tool, arguments: '{}' }])
		const names = ['read', 'functions.read', 'read the file', '', 'r'.repeat(65)]
		const legal = ['read', 'functions_read', 'read_the_file', 'unnamed', 'r'.repeat(64)]
		assert.deepEqual(fitHistory(names.map(call), OTHER), legal.map(call))
	})

	test('holds nothing empty', () => {
		const empty: readonly Message[] = [
			{ role: 'user', content: [{ type: 'text', text: '  \n' }] },
			reply([]),
			reply([{ type: 'text', text: '' }]),
			reply([thought]),
		]
		assert.deepEqual(fitHistory(empty, AUTHOR), [])
	})

	test('keeps a result without text, which answers its call all the same', () => {
		const [kept] = fitHistory([result('c1', 'ok', '')], AUTHOR)
		assert.ok(kept?.role === 'tool')
		assert.equal(resultText(kept, false), '(no output)')
	})

	test('names a call and its result alike, in whatever way the ids were made', () => {
		const odd = 'functions.read:0|α'
		const call = { type: 'tool-call', callId: odd as CallId, tool: 'read', arguments: '{}' } as const
		const [asked, answered] = fitHistory([reply([call]), result(odd, 'ok', 'x')], OTHER)
		assert.ok(asked?.role === 'assistant' && answered?.role === 'tool')
		const [named] = asked.content
		assert.ok(named?.type === 'tool-call' && named.callId === answered.callId)
	})

	test('mends text that was cut through an emoji', () => {
		const cut = 'fine 😀 cut \ud83d'
		assert.equal(wellFormed(cut), 'fine 😀 cut \ufffd')
	})
})

describe('a call id', () => {
	test('stays as it is where every vendor takes it, and else becomes one that they take', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', maxLength: 90 }), callId => {
				const legal = legalCallId(callId)
				assert.match(legal, /^[a-zA-Z0-9_-]{1,40}$/)
				assert.equal(legalCallId(legal), legal)
				if (/^[a-zA-Z0-9_-]{1,40}$/.test(callId)) assert.equal(legal, callId)
			}),
		)
	})

	test('stays apart from other ids', () => {
		fc.assert(
			fc.property(fc.uniqueArray(fc.string({ maxLength: 60 })), ids => {
				assert.equal(new Set(ids.map(legalCallId)).size, ids.length)
			}),
		)
	})
})

test('arguments that are no JSON object are shown to the model as what it wrote', () => {
	assert.deepEqual(argumentsObject('{"path":"a"}'), { path: 'a' })
	assert.deepEqual(argumentsObject(''), {})
	assert.deepEqual(argumentsObject('{"path":'), { unreadable_arguments: '{"path":' })
	assert.deepEqual(argumentsObject('[1]'), { unreadable_arguments: '[1]' })
})

test('half a surrogate pair in arguments is replaced, however it was written', () => {
	const read = (escaped: string) => argumentsObject(`{"path":"${escaped}"}`).path
	assert.deepEqual(['\\ud83d', '\\uDC00x', '\\ud83d\\ude00', '\\\\ud83d', '\\u00e4\\n'].map(read), [
		'\ufffd',
		'\ufffdx',
		'😀',
		'\\ud83d',
		'ä\n',
	])
})

test('a call that did not go well begins with "error:" unless the wire has a flag for it', () => {
	assert.equal(resultText(result('c', 'failed', 'no such file'), false), 'error: no such file')
	assert.equal(resultText(result('c', 'refused', 'no'), true), 'no')
	assert.equal(resultText(result('c', 'ok', 'fine'), false), 'fine')
})
