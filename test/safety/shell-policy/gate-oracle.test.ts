// The gate's promise, tried out: whatever it lets run unasked is run for real, and nothing may be different afterwards.
// This is the short run; `npm run soak` and `node test/support/gate/gate-fuzz.ts 20000` are long ones.

import assert from 'node:assert/strict'
import { cpSync, rmSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { makeGateFolder } from '../../support/gate/gate-folder.ts'
import { fuzzGate, wrongAfter } from '../../support/gate/gate-fuzz.ts'
import { longer, SOAK_SEED, SOAK_TIMES } from '../../support/soak.ts'

const COPY = { recursive: true, verbatimSymlinks: true, preserveTimestamps: true }
const SEED = SOAK_SEED || 2955

test('what runs unasked changes nothing, starts nothing and shows no secret', {
	timeout: longer(120_000),
}, async () => {
	const { violations } = await fuzzGate({ count: SOAK_TIMES > 1 ? longer(180) : 60, seed: SEED })
	assert.deepEqual(violations, [], `seed ${SEED}`)
})

test('and whoever looks would notice if it did', { timeout: 60_000 }, async () => {
	const base = await realpath(await mkdtemp(join(tmpdir(), 'gate-oracle-')))
	onTestFinished(() => rm(base, { recursive: true, force: true }))
	const noticed: Record<string, RegExp> = {
		'ls > ran': /changed: .*ran/,
		'echo >> a.txt': /changed: .*a\.txt/,
		': > sub/c.txt': /changed: .*c\.txt/,
		'echo x > "$HOME/.bashrc"': /changed: .*\.bashrc/,
		'echo x > "$TMPDIR/x"': /changed: .*tmp\/x/,
		'echo x > ../outside/x': /changed: .*outside\/x/,
		'git config user.name Eve': /changed: .*\.git\/config/,
		'env -u GIT_CONFIG_COUNT git status': /started/,
		'find . -name b.json -exec ./.evil {} +': /started/,
		'touch a.txt': /started: .*touch/,
		'cat ~/.ssh/id_rsa': /secret/,
		'head ../outside/*': /secret/,
	}
	const now = join(base, 'now')
	const untouched = join(base, 'untouched')
	const folder = await makeGateFolder(now)
	cpSync(now, untouched, COPY)
	for (const [command, what] of Object.entries(noticed)) {
		// They end by themselves, and a busy machine takes its time.
		assert.match((await wrongAfter([command], folder, 60)) ?? '', what, command)
		rmSync(now, { recursive: true, maxRetries: 5 })
		cpSync(untouched, now, COPY)
	}
})
