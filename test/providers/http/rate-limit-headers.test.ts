import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { rateLimitLine } from '../../../src/core/text/rate-limit-line.ts'
import type { RateLimit, RateLimits } from '../../../src/core/usage.ts'
import { planLimitsIn, rateLimitsIn } from '../../../src/providers/http/rate-limit-headers.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const MINUTE = 60_000

/** As the services' own documentation shows them. */
const SHAPES: readonly [service: string, headers: Record<string, string>, told: RateLimits][] = [
	[
		'OpenAI',
		{
			'x-ratelimit-limit-requests': '60',
			'x-ratelimit-limit-tokens': '150000',
			'x-ratelimit-remaining-requests': '59',
			'x-ratelimit-remaining-tokens': '149984',
			'x-ratelimit-reset-requests': '1s',
			'x-ratelimit-reset-tokens': '6m0s',
		},
		{
			counts: [
				{ name: 'requests', limit: 60, remaining: 59, resetsAt: NOW + 1_000 },
				{ name: 'tokens', limit: 150_000, remaining: 149_984, resetsAt: NOW + 6 * MINUTE },
			],
		},
	],
	[
		'Anthropic',
		{
			'anthropic-ratelimit-requests-limit': '50',
			'anthropic-ratelimit-requests-remaining': '0',
			'anthropic-ratelimit-requests-reset': '2026-03-01T12:00:30Z',
			'anthropic-ratelimit-input-tokens-limit': '20000',
			'anthropic-ratelimit-input-tokens-remaining': '19000',
			'anthropic-ratelimit-input-tokens-reset': '2026-03-01T12:01:00Z',
			'retry-after': '30',
		},
		{
			counts: [
				{ name: 'requests', limit: 50, remaining: 0, resetsAt: NOW + 30_000 },
				{ name: 'input-tokens', limit: 20_000, remaining: 19_000, resetsAt: NOW + MINUTE },
			],
			retryAt: NOW + 30_000,
		},
	],
	[
		'an Anthropic plan',
		{
			'anthropic-ratelimit-unified-status': 'allowed',
			'anthropic-ratelimit-unified-5h-utilization': '0.25',
			'anthropic-ratelimit-unified-5h-reset': String(NOW / 1_000 + 600),
		},
		{ counts: [{ name: 'unified-5h', usedPercent: 25, resetsAt: NOW + 600_000 }] },
	],
	[
		'Groq',
		{ 'x-ratelimit-remaining-tokens': '17997', 'x-ratelimit-reset-tokens': '2m59.56s' },
		{ counts: [{ name: 'tokens', remaining: 17_997, resetsAt: NOW + 179_560 }] },
	],
	[
		'Cerebras',
		{
			'x-ratelimit-limit-requests-day': '14400',
			'x-ratelimit-remaining-requests-day': '14399',
			'x-ratelimit-reset-requests-day': '33011.382867',
		},
		{
			counts: [
				{ name: 'requests-day', limit: 14_400, remaining: 14_399, resetsAt: Math.ceil(NOW + 33_011_382.867) },
			],
		},
	],
	[
		'OpenRouter',
		{ 'X-RateLimit-Limit': '20', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': String(NOW + 5_000) },
		{ counts: [{ name: 'requests', limit: 20, remaining: 0, resetsAt: NOW + 5_000 }] },
	],
	[
		'Azure',
		{ 'x-ratelimit-remaining-requests': '9', 'x-ratelimit-remaining-tokens': '9000' },
		{
			counts: [
				{ name: 'requests', remaining: 9 },
				{ name: 'tokens', remaining: 9_000 },
			],
		},
	],
	[
		'a ChatGPT plan',
		{
			'x-codex-primary-used-percent': '12.5',
			'x-codex-primary-window-minutes': '300',
			'x-codex-primary-reset-at': String(NOW / 1_000 + 60),
			'x-codex-secondary-used-percent': '40',
			'x-codex-secondary-window-minutes': '10080',
		},
		{
			counts: [
				{ name: '5h', usedPercent: 12.5, resetsAt: NOW + MINUTE },
				{ name: '7d', usedPercent: 40 },
			],
		},
	],
	[
		'a proxy that only says when',
		{ 'retry-after': 'Sun, 01 Mar 2026 12:00:09 GMT' },
		{ counts: [], retryAt: NOW + 9_000 },
	],
]

describe('rate limits', () => {
	test.each(SHAPES)('of %s are read from its headers', (_, headers, told) => {
		assert.deepEqual(rateLimitsIn(Object.entries(headers), NOW), told)
	})

	test.each<Record<string, string>>([
		{},
		{ 'content-type': 'application/json', 'x-request-id': '7' },
		{ 'x-ratelimit-remaining-requests': '' },
		{ 'x-ratelimit-remaining-requests': 'many' },
		{ 'x-ratelimit-remaining-requests': '-1' },
		// When something is whole again says nothing without what it is.
		{ 'x-ratelimit-reset-requests': '1s' },
		{ 'retry-after': 'soon' },
		{ 'retry-after': '-5' },
		{ 'x-ratelimit-limit-requests-day-of-the-week-and-of-the-month-and-of-the-year-and-more': '1' },
	])('are none in %o', headers => {
		assert.equal(rateLimitsIn(Object.entries(headers), NOW), undefined)
	})

	test.each(['1e30', '99999999999999999', '9999-12-31T23:59:59Z', '-1s', '2001-13-45'])(
		'are whole again at no time that a calendar does not have, or nobody waits for: %s',
		reset => {
			const headers = { 'x-ratelimit-remaining-tokens': '7', 'x-ratelimit-reset-tokens': reset }
			assert.deepEqual(rateLimitsIn(Object.entries(headers), NOW), {
				counts: [{ name: 'tokens', remaining: 7 }],
			})
		},
	)

	test('of a plan are read from the event that brings them', () => {
		const rate_limits = {
			allowed: true,
			primary: { used_percent: 7, window_minutes: 300, reset_at: NOW / 1_000 + 60 },
			secondary: null,
		}
		assert.deepEqual(planLimitsIn({ type: 'codex.rate_limits', rate_limits }), {
			counts: [{ name: '5h', usedPercent: 7, resetsAt: NOW + MINUTE }],
		})
		assert.equal(planLimitsIn({ type: 'codex.rate_limits', rate_limits: { allowed: true } }), undefined)
	})

	test.each<[RateLimit, string]>([
		[
			{ name: 'requests', limit: 60, remaining: 59, resetsAt: NOW + 1_500 },
			'59 of 60 requests left, whole again in 2 s',
		],
		[{ name: 'tokens', remaining: 9, resetsAt: NOW - 1 }, '9 tokens left'],
		[{ name: 'tokens', limit: 9 }, '9 tokens at most'],
		[
			{ name: '5h', usedPercent: 12.4, resetsAt: NOW + 90 * MINUTE },
			'12 % of 5h used, whole again in 90 min',
		],
		[
			{ name: '7d', usedPercent: 100, resetsAt: NOW + 4 * 24 * 60 * MINUTE },
			'100 % of 7d used, whole again in 4 days',
		],
	])('read well: %o', (limit, line) => {
		assert.equal(rateLimitLine(limit, NOW), line)
	})
})
