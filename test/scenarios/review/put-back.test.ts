// A review through the runtime: what a run, a session and a hand have changed, and hunks that are put back byte by byte.

import assert from 'node:assert/strict'
import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readlinkSync,
	rmSync,
	statSync,
	symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { reviewScene } from '../../support/review/review-scene.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'

const numbered = (count: number, end = '\n') =>
	Array.from({ length: count }, (_, at) => `line ${at}${end}`).join('')
const shell = (id: string, command: string) => toolCalls([id, 'shell', { command }])

test('hunks of what runs changed are put back with their bytes, taken back one by one, and undone by going back', async () => {
	const provider = scriptedProvider(
		shell(
			'1',
			"sed -i 's/line 2$/two/; s/line 30/thirty/' a.txt && rm gone.txt && mkdir -p deep/er && echo new > deep/er/new.txt",
		),
		answer('Done.'),
		shell(
			'2',
			"printf 'one\\r\\nZWEI\\r\\nthree' > crlf.txt && chmod +x tool.sh && ln -sf b link && printf '\\0b' > raw.bin",
		),
		answer('Done.'),
		answer('Nothing to do.'),
	)
	const files = {
		'a.txt': numbered(40),
		'gone.txt': 'was here',
		'crlf.txt': 'one\r\ntwo\r\nthree',
		'tool.sh': '#!/bin/sh\n',
		'raw.bin': '\0a',
		'mine.txt': 'mine\n',
	}
	const scene = await reviewScene({ provider, files })
	const { runtime, read, listed, putBack } = scene
	const at = (name: string) => join(runtime.cwd, name)
	symlinkSync('a', at('link'))
	assert.deepEqual(await listed('session'), [], 'nothing before the first run')
	await scene.run('first')
	scene.write('mine.txt', 'by hand\n')
	await scene.run('second')

	assert.deepEqual(await listed('run'), [
		'changed crlf.txt',
		'changed link',
		'changed raw.bin',
		'changed tool.sh',
	])
	assert.deepEqual(await listed('session'), [
		'changed a.txt',
		'changed crlf.txt',
		'added deep/er/new.txt',
		'removed gone.txt',
		'changed link',
		'changed mine.txt',
		'changed raw.bin',
		'changed tool.sh',
	])
	const { files: found } = await runtime.port.queries.changes!.list('session')
	assert.deepEqual(
		found.filter(({ isByHand }) => isByHand).map(({ name }) => name),
		['mine.txt'],
		'no run has touched it',
	)
	assert.match((await scene.problem('uncommitted')) ?? '', /no git repository/)

	const lines = await scene.file('session', 'a.txt')
	assert.deepEqual([lines.hunks.length, lines.added, lines.removed], [2, 2, 2])
	const counted = await runtime.port.queries.changes!.counts('session', [lines.path, '/nowhere'])
	assert.deepEqual(counted, [{ added: 2, removed: 2, key: lines.key }, undefined])

	await putBack('session', 'a.txt', 1)
	assert.equal(read('a.txt'), numbered(40).replace('line 2\n', 'two\n'))
	const left = await scene.file('session', 'a.txt')
	assert.equal(left.hunks.length, 1)
	assert.equal(left.hunks[0]?.key, lines.hunks[0]?.key, 'what was seen of it still is')
	assert.notEqual(left.key, lines.key)

	const crlf = await scene.file('run', 'crlf.txt')
	assert.deepEqual([crlf.added, crlf.removed], [1, 1], 'line ends are no part of the change')
	await putBack('run', 'crlf.txt', 0)
	assert.equal(read('crlf.txt'), 'one\r\ntwo\r\nthree')

	assert.deepEqual((await scene.file('run', 'tool.sh')).hunks, [])
	await putBack('run', 'tool.sh')
	assert.equal(statSync(at('tool.sh')).mode & 0o111, 0)
	await putBack('run', 'link')
	assert.equal(readlinkSync(at('link')), 'a')
	await putBack('run', 'raw.bin')
	assert.equal(read('raw.bin'), '\0a')
	await putBack('session', 'gone.txt', 0)
	assert.equal(read('gone.txt'), 'was here')
	await putBack('session', 'deep/er/new.txt', 0)
	assert.ok(!existsSync(at('deep')), 'folders that were made for it go with it')
	assert.deepEqual(
		(await runtime.port.queries.changes!.list('run')).files.map(({ name, isByHand }) => [name, isByHand]),
		[
			['a.txt', true],
			['deep/er/new.txt', true],
			['gone.txt', true],
		],
		'what was put back of an earlier run is what the user has done since',
	)

	const takeBack = () => runtime.port.send({ type: 'take-back-put-back' })
	await takeBack()
	assert.equal(read('deep/er/new.txt'), 'new\n')
	await takeBack()
	assert.ok(!existsSync(at('gone.txt')))
	await takeBack()
	assert.equal(read('raw.bin'), '\0b')
	await takeBack()
	assert.equal(readlinkSync(at('link')), 'b')
	await takeBack()
	assert.notEqual(statSync(at('tool.sh')).mode & 0o100, 0)
	await takeBack()
	assert.equal(read('crlf.txt'), 'one\r\nZWEI\r\nthree')
	await takeBack()
	assert.equal(read('a.txt'), numbered(40).replace('line 2\n', 'two\n').replace('line 30\n', 'thirty\n'))
	await assert.rejects(takeBack, /nothing .* left to be taken back/)

	await putBack('session', 'a.txt', 0)
	assert.match(read('a.txt'), /line 2\n/)
	const [undo] = await runtime.port.queries.rewindPoints()
	assert.equal(undo?.isUndo, true)
	await runtime.port.send({ type: 'rewind', toSeq: undo!.toSeq, conversation: false, files: true })
	assert.match(read('a.txt'), /two\n/)

	// A run that changes nothing has nothing to show, whatever was put back since.
	await scene.run('third')
	await putBack('session', 'a.txt', 0)
	assert.deepEqual(await listed('run'), [])
	assert.ok(lstatSync(at('link')).isSymbolicLink())
})

