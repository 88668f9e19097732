import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { WRITTEN_FORMS } from '../../../fixtures/calls/written-calls.ts'
import {
	outcomeOf,
	partsOf,
	streamOf,
	WIRES,
	type WireName,
} from '../../../support/providers/written-reply.ts'

const NAMES = Object.keys(WIRES) as WireName[]

describe.each(NAMES)('over %s, a call written as text is the same call', name => {
	test.each(WRITTEN_FORMS.map(form => [form.name, form.intact] as const))('%s', async (_form, text) => {
		const bytes = streamOf(name, text.match(/.{1,16}/gs) ?? [])
		const whole = outcomeOf(await partsOf(name, [bytes]))
		assert.deepEqual([whole.calls, whole.end], [['read {"path":"a.ts"}'], 'tool-calls'])
		// `scripts/measure/dialects.mjs` cuts at every byte.
		const step = name === 'chat' ? 11 : 83
		for (let at = 1; at < bytes.length; at += step) {
			const parts = await partsOf(name, [bytes.subarray(0, at), bytes.subarray(at)])
			assert.deepEqual(outcomeOf(parts), whole, `cut at ${at}`)
		}
	})
})
