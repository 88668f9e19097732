// Figures that need the program to be built: what an installation takes, and what a turn asks of Node.

import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Packs, and installs as a user would. @returns {{ megabytes: number; packages: number; seconds: number }} */
export function installedSize(root) {
	const folder = mkdtempSync(join(tmpdir(), 'keelson-measure-'))
	try {
		run(root, 'npm', ['run', 'build', '--silent'])
		const packed = run(root, 'npm', ['pack', '--silent', '--pack-destination', folder])
		const tarball = join(folder, packed.trim().split('\n').at(-1))
		const startedMs = performance.now()
		run(folder, 'npm', ['install', '--silent', '--global', '--prefix', join(folder, 'prefix'), tarball])
		const seconds = (performance.now() - startedMs) / 1000
		const { bytes, packages } = contents(join(folder, 'prefix'))
		return { megabytes: bytes / 1_000_000, packages, seconds }
	} finally {
		rmSync(folder, { recursive: true, force: true })
	}
}

/** A package is a folder below `node_modules` with a package.json; of one with a scope the scope is none. */
function contents(folder, isModules = false) {
	let [bytes, packages] = [0, 0]
	for (const name of readdirSync(folder)) {
		const path = join(folder, name)
		const info = lstatSync(path)
		bytes += info.size
		if (!info.isDirectory()) continue
		const inner = contents(path, name === 'node_modules' || (isModules && name.startsWith('@')))
		bytes += inner.bytes
		packages += inner.packages + Number(isModules && existsSync(join(path, 'package.json')))
	}
	return { bytes, packages }
}

/** @returns {{ what: string; value: number }[] | undefined} undefined where the checkout has no such measure */
export function turnCounts(root) {
	if (!existsSync(join(root, 'bench/turn-counts.ts'))) return undefined
	const printed = run(root, nodeOf(root), ['bench/run.ts', 'P4', '--json', '--runs', '1'])
	return JSON.parse(printed)
		.filter(({ unit }) => unit === 'count')
		.map(({ what, value }) => ({ what, value }))
}

function nodeOf(root) {
	const node = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
	return existsSync(node) ? node : process.execPath
}

function run(cwd, program, args) {
	return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
