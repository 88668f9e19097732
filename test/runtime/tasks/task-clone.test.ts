import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import type { SessionId } from '../../../src/core/ids.ts'
import { userText } from '../../../src/core/messages.ts'
import type { Task, TaskId } from '../../../src/core/services/tasks.ts'
import { NO_USAGE } from '../../../src/core/usage.ts'
import { openClone, type TaskClone } from '../../../src/runtime/tasks/task-clone.ts'
import { cloneSource } from '../../../src/workspace/clones/clone-source.ts'
import { freePort } from '../../support/server/free-port.ts'

describe('a repository that is cloned for a task', () => {
	let root: string
	let origin: string
	let first: string
	let second: string
	const git = (...args: string[]) =>
		execFileSync(
			'git',
			['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'init.defaultBranch=main', ...args],
			{
				encoding: 'utf8',
				cwd: origin,
				stdio: ['ignore', 'pipe', 'pipe'],
			},
		).trim()
	beforeAll(async () => {
		root = await mkdtemp(join(tmpdir(), 'keelson-clone-'))
		origin = join(root, 'origin')
		await mkdir(join(origin, 'src'), { recursive: true })
		git('init', '-q')
		await writeFile(join(origin, 'src/a.txt'), 'one\n')
		await writeFile(join(origin, 'b.txt'), 'b\n')
		// Everything by which a repository starts programs where it is let.
		await writeFile(join(origin, '.gitattributes'), '*.txt filter=evil diff=evil\n')
		await writeFile(
			join(origin, '.gitmodules'),
			`[submodule "lib"]\n\tpath = lib\n\turl = file://${origin}\n`,
		)
		git('add', '-A')
		git('commit', '-qm', 'first')
		first = git('rev-parse', 'HEAD')
		git('update-index', '--add', '--cacheinfo', `160000,${first},lib`)
		await writeFile(join(origin, 'src/a.txt'), 'two\n')
		git('commit', '-qam', 'second')
		second = git('rev-parse', 'HEAD')
		git('commit', '-q', '--allow-empty', '-m', 'third')
	})
	afterAll(async () => {
		await rm(root, { recursive: true, force: true })
	})
	let count = 0
	const claimed = (epoch = 1, attempt = 1, id = `t-${++count}`) => ({
		task: { ...TASK, id: id as TaskId },
		lease: { server: 'here', epoch },
		attempt,
		signal: new AbortController().signal,
	})
	const open = (url: string, claim = claimed(), limits = { bytes: 1e9, ms: 60_000 }): Promise<TaskClone> =>
		openClone(claim, cloneSource(url), { folder: join(root, 'clones'), env: process.env, limits })
	const patchOf = async (clone: TaskClone) => {
		const [patch] = await clone.changes()
		return patch && 'text' in patch.content ? patch.content.text : undefined
	}

	test('over file://: the commit that was asked for, what is changed there as a patch, and nothing left after it', async () => {
		const clone = await open(`file://${origin}@${first}`)
		assert.equal(await readFile(join(clone.tree, 'src/a.txt'), 'utf8'), 'one\n')
		assert.deepEqual(await clone.changes(), [])
		await writeFile(join(clone.tree, 'src/a.txt'), 'changed\n')
		await writeFile(join(clone.tree, 'new.bin'), new Uint8Array([0, 1, 255]))
		await rm(join(clone.tree, 'b.txt'))
		const [artifact] = await clone.changes()
		assert.deepEqual([artifact?.name, artifact?.mediaType], ['changes.patch', 'text/x-diff'])
		// It is what git apply makes the same of.
		const patch = join(root, 'changes.patch')
		await writeFile(patch, (await patchOf(clone)) ?? '')
		const again = await open(`file://${origin}@${first}`)
		execFileSync('git', ['apply', patch], { cwd: again.tree })
		assert.equal(await readFile(join(again.tree, 'src/a.txt'), 'utf8'), 'changed\n')
		assert.deepEqual([...(await readFile(join(again.tree, 'new.bin')))], [0, 1, 255])
		assert.ok(!existsSync(join(again.tree, 'b.txt')))
		await clone.remove()
		await again.remove()
		assert.deepEqual(await readdir(join(root, 'clones')), [])
	})

	test('over a git daemon, also a commit that no branch ends with', async () => {
		const port = await freePort()
		const daemon = spawn(
			'git',
			[
				'daemon',
				'--listen=127.0.0.1',
				`--port=${port}`,
				'--export-all',
				`--base-path=${root}`,
				'--verbose',
				'--reuseaddr',
			],
			{ stdio: ['ignore', 'ignore', 'pipe'], detached: true },
		)
		onTestFinished(() => {
			process.kill(-daemon.pid!, 'SIGKILL')
		})
		await new Promise<void>(resolve =>
			daemon.stderr.setEncoding('utf8').on('data', text => {
				if (String(text).includes('Ready')) resolve()
			}),
		)
		const clone = await open(`git://127.0.0.1:${port}/origin@${first}`)
		assert.equal(await readFile(join(clone.tree, 'src/a.txt'), 'utf8'), 'one\n')
		await clone.remove()
		const missing = 'f'.repeat(40)
		await assert.rejects(open(`git://127.0.0.1:${port}/origin@${missing}`), failing(/has no commit f{40}/))
	})

	test('nothing of it starts a program, whether it came with the repository or was written by a tool', async () => {
		const clone = await open(`file://${origin}@${second}`)
		const effect = join(root, 'effect')
		const program = join(root, 'evil')
		await writeFile(program, `#!/bin/sh\necho ran >> ${effect}\ncat\n`)
		await chmod(program, 0o755)
		const evil = [
			['core.fsmonitor', program],
			['core.hooksPath', root],
			['filter.evil.clean', program],
			['filter.evil.smudge', program],
			['filter.evil.required', 'true'],
			['diff.evil.command', program],
			['diff.evil.textconv', program],
			['diff.external', program],
			['core.pager', program],
		]
		const lib = join(clone.tree, 'lib')
		execFileSync('git', ['init', '-q', lib])
		for (const [key, value] of evil)
			for (const folder of [clone.tree, lib]) execFileSync('git', ['-C', folder, 'config', key!, value!])
		await writeFile(join(lib, 'x.txt'), 'x\n')
		execFileSync('git', ['init', '-q', join(clone.tree, 'empty')])
		await writeFile(join(clone.tree, 'empty/x.txt'), 'x\n')
		await writeFile(join(clone.tree, 'src/a.txt'), 'changed\n')
		const patch = await patchOf(clone)
		assert.match(patch ?? '', /^\+changed/m)
		assert.doesNotMatch(patch ?? '', /Subproject/)
		assert.match(patch ?? '', /^# not in this patch: .*empty/m)
		assert.ok(!existsSync(effect))
		await clone.remove()
	})

	test('a patch of before is applied whole or not at all, and reaches nothing outside', async () => {
		const url = `file://${origin}@${first}`
		const before = await open(url, claimed(1, 1, 't-before'))
		await writeFile(join(before.tree, 'src/a.txt'), 'changed\n')
		await writeFile(join(before.tree, 'new.bin'), new Uint8Array([0, 1, 255]))
		const patch = await patchOf(before)
		const clone = await open(url, claimed(1, 1, 't-after'))
		assert.deepEqual([clone.isFresh, await clone.apply(patch!)], [true, true])
		assert.equal(await patchOf(clone), patch)
		const file = (path: string, mode = '100644', text = 'x') =>
			`diff --git a/${path} b/${path}\nnew file mode ${mode}\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${text}\n`
		const bad = [
			patch!,
			`${file('good.txt')}${file('../outside.txt')}`,
			`${file('good.txt')}${file('.git/hooks/post-checkout', '100755')}`,
			`${file('link', '120000', '..')}${file('link/outside.txt')}`,
			'diff --git a/x b/x\nno patch at all',
		]
		for (const each of bad) assert.equal(await clone.apply(each), false, each)
		assert.equal(await patchOf(clone), patch)
		assert.ok(!existsSync(join(clone.tree, '../outside.txt')))
		await before.remove()
		await clone.remove()
	})

	test('what was begun here goes on here; once somebody else has had it, it is cloned anew', async () => {
		const url = `file://${origin}@${second}`
		const begun = await open(url, claimed(4, 1, 't-go'))
		await writeFile(join(begun.tree, 'b.txt'), 'half\n')
		const goesOn = await open(url, claimed(5, 2, 't-go'))
		assert.deepEqual([goesOn.isAnew, await readFile(join(goesOn.tree, 'b.txt'), 'utf8')], [false, 'half\n'])
		const later = await open(url, claimed(7, 4, 't-go'))
		assert.deepEqual([later.isAnew, await readFile(join(later.tree, 'b.txt'), 'utf8')], [true, 'b\n'])
		await later.remove()
	})

	test('what is too large, takes too long, asks for a password or is not there is said, and leaves nothing', async () => {
		const large = { bytes: 10, ms: 60_000 }
		const silent = createServer(() => undefined)
		await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
		onTestFinished(() => {
			silent.close()
		})
		const port = (silent.address() as { port: number }).port
		await assert.rejects(
			open(`git://127.0.0.1:${port}/r@${first}`, claimed(), { bytes: 1e9, ms: 300 }),
			failing(/longer than 0\.3 s/),
		)
		await assert.rejects(open(`git://127.0.0.1:${port}/r@${first}`, claimed(), large), failing(/larger than/))
		await assert.rejects(
			open(`file://${root}/nowhere@${first}`),
			failing(/not appear to be a git repository|does not exist/),
		)
		assert.deepEqual(
			await readdir(join(root, 'clones')).then(names => names.filter(name => name !== 't-go')),
			[],
		)
	})
})

function failing(why: RegExp) {
	return (error: unknown) => {
		assert.ok(error instanceof AgentError, String(error))
		assert.equal(error.code, 'config-invalid')
		assert.match(error.message, why)
		return true
	}
}

const TASK: Task = {
	id: 't-0' as TaskId,
	session: '261122-000000-abcd' as SessionId,
	prompt: userText('go'),
	priority: 0,
	createdAt: 0,
	updatedAt: 0,
	state: 'submitted',
	runs: [],
	artifacts: [],
	usage: NO_USAGE,
	costMicroUsd: 0,
}
