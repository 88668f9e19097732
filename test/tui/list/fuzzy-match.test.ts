import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { fuzzyMatch } from '../../../src/tui/list/fuzzy-match.ts'

/** The text with what was found in brackets. */
function marked(text: string, query: string): string | undefined {
	const match = fuzzyMatch(text, query)
	return (
		match &&
		[...text].map((letter, index) => (match.positions.includes(index) ? `[${letter}]` : letter)).join('')
	)
}

describe('what is found', () => {
	const cases: readonly (readonly [text: string, query: string, found: string | undefined])[] = [
		['openai/gpt-5', 'gpt', 'openai/[g][p][t]-5'],
		['openai/gpt-5', 'GPT', 'openai/[g][p][t]-5'],
		['openai/gpt-5', 'og5', '[o]penai/[g]pt-[5]'],
		['openai/gpt-5', '5 open', '[o][p][e][n]ai/gpt-[5]'],
		['openai/gpt-5', 'gtp', undefined],
		['openai/gpt-5', '', 'openai/gpt-5'],
		['src/tui/composer.ts', 'stc', '[s]rc/[t]ui/[c]omposer.ts'],
		['contact-context', 'cont', '[c][o][n][t]act-context'],
		['discontext-context', 'context', 'discontext-[c][o][n][t][e][x][t]'],
		['Ärger im Büro', 'bü', 'Ärger im [B][ü]ro'],
		['Ärger im Büro', 'arg bur', '[Ä][r][g]er im [B][ü][r]o'],
		['Ärger im Büro', 'Bu\u0308ro', 'Ärger im [B][ü][r][o]'],
		['arger', 'är', '[a][r]ger'],
		['ガイド', 'カ', undefined],
		['Ёлка', 'е', undefined],
		['İstanbul', 'nope', undefined],
	]
	for (const [text, query, found] of cases)
		test(`“${query}” in ${text}`, () => assert.equal(marked(text, query), found))
})

test('the word itself comes before its beginning, that before a later word, and letters come last', () => {
	const texts = ['mode', 'model', 'set-mode', 'commoder', 'my-old-edge']
	const scores = texts.map(text => fuzzyMatch(text, 'mode')?.score ?? 0)
	assert.deepEqual(
		scores,
		[...scores].sort((a, b) => b - a),
	)
	assert.ok(scores.every(score => score > 0))
})
