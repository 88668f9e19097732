// A session whose changes are looked at: its runtime, and its files as a person who reviews them would ask.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ChangeScope, ReviewedFile } from '../../../src/core/review/changes.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from '../runtime/start-runtime.ts'

export type ReviewScene = {
	runtime: StartedRuntime
	/** `what name` of each file, in order. */
	listed(scope: ChangeScope): Promise<readonly string[]>
	problem(scope: ChangeScope): Promise<string | undefined>
	file(scope: ChangeScope, name: string): Promise<ReviewedFile>
	/** @param hunk - which one of the file; left out, all of it @param seen - the file as it was shown, if not just now */
	putBack(scope: ChangeScope, name: string, hunk?: number, seen?: ReviewedFile): Promise<void>
	run(prompt: string): Promise<void>
	read(name: string): string
	write(name: string, text: string): void
	git(...args: readonly string[]): string
}

export async function reviewScene(options: StartOptions): Promise<ReviewScene> {
	const runtime = await startRuntime({ approvals: { kind: 'all' }, ...options })
	onTestFinished(async () => {
		// What is still being looked through would be looked for in vain.
		await runtime.port.queries.changes?.list('run').catch(() => undefined)
		await runtime.stop()
	})
	const { port, cwd } = runtime
	const queries = port.queries.changes
	assert.ok(queries)
	const scene: ReviewScene = {
		runtime,
		listed: async scope => (await queries.list(scope)).files.map(({ what, name }) => `${what} ${name}`),
		problem: async scope => (await queries.list(scope)).problem,
		async file(scope, name) {
			const { files } = await queries.list(scope)
			const listed = files.find(each => each.name === name)
			assert.ok(listed, `${name} is not among ${files.map(each => each.name)}`)
			const file = await queries.file(scope, listed.path)
			assert.ok(file, `${name} has not changed`)
			return file
		},
		async putBack(scope, name, hunk, seen) {
			const { path, key, hunks } = seen ?? (await scene.file(scope, name))
			const chosen = hunk === undefined ? undefined : hunks[hunk]
			await port.send({ type: 'put-back', scope, path, key, ...(chosen && { hunk: chosen }) })
		},
		async run(prompt) {
			await runtime.prompt(prompt)
			await runtime.until('run-end')
		},
		read: name => readFileSync(join(cwd, name), 'latin1'),
		write: (name, text) => writeFileSync(join(cwd, name), text, 'latin1'),
		git: (...args) => runGit(cwd, args),
	}
	return scene
}

/** As the user would, with nobody's settings. */
export function runGit(cwd: string, args: readonly string[]): string {
	const env = {
		PATH: process.env.PATH,
		HOME: join(cwd, '..'),
		GIT_CONFIG_NOSYSTEM: '1',
		GIT_AUTHOR_NAME: 'a',
		GIT_AUTHOR_EMAIL: 'a@example.org',
		GIT_COMMITTER_NAME: 'a',
		GIT_COMMITTER_EMAIL: 'a@example.org',
	}
	return execFileSync('git', [...args], { cwd, env, encoding: 'utf8' })
}
