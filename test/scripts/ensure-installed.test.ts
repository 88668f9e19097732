import assert from 'node:assert/strict'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { test } from 'vitest'
import { setSearchPath } from '../support/for-one-test.ts'
import { temporaryFolder } from '../support/sessions/temporary-folder.ts'

const script = join(import.meta.dirname, '../../scripts/ensure-installed.mjs')

test('a lock file is told where the registry keeps each package, and what has an address of its own keeps it', async () => {
	const { withAddresses } = await import(script)
	const packages = {
		'': { name: 'it', version: '1.0.0' },
		'node_modules/a': { version: '1.2.3' },
		'node_modules/@scope/b/node_modules/@other/c': { version: '2.0.0-rc.1' },
		'node_modules/alias': { name: '@scope/real', version: '3.0.0' },
		'node_modules/elsewhere': { version: '4.0.0', resolved: 'https://example.test/e.tgz' },
		'node_modules/linked': { link: true },
	}
	for (const registry of ['https://registry.test/npm', 'https://registry.test/npm/']) {
		const lock = withAddresses({ lockfileVersion: 3, packages }, registry)
		const addresses = Object.entries<{ resolved?: string }>(lock.packages).map(([path, { resolved }]) => [
			path.split('node_modules/').at(-1),
			resolved,
		])
		assert.equal(lock.lockfileVersion, 3)
		assert.deepEqual(addresses, [
			['', undefined],
			['a', 'https://registry.test/npm/a/-/a-1.2.3.tgz'],
			['@other/c', 'https://registry.test/npm/@other/c/-/c-2.0.0-rc.1.tgz'],
			['alias', 'https://registry.test/npm/@scope/real/-/real-3.0.0.tgz'],
			['elsewhere', 'https://example.test/e.tgz'],
			['linked', undefined],
		])
	}
})

test.each([
	['fails once and then brings only half of it', 2, undefined],
	['never brings all of it', 9, /^Error: npm ci failed$/],
])('an npm that %s is asked again, and not for ever', async (_, failures, words) => {
	const folder = await temporaryFolder()
	await mkdir(join(folder, 'scripts'))
	await copyFile(script, join(folder, 'scripts/ensure-installed.mjs'))
	const packages = { '': {}, 'node_modules/a': { version: '1.0.0', integrity: 'x' } }
	await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
	// The first one that fails says so, a later one does not.
	await writeFile(
		join(folder, 'npm'),
		`#!/bin/sh
[ "$1" = ci ] || exec echo https://registry.test
echo asked >> asked
[ "$(wc -l < asked)" -gt 1 ] || exit 1
mkdir -p node_modules
if [ "$(wc -l < asked)" -gt ${failures} ]; then cat package-lock.json; else echo '{"packages":{}}'; fi > node_modules/.package-lock.json
`,
		{ mode: 0o755 },
	)
	setSearchPath(`${folder}${delimiter}${process.env.PATH}`)
	const { ensureInstalled } = await import(join(folder, 'scripts/ensure-installed.mjs'))
	if (words) assert.throws(ensureInstalled, words)
	else ensureInstalled()
	assert.equal((await readFile(join(folder, 'asked'), 'utf8')).split('\n').length - 1, 3)
})
