// Every search here is done twice, with ripgrep and without, and both must say the same to the byte.

import assert from 'node:assert/strict'
import { symlink } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { createGrepTool, type GrepInput } from '../../../src/tools/builtin/grep.ts'
import { findRipgrep } from '../../../src/tools/search/ripgrep.ts'
import { readSearchPattern } from '../../../src/tools/search/search-pattern.ts'
import { SOAK_TIMES } from '../../support/soak.ts'
import { openWorkFolder, type WorkFolder } from '../../support/tools/work-folder.ts'

async function both(folder: WorkFolder, input: GrepInput): Promise<string> {
	const [withRipgrep, without] = await Promise.all(
		[findRipgrep, () => undefined].map(ripgrep => folder.say(createGrepTool(folder.deps, ripgrep), input)),
	)
	assert.equal(withRipgrep, without, `differs for ${JSON.stringify(input)}`)
	return withRipgrep!
}

test('matches are `path:line: text`, sorted by path', async () => {
	const folder = await openWorkFolder({
		'b.txt': 'one\ntwo\none',
		'a/c.txt': 'x one\n',
		'z.txt': 'none\r\nOne\r\n',
	})
	assert.equal(
		await both(folder, { pattern: 'one' }),
		'ok: a/c.txt:1: x one\nb.txt:1: one\nb.txt:3: one\nz.txt:1: none',
	)
	assert.equal(
		await both(folder, { pattern: '^one$', ignore_case: true }),
		'ok: b.txt:1: one\nb.txt:3: one\nz.txt:2: One',
	)
	assert.equal(await both(folder, { pattern: 'missing' }), 'ok: nothing found')
	const result = await folder.call(createGrepTool(folder.deps), { pattern: 'one' })
	assert.deepEqual(result.detail, { type: 'counted', count: 4, unit: 'matches' })
})

test('context lines are `path-line- text`, groups that do not touch are parted', async () => {
	const folder = await openWorkFolder({ 'a.txt': 'a\nX\nb\nX\nc\nd\ne\nX\n' })
	assert.equal(
		await both(folder, { pattern: 'X', context: 1 }),
		'ok: a.txt-1- a\na.txt:2: X\na.txt-3- b\na.txt:4: X\na.txt-5- c\n--\na.txt-7- e\na.txt:8: X',
	)
})

test('a file, a folder below, and a file that is missing', async () => {
	const folder = await openWorkFolder({ 'a.txt': 'X', 'sub/b.txt': 'X' })
	assert.equal(await both(folder, { pattern: 'X', path: 'a.txt' }), 'ok: a.txt:1: X')
	assert.equal(await both(folder, { pattern: 'X', path: 'sub' }), 'ok: sub/b.txt:1: X')
	assert.equal(await both(folder, { pattern: 'X', path: 'none' }), 'failed: there is no file or folder none')
})

test('a glob without a slash is about names, one with a slash about the path below', async () => {
	const folder = await openWorkFolder({
		'a.ts': 'X',
		'src/b.ts': 'X',
		'src/b.js': 'X',
		'src/deep/c.ts': 'X',
		'.gitignore': '*.log',
		'x.log': 'X',
	})
	assert.equal(
		await both(folder, { pattern: 'X', glob: '*.ts' }),
		'ok: a.ts:1: X\nsrc/b.ts:1: X\nsrc/deep/c.ts:1: X',
	)
	assert.equal(
		await both(folder, { pattern: 'X', glob: 'src/*.{ts,js}' }),
		'ok: src/b.js:1: X\nsrc/b.ts:1: X',
	)
	assert.equal(await both(folder, { pattern: 'X', glob: '*.log' }), 'ok: nothing found')
	assert.equal(await both(folder, { pattern: 'X', glob: '!*.ts' }), 'ok: src/b.js:1: X')
	assert.equal(await both(folder, { pattern: 'X', glob: '!src/**' }), 'ok: a.ts:1: X')
	assert.match(await both(folder, { pattern: 'X', glob: '*.{ts' }), /not closed/)
})

test('what git ignores is left out, hidden files are not, and a named ignored folder is searched', async () => {
	const folder = await openWorkFolder({
		'.git/config': 'X',
		'.git/info/exclude': 'private\n',
		'.gitignore': 'dist/\n*.log\n',
		'.github/x.yml': 'X',
		'.ignore': 'shown.txt\n',
		'shown.txt': 'X',
		'private/a': 'X',
		'dist/b.js': 'X',
		'dist/c.log': 'X',
		'src/.gitignore': '!keep.log\n',
		'src/keep.log': 'X',
		'src/other.log': 'X',
	})
	assert.equal(
		await both(folder, { pattern: 'X' }),
		'ok: .github/x.yml:1: X\nshown.txt:1: X\nsrc/keep.log:1: X',
	)
	assert.equal(await both(folder, { pattern: 'X', path: 'dist' }), 'ok: dist/b.js:1: X\ndist/c.log:1: X')
	assert.equal(await both(folder, { pattern: 'X', path: 'src/other.log' }), 'ok: src/other.log:1: X')
})

