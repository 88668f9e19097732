import assert from 'node:assert/strict'
import { mkdir, readFile, stat, symlink } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { createApplyPatchTool } from '../../../src/tools/builtin/apply-patch.ts'
import { parsePatch } from '../../../src/tools/files/patch.ts'
import { applyHunks } from '../../../src/tools/files/patch-hunks.ts'
import { openWorkFolder, type WorkFolder } from '../../support/tools/work-folder.ts'

const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

function applyTo(text: string, ...lines: string[]): string {
	const operations = parsePatch(patch('*** Update File: f', ...lines))
	if ('problem' in operations) return `cannot be read: ${operations.problem.told}`
	const [operation] = operations
	assert.ok(operation?.kind === 'update')
	const result = applyHunks(text, operation.hunks)
	return 'text' in result ? result.text : `cannot be applied: ${result.problem.told}`
}

const apply = (folder: WorkFolder, ...lines: string[]) =>
	folder.say(createApplyPatchTool(folder.deps), { patch: patch(...lines) })

describe('the grammar', () => {
	test('knows add, delete, update and move', () => {
		const text = patch(
			'*** Add File: new.txt',
			'+one',
			'+',
			'*** Delete File: old.txt',
			'*** Update File: a.txt',
			'*** Move to: b.txt',
			'@@ class A',
			'@@ def f',
			' keep',
			'-gone',
			'+come',
			'',
			'@@',
			'-last',
			'*** End of File',
		)
		assert.deepEqual(parsePatch(`\n${text}\n\n`), [
			{ kind: 'add', path: 'new.txt', content: 'one\n\n' },
			{ kind: 'delete', path: 'old.txt' },
			{
				kind: 'update',
				path: 'a.txt',
				moveTo: 'b.txt',
				hunks: [
					{
						patchLine: 9,
						anchors: ['class A', 'def f'],
						lines: [
							{ kind: 'keep', text: 'keep' },
							{ kind: 'remove', text: 'gone' },
							{ kind: 'add', text: 'come' },
							{ kind: 'keep', text: '' },
						],
						isAtEnd: false,
					},
					{ patchLine: 15, anchors: [], lines: [{ kind: 'remove', text: 'last' }], isAtEnd: true },
				],
			},
		])
	})

	test('reads a patch with Windows line ends', () => {
		assert.deepEqual(parsePatch(patch('*** Add File: a', '+x').replaceAll('\n', '\r\n')), [
			{ kind: 'add', path: 'a', content: 'x\n' },
		])
	})

	const broken: [name: string, text: string, problem: string][] = [
		[
			'no beginning',
			'*** Add File: a\n+x',
			'line 1 of the patch: expected *** Begin Patch; found "*** Add File: a"',
		],
		[
			'no end',
			'*** Begin Patch\n*** Delete File: a',
			'line 3 of the patch: expected *** Add File:, *** Delete File:, *** Update File: or *** End Patch; the patch ends',
		],
		[
			'nothing in it',
			patch(),
			'line 2 of the patch: a patch needs at least one *** Add, Delete or Update File; found "*** End Patch"',
		],
		[
			'something after it',
			`${patch('*** Delete File: a')}\nmore`,
			'line 4 of the patch: nothing may follow *** End Patch; found "more"',
		],
		[
			'no path',
			patch('*** Delete File: '),
			'line 2 of the patch: the path is missing; found "*** Delete File: "',
		],
		[
			'an unknown header',
			patch('*** Rename File: a'),
			'line 2 of the patch: expected *** Add File:, *** Delete File:, *** Update File: or *** End Patch; found "*** Rename File: a"',
		],
		[
			'an added line without +',
			patch('*** Add File: a', 'x'),
			'line 3 of the patch: each line of an added file begins with +; found "x"',
		],
		[
			'an update without hunks',
			patch('*** Update File: a'),
			'line 3 of the patch: the update of a has no hunks; found "*** End Patch"',
		],
		[
			'a hunk that changes nothing',
			patch('*** Update File: a', '@@', ' x'),
			'line 5 of the patch: the hunk at line 3 changes nothing; found "*** End Patch"',
		],
		[
			'a line that begins with a letter',
			patch('*** Update File: a', '@@', '-x', 'y'),
			'line 5 of the patch: a line of a hunk begins with a blank, - or +; found "y"',
		],
		[
			'line numbers',
			patch('*** Update File: a', '@@ -1,2 +1,2 @@', '-x'),
			'line 3 of the patch: line numbers are not part of this grammar; write @@ alone, or @@ and a line of the file; found "@@ -1,2 +1,2 @@"',
		],
	]
	for (const [name, text, problem] of broken)
		test(`refuses ${name}`, () => {
			const read = parsePatch(text)
			assert.equal('problem' in read ? read.problem.told : undefined, problem)
		})
})

