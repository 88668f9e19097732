import assert from 'node:assert/strict'
import { symlink, utimes } from 'node:fs/promises'
import { describe, test } from 'vitest'
import { compileGlob } from '../../../src/safety/paths/glob-pattern.ts'
import { createGlobTool } from '../../../src/tools/builtin/glob.ts'
import { createListTool } from '../../../src/tools/builtin/list.ts'
import { openWorkFolder, type WorkFolder } from '../../support/tools/work-folder.ts'

/** The first is the newest. */
async function date(folder: WorkFolder, ...names: string[]): Promise<void> {
	for (const [age, name] of names.entries()) await utimes(folder.path(name), 1_000_000 - age, 1_000_000 - age)
}

describe('list', () => {
	test('names one level, folders first, and leaves out what git ignores', async () => {
		const folder = await openWorkFolder({
			'.gitignore': 'dist/\n*.log\n!keep.log\n',
			'.git/HEAD': '',
			'src/a.ts': '',
			'dist/b.js': '',
			'x.log': '',
			'keep.log': '',
			'README.md': '',
		})
		await symlink('src', folder.path('link'))
		const result = await folder.call(createListTool(folder.deps), {})
		assert.deepEqual(result, {
			outcome: 'ok',
			content: [{ type: 'text', text: 'src/\n.gitignore\nREADME.md\nkeep.log\nlink@' }],
			detail: { type: 'counted', count: 5, unit: 'entries' },
		})
	})

	test('looks into an ignored folder that is named', async () => {
		const folder = await openWorkFolder({
			'.gitignore': 'dist\n*.js\n',
			'dist/b.js': '',
			'dist/.gitignore': 'c\n',
			'dist/c': '',
		})
		assert.equal(await folder.say(createListTool(folder.deps), { path: 'dist' }), 'ok: .gitignore\nb.js')
	})

	test('says so when there is nothing, no folder, or a file', async () => {
		const folder = await openWorkFolder({ '.gitignore': 'x\n', 'empty/x': '', file: '' })
		const tool = createListTool(folder.deps)
		assert.equal(await folder.say(tool, { path: 'empty' }), 'ok: [empty is empty, or all in it is ignored]')
		assert.equal(await folder.say(tool, { path: 'none' }), 'failed: there is no folder none')
		assert.equal(await folder.say(tool, { path: 'file' }), 'failed: file is a file; use read')
	})

	test('stops at 500 names and counts the rest', async () => {
		const names = Array.from({ length: 502 }, (_, index) => [`f${String(index).padStart(3, '0')}`, ''])
		const folder = await openWorkFolder(Object.fromEntries(names))
		const text = await folder.say(createListTool(folder.deps), {})
		assert.ok(text.endsWith('f499\n[2 more; use glob with a pattern]'))
	})
})

describe('ignore rules', () => {
	test('come from each folder, from the top of the repository, and from the exclude file; the nearest wins', async () => {
		const folder = await openWorkFolder({
			'.git/info/exclude': 'private\n*.tmp\n',
			'.gitignore': '*.log\n/build\n',
			'private/a': '',
			'a.tmp': '',
			'src/.gitignore': '!keep.log\n*.gen\n',
			'src/keep.log': '',
			'src/other.log': '',
			'src/x.gen': '',
			'src/build/x': '',
			'build/x': '',
			'x.gen': '',
		})
		const text = await folder.say(createGlobTool(folder.deps), { pattern: '**/*' })
		const names = text.slice(4).split('\n').sort()
		assert.deepEqual(names, ['.gitignore', 'src/.gitignore', 'src/build/x', 'src/keep.log', 'x.gen'])
	})

	test('of the repository hold below it, and not in a repository inside it', async () => {
		const folder = await openWorkFolder({
			'.git/HEAD': '',
			'.gitignore': '*.log\n',
			'sub/a.log': '',
			'sub/b': '',
			'other/.git/HEAD': '',
			'other/a.log': '',
		})
		const tool = createGlobTool(folder.deps)
		assert.equal(await folder.say(tool, { pattern: '**/*', path: 'sub' }), 'ok: sub/b')
		assert.equal(await folder.say(tool, { pattern: '**/*', path: 'other' }), 'ok: other/a.log')
	})
})