test('binary files, links and files with secrets are left out; a secret file only when it is not named', async () => {
	const folder = await openWorkFolder({
		'a.bin': 'X\n\0',
		'late.bin': `X\n${'y\n'.repeat(100_000)}\0`,
		'.env': 'X=1',
		'deploy.pem': 'X',
		'a.txt': 'X',
		'utf16.txt': Buffer.from('\uFEFFX\n', 'utf16le'),
		'latin.txt': Buffer.from('caf\xe9 X', 'latin1'),
		'mark.txt': '\uFEFFX first',
	})
	await symlink('a.txt', folder.path('link.txt'))
	assert.equal(
		await both(folder, { pattern: 'X' }),
		'ok: a.txt:1: X\nlatin.txt:1: caf\uFFFD X\nmark.txt:1: X first\nutf16.txt:1: X',
	)
	assert.equal(await both(folder, { pattern: '^X', glob: 'mark.*' }), 'ok: mark.txt:1: X first')
	assert.equal(await both(folder, { pattern: 'X', path: '.env' }), 'ok: .env:1: X=1')
	assert.equal(await both(folder, { pattern: 'X', path: 'a.bin' }), 'ok: nothing found')
})

test('nothing in a pattern or a name is taken for an option', async () => {
	const folder = await openWorkFolder({ '--pre=touch': 'X --help', '-rf': 'X' })
	assert.equal(await both(folder, { pattern: '--help' }), 'ok: --pre=touch:1: X --help')
	assert.equal(await both(folder, { pattern: 'X', path: '-rf' }), 'ok: -rf:1: X')
})

test('long lines are cut, and of many matches the first are shown and all are counted', async () => {
	const folder = await openWorkFolder({ 'a.txt': `${'X'.repeat(500)}\n`, 'b.txt': 'X\n'.repeat(1_000) })
	const text = await both(folder, { pattern: 'X' })
	assert.ok(text.startsWith(`ok: a.txt:1: ${'X'.repeat(400)}…\nb.txt:1: X\n`))
	assert.ok(
		text.endsWith(
			'b.txt:399: X\n[the first 400 of 1001 lines; 1001 matches in 2 files. Narrow the search to see more.]',
		),
	)
})

test('a named file that is too large to be looked through is not said to hold nothing', async () => {
	const folder = await openWorkFolder({ 'big.log': Buffer.alloc(20 * 1024 * 1024 + 1, 'one\n') })
	assert.equal(
		await both(folder, { pattern: 'one', path: 'big.log' }),
		'failed: big.log has 20971521 bytes, more than the 20971520 this looks through; use grep -n in the shell, and read with offset',
	)
})

test('more matches than anyone can use are refused', async () => {
	const folder = await openWorkFolder({ 'a.txt': 'X\n'.repeat(20_001) })
	assert.equal(
		await both(folder, { pattern: 'X' }),
		'failed: more than 20000 lines match; search for something rarer, or in fewer files',
	)
})

test('a program that cannot be started is done without', async () => {
	const folder = await openWorkFolder({ 'a.txt': 'X' })
	assert.equal(
		await folder.say(
			createGrepTool(folder.deps, () => '/none/rg'),
			{ pattern: 'X' },
		),
		'ok: a.txt:1: X',
	)
})

