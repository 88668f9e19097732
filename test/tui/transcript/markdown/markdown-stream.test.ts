import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { cellWidth } from '../../../../src/tui/text/cell-width.ts'
import { expandTabs, type Span } from '../../../../src/tui/text/spans.ts'
import { createTheme } from '../../../../src/tui/text/terminal-theme.ts'
import { loadHighlighter } from '../../../../src/tui/transcript/markdown/highlight.ts'
import { MarkdownStream, renderMarkdown } from '../../../../src/tui/transcript/markdown/markdown-stream.ts'
import { PLAIN } from '../../../support/screen/plain-theme.ts'

const highlighter = await loadHighlighter()
const plain = { theme: PLAIN, highlighter: () => undefined }
const coloured = { theme: createTheme('ansi256'), highlighter: () => highlighter }

function shown(markdown: string, width = 40): string {
	return renderMarkdown(markdown, { ...plain, width }).join('\n')
}

describe('what Markdown looks like', () => {
	const cases: readonly (readonly [about: string, markdown: string, shown: string])[] = [
		[
			'a paragraph is wrapped',
			'one two three four five six seven eight nine',
			'one two three four five six seven eight\nnine',
		],
		['a line of the source is a line on the screen', 'a\nb', 'a\nb'],
		['blank lines are kept, but never two', '\n\na\n\n\n\nb\n\n', 'a\n\nb'],
		['headings lose their marks', '# One\n### Three ###', 'One\nThree'],
		['lists are nested', '- a\n  - b\n    1. c\n* d', '• a\n  • b\n    1. c\n• d'],
		[
			'a list item hangs',
			'- one two three four five six seven eight nine',
			'• one two three four five six seven\n  eight nine',
		],
		['tasks', '- [ ] open\n- [x] done', '☐ open\n☑ done'],
		['quotes', '> said\n>> twice', '│ said\n│ │ twice'],
		[
			'lists and headings in quotes',
			'> ## Note\n> - one that is longer than there is room for\n>   1. two\n> - [x] three',
			'│ Note\n│ • one that is longer than there is\n│   room for\n│   1. two\n│ ☑ three',
		],
		['rules', '---', '─'.repeat(40)],
		['marks are gone', '**bold** *it* _it_ ~~no~~ `x*y` \\*', 'bold it it no x*y *'],
		[
			'what only looks like marks stays',
			'snake_case 2 * 3 src/*.ts <b> &c',
			'snake_case 2 * 3 src/*.ts <b> &c',
		],
		['entities', 'a &lt; b &amp;&amp; c', 'a < b && c'],
		['a link shows where it leads', '[docs](https://a.b/c)', 'docs (https://a.b/c)'],
		['a bare address is said once', 'see https://a.b/c.', 'see https://a.b/c.'],
		['an image is named', '![a cat](cat.png)', '[image: a cat] (cat.png)'],
		['code keeps its blanks, and has air for a fence', 'a\n```ts\n  a  *b*\n```\nb', 'a\n\n  a  *b*\n\nb'],
		['a fence in a list', '- run:\n  ```sh\n  ls\n  ```\n- done', '• run:\n\n  ls\n\n• done'],
		['a fence that never ends', '~~~\n# a', '# a'],
		['a longer fence holds a shorter one', '````\n```\n````\nx', '```\n\nx'],
		['text indented by four is code', '    a  *b*', '    a  *b*'],
		['text under a list item stays under it', '- a\n\n    *b*', '• a\n\n    b'],
		[
			'a table',
			'| a | bb |\n|:-:|---:|\n| `x` | 1 |\n| long | **2** |\nend',
			' a   │ bb\n─────┼───\n x   │  1\nlong │  2\nend',
		],
		['a table without a delimiter is text', '| a | b |\n| c | d |', '| a | b |\n| c | d |'],
		['an escaped bar', '| a |\n|---|\n| x \\| y |', 'a\n─────\nx | y'],
	]
	for (const [about, markdown, expected] of cases) test(about, () => assert.equal(shown(markdown), expected))
})

test('a table too wide for the screen wraps its cells', () => {
	assert.equal(
		shown('| name | what it does |\n|---|---|\n| grep | searches every file for it |', 24),
		['name │ what it does', '─────┼──────────────────', 'grep │ searches every', '     │ file for it'].join(
			'\n',
		),
	)
})

test('a table with no room at all becomes a list', () => {
	assert.equal(shown('| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |', 10), 'a: 1\nb: 2\nc: 3')
})

test('colours mark code, and strings go across lines', () => {
	const rows = renderMarkdown('```js\nconst a = `x\ny` // c\n```', { ...coloured, width: 40 })
	assert.deepEqual(rows, [
		'\x1b[35mconst\x1b[39m a = \x1b[32m`x\x1b[39m',
		'\x1b[32my`\x1b[39m \x1b[38;5;243m// c\x1b[39m',
	])
})

