// Which places the rules before reading wall off, by both names of each. Fetched when there is such a rule.

import { join, relative } from 'node:path'
import type { Files, FolderEntry } from '../../core/host.ts'
import { locate, type ResolvedPath, type Workspace } from '../paths/paths.ts'
import { walk } from '../paths/walk.ts'
import type { PathPattern } from './file-rule.ts'
import { isUnderPattern, mayLieIn, type PathBase } from './file-rules.ts'
import { withRealNames } from './real-rules.ts'
import type { StandingRule } from './rule.ts'

export type HiddenPlaces = {
	/** @param path - real, and below the folder */
	hides(path: string): boolean
	/** What may be shown of what lies directly in `folder`; the rest is counted. Links are judged by where they lead, too. */
	keep(folder: string, entries: readonly FolderEntry[]): Promise<readonly FolderEntry[]>
	/** Counts what a search of the whole folder leaves out. */
	countAll(signal: AbortSignal): Promise<void>
	/** For the end of a result: how many places were left out, and by which rules. */
	notes(): readonly string[]
}

/** @returns undefined when none of the rules leaves anything to hide in the folder */
export async function openHiddenPlaces(
	place: ResolvedPath,
	{ rules, base, files }: { rules: readonly StandingRule[]; base: PathBase; files: Files },
): Promise<HiddenPlaces | undefined> {
	const denyRules = await denyRulesOf(rules, base, files)
	// Asked about the folder itself, the user has answered for what is in it.
	const open = denyRules.filter(wall => !isDenied(place, wall, base))
	return open.length === 0 ? undefined : createHiddenPlaces(place, { denyRules: open, base, files })
}

/** @returns the rule that stands before a file */
export async function denyRuleBefore(
	path: string,
	given: { rules: readonly StandingRule[]; workspace: Workspace; root: string; files: Files },
): Promise<StandingRule | undefined> {
	const { rules, workspace, root, files } = given
	const ofAll = rules.find(({ rule }) => rule.kind === 'files' && !rule.pattern)
	if (ofAll) return ofAll
	const base = { root, home: workspace.home }
	const place = await locate(path, workspace, files)
	return (await denyRulesOf(rules, base, files)).find(rule => isDenied(place, rule, base))?.standing
}

type DenyRule = { standing: StandingRule; pattern: PathPattern }

async function denyRulesOf(
	rules: readonly StandingRule[],
	base: PathBase,
	files: Files,
): Promise<readonly DenyRule[]> {
	return (await withRealNames(rules, base, files)).flatMap(each =>
		each.rule.kind === 'files' && each.rule.pattern ? [{ standing: each, pattern: each.rule.pattern }] : [],
	)
}

function isDenied(
	{ path, real }: Pick<ResolvedPath, 'path' | 'real'>,
	{ pattern }: DenyRule,
	base: PathBase,
) {
	return isUnderPattern(pattern, real, base) || (path !== real && isUnderPattern(pattern, path, base))
}

function createHiddenPlaces(
	place: ResolvedPath,
	{ denyRules, base, files }: { denyRules: readonly DenyRule[]; base: PathBase; files: Files },
): HiddenPlaces {
	const mayHide = (folder: string) =>
		[folder, join(place.path, relative(place.real, folder))].some(name =>
			denyRules.some(({ pattern }) => mayLieIn(name, pattern, base)),
		)
	const known = new Map<string, StandingRule | undefined>()
	const left = new Map<StandingRule, Set<string>>()
	const denyRuleOf = (real: string): StandingRule | undefined => {
		if (known.has(real)) return known.get(real)
		const path = join(place.path, relative(place.real, real))
		const found = denyRules.find(wall => isDenied({ path, real }, wall, base))?.standing
		known.set(real, found)
		return found
	}
	const denyRuleOfEntry = async (path: string, { kind }: FolderEntry) =>
		denyRuleOf(path) ?? (kind === 'link' ? denyRuleOf(await files.realPath(path)) : undefined)
	const keep: HiddenPlaces['keep'] = async (folder, entries) => {
		const kept: FolderEntry[] = []
		for (const entry of entries) {
			const path = join(folder, entry.name)
			const wall = await denyRuleOfEntry(path, entry)
			if (wall) left.set(wall, (left.get(wall) ?? new Set()).add(path))
			else kept.push(entry)
		}
		return kept
	}
	return {
		hides: path => denyRuleOf(path) !== undefined,
		keep,
		async countAll(signal) {
			if (!mayHide(place.real)) return
			// A search does not follow links, so what they lead to is not left out by a rule.
			await walk(place.real, files, signal, async (folder, entries) => {
				const own = entries.filter(({ kind }) => kind !== 'link')
				const kept = await keep(folder, own)
				return kept.filter(({ name, kind }) => kind === 'folder' && mayHide(join(folder, name)))
			})
		},
		notes: () => [...left].map(([standing, paths]) => note(standing, paths.size)),
	}
}

function note({ list, text, scope }: StandingRule, count: number): string {
	const places = `${count} ${count === 1 ? 'place' : 'places'}`
	return list === 'deny'
		? `[${places} left out: the rule ${text} in ${scope} denies it]`
		: `[${places} left out: the rule ${text} in ${scope} says to ask; name what you need as path]`
}
