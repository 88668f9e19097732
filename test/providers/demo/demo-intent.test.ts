import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { type Intent, intentOf } from '../../../src/providers/demo/intent.ts'
import { salientWords } from '../../../src/providers/demo/salient-words.ts'

describe('what a prompt asks for', () => {
	test.each<[string, Intent]>([
		['hi there!', { kind: 'greeting' }],
		['What can you do?', { kind: 'greeting' }],
		['run: npm --version', { kind: 'run', command: 'npm --version' }],
		['Run `ls -la .`.', { kind: 'run', command: 'ls -la .' }],
		['run: git log -1 .', { kind: 'run', command: 'git log -1 .' }],
		['write "a b" to notes.txt', { kind: 'write', path: 'notes.txt', content: 'a b' }],
		[
			"please create a new file called `x/y.md` with '# T'.",
			{ kind: 'write', path: 'x/y.md', content: '# T' },
		],
		['change "a" to "" in src/a.ts', { kind: 'edit', path: 'src/a.ts', oldText: 'a', newText: '' }],
		['explain @src/a.ts and b.md', { kind: 'files', paths: ['src/a.ts', 'b.md'] }],
		['what does this repository do?', { kind: 'overview' }],
		['How do I build and test it?', { kind: 'overview' }],
		['summarise', { kind: 'overview' }],
	])('%s', (prompt, intent) => assert.deepEqual(intentOf(prompt), intent))

	test('anything else is a question', () => {
		for (const prompt of ['test the parser', 'where is https://example.com used', 'does it run on v1.2.3?']) {
			assert.equal(intentOf(prompt).kind, 'question', prompt)
		}
	})
})

describe('the words worth searching for', () => {
	test.each<[string, readonly string[]]>([
		['where is the retry delay computed?', ['delay', 'retr']],
		['what does parseDate() do with TIME_ZONE', ['parseDate', 'TIME_ZONE']],
		['why is "no such file" shown', ['no such file', 'shown']],
		['how are retries retried', ['retr']],
		['wie funktioniert die Zwischenspeicherung', ['zwischenspeicherung', 'funktioniert', 'wie', 'die']],
		['what is this', []],
	])('%s', (question, words) => {
		assert.deepEqual(
			salientWords(question).map(word => word.search),
			words,
		)
	})
})
