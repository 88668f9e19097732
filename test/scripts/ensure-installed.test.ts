import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'vitest'

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
