// A chain that means "get me an answer": for each way in which its first model can fail, on each wire, who is asked.

import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { CHAIN_CASES } from '../../support/chain/chain-cases.ts'
import { playChain } from '../../support/chain/play-chain.ts'
import { SOAK_TIMES } from '../../support/soak.ts'

const WIRES = ['responses', 'chat', 'messages'] as const

describe.each(WIRES)('over %s, when the first model fails with', wire => {
	// The failures in turn in `npm test`, all of them on each wire in `npm run soak`.
	const cases = CHAIN_CASES.filter((_, at) => SOAK_TIMES > 1 || at % WIRES.length === WIRES.indexOf(wire))
	for (const each of cases)
		test(each.failure, async () => {
			const { asked, end, rests } = each
			const { said, ...observed } = await playChain(wire, each)
			assert.deepEqual(observed, { asked, end, rests }, said)
			assert.match(said, each.says)
		})
})
