import assert from 'node:assert/strict'
import { test } from 'vitest'
import { traceSampling } from '../../../src/runtime/telemetry/trace-sampling.ts'
import {
	contextBelow,
	newContext,
	readTraceparent,
	writeTraceparent,
} from '../../../src/runtime/telemetry/traceparent.ts'

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

test('a span below another one is in its trace, and the first one of a trace is kept where it is to be', () => {
	const parent = readTraceparent(`00-${TRACE}-${SPAN}-00`)!
	assert.match(writeTraceparent(contextBelow(parent)), new RegExp(`^00-${TRACE}-(?!${SPAN})[0-9a-f]{16}-00$`))
	const [first, other] = [newContext(undefined, () => true), newContext(undefined, () => false)]
	assert.match(writeTraceparent(first), /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
	assert.match(writeTraceparent(other), /-00$/)
	assert.notEqual(first.traceId, other.traceId)
	assert.equal(newContext(parent, () => true).isSampled, false)
})

test('which traces are kept is what OTEL_TRACES_SAMPLER says', () => {
	const low = `${'f'.repeat(18)}${'0'.repeat(13)}1`
	const high = `${'0'.repeat(18)}${'f'.repeat(14)}`
	type Kept = [ownLow: boolean, ownHigh: boolean, outsideKept: boolean, outsideLeftOut: boolean]
	const cases: readonly [string | undefined, string | undefined, Kept, problem?: RegExp][] = [
		[undefined, undefined, [true, true, true, false]],
		['parentbased_always_on', '0', [true, true, true, false]],
		['always_on', undefined, [true, true, true, true]],
		['always_off', undefined, [false, false, false, false]],
		['parentbased_always_off', undefined, [false, false, true, false]],
		['traceidratio', '0.5', [true, false, false, false]],
		['traceidratio', '0', [false, false, false, false]],
		[' TraceIdRatio ', ' ', [true, true, true, true]],
		['parentbased_traceidratio', '0.5', [true, false, true, false]],
		['traceidratio', 'half', [true, true, true, true], /SAMPLER_ARG/],
		['xray', undefined, [true, true, true, false], /xray/],
	]
	for (const [name, ratio, kept, problem] of cases) {
		const { sampling, problems } = traceSampling({
			OTEL_TRACES_SAMPLER: name,
			OTEL_TRACES_SAMPLER_ARG: ratio,
		})
		const outside = { traceId: high, spanId: SPAN }
		assert.deepEqual(
			[
				sampling.keeps(low),
				sampling.keeps(high),
				sampling.keepsOf({ ...outside, isSampled: true }),
				sampling.keepsOf({ ...outside, isSampled: false }),
			],
			kept,
			name,
		)
		assert.match(problems.join(), problem ?? /^$/)
	}
})
