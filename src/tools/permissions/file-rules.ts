// Path rules: which files a rule names, for the file tools and for the paths a command spells out.

import { relative } from 'node:path'
import { targetOf } from '../command-rules/scope.ts'
import { withInnerCommands } from '../command-rules/wrappers.ts'
import { compileGlob } from '../glob-pattern.ts'
import { contains, type Place } from '../paths.ts'
import type { CallSubject, CommandSubject } from './call-subject.ts'
import { type Match, strongest } from './command-wall.ts'
import { foldedPath, type PathPattern, type Rule, type StandingRule } from './rule.ts'

/** Where relative patterns and `~` start. Real paths. */
export type PathBase = { root: string; home: string }

type FilesRule = Extract<Rule, { kind: 'files' }>

/** Both names of a file count, and every folder above it: who walls off a folder means what is in it. */
export function filesWall({ use, pattern }: FilesRule, subject: CallSubject, base: PathBase): Match {
	if (subject.command) return pattern ? commandWall(use, pattern, subject.command, base) : 'no'
	// Who may not look into a file may not change it either: an edit shows what was there.
	if (subject.use === undefined || (use === 'edit' && subject.use === 'read')) return 'no'
	if (!pattern) return subject.use === use ? 'yes' : 'no'
	const isNamed = subject.places.some(place =>
		[place.path, place.real].some(path => wallsOff(pattern, path, base)),
	)
	return isNamed ? 'yes' : 'no'
}

/** @returns the first of the rules that together cover every file of the call */
export function filesCovered(
	rules: readonly StandingRule[],
	{ use, places }: CallSubject,
	base: PathBase,
): StandingRule | undefined {
	if (places.length === 0) return undefined
	const covering = places.map(place => rules.find(({ rule }) => isCovered(rule, use, place, base)))
	return covering.every(rule => rule !== undefined) ? covering[0] : undefined
}

/** Where the file really is decides, not the name it was asked for by. */
function isCovered(rule: Rule, use: CallSubject['use'], { real }: Place, base: PathBase): boolean {
	if (rule.kind !== 'files' || rule.use !== use) return false
	if (!rule.pattern) return contains(base.root, real)
	const path = fromBase(rule.pattern, real, base)
	return path !== undefined && rule.pattern.fits(path)
}

function wallsOff(pattern: PathPattern, path: string, base: PathBase): boolean {
	const inside = fromBase(pattern, path, base)
	if (inside === undefined) return false
	const steps = foldedPath(inside).split('/')
	return steps.some((_, index) => pattern.fitsFolded(steps.slice(0, index + 1).join('/')))
}

function fromBase({ from }: PathPattern, path: string, base: PathBase): string | undefined {
	const start = from === 'root' ? '/' : from === 'home' ? base.home : base.root
	return contains(start, path) ? relative(start, path) : undefined
}

/** A command is held back by the paths it spells out. What a program finds by itself is the sandbox's business. */
function commandWall(
	use: FilesRule['use'],
	pattern: PathPattern,
	{ placed, parts }: CommandSubject,
	base: PathBase,
): Match {
	const onlyReads = new Set(parts.filter(({ need }) => need === 'none').map(({ command }) => command))
	return strongest(
		placed.flatMap(({ command, scope }) => {
			if (use === 'edit' && onlyReads.has(command.text)) return []
			const words = withInnerCommands(command).flatMap(inner => [
				...inner.words.slice(1),
				...inner.redirections.flatMap(({ target }) => target ?? []),
			])
			return words.flatMap(word => [
				...pathsIn(word, scope).map(path => (mayName(pattern, path, base) ? ('yes' as const) : 'no')),
			])
		}),
	)
}

type Placed = CommandSubject['placed'][number]

/** The word itself, and what stands behind `=` in it. */
function pathsIn(word: Placed['command']['words'][number], scope: Placed['scope']): readonly string[] {
	const whole = targetOf(word, scope)?.paths ?? []
	const value = /^[^/]*?=(.+)$/s.exec(word.text)?.[1]
	if (value === undefined) return whole
	const behind = { text: value, pieces: [{ kind: 'literal' as const, value }] }
	return [...whole, ...(targetOf(behind, scope)?.paths ?? [])]
}

/** A pattern in the command may become the very name that is walled off. */
function mayName(pattern: PathPattern, path: string, base: PathBase): boolean {
	if (wallsOff(pattern, path, base)) return true
	if (!/[*?[]/.test(path)) return false
	const inside = fromBase(pattern, path, base)
	const glob = inside === undefined ? undefined : compileGlob(foldedPath(inside))
	return glob?.(foldedPath(pattern.text)) ?? false
}
