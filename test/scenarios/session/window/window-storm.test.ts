// A window that is full again and again: nothing is ever too large for it, and what the work is about is in every request.

import assert from 'node:assert/strict'
import { beforeAll, describe, test } from 'vitest'
import { type CountTokens, loadTokenCounter } from '../../../../src/runtime/context/tokens/token-counter.ts'
import { SOAK_TIMES } from '../../../support/soak.ts'
import { type Storm, storm } from './window-storm.ts'

let count: CountTokens
beforeAll(async () => {
	count = await loadTokenCounter()
})

const WINDOWS = [8_000, 16_000, 32_000, 128_000]
const APIS = ['responses', 'chat', 'messages'] as const

const STORMS: readonly Storm[] =
	SOAK_TIMES > 1
		? WINDOWS.flatMap(windowTokens =>
				APIS.flatMap(api => [
					{ api, windowTokens, turns: 600, turnsARun: 40 },
					{ api, windowTokens, turns: 150, turnsARun: 40, early: true },
				]),
			)
		: [{ api: 'responses', windowTokens: 8_000, turns: 12, turnsARun: 3 }]

describe('a storm', () => {
	for (const given of STORMS)
		test(`${given.api}, a window of ${given.windowTokens}, ${given.turns} turns${given.early ? ', summaries begun early' : ''}`, async () => {
			const { missing, broken, overflows, reasons, compactions, cpuMs, largest, requests, pictures } =
				await storm(given, count)
			const [early, late] = [middleOf(cpuMs.slice(50, 150)), middleOf(cpuMs.slice(500, 600))]
			if (SOAK_TIMES > 1)
				console.log(
					JSON.stringify({
						...given,
						requests,
						compactions,
						overflows,
						largest,
						pictures,
						missing: missing.length,
						broken: broken.length,
						early,
						late,
						missed: missing.slice(0, 6),
						brokenAt: broken.slice(0, 6),
						reasons: [...new Set(reasons)],
					}),
				)
			assert.deepEqual([...new Set(reasons)], ['finished'])
			assert.deepEqual({ overflows, missing, broken }, { overflows: 0, missing: [], broken: [] })
			assert.ok(largest < 1 && compactions >= 2 && pictures > 0, `${largest}, ${compactions}, ${pictures}`)
			if (cpuMs.length >= 600) assert.ok(late <= 1.5 * early, `${late} ms against ${early} ms`)
		}, 1_200_000)
})

function middleOf(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)
}
