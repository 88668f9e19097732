// `npm run soak [files…]`: everything that is random, many times as long as in `npm test`. Kills, stories, fuzzing and
// properties, from a seed that is told: the same seed does the same again.
//   --times 100   how many times as long
//   --seed 7      another beginning; a new one every time when it is left out

import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values, positionals } = parseArgs({
	options: { times: { type: 'string', default: '100' }, seed: { type: 'string' } },
	allowPositionals: true,
})
const seed = values.seed ?? String(Date.now() % 2 ** 31)

const random = globSync('test/**/*.test.{ts,tsx}', { cwd: root })
	.filter(file =>
		/from '(?:fast-check|[./]*support\/(?:soak|in-turn)\.ts)'/.test(readFileSync(join(root, file), 'utf8')),
	)
	.sort()
const files = positionals.length > 0 ? positionals : random

const told = `${files.length} files, ${values.times} times as long, --seed ${seed}`
console.log(`soak: ${told}`)
const run = (script, ...args) =>
	spawnSync(process.execPath, [join(root, script), ...args], {
		cwd: root,
		stdio: 'inherit',
		env: { ...process.env, KEELSON_SOAK_TIMES: values.times, KEELSON_SOAK_SEED: seed },
	}).status ?? 1
process.exitCode = run('scripts/build.mjs') || run('node_modules/vitest/vitest.mjs', 'run', ...files)
console.log(`soak: ${process.exitCode === 0 ? 'held' : 'FAILED'}: ${told}`)
