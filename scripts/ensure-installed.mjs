// Installs the packages when what is in node_modules is not what package-lock.json says, and only then.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What npm reads in place of package-lock.json, where it is. */
const SHRINKWRAP = join(root, 'npm-shrinkwrap.json')

/** A registry that does not answer for a moment is asked again. */
const TRIES = 2

/** @throws Error when `npm ci` fails; npm has said why by then */
export function ensureInstalled() {
	if (isInstalled()) return
	console.log('installing packages (npm ci) …')
	// What npm says is not believed alone: it has ended well with half of them.
	if (!existsSync(SHRINKWRAP) && installByAddress() && isInstalled()) return
	for (let tries = 1; ; tries++) {
		const { status, error } = install('--loglevel=error')
		if (status === 0 && isInstalled()) return
		if (tries === TRIES) throw new Error(`npm ci failed${error ? `: ${error.message}` : ''}`)
	}
}

/**
 * package-lock.json does not say where each package lies, for that is up to the registry that somebody uses, and npm would
 * ask it for all that is known of each of them first: as long as the rest takes. Where an address is not what is usual, it
 * does so after all.
 */
function installByAddress() {
	const { status, stdout } = spawnSync('npm', ['config', 'get', 'registry'], { cwd: root, encoding: 'utf8' })
	const lock = readJson('package-lock.json')
	if (status !== 0 || !lock) return false
	writeFileSync(SHRINKWRAP, JSON.stringify(withAddresses(lock, stdout.trim())))
	try {
		return install('--loglevel=silent', '--fetch-retries=0').status === 0
	} finally {
		rmSync(SHRINKWRAP, { force: true })
	}
}

/** @param {string} registry - its address, as npm is configured */
export function withAddresses(lock, registry) {
	const packages = Object.entries(lock.packages).map(([path, entry]) => {
		if (path === '' || entry.link || entry.resolved !== undefined) return [path, entry]
		const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
		const file = `${name.slice(name.indexOf('/') + 1)}-${entry.version}.tgz`
		return [path, { ...entry, resolved: `${registry.replace(/\/$/, '')}/${name}/-/${file}` }]
	})
	return { ...lock, packages: Object.fromEntries(packages) }
}

/** Dev packages also where NODE_ENV says production: the build is one of them. */
function install(...more) {
	const args = ['ci', '--include=dev', '--no-audit', '--no-fund', ...more]
	return spawnSync('npm', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
}

/** Compares what npm wrote down after the last install. Optional packages may be missing: they depend on the machine. */
function isInstalled() {
	const wanted = readJson('package-lock.json')?.packages
	const present = readJson('node_modules/.package-lock.json')?.packages
	if (wanted === undefined || present === undefined) return false
	return Object.entries(wanted).every(([path, { integrity, optional, link }]) => {
		if (path === '' || link) return true
		return present[path] ? present[path].integrity === integrity : optional === true
	})
}

function readJson(file) {
	try {
		return JSON.parse(readFileSync(join(root, file), 'utf8'))
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
