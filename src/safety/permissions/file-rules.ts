// Path rules: which files a rule names, for the file tools and for the paths a command spells out.

import { relative } from 'node:path'
import { compileGlob } from '../paths/glob-pattern.ts'
import { contains, type ResolvedPath } from '../paths/paths.ts'
import type { CallSubject, CommandSubject } from './call-subject.ts'
import { type FileUse, foldedPath, type PathPattern } from './file-rule.ts'
import { asPattern, type Overlap, overlap } from './path-overlap.ts'
import type { Rule, StandingRule } from './rule.ts'
import { type Match, strongest } from './rule-match.ts'

/** Where relative patterns and `~` start. Real paths. */
export type PathBase = { root: string; home: string }

type FilesRule = Extract<Rule, { kind: 'files' }>

/** Both names of a file count, and every folder above it: who walls off a folder means what is in it. */
export function matchFilesRule({ use, pattern }: FilesRule, subject: CallSubject, base: PathBase): Match {
	if (subject.command)
		return pattern ? matchCommandUses({ kind: 'files', use, pattern }, subject.command, base) : 'no'
	const { access, places } = subject
	// Who may not look into a file may not change it either: an edit shows what was there.
	if (access === 'none' || (use === 'edit' && access === 'read')) return 'no'
	if (!pattern && USE[access] === use) return 'yes'
	if (places === 'anything') return 'maybe'
	if (!pattern) return 'no'
	const names = places.flatMap(place => [place.path, place.real])
	if (names.some(path => isUnderPattern(pattern, path, base))) return 'yes'
	const folders = subject.searched.flatMap(place => [place.path, place.real])
	return folders.some(folder => mayLieIn(folder, pattern, base)) ? 'crosses' : 'no'
}

/** The word for an access in rules. */
const USE = { read: 'read', write: 'edit' } as const

/** @returns the first of the rules that together cover every file of the call */
export function filesCovered(
	rules: readonly StandingRule[],
	{ access, places }: CallSubject,
	base: PathBase,
): StandingRule | undefined {
	if (access === 'none' || places === 'anything' || places.length === 0) return undefined
	const covering = places.map(place => rules.find(({ rule }) => isCovered(rule, USE[access], place, base)))
	return covering.every(rule => rule !== undefined) ? covering[0] : undefined
}

/** Where the file really is decides, not the name it was asked for by. */
function isCovered(rule: Rule, use: FileUse, { real }: ResolvedPath, base: PathBase): boolean {
	if (rule.kind !== 'files' || rule.use !== use) return false
	if (!rule.pattern) return contains(base.root, real)
	const path = fromBase(rule.pattern, real, base)
	return path !== undefined && rule.pattern.fits(path)
}

/** What is all walled off is walled off itself: `secret/**` is also about `secret`, its list of names included. */
export function isUnderPattern(pattern: PathPattern, path: string, base: PathBase): boolean {
	const inside = fromBase(pattern, path, base)
	if (inside === undefined) return false
	const folded = foldedPath(inside)
	const steps = folded.split('/')
	return (
		steps.some((_, index) => pattern.fitsFolded(steps.slice(0, index + 1).join('/'))) ||
		(folded !== '' && !ANY_FOLDER.test(pattern.text) && pattern.fitsFolded(`${folded}/`))
	)
}

/** Whether a name means a folder cannot be told here, and in a pattern like this one it could be any file. */
const ANY_FOLDER = /(?:^|\/)\*+\/\*+$/

/** Whether what is walled off may be in a folder, as far as the text of both tells. */
export function mayLieIn(folder: string, pattern: PathPattern, base: PathBase): boolean {
	return overlapWith(folder, pattern, base) !== 'apart'
}

function overlapWith(path: string, pattern: PathPattern, base: PathBase): Overlap {
	const whole = `${asPattern(baseOf(pattern, base))}/${pattern.text}`
	return overlap(foldedPath(whole), foldedPath(path))
}

export function baseOf({ from }: PathPattern, base: PathBase): string {
	return from === 'root' ? '/' : from === 'home' ? base.home : base.root
}

function fromBase(pattern: PathPattern, path: string, base: PathBase): string | undefined {
	const start = baseOf(pattern, base)
	return contains(start, path) ? relative(start, path) : undefined
}

/**
 * A command is held back by the paths it spells out, and by the folders that it is known to look through. What else a
 * program finds by itself is the sandbox's business.
 */
function matchCommandUses(
	{ use, pattern }: FilesRule & { pattern: PathPattern },
	{ uses, parts }: CommandSubject,
	base: PathBase,
): Match {
	const onlyReads = new Set(parts.filter(({ outcome }) => outcome === 'allow').map(({ command }) => command))
	return strongest(
		uses.flatMap(({ text, paths, searched }) => {
			if (use === 'edit' && onlyReads.has(text)) return []
			const folders = searched[use]
			const crosses = folders === 'unknown' || folders.some(folder => mayLieIn(folder, pattern, base))
			return [...paths.map(path => matchNamed(pattern, path, base)), crosses ? 'crosses' : 'no']
		}),
	)
}

/** A pattern in the command may become the very name that is walled off. */
function matchNamed(pattern: PathPattern, path: string, base: PathBase): Match {
	if (isUnderPattern(pattern, path, base)) return 'yes'
	if (!/[*?[]/.test(path)) return 'no'
	const inside = fromBase(pattern, path, base)
	const glob = inside === undefined ? undefined : compileGlob(foldedPath(inside))
	if (glob?.(foldedPath(pattern.text))) return 'yes'
	return overlapWith(path, pattern, base) === 'inside' ? 'maybe' : 'no'
}
