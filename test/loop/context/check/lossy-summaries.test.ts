import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { textOf } from '../../../../src/core/messages.ts'
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

describe('what an earlier compaction has kept', () => {
	const long = (topic: string) => `u: ${`and about ${topic} there is a lot to be said, `.repeat(90)}`
	const first = async () => {
		const rule = 'u: Never write to berth nine.'
		const earlier = await condense(
			[rule, 'a: I will not.', ...BEFORE, ...AFTER.slice(0, 18)],
			'They talked of ports.',
			WINDOW,
		)
		assert.ok(!(earlier.event.check?.pinned ?? []).some(({ text }) => text.includes('berth nine')))
		assert.match(
			earlier.text,
			/<user-message>\nNever write to berth nine\./,
			'it is kept word for word at first',
		)
		return earlier
	}

	test('is looked for when it leaves: a rule of the user is pinned', async () => {
		const earlier = await first()
		const more = ['winds', 'ropes', 'locks', 'sands'].flatMap(topic => [long(topic), 'a: So it is.'])
		const { event, text } = await condense(more, 'They talked of weather.', WINDOW, earlier)
		assert.doesNotMatch(text, /<user-message>\nNever write/, 'there is no more room for it as it was said')
		const rules = (event.check?.pinned ?? []).filter(({ kind }) => kind === 'rule').map(each => each.text)
		assert.deepEqual(rules, ['Never write to berth nine.'])
	})

	test('is read by whoever writes the next summary, whatever else there is no room for', async () => {
		const earlier = await first()
		const more = Array.from({ length: 30 }, (_, n) => [
			long(`pier ${n}`),
			`a: ${'It is long. '.repeat(200)}`,
		]).flat()
		const { read } = await condense(more, 'They talked of piers.', WINDOW, earlier)
		const said = read.map(({ content }) => textOf(content))
		assert.ok(!said.some(text => text.includes('pier 0 ')), 'not all of it could be read')
		assert.ok(said.includes(earlier.text))
		assert.ok(said.some(text => text.includes('pier 29 ')))
	})
})

test('a rule among other things is found where nobody writes capitals', async () => {
	const told = `u: hi. never write to berth nine. ${'there is a lot to be said about tides. '.repeat(20)}thanks`
	const { event } = await condense([told, 'a: I see.', ...BEFORE, ...AFTER], 'They talked of ports.', WINDOW)
	const rules = (event.check?.pinned ?? []).filter(({ kind }) => kind === 'rule').map(each => each.text)
	assert.deepEqual(rules, ['never write to berth nine.'])
})

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
