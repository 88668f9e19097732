import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { parse } from 'yaml'
import { booleanField, listField, readFrontMatter, textField } from '../../src/extensions/front-matter.ts'
import { plainFields } from '../../src/extensions/plain-fields.ts'

describe('front matter', () => {
	test('is read behind a byte order mark and with Windows line ends', async () => {
		const found = await readFrontMatter('\uFEFF---\r\nname: pdf\r\ntags: [a, b]\r\n---\r\nOne\r\nTwo\r\n')
		assert.deepEqual(found.fields, { name: 'pdf', tags: ['a', 'b'] })
		assert.equal(found.body, 'One\nTwo\n')
		assert.deepEqual([found.problem, found.repaired], [undefined, []])
	})

	test.for(['', 'Just do it.\n', 'A line\n---\nmore\n---\n', '----\nname: a\n----\n'])(
		'a text without it is all body: %j',
		async text => {
			const found = await readFrontMatter(text)
			assert.deepEqual([found.hasFrontMatter, found.fields, found.body], [false, {}, text])
			assert.equal(found.problem, undefined)
		},
	)

	test('may be empty, and may end the file', async () => {
		for (const text of ['---\n---\nbody', '---\n---', '---\n\n---\n', '---\n# only a remark\n---\n']) {
			const found = await readFrontMatter(text)
			assert.deepEqual([found.hasFrontMatter, found.fields, found.problem], [true, {}, undefined], text)
		}
	})

	test('one that never ends is named with its line, and nothing of it is used', async () => {
		const { problem, fields, body } = await readFrontMatter('---\nname: a\n\nbody')
		assert.equal(problem?.line, 1)
		assert.deepEqual(fields, {})
		assert.equal(body, '---\nname: a\n\nbody')
	})

	test('a description with a colon is taken as the text it is, and so is only that entry', async () => {
		const found = await readFrontMatter(
			'---\nname: pdf\ndescription: Use when: the user asks for\n  a form: filled in\ntools:\n  - Read\n  - Grep\n---\n',
		)
		assert.deepEqual(found.fields, {
			name: 'pdf',
			description: 'Use when: the user asks for a form: filled in',
			tools: ['Read', 'Grep'],
		})
		assert.deepEqual(
			found.repaired.map(({ line }) => line),
			[3],
		)
	})

	test.for([
		['argument-hint: [file] [message]', 'argument-hint', '[file] [message]'],
		['argument-hint: [issue-number]', 'argument-hint', '[issue-number]'],
		['argument-hint: <file>', 'argument-hint', '<file>'],
		['argument-hint: @file', 'argument-hint', '@file'],
		['description: `code` first', 'description', '`code` first'],
		['description: "quoted" and more', 'description', '"quoted" and more'],
		['description: *bold*', 'description', '*bold*'],
		['description: >\n  one\n  two', 'description', 'one two'],
		['description: |\n  one\n  two', 'description', 'one\ntwo'],
		['model: 4', 'model', '4'],
	] as const)('%j gives the text that is meant', async ([entry, name, text]) => {
		const found = await readFrontMatter(`---\nbefore: [x]\n${entry}\n---\n`)
		assert.equal(textField(found, name), text)
		assert.equal(found.problem, undefined)
	})

	test.for([
		['tools: Read, Grep , Bash', ['Read', 'Grep', 'Bash']],
		['tools: Read Grep', ['Read', 'Grep']],
		['tools: [Read, "Grep"]', ['Read', 'Grep']],
		['tools:\n  - Read\n  - Bash(git add:*)', ['Read', 'Bash(git add:*)']],
		[
			'tools: Bash(git add:*), Bash(git commit -m, x), Read',
			['Bash(git add:*)', 'Bash(git commit -m, x)', 'Read'],
		],
		['tools: "*"', ['*']],
		['tools: *', ['*']],
		['tools: []', []],
		['tools:', []],
	] as const)('%j lists names', async ([entry, names]) => {
		assert.deepEqual(listField(await readFrontMatter(`---\n${entry}\n---\n`), 'tools'), names)
	})

	test('yes and no are booleans in either YAML, and other words are none', async () => {
		const of = async (written: string) =>
			booleanField(await readFrontMatter(`---\na: ${written}\n---\n`), 'a')
		assert.deepEqual(await Promise.all(['true', 'True', 'yes', '"true"', 'on'].map(of)), Array(5).fill(true))
		assert.deepEqual(await Promise.all(['false', 'no', '"no"', 'off'].map(of)), Array(4).fill(false))
		assert.deepEqual(await Promise.all(['maybe', '1', '[]', '""'].map(of)), Array(4).fill(undefined))
	})

	test('names such as __proto__ are names like any other', async () => {
		for (const entry of ['__proto__: {polluted: yes}', '__proto__: a: b\nconstructor: c: d']) {
			const found = await readFrontMatter(`---\n${entry}\n---\n`)
			assert.equal(Object.hasOwn(found.fields, '__proto__'), true)
			assert.equal(textField(found, 'toString'), undefined)
			assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
		}
	})

	test('references, bottomless nesting and endless blocks cost no time and no memory', async () => {
		const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from('bcdefghijk', (name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[index]}`).join(',')}]`).join('\n')}`
		const cases = [
			bomb,
			`a: ${'['.repeat(20_000)}`,
			`a: ${'{a: '.repeat(10_000)}`,
			Array.from({ length: 400 }, (_, depth) => `${' '.repeat(depth % 100)}- a:`).join('\n'),
			`description: ${'x: '.repeat(20_000)}`,
			'- '.repeat(30_000),
			'a: x\n'.repeat(100_000),
			`${'? '.repeat(10_000)}a`,
		]
		for (const block of cases) {
			const found = await readFrontMatter(`---\n${block}\n---\nbody`)
			assert.ok(JSON.stringify(found).length < 1_000_000, block.slice(0, 30))
			assert.equal(found.body, 'body')
		}
	})

	test('what is read without the parser is what the parser reads', () => {
		const value = fc.oneof(
			fc.string({ unit: 'binary', maxLength: 20 }),
			fc.string({ unit: fc.constantFrom(...'ab :#"\'\\-[]{},&*!|>%@`~?=.01eE+\t'), maxLength: 12 }),
			fc.constantFrom(
				'true',
				'False',
				'null',
				'Null',
				'~',
				'yes',
				'1',
				'.inf',
				'0x1f',
				'"a"',
				"'b'",
				'a  b',
				'---',
				'...',
			),
		)
		const name = fc.constantFrom('name', 'a-b', 'c_d', 'true', 'y', 'null')
		const entry = fc.tuple(name, value).map(([of, text]) => `${of}: ${text}`)
		const indent = fc.constantFrom('  ', '  ', '  ', '    ', ' ', '', '\t')
		const line = fc.oneof(
			entry,
			name.map(of => `${of}:`),
			fc.tuple(indent, value).map(([by, text]) => `${by}- ${text}`),
			fc.tuple(indent, entry).map(([by, text]) => `${by}${text}`),
			fc.constantFrom('', '  ', 'metadata:\n  author: me\n  version: "1.0"', 'tools:\n  - Read\n  - Grep'),
		)
		let read = 0
		fc.assert(
			fc.property(fc.array(line, { maxLength: 5 }), lines => {
				const fields = plainFields(lines.join('\n'))
				if (!fields) return
				read++
				assert.deepEqual(
					{ ...fields },
					parse(lines.join('\n'), { logLevel: 'silent' }) ?? {},
					lines.join('\n'),
				)
			}),
			{ numRuns: 6_000 },
		)
		assert.ok(read > 300, `${read} were read`)
	})
})
