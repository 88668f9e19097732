// What git is asked about changes, over a real repository: each start of it is time that somebody waits for a review.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { sinceHead } from '../../../src/workspace/changes/git-bases.ts'
import { type AskGit, gitChanges, readBlobs } from '../../../src/workspace/changes/git-changes.ts'
import { runGit } from '../../support/review/review-scene.ts'

/** `asked`: the command of each start. */
function repository(files: Readonly<Record<string, string>>) {
	const top = mkdtempSync(join(tmpdir(), 'git-changes-'))
	onTestFinished(() => rm(top, { recursive: true, force: true }))
	runGit(top, ['init', '-q', '-b', 'main'])
	const write = (name: string, text: string) => writeFileSync(join(top, name), text)
	for (const [name, text] of Object.entries(files)) write(name, text)
	const asked: string[] = []
	const git: AskGit = async (args, input = '', mostBytes = 1 << 30) => {
		asked.push(args.slice(0, 2).join(' '))
		const { stdout, status, error } = spawnSync('git', [...args], { cwd: top, input, maxBuffer: mostBytes })
		// Many of them say with 1 that there is nothing.
		if (error || (status !== 0 && status !== 1)) throw error ?? new Error(`git ended with ${status}`)
		return stdout
	}
	return { top, git, asked, write, object: (name: string) => runGit(top, ['hash-object', '-w', name]).trim() }
}

test('blobs are read with one start of git, and sizes are asked for only where it would be much', async () => {
	const large = 'x'.repeat(3_000)
	const { git, asked, object } = repository({ a: 'one\ntwo\n', large, empty: '' })
	const objects = [object('a'), object('large'), '0'.repeat(40), object('empty')]
	const wanted = [Buffer.from('one\ntwo\n'), { sizeBytes: 3_000 }, undefined, Buffer.alloc(0)]
	assert.deepEqual(await readBlobs(objects, 1_000, git), wanted)
	assert.deepEqual(asked, ['cat-file --batch'])
	const narrow: AskGit = (args, input, mostBytes) => git(args, input, mostBytes && 2_000)
	assert.deepEqual(await readBlobs(objects, 1_000, narrow), wanted)
	assert.deepEqual(asked.slice(1), ['cat-file --batch', 'cat-file --batch-check', 'cat-file --batch'])
})

test('what is not committed is listed without asking first whether there is a commit', async () => {
	const { top, git, asked, write } = repository({ a: 'one\n' })
	const names = () =>
		sinceHead(git, async ({ commit, since }) => {
			const { changes } = await gitChanges(commit, { top, git })
			return [since, ...changes.map(({ path }) => path.slice(top.length + 1))]
		})
	assert.deepEqual(await names(), ['an empty repository', 'a'])
	runGit(top, ['add', '.'])
	runGit(top, ['commit', '-qm', 'first'])
	write('a', 'two\n')
	write('b', 'new\n')
	asked.length = 0
	assert.deepEqual(await names(), ['the last commit', 'a', 'b'])
	assert.deepEqual(asked, ['diff-index --raw', 'ls-files --others'])
})
