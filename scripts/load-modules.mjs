// How a process that runs tests loads our modules: by Node itself, which reads TypeScript, so that no module goes through
// Vite and none is sent from one process to another. Loaded before anything else (vitest.config.ts).

import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('..', import.meta.url).href
const REPLACED = new URL('node_modules/.cache/keelson-modules/', ROOT)
const PACKAGES = new URL('node_modules/', ROOT).href
const FAST_CHECK = new URL('test/support/seeded-fast-check.ts', ROOT).href

registerHooks({
	resolve(specifier, context, next) {
		return next(specifier === 'fast-check' ? FAST_CHECK : specifier, context)
	},
	load(url, context, next) {
		const source = replacement(url)
		return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true }
	},
})

function replacement(url) {
	if (!url.startsWith(ROOT) || url.startsWith(PACKAGES)) return undefined
	const path = fileURLToPath(new URL(`${url.slice(ROOT.length).split('?')[0]}.mjs`, REPLACED))
	try {
		return readFileSync(path, 'utf8')
	} catch {
		return undefined
	}
}
