// Ignore rules: which files git would leave out, from every .gitignore from the top of the repository down and
// .git/info/exclude.

import { dirname, join, relative } from 'node:path'
import type { Ignore, Options } from 'ignore'
import type { Files, FolderEntry } from '../../core/host.ts'

export type IgnoreRules = {
	/** @param path - absolute, inside the folder these rules are for; its parents are known not to be ignored */
	ignores(path: string, isFolder: boolean): boolean
	/** The rules for a folder below, with what it brings along itself. `entries` saves looking for files that are not there. */
	enter(folder: string, entries: readonly FolderEntry[]): Promise<IgnoreRules>
}

/**
 * The rules that hold for what is in `folder`, but for those it brings along itself.
 * A folder that is ignored and looked into all the same starts without the rules above it.
 */
export async function rulesAbove(
	folder: string,
	files: Files,
): Promise<{ rules: IgnoreRules; isIgnored: boolean }> {
	const { default: createIgnore } = await import('ignore')
	const none = rulesOf({ levels: [], exclude: undefined }, { files, createIgnore })
	let rules = none
	for (const parent of await parentsInRepository(folder, files)) {
		rules = await rules.enter(parent, (await files.list(parent)) ?? [])
		if (rules.ignores(stepBelow(parent, folder), true)) return { rules: none, isIgnored: true }
	}
	return { rules, isIgnored: false }
}

type Level = { folder: string; matcher: Ignore }
type Levels = { levels: readonly Level[]; exclude: Level | undefined }
type Tools = { files: Files; createIgnore: (options?: Options) => Ignore }

function rulesOf(known: Levels, tools: Tools): IgnoreRules {
	return {
		ignores(path, isFolder) {
			// The nearest file with an opinion wins, and git's own list comes last.
			for (const level of [...known.levels].reverse().concat(known.exclude ?? [])) {
				const { ignored, unignored } = level.matcher.test(relativeTo(level, path, isFolder))
				if (ignored || unignored) return ignored
			}
			return false
		},
		async enter(folder, entries) {
			const names = new Set(entries.map(({ name }) => name))
			if (!names.has('.git') && !names.has('.gitignore')) return rulesOf(known, tools)
			// A repository inside another one is its own master.
			const isRepository = names.has('.git')
			const exclude = isRepository ? await readLevel(folder, '.git/info/exclude', tools) : known.exclude
			const own = names.has('.gitignore') ? await readLevel(folder, '.gitignore', tools) : undefined
			const levels = isRepository ? [] : known.levels
			return rulesOf({ levels: own ? [...levels, own] : levels, exclude }, tools)
		},
	}
}

async function readLevel(
	folder: string,
	name: string,
	{ files, createIgnore }: Tools,
): Promise<Level | undefined> {
	const path = join(folder, name)
	if ((await files.stat(path))?.kind !== 'file') return undefined
	const bytes = await files.read(path)
	return (
		bytes && { folder, matcher: createIgnore({ ignorecase: false }).add(Buffer.from(bytes).toString('utf8')) }
	)
}

function relativeTo({ folder }: Level, path: string, isFolder: boolean): string {
	return `${relative(folder, path)}${isFolder ? '/' : ''}`
}

/** From the top of the repository, or of the file system where there is none, down to the parent of `folder`. */
async function parentsInRepository(folder: string, files: Files): Promise<string[]> {
	const parents: string[] = []
	for (let at = folder; (await files.stat(join(at, '.git'))) === undefined && dirname(at) !== at; ) {
		at = dirname(at)
		parents.unshift(at)
	}
	return parents
}

function stepBelow(parent: string, folder: string): string {
	return join(parent, relative(parent, folder).split('/')[0] ?? '')
}
