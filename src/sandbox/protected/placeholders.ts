// Puts something empty where a protected path is missing, so that there is something to mount on, and takes away
// exactly that. Who removes a mount point takes the mount off every sandbox that has it, so each one is removed by
// the last who uses it, in whatever process: all of them write down what they hold.

import {
	closeSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmdirSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { OneAtATime } from '../../core/async/one-at-a-time.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { withFileLock } from '../../process/file-lock.ts'
import { isAlive, type ProcessKey, processKey } from '../../process/process-alive.ts'
import type { Missing } from './guarded-paths.ts'

export type Placeholders = {
	/**
	 * @param find - called with the lock held; what it finds is as it is until `release`. `isPlaceholder` says of a path whether
	 * there is nothing but what a sandbox of ours or of another process put there.
	 * @returns what `find` said, once every missing path has something on it
	 */
	hold<Found extends { missing: readonly Missing[]; guarded: readonly string[] }>(
		find: (isMask: (path: string) => boolean) => Found,
	): Promise<{ found: Found; paths: readonly string[]; release(): Promise<void> }>
	/** There is nothing at this path but what we put there. */
	has(path: string): boolean
	/** Takes it away although commands still run. */
	drop(path: string): void
	/** At the end of the process, when there is no time for locks. */
	releaseAllNow(): void
}

type Placeholder = { path: string; as: Missing['as']; inode: number }

/** @param file - where all processes of the user write down what they hold */
export function createPlaceholders(file: string): Placeholders {
	const inUseHere = new Map<string, { placeholder: Placeholder; users: number }>()
	const queue = new OneAtATime()

	/** Commands of this process queue up, because whoever meets a taken lock waits for longer than the work takes. */
	const locked = <Result>(work: () => Result): Promise<Result> =>
		queue.run(() => withFileLock(file, async () => work()))

	const save = (others: Holders) => {
		const own = [...inUseHere.values()].map(({ placeholder }) => placeholder)
		writeHolders(file, own.length === 0 ? others : new Map(others).set(processKey(), own))
	}

	const take = (placeholder: Placeholder) => {
		const known = inUseHere.get(placeholder.path)
		inUseHere.set(placeholder.path, { placeholder, users: (known?.users ?? 0) + 1 })
		return placeholder.path
	}

	const letGo = (paths: readonly string[]) => {
		const others = livingOthers(file, inUseHere.keys())
		const inUse = new Set([...others.values()].flat().map(({ path }) => path))
		for (const path of paths) {
			const known = inUseHere.get(path)
			if (!known) continue
			known.users--
			if (known.users > 0) continue
			inUseHere.delete(path)
			if (!inUse.has(path)) remove(known.placeholder)
		}
		save(others)
	}

	const has = (path: string) => {
		const known = inUseHere.get(path)
		return known !== undefined && isUntouched(known.placeholder)
	}

	return {
		hold: find =>
			locked(() => {
				const others = livingOthers(file, inUseHere.keys())
				const theirs = new Map(
					[...others.values()].flat().map(placeholder => [placeholder.path, placeholder]),
				)
				const found = find(path => {
					const placeholder = inUseHere.get(path)?.placeholder ?? theirs.get(path)
					return placeholder !== undefined && isUntouched(placeholder)
				})
				const made = found.missing.flatMap(missing => make(missing) ?? [])
				const shared = found.guarded.flatMap(
					path => inUseHere.get(path)?.placeholder ?? theirs.get(path) ?? [],
				)
				const taken = [...made, ...shared].map(take)
				save(others)
				return {
					found,
					// Not only what we made: somebody may have been quicker, and then that is what needs guarding.
					paths: found.missing.flatMap(({ path }) => (inodeOf(path) === undefined ? [] : [path])),
					release: () => locked(() => letGo(taken)),
				}
			}),
		has,
		drop(path) {
			const known = inUseHere.get(path)
			if (known && has(path)) remove(known.placeholder)
		},
		releaseAllNow() {
			if (inUseHere.size === 0) return
			for (const each of inUseHere.values()) each.users = 1
			letGo([...inUseHere.keys()])
		},
	}
}

function make({ path, as }: Missing): Placeholder | undefined {
	try {
		if (as === 'folder') mkdirSync(path, { mode: 0o755 })
		else closeSync(openSync(path, 'wx', 0o600))
		const inode = inodeOf(path)
		return inode === undefined ? undefined : { path, as, inode }
	} catch {
		// We may not write here, so neither may the command; or somebody else was first, and then it is not ours.
		return undefined
	}
}

/** Only what is still as we made it. `rmdir` refuses a folder with anything in it. */
function remove(placeholder: Placeholder): void {
	try {
		if (inodeOf(placeholder.path) !== placeholder.inode) return
		if (placeholder.as === 'folder') rmdirSync(placeholder.path)
		else if (isEmpty(placeholder)) unlinkSync(placeholder.path)
	} catch {
		// It is somebody's by now.
	}
}

function isUntouched(mask: Placeholder): boolean {
	return inodeOf(mask.path) === mask.inode && isEmpty(mask)
}

function isEmpty({ path, as }: Placeholder): boolean {
	if (as === 'folder') return readdirSync(path).length === 0
	return lstatSync(path, { throwIfNoEntry: false })?.size === 0
}

function inodeOf(path: string): number | undefined {
	try {
		return lstatSync(path, { throwIfNoEntry: false })?.ino
	} catch {
		return undefined
	}
}

type Holders = ReadonlyMap<ProcessKey, readonly Placeholder[]>

/** Takes away what killed processes left, so that nobody takes it for the user's. */
export async function removeStalePlaceholders(file: string): Promise<void> {
	if (readHolders(file).size === 0) return
	await withFileLock(file, async () => {
		const own = readHolders(file).get(processKey())
		const others = livingOthers(file, own?.map(({ path }) => path) ?? [])
		writeHolders(file, own ? new Map(others).set(processKey(), own) : others)
	})
}

/**
 * Takes away what dead processes left.
 * @param ours - paths that our own commands use, whoever made them
 */
function livingOthers(file: string, ours: Iterable<string>): Holders {
	const living = new Map<string, readonly Placeholder[]>()
	const dead: Placeholder[] = []
	for (const [holder, placeholders] of readHolders(file)) {
		if (holder === processKey()) continue
		if (isAlive(holder, file)) living.set(holder, placeholders)
		else dead.push(...placeholders)
	}
	const inUse = new Set([...ours, ...[...living.values()].flat().map(({ path }) => path)])
	for (const placeholder of dead) if (!inUse.has(placeholder.path)) remove(placeholder)
	return living
}

function readHolders(file: string): Holders {
	const json = parseJson(readText(file))
	if (!isObject(json)) return new Map()
	return new Map(
		Object.entries(json).map(([holder, placeholders]) => [
			holder,
			Array.isArray(placeholders) ? placeholders.filter(isPlaceholder) : [],
		]),
	)
}

function isPlaceholder(value: unknown): value is Placeholder {
	return (
		isObject(value) &&
		typeof value.path === 'string' &&
		typeof value.inode === 'number' &&
		(value.as === 'file' || value.as === 'folder')
	)
}

function writeHolders(file: string, holders: Holders): void {
	mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
	const temporary = `${file}.${process.pid}.tmp`
	writeFileSync(temporary, JSON.stringify(Object.fromEntries(holders)), { mode: 0o600 })
	renameSync(temporary, file)
}

function readText(path: string): string {
	try {
		return readFileSync(path, 'utf8')
	} catch {
		return ''
	}
}