test('code within other code has its own colours, and what has none that of what it is in', () => {
	const lines = ['<b>1 &lt; 2</b><script>let a = `x`', '</script>']
	const toned = ({ text, style }: Span) => `${text}${style.tone?.replace('code-', ':') ?? ''}`
	assert.deepEqual(
		highlighter
			.whole('html')?.(lines)
			.map(spans => spans.map(toned).join('|')),
		[
			'<:keyword|b:title|>:keyword|1 |&lt;:number| 2|</:keyword|b:title|>:keyword|<:keyword|script:title|>:keyword|let:keyword| a = |`x`:string',
			'</:keyword|script:title|>:keyword',
		],
	)
})

test('finished rows of a paragraph are out before it ends', () => {
	const stream = new MarkdownStream({ ...plain, width: 20 })
	assert.deepEqual(stream.push('The quick brown fox jumps over the '), ['The quick brown fox'])
	assert.deepEqual(stream.tail(), ['jumps over the'])
	assert.deepEqual(stream.push('lazy **dog and'), [])
	assert.deepEqual(stream.tail(), ['jumps over the lazy', '**dog and'])
	assert.deepEqual(stream.push(' its friend** too\n'), ['jumps over the lazy', 'dog and its friend', 'too'])
	assert.deepEqual(stream.tail(), [])
})

test('finished lines of a code block are out before it ends', () => {
	const stream = new MarkdownStream({ ...plain, width: 20 })
	assert.deepEqual(stream.push('```\na = 1\nb ='), ['a = 1'])
	assert.deepEqual(stream.tail(), ['b ='])
})

test('an address longer than a row is one row above a live frame, and broken in it', () => {
	const address = `https://a.b/${'c'.repeat(60)}`
	const markdown = `- see ${address} for more\n> ${address}\n`
	const whole = { ...plain, width: 20, keepsWords: true }
	assert.deepEqual(renderMarkdown(markdown, whole), ['• see', `  ${address}`, '  for more', `│ ${address}`])
	const stream = new MarkdownStream(whole)
	assert.deepEqual(stream.push(`see ${address} for mo`), ['see', address])
	assert.deepEqual(stream.tail(), ['for mo'])
	const half = new MarkdownStream(whole)
	half.push(`see ${address}`)
	assert.ok(half.tail().every(row => cellWidth(row) <= 20))
	assert.ok(renderMarkdown(markdown, { ...plain, width: 20 }).every(row => cellWidth(row) <= 20))
})

test('a line without end is let go of in pieces', () => {
	const stream = new MarkdownStream({ ...plain, width: 80 })
	const rows = stream.push('*word '.repeat(2000))
	assert.ok(rows.length > 100)
	assert.ok(stream.tail().length < 60)
})

const pieces = fc.constantFrom(
	...[
		'word ',
		'longer words ',
		'**',
		'*',
		'_',
		'`',
		'```',
		'```js\n',
		'~~~',
		'\n',
		'\n\n',
		'# ',
		'- ',
		'  - ',
	],
	...[
		'1. ',
		'[ ] ',
		'[x](http://a.b)',
		'[',
		']',
		'(',
		'| a | b |\n',
		'|---|---|\n',
		'|',
		'> ',
		'---',
		'\\',
		'&amp;',
	],
	...[
		'https://a.b/c ',
		'<b>',
		'日本語',
		'👩‍👩‍👧',
		'    ',
		'\t',
		'x = 1; // c',
		'/* ',
		' */',
		'"',
		'${',
		'~~',
	],
)
const anyMarkdown = fc.array(pieces, { maxLength: 40 }).map(parts => parts.join(''))

test('a text cut anywhere ends up as the same rows, colours and all', () => {
	fc.assert(
		fc.property(
			anyMarkdown,
			fc.array(fc.integer({ min: 1, max: 9 })),
			fc.integer({ min: 8, max: 50 }),
			fc.boolean(),
			(text, cuts, width, keepsWords) => {
				const stream = new MarkdownStream({ ...coloured, width, keepsWords })
				const rows: string[] = []
				let rest = text
				for (const length of [...cuts, text.length]) {
					rows.push(...stream.push(rest.slice(0, length)))
					stream.tail()
					rest = rest.slice(length)
				}
				assert.deepEqual([...rows, ...stream.end()], renderMarkdown(text, { ...coloured, width, keepsWords }))
			},
		),
		{ numRuns: 3000 },
	)
})

test('no row is wider than the screen, but for code, which the terminal breaks', () => {
	fc.assert(
		fc.property(anyMarkdown, fc.integer({ min: 12, max: 50 }), (text, width) => {
			const source = text.split('\n').map(expandTabs)
			for (const row of renderMarkdown(text, { ...plain, width }))
				assert.ok(cellWidth(row) <= width || source.includes(row), row)
		}),
		{ numRuns: 1000 },
	)
})
