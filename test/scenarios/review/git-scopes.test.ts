// A review of what git knows: the work tree, the index and what is not tracked against a commit, and no program of the
// repository's is ever started for it.

import assert from 'node:assert/strict'
import { existsSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { reviewScene } from '../../support/review/review-scene.ts'

test('what is not committed and what a branch has are reviewed in a real repository, and put back', async () => {
	const scene = await reviewScene({
		files: {
			'.gitignore': 'ignored.txt\n',
			'.gitattributes': '*.win text eol=crlf\n*.raw diff=shown filter=cleaned\n',
			'both.txt': 'a\nb\nc\n',
			'gone.txt': 'gone\n',
			'touched.txt': 'same\n',
			'run.sh': 'echo\n',
			'text.win': 'one\r\ntwo\r\n',
			'data.raw': 'raw\n',
			'kept.txt': 'kept\n',
			'sub/deep.txt': 'deep\n',
		},
	})
	const { git, read, write, listed, putBack, runtime } = scene
	const at = (name: string) => join(runtime.cwd, name)
	git('init', '-q', '-b', 'main')
	assert.deepEqual((await listed('uncommitted')).length, 10, 'all of it is new where nothing is committed')
	assert.match((await scene.problem('branch')) ?? '', /no commit yet/)
	git('add', '-A')
	git('commit', '-qm', 'first')
	assert.deepEqual(await listed('uncommitted'), [])

	git('checkout', '-qb', 'feature')
	write('sub/deep.txt', 'deeper\n')
	git('commit', '-qam', 'second')
	// Staged and then changed once more, in two ways at once, taken out of the index, with other times alone.
	write('both.txt', 'A\nb\nc\n')
	git('add', 'both.txt')
	write('both.txt', 'A\nb\nC\n')
	git('rm', '-q', '--cached', 'kept.txt')
	rmSync(at('gone.txt'))
	write('touched.txt', 'same\n')
	write('text.win', 'one\r\nTWO\r\n')
	write('data.raw', 'changed\n')
	write('ignored.txt', 'nobody looks\n')
	mkdirSync(at('new'))
	writeFileSync(at('new/with space\n.txt'), 'new\n')
	symlinkSync('/etc/passwd', at('link'))
	// What each of these names would leave a mark.
	for (const name of ['core.fsmonitor', 'core.pager']) git('config', name, 'touch mark; false')
	assert.deepEqual(
		await listed('uncommitted'),
		[
			'changed both.txt',
			'changed data.raw',
			'removed gone.txt',
			'changed kept.txt',
			'added link',
			'added "new/with space\\n.txt"',
			'changed text.win',
		].sort((a, b) => (a.split(' ')[1]! < b.split(' ')[1]! ? -1 : 1)),
	)
	assert.deepEqual((await listed('branch')).includes('changed sub/deep.txt'), true)
	assert.deepEqual((await listed('uncommitted')).includes('changed sub/deep.txt'), false)
	const branch = await runtime.port.queries.changes!.list('branch')
	assert.equal(branch.since, 'where it left main')

	const both = await scene.file('uncommitted', 'both.txt')
	assert.deepEqual(
		[both.before, both.after].map(side => side.kind === 'text' && side.text),
		['a\nb\nc\n', 'A\nb\nC\n'],
	)
	const win = await scene.file('uncommitted', 'text.win')
	assert.deepEqual([win.added, win.removed], [1, 1])
	await putBack('uncommitted', 'text.win', 0)
	assert.equal(read('text.win'), 'one\r\ntwo\r\n')
	await putBack('branch', 'sub/deep.txt', 0)
	assert.equal(read('sub/deep.txt'), 'deep\n')
	await putBack('uncommitted', 'gone.txt', 0)
	assert.equal(read('gone.txt'), 'gone\n')
	assert.equal(statSync(at('gone.txt')).mode & 0o777, 0o644)
	assert.deepEqual((await scene.file('uncommitted', 'link')).after, {
		kind: 'other',
		words: 'a link to /etc/passwd',
	})
	await putBack('uncommitted', 'link')
	await putBack('uncommitted', '"new/with space\\n.txt"', 0)
	assert.ok(!existsSync(at('new')) && !existsSync(at('link')))
	await runtime.port.send({ type: 'take-back-put-back' })
	assert.equal(read('new/with space\n.txt'), 'new\n')
	assert.ok(!existsSync(at('mark')))
	assert.equal(
		git('-c', 'core.fsmonitor=false', 'status', '--porcelain', 'both.txt'),
		'MM both.txt\n',
		'the index is as it was',
	)

	// What a repository could make git run keeps git from being asked at all.
	git('config', 'filter.cleaned.clean', 'touch mark; cat')
	assert.match((await scene.problem('uncommitted')) ?? '', /filter\.cleaned\.clean/)
	assert.ok(!existsSync(at('mark')))
})

test('in a conflict each file is there once, and a default branch is the remote’s where that says which', async () => {
	const scene = await reviewScene({ files: { 'a.txt': 'one\n' } })
	const { git, write, listed, runtime } = scene
	git('init', '-q', '-b', 'trunk')
	git('add', '-A')
	git('commit', '-qm', 'first')
	git('update-ref', 'refs/remotes/up/next', 'HEAD')
	git('symbolic-ref', 'refs/remotes/up/HEAD', 'refs/remotes/up/next')
	git('checkout', '-qb', 'side')
	write('a.txt', 'two\n')
	git('commit', '-qam', 'second')
	git('checkout', '-q', 'trunk')
	write('a.txt', 'three\n')
	git('commit', '-qam', 'third')
	assert.throws(() => git('merge', 'side'))
	assert.deepEqual(await listed('uncommitted'), ['changed a.txt'])
	const file = await scene.file('uncommitted', 'a.txt')
	assert.equal(file.before.kind === 'text' && file.before.text, 'three\n')
	const list = await runtime.port.queries.changes!.list('branch')
	assert.equal(list.since, 'where it left up/next')
	assert.deepEqual((await scene.file('branch', 'a.txt')).before, { kind: 'text', text: 'one\n' })
})