describe('glob', () => {
	test('gives the newest first, by paths that can be opened', async () => {
		const folder = await openWorkFolder({ 'a.ts': '', 'src/b.ts': '', 'src/c.js': '', 'src/deep/d.ts': '' })
		await date(folder, 'src/b.ts', 'src/deep/d.ts', 'a.ts')
		const tool = createGlobTool(folder.deps)
		assert.deepEqual(await folder.call(tool, { pattern: '**/*.ts' }), {
			outcome: 'ok',
			content: [{ type: 'text', text: 'src/b.ts\nsrc/deep/d.ts\na.ts' }],
			detail: { type: 'counted', count: 3, unit: 'files' },
		})
		assert.equal(await folder.say(tool, { pattern: '*.ts' }), 'ok: a.ts')
		assert.equal(await folder.say(tool, { pattern: '*.ts', path: 'src' }), 'ok: src/b.ts')
		assert.equal(await folder.say(tool, { pattern: '*.rs' }), 'ok: nothing found')
	})

	test('names a link to itself like any other', async () => {
		const folder = await openWorkFolder({ 'a.ts': '' })
		await symlink('b.ts', folder.path('b.ts'))
		assert.equal(await folder.say(createGlobTool(folder.deps), { pattern: '*.ts' }), 'ok: a.ts\nb.ts')
	})

	test('names links without following them', async () => {
		const folder = await openWorkFolder({ 'src/a.ts': '' })
		await symlink('src', folder.path('loop'))
		await symlink('..', folder.path('src/up'))
		await date(folder, 'src/a.ts')
		const names = (await folder.say(createGlobTool(folder.deps), { pattern: '**/*' }))
			.slice(4)
			.split('\n')
			.sort()
		assert.deepEqual(names, ['loop', 'src/a.ts', 'src/up'])
	})

	test('does not leave its folder', async () => {
		const folder = await openWorkFolder()
		for (const pattern of ['/etc/*', '../*', 'a/../../*'])
			assert.match(
				await folder.say(createGlobTool(folder.deps), { pattern }),
				/^failed: the pattern .* leaves the folder/,
			)
	})

	test('takes a pattern that begins with the whole path of its folder', async () => {
		const folder = await openWorkFolder({ 'src/a.ts': '', 'b.ts': '' })
		const glob = createGlobTool(folder.deps)
		assert.equal(await folder.say(glob, { pattern: folder.path('**/a.ts') }), 'ok: src/a.ts')
		assert.equal(await folder.say(glob, { pattern: folder.path('src/*'), path: 'src' }), 'ok: src/a.ts')
		assert.match(await folder.say(glob, { pattern: folder.path('b.ts'), path: 'src' }), /leaves the folder/)
	})

	test('says what is wrong with a pattern', async () => {
		const folder = await openWorkFolder()
		for (const pattern of ['a{b', 'a[b', 'a}b'])
			assert.match(await folder.say(createGlobTool(folder.deps), { pattern }), /not closed/)
	})
})

describe('a glob pattern', () => {
	const cases: [pattern: string, yes: string[], no: string[]][] = [
		['*.ts', ['a.ts', '.ts'], ['a/b.ts', 'a.tsx', 'ats']],
		['**/*.ts', ['a.ts', 'a/b.ts', 'a/b/c.ts', '.a/b.ts'], ['a.tsx']],
		['src/**', ['src/a', 'src/a/b'], ['src', 'other/a']],
		['src/**/a', ['src/a', 'src/x/y/a'], ['src/xa']],
		['a?c', ['abc', 'a.c'], ['ac', 'a/c']],
		['[a-c]x', ['ax', 'cx'], ['dx', '/x']],
		['[!a]x', ['bx'], ['ax', '/x']],
		['{a,b/c}.{ts,js}', ['a.ts', 'b/c.js'], ['b.ts']],
		['./a', ['a'], []],
		['a+(b).$x', ['a+(b).$x'], ['aab.$x']],
		['a\\*b', ['a*b'], ['axb']],
		['名*', ['名前'], ['前名']],
	]
	for (const [pattern, yes, no] of cases) {
		test(pattern, () => {
			const matches = compileGlob(pattern)!
			assert.deepEqual(
				yes.filter(path => !matches(path)),
				[],
			)
			assert.deepEqual(no.filter(matches), [])
		})
	}
})
