import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import {
	type Inline,
	inlines,
	type MarkdownBlock,
	markdownBlocks,
	webAddress,
} from '../../../../../src/server/page/browser/text/markdown.ts'

/** Short enough to compare. */
function outline(blocks: readonly MarkdownBlock[]): readonly unknown[] {
	return blocks.map(block => {
		switch (block.type) {
			case 'paragraph':
				return block.text
			case 'heading':
				return [`h${block.level}`, block.text]
			case 'code':
				return ['code', block.language, block.text]
			case 'quote':
				return ['quote', ...outline(block.blocks)]
			case 'list':
				return [block.isOrdered ? block.start : '-', ...block.items.map(outline)]
			case 'table':
				return ['table', block.head, ...block.rows]
			case 'rule':
				return 'rule'
		}
	})
}

function inlineOutline(found: readonly Inline[]): readonly unknown[] {
	return found.map(one => {
		if (one.type === 'text') return one.text
		if (one.type === 'code') return ['code', one.text]
		return [one.type === 'link' ? one.url : one.type, ...inlineOutline(one.children)]
	})
}

describe('Markdown', () => {
	test.each<[string, readonly unknown[]]>([
		['one\ntwo\n\nthree', ['one\ntwo', 'three']],
		['# A\ntext', [['h1', 'A'], 'text']],
		['#no heading', ['#no heading']],
		['```ts\na\n\nb\n```\nafter', [['code', 'ts', 'a\n\nb'], 'after']],
		['```\nnot closed\n# yet', [['code', '', 'not closed\n# yet']]],
		['````md\n```\na\n```\n````', [['code', 'md', '```\na\n```']]],
		['- a\n- b\n  more\n  - c\n- d', [['-', ['a'], ['b\nmore', ['-', ['c']]], ['d']]]],
		['3. a\n4. b', [[3, ['a'], ['b']]]],
		['- a\n\n- b\n\ntext', [['-', ['a'], ['b']], 'text']],
		['text\n- a', ['text', ['-', ['a']]]],
		['> a\n> - b\nc', [['quote', 'a', ['-', ['b']]], 'c']],
		['| a | b |\n|---|:-:|\n| 1 | 2 |\n\nx', [['table', ['a', 'b'], ['1', '2']], 'x']],
		['a | b\nno table', ['a | b\nno table']],
		['---', ['rule']],
		['', []],
	])('%j', (text, expected) => assert.deepEqual(outline(markdownBlocks(text)), expected))

	test.each<[string, readonly unknown[]]>([
		['a `b *c*` d', ['a ', ['code', 'b *c*'], ' d']],
		['``a ` b``', [['code', 'a ` b']]],
		['**a _b_** c', [['strong', 'a ', ['emphasis', 'b']], ' c']],
		['2 * 3 * 4', ['2 * 3 * 4']],
		['snake_case_name and _this_', ['snake_case_name and ', ['emphasis', 'this']]],
		['[a](https://x.example/b) c', [['https://x.example/b', 'a'], ' c']],
		['see https://x.example/b.', ['see ', ['https://x.example/b', 'https://x.example/b'], '.']],
		['[a](javascript:alert(1))', ['[a](javascript:alert(1))']],
		[
			'[a](JaVaScRiPt:x) [b](//x.example) [c](/v1/tasks)',
			['[a](JaVaScRiPt:x) [b](//x.example) [c](/v1/tasks)'],
		],
		['<b>a</b>', ['<b>a</b>']],
	])('%j', (text, expected) => assert.deepEqual(inlineOutline(inlines(text)), expected))

	test('only an address of the web is one, without anything to log in with', () => {
		for (const text of [
			'javascript:alert(1)',
			'data:text/html,x',
			'file:///etc/passwd',
			' https://x.example',
			'https://bank.example@evil.example',
			'https:x',
			'http://',
		])
			assert.equal(webAddress(text), undefined, text)
		assert.equal(webAddress('https://аpple.example/'), 'https://xn--pple-43d.example/')
	})

	test('what is written to take long does not', () => {
		const startedMs = performance.now()
		for (const piece of [
			'[',
			'*',
			'_',
			'`',
			'> ',
			'- ',
			'  - ',
			'|',
			'[a](',
			'**a',
			'`a ',
			'#',
			'\n',
			'https://',
		]) {
			const text = piece.repeat(60_000 / piece.length)
			markdownBlocks(text)
			inlines(text)
		}
		assert.ok(performance.now() - startedMs < 20_000)
	})
})
