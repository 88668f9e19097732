// The option tables, tried out on the real programs: calls by chance that run unasked write nothing, start nothing,
// connect to nothing and read nothing outside. This is the short run; `npm run soak` has the long one.

import assert from 'node:assert/strict'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, onTestFinished, test } from 'vitest'
import { makeOptionFolder } from '../../../support/gate/options/option-folder.ts'
import { fuzzOptions } from '../../../support/gate/options/option-fuzz.ts'
import { canWatch, watch } from '../../../support/gate/options/option-oracle.ts'
import { longer, SOAK_SEED, SOAK_TIMES } from '../../../support/soak.ts'

// 200 000 in the soak, and as many more as it is told to be longer.
const COUNT = SOAK_TIMES === 1 ? 300 : 2_000 * SOAK_TIMES
const SEED = SOAK_SEED || 4711

// Without strace, or where a container forbids it, nobody sees what a program does.
describe.skipIf(!canWatch())('programs that run unasked', () => {
	test('write, start, connect to and read nothing that they should not', {
		timeout: longer(120_000),
	}, async () => {
		const { ran, calls, deeds } = await fuzzOptions({ count: COUNT, seed: SEED })
		assert.deepEqual(deeds, [], `seed ${SEED}`)
		assert.equal(ran, COUNT)
		assert.ok(calls.size > 50, `${calls.size} programs`)
	})

	test('and whoever looks would see it if they did', { timeout: 60_000 }, async () => {
		const base = await realpath(await mkdtemp(join(tmpdir(), 'option-oracle-')))
		onTestFinished(() => rm(base, { recursive: true, force: true }))
		const folder = await makeOptionFolder(base, { path: process.env.PATH ?? '', hasOptionNames: true })
		const seen: Readonly<Record<string, RegExp | undefined>> = {
			'ls -la': undefined,
			'sort -o ran a.txt': /^writes: .*"ran"/,
			'sort a.txt --outp=ran': /^writes: .*"ran"/,
			'touch new': /^writes: .*"new"/,
			'rm -f names': /^changes: unlink/,
			'mv b.txt c.txt': /^changes: rename/,
			'ln -s a.txt l': /^changes: symlink/,
			'mkdir m': /^changes: mkdir/,
			'chmod 600 a.txt': /^changes: f?chmod/,
			'env ls': /^starts: .*"ls"/,
			'find . -name a.txt -exec ./.evil ;': undefined,
			"find . -name a.txt -exec ./.evil ';'": /^starts: .*evil/,
			'cat link.txt': /^reads: .*secret/,
			'grep -R hello .': /^reads: .*outside/,
			'head ../outside/secret.txt': /^reads: .*secret/,
			'echo linkdir/*': /^reads: .*linkdir/,
			"bash -c 'exec 3<>/dev/tcp/127.0.0.1/9'": /^connects: .*127\.0\.0\.1/,
			"bash -c 'kill -0 $$'": /^signals: kill/,
			'cat a.txt b.txt': undefined,
		}
		// They end by themselves, and a busy machine takes its time.
		const deeds = await watch(Object.keys(seen), folder, undefined, 60_000)
		for (const [command, deed] of Object.entries(seen)) {
			const found = deeds.find(each => each.command === command)?.deed
			if (deed === undefined) assert.equal(found, undefined, command)
			else assert.match(found ?? 'nothing', deed, command)
		}
	})
})
