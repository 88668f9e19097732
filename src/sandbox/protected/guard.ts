// What a sandboxed command may not change in the folders it works on: found before it starts, held while it runs, and
// looked at again when it has ended.

import type { SandboxPolicy } from '../../core/sandbox.ts'
import type { EgressPolicy } from '../network/egress.ts'
import { putAside, type Repositories } from '../repositories/repositories.ts'
import { type BackgroundWatch, watchBackground } from './background-watch.ts'
import { type DeepNames, type NameSearch, searchOnce, watchDeepNames } from './deep-names.ts'
import { findGuards, withoutShown } from './guarded-paths.ts'
import type { Placeholders } from './placeholders.ts'
import { undoChanges } from './unmountable-paths.ts'

export type Guarded = { paths: readonly string[]; release(): Promise<readonly string[]> }

export type GuardDeps = {
	repositories: Repositories
	own: { root: string }
	search: NameSearch
	/** Of commands in the background that run now. */
	watches: Set<BackgroundWatch>
	/** Of all commands that run now. */
	deepNames: Set<DeepNames>
	door: EgressPolicy | undefined
}

/** Looks what is there, keeps it so while the command runs, and looks again. */
export async function guard(
	policy: SandboxPolicy,
	openMasks: () => Placeholders,
	{ repositories, own, search, watches, deepNames, door }: GuardDeps,
): Promise<Guarded> {
	if (policy.mode === 'read-only') return { paths: [], release: async () => [] }
	let before = repositories.settings(policy.roots)
	// Nothing of a command's own is outside of its folder for temporary files, which also has a path out here.
	const writable = [...policy.roots, own.root]
	// What comes into being from here on is new, also before the command has begun.
	const start = searchOnce(search)
	const deep = watchDeepNames(policy.roots, { start, search })
	deepNames.add(deep)
	const undoSettings = (held: readonly string[]) => {
		const now = repositories.settings(policy.roots)
		const told = putAside(before, now, { writable, held })
		// Once is enough.
		if (!now.isWhole) before = { ...before, isWhole: false }
		return [...told, ...deep.undo()]
	}
	if (process.platform === 'darwin') {
		const { guarded, watched } = findGuards(policy, start)
		return {
			paths: guarded,
			release: async () => {
				deepNames.delete(deep)
				return [...undoChanges(watched), ...undoSettings(guarded)]
			},
		}
	}
	const held = await openMasks().hold(isMask => {
		const found = findGuards(policy, start, isMask)
		return door?.inBackground ? withoutShown(found, isMask) : { ...found, names: [] }
	})
	const paths = [...held.found.guarded, ...held.paths]
	const watch =
		door?.inBackground &&
		watchBackground({
			names: held.found.names,
			told: door.inBackground.told,
			undoSettings: () => undoSettings(paths),
			acceptSettings: () => {
				before = repositories.settings(policy.roots)
				deep.accept()
			},
		})
	if (watch) watches.add(watch)
	return {
		paths,
		release: async () => {
			if (watch) watches.delete(watch)
			watch?.stop()
			deepNames.delete(deep)
			const undone = [...undoChanges(held.found.watched), ...undoSettings(paths)]
			await held.release()
			return undone
		},
	}
}