describe('hunks', () => {
	test('go where their lines are, from top to bottom', () => {
		assert.equal(applyTo('a\nb\nc\nd\n', '-b', '+B', '@@', ' c', '+x', ' d'), 'a\nB\nc\nx\nd\n')
	})

	test('without an anchor must fit one place only', () => {
		assert.match(
			applyTo('x\ny\nx\n', '-x', '+z'),
			/fits at lines 1, 3; add lines around it, or an @@ line above it/,
		)
		assert.equal(applyTo('x\ny\nx\n', ' y', '-x', '+z'), 'x\ny\nz\n')
	})

	test('after an anchor go to the nearest place', () => {
		const text = 'class A\n  x = 1\nclass B\n  x = 1\nclass C\n  x = 1\n'
		assert.equal(
			applyTo(text, '@@ class B', '-  x = 1', '+  x = 2'),
			'class A\n  x = 1\nclass B\n  x = 2\nclass C\n  x = 1\n',
		)
	})

	test('follow several anchors, each below the one before', () => {
		const text = 'class A\n  def f\n    1\nclass B\n  def f\n    1\n'
		assert.equal(
			applyTo(text, '@@ class B', '@@ def f', '-    1', '+    2'),
			'class A\n  def f\n    1\nclass B\n  def f\n    2\n',
		)
		assert.match(applyTo(text, '@@ def f', '-    1', '+    2'), /more than once \(lines 2, 5\): def f/)
		assert.match(applyTo(text, '@@ class C', '-    1', '+    2'), /not in the rest of the file: class C/)
	})

	test('at the end of the file fit only there', () => {
		assert.equal(applyTo('x\ny\nx\n', '-x', '+z', '*** End of File'), 'x\ny\nz\n')
		assert.match(
			applyTo('x\ny\n', '-x', '+z', '*** End of File'),
			/fits at lines 1, but not at the end of the file/,
		)
	})

	test('out of order are refused', () => {
		assert.match(
			applyTo('a\nb\nc\n', '-c', '+C', '@@', '-a', '+A'),
			/fits at lines 1 only, before line 4; hunks go from top to bottom/,
		)
	})

	test('that only add go to the end, and not to a place an anchor could mean in two ways', () => {
		assert.equal(applyTo('a\n', '@@', '+b'), 'a\nb\n')
		assert.equal(applyTo('a', '@@', '+b'), 'a\nb\n')
		assert.equal(applyTo('', '@@', '+b'), 'b\n')
		assert.match(applyTo('a\nb\n', '@@ a', '+x'), /only adds lines: put a line that stays next to them/)
	})

	test('may differ in blanks at line ends, if one place is left, and keep those of the file', () => {
		assert.equal(applyTo('a  \nb\t\nc\n', ' a', '-b', '+B', ' c'), 'a  \nB\nc\n')
		assert.match(applyTo('b \nx\nb\t\n', '-b', '+B'), /fits at lines 1, 3/)
		assert.match(
			applyTo('  a\n', '-a', '+A'),
			/fits nowhere. Nearest:\nline 1 \(differs in indentation\):\n {2}a/,
		)
	})

	test('keep the encoding of the file, which its byte order mark tells', async () => {
		const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
		const folder = await openWorkFolder({ 'a.txt': utf16('one\r\ntwo\r\n') })
		await folder.see('a.txt')
		assert.match(await apply(folder, '*** Update File: a.txt', '@@', '-two', '+zw\xf6lf'), /^ok: /)
		assert.deepEqual(await readFile(folder.path('a.txt')), utf16('one\r\nzw\xf6lf\r\n'))
	})

	test('keep the line ends of the file, and a missing one where nothing changed', () => {
		assert.equal(applyTo('a\r\nb\r\nc', ' a', '-b', '+B', '+x'), 'a\r\nB\r\nx\r\nc')
		assert.equal(applyTo('a\nb', ' b', '+c'), 'a\nb\nc\n')
		assert.equal(applyTo('a\nb', '-b', '+c'), 'a\nc\n')
	})

	test('leave every line they do not name as it was', () => {
		const line = fc.stringMatching(/^[a-z ]{0,6}$/)
		fc.assert(
			fc.property(fc.array(line), fc.array(line), fc.constantFrom('\n', '\r\n'), (above, below, end) => {
				const text = (middle: string) => [...above, middle, ...below].map(each => each + end).join('')
				assert.equal(applyTo(text('THE LINE'), '-THE LINE', '+another'), text('another'))
			}),
		)
	})
})

