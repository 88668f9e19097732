import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { retryAfterMs } from '../../../src/providers/errors/retry-after.ts'
import { PlainHeaders } from '../../../src/providers/http/http-headers.ts'

const NOW = Date.UTC(2026, 10, 21, 12)

const fromHeaders = (headers: Record<string, string>) => retryAfterMs(new PlainHeaders(headers), '', NOW)
const fromText = (text: string) => retryAfterMs(new PlainHeaders(), text, NOW)

describe('the time to wait', () => {
	test.each([
		['seconds', { 'retry-after': '7' }, 7_000],
		['parts of a second', { 'Retry-After': '0.25' }, 250],
		['milliseconds', { 'retry-after-ms': '350' }, 350],
		['milliseconds before seconds', { 'retry-after-ms': '350', 'retry-after': '1' }, 350],
		['a date', { 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' }, 30_000],
		['a date that has passed', { 'retry-after': 'Sat, 21 Nov 2026 11:59:30 GMT' }, undefined],
		['zero', { 'retry-after': '0' }, undefined],
		['less than zero', { 'retry-after': '-5' }, undefined],
		['no number', { 'retry-after': 'soon' }, undefined],
		['nothing', {}, undefined],
	])('is read from a header that holds %s', (_, headers, expected) => {
		assert.equal(fromHeaders(headers), expected)
	})

	test.each([
		['Please try again in 1m2s.', 62_000],
		['Please try again in 350ms.', 350],
		['Please try again in 20 seconds and not before.', 20_000],
		['Rate limit reached. Please try again in 1.242s. Visit the docs.', 1_242],
		['try again in 6m0s', 360_000],
		['Try again in 1 hour, 5 minutes', 3_900_000],
		['Please retry in 34.07s.', 34_070],
		['{"retryDelay": "34s"}', 34_000],
		['retry after 2 minutes', 120_000],
		['try again in a moment', undefined],
		['try again in 3 apples', undefined],
		['try again later', undefined],
		['try again in 0s', undefined],
	])('is read from “%s”', (text, expected) => {
		assert.equal(fromText(text), expected)
	})

	test('falls back to the words when the header says nothing usable', () => {
		assert.equal(retryAfterMs(new PlainHeaders({ 'retry-after': '0' }), 'try again in 2s', NOW), 2_000)
	})

	test('is a positive whole number or nothing, whatever is written', () => {
		fc.assert(
			fc.property(fc.string(), fc.string(), (header, text) => {
				const waitMs = retryAfterMs({ get: () => header }, text, NOW)
				assert.ok(waitMs === undefined || (Number.isInteger(waitMs) && waitMs > 0))
			}),
		)
	})
})
