// A permission rule about files, `read(src/**)` or `edit(~/notes)`, and the paths it is about. It knows no program, so that
// who only wants to know which files may be named need not load what judges commands.

import { compileGlob, type PathTest } from '../paths/glob-pattern.ts'

/** `read`: every tool that looks into files. `edit`: every tool that changes them. No pattern: all files. */
export type FileRule = { kind: 'files'; use: FileUse; pattern: PathPattern | undefined }

export type FileUse = 'read' | 'edit'

/** `from` says what relative paths start at. Both tests take a path relative to that. */
export type PathPattern = {
	text: string
	from: 'project' | 'home' | 'root'
	fits: PathTest
	/** As on a disk that does not tell upper from lower case. */
	fitsFolded: PathTest
}

/** @returns an empty name where it is no rule */
export function ruleParts(text: string): readonly [name: string, argument: string | undefined] {
	const [, name = '', argument] = /^([A-Za-z_][\w.-]*\*?)(?:\(([\s\S]*)\))?$/.exec(text.trim()) ?? []
	return [name, argument]
}

/** @returns the rule, what was expected instead, or undefined where it is about something else than files */
export function fileRule(
	name: string,
	argument: string | undefined,
): FileRule | { expected: string } | undefined {
	// A wall around a file must not have a gate for the tool it forgot, so both words mean every tool that changes files.
	const use = name === 'read' ? 'read' : name === 'edit' || name === 'write' ? 'edit' : undefined
	if (use === undefined) return undefined
	return argument === undefined ? { kind: 'files', use, pattern: undefined } : filesRule(use, argument.trim())
}

export function foldedPath(path: string): string {
	return path.normalize('NFKC').toLowerCase()
}

function filesRule(use: FileUse, argument: string): FileRule | { expected: string } {
	const pattern = pathPattern(argument)
	if (pattern) return { kind: 'files', use, pattern }
	return { expected: `${use} with a path such as src/**, /etc/hosts or ~/notes/**, without ..` }
}

function pathPattern(text: string): PathPattern | undefined {
	const from = text.startsWith('/') ? 'root' : /^~(?:\/|$)/.test(text) ? 'home' : 'project'
	const rest = from === 'project' ? text : text.slice(1).replace(/^\/+/, '')
	const steps = rest.split('/').filter(step => step !== '' && step !== '.')
	if (steps.includes('..') || text === '') return undefined
	// A folder stands for all that is in it.
	return patternFrom(from, (steps.length === 0 || text.endsWith('/') ? [...steps, '**'] : steps).join('/'))
}

/** @returns undefined when a bracket or brace is not closed */
export function patternFrom(from: PathPattern['from'], glob: string): PathPattern | undefined {
	const [fits, fitsFolded] = [compileGlob(glob), compileGlob(foldedPath(glob))]
	return fits && fitsFolded ? { text: glob, from, fits, fitsFolded } : undefined
}
