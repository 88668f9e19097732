import assert from 'node:assert/strict'
import { test } from 'vitest'
import { newContext, readTraceparent, writeTraceparent } from '../../../src/runtime/telemetry/traceparent.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

test('what W3C calls a traceparent is read, and nothing else', () => {
	const read = (text: string | undefined) => {
		const context = readTraceparent(text)
		return context && `${context.traceId === TRACE && context.spanId === SPAN} ${context.isSampled}`
	}
	const cases: readonly (readonly [string | undefined, string | undefined])[] = [
		[`00-${TRACE}-${SPAN}-01`, 'true true'],
		[` 00-${TRACE}-${SPAN}-00\n`, 'true false'],
		[`00-${TRACE}-${SPAN}-03`, 'true true'],
		// A later version may say more, behind what this one says.
		[`cc-${TRACE}-${SPAN}-01-what-comes`, 'true true'],
		[`00-${TRACE}-${SPAN}-01-more`, undefined],
		[`ff-${TRACE}-${SPAN}-01`, undefined],
		[`00-${'0'.repeat(32)}-${SPAN}-01`, undefined],
		[`00-${TRACE}-${'0'.repeat(16)}-01`, undefined],
		[`00-${TRACE.toUpperCase()}-${SPAN}-01`, undefined],
		[`00-${TRACE}-${SPAN}`, undefined],
		[`00-${TRACE}-${SPAN}-01\r\nx-injected: 1`, undefined],
		['', undefined],
		[undefined, undefined],
	]
	assert.deepEqual(
		cases.map(([text]) => read(text)),
		cases.map(([, expected]) => expected),
	)
})

test('a span below another one is in its trace, and the first one of a trace is kept', () => {
	const parent = readTraceparent(`00-${TRACE}-${SPAN}-00`)
	assert.match(writeTraceparent(newContext(parent)), new RegExp(`^00-${TRACE}-(?!${SPAN})[0-9a-f]{16}-00$`))
	const [first, other] = [newContext(undefined), newContext(undefined)]
	assert.match(writeTraceparent(first), /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
	assert.notEqual(first.traceId, other.traceId)
})
