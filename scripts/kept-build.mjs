// What the last build was made from and what it came to, so that packing need not build once more what is there already.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './bundle.mjs'

const KEPT = join(root, 'node_modules/.cache/keelson-build.json')
const SOURCES = ['src', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json']
const BUILT = ['dist']

/** @param {import('esbuild').Metafile} metafile - of what was built just now */
export function keepBuild(metafile) {
	mkdirSync(dirname(KEPT), { recursive: true })
	writeFileSync(KEPT, JSON.stringify({ sources: hashOf(SOURCES), built: hashOf(BUILT), metafile }))
}

/** @returns {import('esbuild').Metafile | undefined} undefined where something has changed since, or nothing was built */
export function keptBuild() {
	if (!existsSync(KEPT)) return undefined
	const { sources, built, metafile } = JSON.parse(readFileSync(KEPT, 'utf8'))
	return sources === hashOf(SOURCES) && built === hashOf(BUILT) ? metafile : undefined
}

function hashOf(names) {
	const hash = createHash('sha256')
	for (const file of names.flatMap(name => filesIn(join(root, name))).sort()) {
		const bytes = readFileSync(file)
		hash.update(`${relative(root, file)}\0${bytes.length}\0`).update(bytes)
	}
	return hash.digest('hex')
}

function filesIn(path) {
	if (!existsSync(path)) return []
	if (!statSync(path).isDirectory()) return [path]
	return readdirSync(path, { recursive: true, withFileTypes: true })
		.filter(entry => entry.isFile())
		.map(entry => join(entry.parentPath ?? entry.path, entry.name))
}
