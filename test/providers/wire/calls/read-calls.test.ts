import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { ModelPart } from '../../../../src/core/model.ts'
import { looksLikeCall } from '../../../../src/providers/wire/calls/looks-like-call.ts'
import { CallRecovery } from '../../../../src/providers/wire/calls/recover-calls.ts'
import {
	CALLED_TOOLS,
	type Expected,
	variantsOf,
	WRITTEN_FORMS,
} from '../../../fixtures/calls/written-calls.ts'

const STOP: ModelPart = { type: 'finish', reason: 'stop', usage: undefined }

type Outcome = { shown: string; calls: readonly string[] }

function outcome(pieces: readonly string[]): Outcome {
	const recovery = new CallRecovery({ tools: CALLED_TOOLS, isMarkedOnly: false })
	const deltas = pieces.map((text): ModelPart => ({ type: 'text-delta', text }))
	const parts = [...deltas, STOP].flatMap(part => recovery.take(part))
	return {
		shown: parts.map(part => (part.type === 'text-delta' ? part.text : '')).join(''),
		calls: parts.flatMap(part => (part.type === 'tool-call' ? [`${part.tool} ${part.arguments}`] : [])),
	}
}

const READ = 'read {"path":"a.ts"}'
const CALLS: Record<Expected, readonly string[]> = {
	read: [READ],
	'read twice': [READ, 'list {}'],
	correction: [],
	text: [],
}

describe.each(WRITTEN_FORMS.map(form => [form.name, form] as const))('%s', (_name, form) => {
	for (const [variant, text, expected] of variantsOf(form))
		test(`${variant}: ${expected}`, () => {
			const { shown, calls } = outcome([text])
			assert.deepEqual(calls, CALLS[expected], text)
			if (calls.length === 0) assert.equal(shown, text)
			else assert.ok(!/"path"|a\.ts/.test(shown), shown)
			// What was not read is either an answer or told to the model.
			if (calls.length === 0)
				assert.equal(looksLikeCall(text, CALLED_TOOLS) !== undefined, expected === 'correction', text)
		})

	test('cut anywhere, comes out the same', () => {
		for (const text of [form.intact, `Let me look. It is short.\n\n${form.intact}`]) {
			const whole = outcome([text])
			for (let at = 1; at < text.length; at++)
				assert.deepEqual(outcome([text.slice(0, at), text.slice(at)]), whole, text.slice(0, at))
			assert.deepEqual(outcome([...text]), whole)
		}
	})

	test('shows nothing of itself while it comes', () => {
		const recovery = new CallRecovery({ tools: CALLED_TOOLS, isMarkedOnly: false })
		const text = form.begins ? form.intact.slice(form.intact.indexOf('Action')) : form.intact
		for (const sign of text) assert.deepEqual(recovery.take({ type: 'text-delta', text: sign }), [])
	})

	test('ended anywhere by its server, is the same call, or a part of it, or none', () => {
		for (let at = 1; at < form.intact.length; at++) {
			const { calls } = outcome([form.intact.slice(0, at)])
			assert.ok(
				calls.length === 0 || (calls.length === 1 && [READ, 'read {}'].includes(calls[0]!)),
				`${form.intact.slice(0, at)} is ${calls.join()}`,
			)
		}
	})
})
