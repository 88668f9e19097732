// The last step of a build: what the usual starts call is marked, so that the compile cache holds it.

import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { withEagerFunctions } from './eager-functions.mjs'
import { functionsOfUsualStarts } from './usual-starts.mjs'

/**
 * Starts the program that was built, and rewrites its files in place.
 * @param {string} folder
 * @throws when the program does not answer
 */
export async function compileEagerly(folder) {
	const called = await functionsOfUsualStarts(join(folder, 'main.mjs'))
	for (const [path, places] of called) {
		if (!path.startsWith(join(folder, '/')) || !path.endsWith('.mjs')) continue
		const code = readFileSync(path, 'utf8')
		const isInCycle = importsOf(path).some(imported => reaches(imported, path))
		const eager = withEagerFunctions(code, (start, end) => places.has(`${start}:${end}`), { isInCycle })
		writeFileSync(`${path}.new`, eager)
		renameSync(`${path}.new`, path)
	}
}

function reaches(from, target, seen = new Set()) {
	if (from === target) return true
	if (seen.has(from)) return false
	seen.add(from)
	return importsOf(from).some(imported => reaches(imported, target, seen))
}

const known = new Map()

/** What a file of ours imports, without what it imports later. */
function importsOf(path) {
	const before = known.get(path)
	if (before) return before
	const statements = readFileSync(path, 'utf8').matchAll(
		/(?<![\w$.])(?:import|export)(?:[^"'()]*from)?"(\.[^"]+)"/g,
	)
	const imports = Array.from(statements, ([, file]) => resolve(path, '..', file))
	known.set(path, imports)
	return imports
}
