import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { accept, commandItems, fileItems, tokenAt, valueItems } from '../../../src/tui/composer/completion.ts'
import { createFileSearch } from '../../../src/tui/composer/file-search.ts'
import { EMPTY_BUFFER } from '../../../src/tui/composer/text-buffer.ts'
import { leastMs } from '../../support/least-time.ts'

/** A bar marks the cursor. */
function at(marked: string) {
	return { ...EMPTY_BUFFER, text: marked.replace('|', ''), cursor: marked.indexOf('|') }
}

const COMMANDS = [
	{ name: 'help', description: 'Show keys' },
	{ name: 'model', description: 'Choose', argument: '[model]' },
	{ name: 'compact', description: 'Shorten', aliases: ['compress'] },
]

describe('the word at the cursor', () => {
	test('a command only at the very start', () => {
		assert.deepEqual(tokenAt(at('/mo|')), { kind: 'command', start: 0, end: 3, query: 'mo' })
		assert.deepEqual(tokenAt(at('/mo|del x')), { kind: 'command', start: 0, end: 6, query: 'mo' })
		assert.equal(tokenAt(at('see /mo|')), undefined)
		assert.deepEqual(tokenAt(at('/model x|')), {
			kind: 'argument',
			command: 'model',
			start: 7,
			end: 8,
			query: 'x',
		})
		assert.equal(tokenAt(at('/model x| y')), undefined)
		assert.equal(tokenAt(at('/compact x\n|')), undefined)
		assert.equal(tokenAt(at('/compact see @src|'))?.kind, 'file')
		assert.equal(tokenAt(at('/usr/b|')), undefined)
	})

	test('a path after an @ that begins a word', () => {
		assert.deepEqual(tokenAt(at('see @src/m| now')), { kind: 'file', start: 4, end: 10, query: 'src/m' })
		assert.deepEqual(tokenAt(at('(@|')), { kind: 'file', start: 1, end: 2, query: '' })
		assert.deepEqual(tokenAt(at('see @"my fi|')), { kind: 'file', start: 4, end: 11, query: 'my fi' })
		assert.equal(tokenAt(at('me@example|')), undefined)
		assert.equal(tokenAt(at('@src |')), undefined)
	})
})

describe('items', () => {
	test('commands that begin with the query come first', () => {
		const labels = (query: string) => commandItems(COMMANDS, query).map(({ label }) => label)
		assert.deepEqual(labels(''), ['/help', '/model [model]', '/compact'])
		assert.deepEqual(labels('compr'), ['/compact'])
		assert.deepEqual(labels('ml'), ['/model [model]'])
		assert.deepEqual(labels('zz'), [])
	})

	test('values that begin with what was typed come before those that hold its words', () => {
		const values = [
			{ value: 'openai/gpt-5' },
			{ value: 'anthropic/opus', description: 'gpt it is not' },
			{ value: 'gpt-local/one ' },
			{ value: 'bad\x1bgpt' },
		]
		assert.deepEqual(
			valueItems(values, 'GPT').map(({ insert, isWhole }) => [insert, isWhole]),
			[
				['gpt-local/one ', false],
				['openai/gpt-5', true],
				['anthropic/opus', true],
			],
		)
		assert.deepEqual(valueItems(values, 'gpt 6'), [])
	})

	const HOSTILE = [
		'x\x1b]0;.ts',
		'gpj.\u202eexe',
		'a\u2028b',
		'a\u200bb',
		'a\u{e0041}\u{e0042}b',
		'a\nb',
		'a\tb',
	]

	test('a folder stays open, a space gets quotes, a hostile name is left out', () => {
		assert.deepEqual(
			fileItems(['src/', 'a b.md', ...HOSTILE]).map(({ insert, isFolder }) => ({ insert, isFolder })),
			[
				{ insert: '@src/', isFolder: true },
				{ insert: '@"a b.md" ', isFolder: false },
			],
		)
	})

	test('a word completed in the middle of a line gets no second space', () => {
		const buffer = at('see @sr| now')
		const [item] = fileItems(['src/a.ts'])
		const token = tokenAt(buffer)
		const next = token && item && accept(buffer, token, item)
		assert.deepEqual([next?.text, next?.cursor], ['see @src/a.ts now', 14])
	})
})

describe('file search', () => {
	const paths = [
		'README.md',
		'docs/',
		'docs/model.md',
		'src/',
		'src/core/model.ts',
		'src/main.ts',
		'src/moderate/elk.ts',
	]

	test('with nothing typed shows the top of the folder first', async () => {
		const found = await createFileSearch(paths).find('')
		assert.deepEqual(found.slice(0, 3), ['README.md', 'docs/', 'src/'])
	})

	test('behind the slash of a folder stands what is in it, its own files first, and not the folder', async () => {
		const search = createFileSearch([...paths, 'src/z.ts', 'test/src/a.ts'])
		assert.deepEqual(await search.find('src/'), [
			'src/main.ts',
			'src/z.ts',
			'src/core/model.ts',
			'src/moderate/elk.ts',
		])
		assert.deepEqual((await search.find('st/'))[0], 'test/src/a.ts')
	})

	test('the name counts more than the folders', async () => {
		const found = await createFileSearch(paths).find('model')
		assert.deepEqual(found, ['docs/model.md', 'src/core/model.ts', 'src/moderate/elk.ts'])
	})

	test('accents need not be typed, and are found however they are written', async () => {
		const search = createFileSearch(['my dir/ünï.txt', 'docs/Re\u0301sume\u0301.md', 'src/unit.ts'])
		assert.deepEqual(await search.find('uni'), ['src/unit.ts', 'my dir/ünï.txt'])
		assert.deepEqual(await search.find('ünï.t'), ['my dir/ünï.txt', 'src/unit.ts'])
		assert.deepEqual(await search.find('résumé'), ['docs/Re\u0301sume\u0301.md'])
		assert.deepEqual(await search.find('resume'), ['docs/Re\u0301sume\u0301.md'])
	})

	test('a longer query narrows, a shorter one widens again', async () => {
		const search = createFileSearch(paths)
		const count = async (query: string) => (await search.find(query)).length
		assert.deepEqual([await count('m'), await count('ma'), await count('m')], [5, 2, 5])
	})

	test('50 000 paths take no noticeable time', async () => {
		const many = Array.from({ length: 50_000 }, (_, index) => `src/part-${index % 97}/module-${index}.ts`)
		let search = createFileSearch(many)
		const tookMs = await leastMs(600, async () => {
			search = createFileSearch(many)
			await search.find('x')
			const began = process.cpuUsage()
			for (const query of ['m', 'mo', 'mod', 'modu', 'mod', 'module-49999']) await search.find(query)
			// What it costs, not what else the machine has to do.
			return process.cpuUsage(began).user / 1_000
		})
		assert.ok(tookMs < 600)
		assert.equal((await search.find('module-49999'))[0], 'src/part-44/module-49999.ts')
	})
})
