import assert from 'node:assert/strict'
import { test } from 'vitest'
import { madeName, sessionLabel } from '../../../src/core/text/session-name.ts'

test('a session is called after what was asked first, without politeness and second sentences', () => {
	for (const [prompt, name] of [
		['fix the parser', 'fix the parser'],
		['Hi, can you please fix the parser? It fails on CRLF.', 'fix the parser'],
		["I'd like you to explain src/parser.ts: how does it read?", 'explain src/parser.ts'],
		['please please', 'please'],
		['Hello there!', 'Hello there'],
		['Hello there, fix it', 'fix it'],
		['Bitte prüfe die Tests', 'prüfe die Tests'],
		['what does v1.2.3 change', 'what does v1.2.3 change'],
		['/review main', '/review main'],
		['?', '?'],
		['', ''],
		[`rename ${'x'.repeat(100)}`, `rename ${'x'.repeat(52)}…`],
		[
			`make ${'every test of the suite '.repeat(5)}`,
			'make every test of the suite every test of the suite every…',
		],
	] as const) {
		assert.equal(madeName(prompt), name)
	}
	assert.equal(sessionLabel({ name: 'bug hunt', title: 'fix it' }), 'bug hunt')
})