test('what is another one on the disk than was shown stays as it is, and nothing is put back while a run is active', async () => {
	const provider = scriptedProvider(
		shell('1', "sed -i 's/line 2$/two/; s/line 30/thirty/' a.txt && printf 'x\\ny' > end.txt"),
		answer('Done.'),
	)
	const scene = await reviewScene({ provider, files: { 'a.txt': numbered(40), 'end.txt': 'x\ny\n' } })
	await scene.run('go')
	const shown = await scene.file('run', 'a.txt')
	scene.write('a.txt', scene.read('a.txt').replace('line 10', 'by hand'))
	await assert.rejects(() => scene.putBack('run', 'a.txt', 0, shown), /a\.txt .*not what was shown/)
	assert.match(scene.read('a.txt'), /two\n.*by hand\n.*thirty\n/s)
	const anew = await scene.file('run', 'a.txt')
	assert.equal(anew.hunks.length, 3)
	await scene.putBack('run', 'a.txt', 0)
	assert.equal(scene.read('a.txt'), numbered(40).replace('line 10', 'by hand').replace('line 30', 'thirty'))

	// Taken back, it must be what putting back has made of it.
	scene.write('a.txt', 'all new\n')
	await assert.rejects(() => scene.runtime.port.send({ type: 'take-back-put-back' }), /changed on the disk/)
	assert.equal(scene.read('a.txt'), 'all new\n')

	await scene.putBack('run', 'end.txt', 0)
	assert.equal(scene.read('end.txt'), 'x\ny\n')
	chmodSync(join(scene.runtime.cwd, 'end.txt'), 0o755)
	assert.equal((await scene.file('run', 'end.txt')).after.kind, 'text')
	rmSync(join(scene.runtime.cwd, 'end.txt'))
	await scene.putBack('run', 'end.txt', 0)
	assert.equal(scene.read('end.txt'), 'x\ny\n', 'all of what is gone is one hunk')

	const { path, key } = await scene.file('run', 'a.txt')
	const hunk = { before: { from: 0, count: 2 }, after: { from: 70, count: 1 } }
	await assert.rejects(
		() => scene.runtime.port.send({ type: 'put-back', scope: 'run', path, key, hunk }),
		/a\.txt: there are no lines 70 to 71/,
	)
})

test('what was seen is kept with the session, for what it was', async () => {
	const provider = scriptedProvider(
		shell('1', 'echo two > a.txt && echo new > empty/new.txt'),
		answer('Done.'),
	)
	const scene = await reviewScene({ provider, files: { 'a.txt': 'one\n' } })
	mkdirSync(join(scene.runtime.cwd, 'empty'))
	await scene.run('go')
	await scene.putBack('run', 'empty/new.txt', 0)
	assert.deepEqual(readdirSync(join(scene.runtime.cwd, 'empty')), [], 'a folder that was there before stays')

	const file = await scene.file('run', 'a.txt')
	const keys = [file.key, file.hunks[0]!.key]
	await scene.runtime.port.send({ type: 'mark-seen', keys, isSeen: true })
	await scene.runtime.port.send({ type: 'mark-seen', keys: [file.key], isSeen: false })
	await scene.runtime.port.send({ type: 'shutdown' })
	const again = await reviewScene({ in: scene.runtime, selector: { kind: 'last' } })
	assert.deepEqual(await again.runtime.port.queries.changes!.seen(), [file.hunks[0]!.key])
	assert.deepEqual((await again.file('session', 'a.txt')).hunks[0]!.key, file.hunks[0]!.key)
	again.write('a.txt', 'three\n')
	assert.notEqual((await again.file('session', 'a.txt')).hunks[0]!.key, file.hunks[0]!.key)
})
