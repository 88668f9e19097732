import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { isFarTooLong, worthlessBecause } from '../../../../src/loop/context/check/worthless.ts'
import { summaryRequest } from '../../../../src/loop/context/summarise.ts'

const asked = summaryRequest(1_000, undefined).content.flatMap(part =>
	part.type === 'text' ? [part.text] : [],
)[0]!
const read =
	'User: Move the retry logic of the uploader into its own module and keep the metrics. You: The uploader retries in src/upload.ts; the metrics are counted twice there.'
const judge = (text: string) =>
	worthlessBecause({ text, asked, read, tokens: text.length / 4, limitTokens: 1_000 })

describe('an answer that is no summary', () => {
	const cases: readonly (readonly [string, string, RegExp])[] = [
		['a refusal', 'I’m sorry, but I can’t help with that.', /declined/],
		['a refusal in German', 'Es tut mir leid, das kann ich nicht zusammenfassen.', /declined/],
		['a question back', 'What would you like me to do next?', /declined/],
		['the instructions again', asked, /repeated/],
		['the instructions with a word in front', `Sure!\n\n${asked}`, /repeated/],
		['a call as text', '<tool_call>{"name":"read","arguments":{"path":"a"}}</tool_call>', /call/],
		['a call as JSON', '```json\n{"name": "read", "arguments": {"path": "a"}}\n```', /call/],
		[
			'something else altogether',
			'Photosynthesis converts sunlight, carbon dioxide and water inside chloroplasts, releasing oxygen while producing glucose molecules, because chlorophyll absorbs certain wavelengths strongly.',
			/something else/,
		],
	]
	for (const [name, text, why] of cases)
		test(name, () => {
			assert.match(judge(text) ?? '', why)
		})
})

describe('a summary', () => {
	const cases: readonly (readonly [string, string])[] = [
		['is one with headings', '## Goal\nMove the retry logic of the uploader.\n## State\nHalf done.'],
		['may be short', 'All went well.'],
		[
			'may be in another language',
			'Die Wiederholung aus src/upload.ts wandert in ein eigenes Modul; uploader und metrics bleiben, wie sie sind, weil sonst doppelt gezählt würde.',
		],
		['may say what was refused', '## State\nI cannot reach the server; the uploader retries.'],
		[
			'may take up the headings',
			`${asked
				.split('\n')
				.filter(line => line.startsWith('## '))
				.join('\nThe uploader retries.\n')}`,
		],
	]
	for (const [name, text] of cases)
		test(name, () => {
			assert.equal(judge(text), undefined)
		})
})

test('a few words too many are cut, many times as many are asked for once more', () => {
	assert.equal(isFarTooLong({ tokens: 2_000, limitTokens: 1_000 }), false)
	assert.equal(isFarTooLong({ tokens: 4_001, limitTokens: 1_000 }), true)
	assert.equal(isFarTooLong({ tokens: 1_999, limitTokens: 100 }), false)
})