describe('a pattern', () => {
	test('means the same to both, sign by sign', async () => {
		const folder = await openWorkFolder({
			'a.txt': [
				'function foo() {',
				'interface{}',
				'a.b*c',
				'tab\there',
				'x = [1, 2]',
				'C:\\path\\file',
				'naïve café',
				'snake_case camelCase',
				'١٢٣ digits',
				'no\u00A0break',
				'dash-ed',
				'"quoted"',
				'a && b || c',
				'$HOME ^top',
				'12 2026-11-21',
				'İstanbul ſharp Kelvin K',
			].join('\n'),
		})
		const patterns = [
			'foo() {',
			'interface{}',
			'a\\.b\\*c',
			'\\t',
			'\\[1, 2\\]',
			'\\\\path\\\\',
			'na.ve',
			'\\bcafé\\b',
			'\\w+_\\w+',
			'\\d+',
			'\\s',
			'\\S+\\s\\S+$',
			'[a-z-]+ed',
			'["\']',
			'&&',
			'[&|]{2}',
			'\\$HOME',
			'\\^',
			'^\\d{2} \\d{4}-\\d\\d',
			'[^\\x00-\\x7f]',
			'(?:foo|bar)',
			'(?P<x>foo)',
			'(?<x>foo)',
			'[[:digit:]]+',
			'[[:upper:]]',
			'[[:punct:]]{2}',
			'[]x]',
			'[^]a-z]',
			'x{2}|\\}$',
			'a{1,}',
			'e{,3}',
			'\\x41|\\u00ef',
			'\\x{61}',
			'\\Bo',
			'\\D\\W',
			'[\\w-]+',
			'[\\s\\d]',
			'\\-',
			'\\/',
			'\\ ',
			'o+?',
			'(a)(b)?',
			'#',
			'~',
			'@',
			'[a&&b]',
			'[a--b]',
			'[~~]',
			'i',
			'K',
			's',
		]
		for (const pattern of patterns)
			for (const ignore_case of [false, true])
				assert.match(await both(folder, { pattern, ignore_case }), /^ok/, pattern)
	})

	test('that only one of them knows is refused, and where is said', async () => {
		const folder = await openWorkFolder({ 'a.txt': 'x' })
		const cases: [pattern: string, problem: RegExp][] = [
			['(?=x)', /look-around at position 0 is not supported/],
			['a(?<!x)', /look-around at position 1/],
			['(a)\\1', /back-reference \\1 at position 3/],
			['(?i)x', /flags at position 0 .* ignore_case/],
			['\\p{Greek}', /escape \\p at position 0/],
			['a\\nb', /line by line/],
			['a(b', /backslash before a bracket/],
			['[a', /\[ at position 0 is not closed/],
			['*a', /Nothing to repeat/],
			['a\\', /escape \\ at position 1/],
			['[[:what:]]', /class \[:what:\] at position 1/],
		]
		for (const [pattern, problem] of cases) assert.match(await both(folder, { pattern }), problem, pattern)
	})

	test('of any signs finds the same lines in any text', async () => {
		const sign = fc.constantFrom(
			...'abXé1_ .*+?|()[]{}^$\\-"\'&~#,:/<>=!@\t'.split(''),
			'\\w',
			'\\d',
			'\\s',
			'\\b',
			'[a-b]',
			'[^a]',
		)
		const folder = await openWorkFolder()
		const line = fc.string({
			unit: fc.constantFrom('a', 'b', 'X', 'é', '1', '_', ' ', '.', '(', '{', '\\', '-', '\t'),
			maxLength: 8,
		})
		await fc.assert(
			fc.asyncProperty(
				fc.array(sign, { minLength: 1, maxLength: 6 }),
				fc.array(line, { maxLength: 8 }),
				fc.constantFrom('\n', '\r\n'),
				fc.boolean(),
				async (signs, lines, end, ignoreCase) => {
					const pattern = signs.join('')
					fc.pre(!('problem' in readSearchPattern(pattern)))
					await folder.write('a.txt', lines.map(text => text + end).join(''))
					await both(folder, { pattern, ignore_case: ignoreCase, context: lines.length % 3 })
				},
			),
			{ numRuns: SOAK_TIMES > 1 ? 150 : 60 },
		)
	})
})

test('any set of ignore rules leaves the same files to both', async () => {
	const name = fc.constantFrom('a', 'b', 'c.log', 'd.txt')
	const path = fc
		.array(name, { minLength: 1, maxLength: 3 })
		.map(steps => [...steps.slice(0, -1).map(step => `${step}.d`), steps.at(-1)].join('/'))
	const rule = fc.constantFrom(
		'*.log',
		'/a',
		'a',
		'b/',
		'a.d/',
		'!a',
		'!c.log',
		'a.d/b',
		'/b.d/*',
		'**/d.txt',
		'b.d/**',
		'# note',
		'',
		'*.d/a',
		'[ab]',
	)
	const rules = fc.array(rule, { maxLength: 3 }).map(lines => lines.join('\n'))
	await fc.assert(
		fc.asyncProperty(
			fc.uniqueArray(path, { maxLength: 8 }),
			rules,
			rules,
			fc.boolean(),
			async (paths, top, below, isRepository) => {
				const folder = await openWorkFolder({
					...Object.fromEntries(paths.map(each => [each, 'X'])),
					'.gitignore': top,
					'a.d/.gitignore': below,
					...(isRepository ? { '.git/HEAD': '' } : {}),
				})
				await both(folder, { pattern: 'X' })
				await both(folder, { pattern: 'X', path: 'a.d' })
			},
		),
		{ numRuns: SOAK_TIMES > 1 ? 60 : 30 },
	)
})
