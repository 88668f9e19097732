// Installs the packages when what is in node_modules is not what package-lock.json says, and only then.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** @throws Error when `npm ci` fails; npm has said why by then */
export function ensureInstalled() {
	if (isInstalled()) return
	console.log('installing packages (npm ci) …')
	// Dev packages also where NODE_ENV says production: the build is one of them.
	const { status, error } = spawnSync(
		'npm',
		['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
		{
			cwd: root,
			stdio: ['ignore', 'inherit', 'inherit'],
		},
	)
	if (status !== 0) throw new Error(`npm ci failed${error ? `: ${error.message}` : ''}`)
}

/** Compares what npm wrote down after the last install. Optional packages may be missing: they depend on the machine. */
function isInstalled() {
	const wanted = packagesIn('package-lock.json')
	const present = packagesIn('node_modules/.package-lock.json')
	if (wanted === undefined || present === undefined) return false
	return Object.entries(wanted).every(([path, { integrity, optional, link }]) => {
		if (path === '' || link) return true
		return present[path] ? present[path].integrity === integrity : optional === true
	})
}

function packagesIn(file) {
	try {
		return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
	} catch {
		return undefined
	}
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
	try {
		ensureInstalled()
	} catch (error) {
		console.error(error.message)
		process.exitCode = 1
	}
}