describe('apply_patch', () => {
	test('changes, adds, deletes and moves in one go', async () => {
		const folder = await openWorkFolder({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' })
		await folder.see('a.txt', 'c.txt')
		const result = await folder.call(createApplyPatchTool(folder.deps), {
			patch: patch(
				'*** Update File: a.txt',
				'-a',
				'+A',
				'*** Delete File: b.txt',
				'*** Update File: c.txt',
				'*** Move to: sub/d.txt',
				'-c',
				'+C',
				'*** Add File: e.txt',
				'+e',
			),
		})
		assert.deepEqual(result.content, [
			{
				type: 'text',
				text: 'changed a.txt\ndeleted b.txt\ndeleted c.txt\ncreated sub/d.txt\ncreated e.txt (+3 −3)',
			},
		])
		const names = [...((await folder.host.files.list(folder.root)) ?? [])].map(({ name }) => name).sort()
		assert.deepEqual(names, ['a.txt', 'e.txt', 'sub'])
		assert.deepEqual(
			[await folder.read('a.txt'), await folder.read('sub/d.txt'), await folder.read('e.txt')],
			['A\n', 'C\n', 'e\n'],
		)
	})

	test('changes nothing when one part does not fit', async () => {
		const folder = await openWorkFolder({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
		await folder.see('a.txt', 'b.txt')
		const said = await apply(
			folder,
			'*** Update File: a.txt',
			'-a',
			'+A',
			'*** Update File: b.txt',
			'-x',
			'+X',
		)
		assert.match(
			said,
			/^failed: b.txt: the hunk at line 6 of the patch fits nowhere; .* Nothing was changed\.$/,
		)
		assert.equal(await folder.read('a.txt'), 'a\n')
	})

	test('puts back what was written when a later file cannot be', async () => {
		const folder = await openWorkFolder({ 'a.txt': 'a\n', file: '' })
		await folder.see('a.txt')
		const said = await apply(
			folder,
			'*** Update File: a.txt',
			'-a',
			'+A',
			'*** Add File: n.txt',
			'+n',
			'*** Add File: file/below.txt',
			'+x',
		)
		assert.match(said, /^failed: file\/below.txt could not be written: .* Nothing was changed\.$/)
		assert.equal(await folder.read('a.txt'), 'a\n')
		assert.equal(await folder.host.files.stat(folder.path('n.txt')), undefined)
	})

	test('needs what it updates to have been read', async () => {
		const folder = await openWorkFolder({ 'a.txt': 'a\n' })
		assert.match(
			await apply(folder, '*** Update File: a.txt', '-a', '+A'),
			/^failed: a.txt exists and was not read/,
		)
	})

	test('never overwrites: not by adding, not by moving', async () => {
		const folder = await openWorkFolder({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
		await folder.see('a.txt')
		assert.match(
			await apply(folder, '*** Add File: b.txt', '+x'),
			/^failed: b.txt exists already, so it cannot be added/,
		)
		assert.match(
			await apply(folder, '*** Update File: a.txt', '*** Move to: b.txt'),
			/^failed: b.txt exists already, so a.txt cannot move/,
		)
		assert.equal(await folder.read('b.txt'), 'b\n')
	})

	test('keeps a file that moves onto itself, also by another name', async () => {
		const folder = await openWorkFolder({ 'a.txt': 'a\n' })
		await symlink('a.txt', folder.path('link'))
		await folder.see('a.txt')
		for (const name of ['a.txt', './a.txt', 'link', folder.path('a.txt')]) {
			assert.match(
				await apply(folder, '*** Update File: a.txt', `*** Move to: ${name}`),
				/^ok: nothing to do/,
			)
			assert.equal(await folder.read('a.txt'), 'a\n')
		}
		assert.match(
			await apply(folder, '*** Update File: a.txt', '*** Move to: a.txt', '-a', '+A'),
			/^ok: changed a.txt/,
		)
		assert.equal(await folder.read('a.txt'), 'A\n')
	})

	test('may name a file twice, the second time as the first left it', async () => {
		const folder = await openWorkFolder({ 'a.txt': 'a\nb\n' })
		await folder.see('a.txt')
		assert.match(
			await apply(folder, '*** Update File: a.txt', '-a', '+A', '*** Update File: a.txt', ' A', '-b', '+B'),
			/^ok/,
		)
		assert.equal(await folder.read('a.txt'), 'A\nB\n')
	})

	test('says what is missing, is a folder, or holds a mask', async () => {
		const folder = await openWorkFolder({ 'a.txt': 'a\n' })
		await mkdir(folder.path('dir'))
		await folder.see('a.txt')
		assert.match(await apply(folder, '*** Delete File: none'), /^failed: there is no file none to delete/)
		assert.match(
			await apply(folder, '*** Update File: none', '-a', '+b'),
			/^failed: there is no file none to update/,
		)
		assert.match(await apply(folder, '*** Delete File: dir'), /^failed: there is no file dir to delete/)
		assert.match(await apply(folder, '*** Add File: dir', '+x'), /^failed: dir is a folder/)
		assert.match(
			await apply(folder, '*** Update File: a.txt', '-a', '+[REDACTED:token]'),
			/^failed: the new text for a.txt contains/,
		)
	})

	test('is judged by its strictest part, and shows the whole diff', async () => {
		const folder = await openWorkFolder({ 'a.txt': 'a\n' })
		await folder.see('a.txt')
		const text = patch('*** Update File: a.txt', '-a', '+A', '*** Add File: .vscode/tasks.json', '+{}')
		const { assessment, touches } = await folder.assess(createApplyPatchTool(folder.deps), { patch: text })
		assert.deepEqual(assessment, {
			tier: 'privileged',
			outcome: 'ask-always',
			isWorkspaceEdit: false,
			title: 'apply_patch a.txt, .vscode/tasks.json (+2 −1)',
			reasons: [
				'Files in .vscode can make the editor start programs.',
				'It changes a file in the workspace.',
			],
			diff:
				'--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-a\n+A\n' +
				'--- /dev/null\n+++ b/.vscode/tasks.json\n@@ -0,0 +1,1 @@\n+{}\n',
			sessionKeys: [],
		})
		const places = ['a.txt', '.vscode/tasks.json'].map(name => {
			return { path: folder.path(name), real: folder.path(name), shown: name }
		})
		assert.deepEqual(touches, { places })
	})

	test('keeps the mode bits of what it updates, and of what it moves', async () => {
		const folder = await openWorkFolder()
		await folder.write('run.sh', 'a\n', 0o755)
		await folder.see('run.sh')
		await apply(folder, '*** Update File: run.sh', '-a', '+A')
		assert.equal((await stat(folder.path('run.sh'))).mode & 0o777, 0o755)
		await apply(folder, '*** Update File: run.sh', '*** Move to: bin/start.sh', '-A', '+B')
		assert.equal((await stat(folder.path('bin/start.sh'))).mode & 0o777, 0o755)
	})
})
