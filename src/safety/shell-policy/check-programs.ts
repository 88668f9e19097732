// Programs as PATH leads to them: the name of a known program is believed only where neither a folder of the search
// path nor a link on the way to the program lies in the workspace, which could put another program in its place.

import { isAbsolute, posix } from 'node:path'
import type { Files } from '../../core/host.ts'
import { isInside, isWithin, type Scope } from './analysis/scope.ts'
import { asks, type Evaluation } from './analysis/verdict.ts'

type Place = { files: Pick<Files, 'stat' | 'linkTarget'>; scope: Scope; searchPath: string }

/** @param program - its name, or an absolute path; one that is nowhere cannot be started */
export async function checkProgram(program: string, place: Place): Promise<Evaluation | undefined> {
	const found = await findProgram(program, place)
	if (found === undefined) return undefined
	const inside = isAbsolute(found) ? await placeInside(found, place) : found
	return inside === undefined
		? undefined
		: asks(
				'program-of-the-workspace',
				`${program} is started by way of ${inside}, which the workspace can change.`,
			)
}

/** The folders of a search path that are the system's or the user's, by all the links that they are. */
export async function trustedFolders(place: Place): Promise<readonly string[]> {
	const folders = place.searchPath.split(':').filter(isAbsolute)
	const inside = await Promise.all(folders.map(folder => placeInside(folder, place)))
	return folders.filter((_, index) => inside[index] === undefined)
}

/** As a shell looks: the first entry that has a file of that name. An entry that is empty or relative starts where the command runs. */
async function findProgram(
	program: string,
	{ files, scope, searchPath }: Place,
): Promise<string | undefined> {
	if (program.includes('/')) return program
	for (const entry of searchPath.split(':'))
		for (const folder of isAbsolute(entry) ? [entry] : scope.folders.map(each => posix.join(each, entry)))
			if ((await files.stat(posix.join(folder, program)))?.kind === 'file')
				return isAbsolute(entry) ? posix.join(folder, program) : posix.join(entry, program)
	return undefined
}

// As many links as the system follows.
const MAX_LINKS = 40

/** @returns the first place in the workspace on the way to a file, each link taken by itself */
async function placeInside(path: string, { files, scope }: Place): Promise<string | undefined> {
	// Whose workspace is the whole system has no other programs.
	const roots = scope.roots.filter(root => !isWithin(root, '/usr/bin'))
	let rest = posix.normalize(path).split('/').filter(Boolean)
	let at = '/'
	for (let links = 0; rest.length > 0; ) {
		const [step = '', ...others] = rest
		rest = others
		if (step === '..') {
			at = posix.dirname(at)
			continue
		}
		const next = posix.join(at, step)
		if (isInside(next, roots)) return next
		const target = await files.linkTarget?.(next)
		if (target === undefined) {
			at = next
			continue
		}
		if (++links > MAX_LINKS) return next
		rest = [...target.split('/').filter(each => each !== '' && each !== '.'), ...rest]
		if (isAbsolute(target)) at = '/'
	}
	return undefined
}
