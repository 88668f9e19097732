import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { condense } from '../../../support/context/condense.ts'
import { LOSSY_SUMMARIES } from '../../../support/context/lossy-summaries.ts'

const WINDOW = 16_000

/** What stands around it in any session: listings, long prompts about something else, plans. */
const BEFORE = [
	'u: Good morning. Please have a look at what there is.',
	`r: ls -R => ${Array.from({ length: 120 }, (_, n) => `crates/part${n}/src/mod${(n * 37) % 91}.rs`).join('\n')}`,
	'a: There are many small parts. I will read the ones that matter and then come back with a plan.',
]
const AFTER = Array.from({ length: 10 }, (_, n) => [
	`u: ${`thank you, that reads well so far, and while you are at it tell me about the next piece `.repeat(20)}(${'i'.repeat(n + 1)})`,
	'a: I looked at it, and it is as one would think: small pieces that each do a little.',
	`r: cat notes => ${'a line of text that says little about anything\n'.repeat(60)}`,
]).flat()

describe('a summary that loses something', () => {
	for (const { kind, said, summary, lost, void: gone = [] } of LOSSY_SUMMARIES)
		test(`${kind}: it is pinned next to it`, async () => {
			for (const fact of lost) assert.ok(!summary.includes(fact), `the summary has lost ${fact}`)
			const { event, text } = await condense([...BEFORE, ...said, ...AFTER], summary, WINDOW)
			for (const fact of lost) assert.ok(text.includes(fact), `${fact} is kept in ${text.slice(-1500)}`)
			const pinned = (event.check?.pinned ?? []).map(each => each.text)
			for (const fact of gone)
				assert.ok(!pinned.join('\n').includes(fact), `${fact} holds no longer: ${pinned.join(' | ')}`)
			assert.ok(event.tokensAfter <= 0.4 * WINDOW, `${event.tokensAfter}`)
		})
})
