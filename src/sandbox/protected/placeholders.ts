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

export type Masks = {
	/**
	 * @param find - called with the lock held; what it finds is as it is until `release`. `isMask` says of a path whether
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

type Mask = { path: string; as: Missing['as']; inode: number }

/** @param file - where all processes of the user write down what they hold */
export function createMasks(file: string): Masks {
	const held = new Map<string, { mask: Mask; users: number }>()
	const queue = new OneAtATime()

	/** Commands of this process queue up, because whoever meets a taken lock waits for longer than the work takes. */
	const locked = <Result>(work: () => Result): Promise<Result> =>
		queue.run(() => withFileLock(file, async () => work()))

	const save = (others: Holders) => {
		const own = [...held.values()].map(({ mask }) => mask)
		writeHolders(file, own.length === 0 ? others : new Map(others).set(processKey(), own))
	}

	const take = (mask: Mask) => {
		const known = held.get(mask.path)
		held.set(mask.path, { mask, users: (known?.users ?? 0) + 1 })
		return mask.path
	}

	const letGo = (paths: readonly string[]) => {
		const others = livingOthers(file, held.keys())
		const inUse = new Set([...others.values()].flat().map(({ path }) => path))
		for (const path of paths) {
			const known = held.get(path)
			if (!known) continue
			known.users--
			if (known.users > 0) continue
			held.delete(path)
			if (!inUse.has(path)) remove(known.mask)
		}
		save(others)
	}

	const has = (path: string) => {
		const known = held.get(path)
		return known !== undefined && isUntouched(known.mask)
	}

	return {
		hold: find =>
			locked(() => {
				const others = livingOthers(file, held.keys())
				const theirs = new Map([...others.values()].flat().map(mask => [mask.path, mask]))
				const found = find(path => {
					const mask = held.get(path)?.mask ?? theirs.get(path)
					return mask !== undefined && isUntouched(mask)
				})
				const made = found.missing.flatMap(missing => make(missing) ?? [])
				const shared = found.guarded.flatMap(path => held.get(path)?.mask ?? theirs.get(path) ?? [])
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
			const known = held.get(path)
			if (known && has(path)) remove(known.mask)
		},
		releaseAllNow() {
			if (held.size === 0) return
			for (const each of held.values()) each.users = 1
			letGo([...held.keys()])
		},
	}
}

function make({ path, as }: Missing): Mask | undefined {
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
function remove(mask: Mask): void {
	try {
		if (inodeOf(mask.path) !== mask.inode) return
		if (mask.as === 'folder') rmdirSync(mask.path)
		else if (isEmpty(mask)) unlinkSync(mask.path)
	} catch {
		// It is somebody's by now.
	}
}

function isUntouched(mask: Mask): boolean {
	return inodeOf(mask.path) === mask.inode && isEmpty(mask)
}

function isEmpty({ path, as }: Mask): boolean {
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

type Holders = ReadonlyMap<ProcessKey, readonly Mask[]>

/** Takes away what killed processes left, so that nobody takes it for the user's. */
export async function takeAwayLeft(file: string): Promise<void> {
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
	const living = new Map<string, readonly Mask[]>()
	const dead: Mask[] = []
	for (const [holder, masks] of readHolders(file)) {
		if (holder === processKey()) continue
		if (isAlive(holder)) living.set(holder, masks)
		else dead.push(...masks)
	}
	const inUse = new Set([...ours, ...[...living.values()].flat().map(({ path }) => path)])
	for (const mask of dead) if (!inUse.has(mask.path)) remove(mask)
	return living
}

function readHolders(file: string): Holders {
	const json = parseJson(readText(file))
	if (!isObject(json)) return new Map()
	return new Map(
		Object.entries(json).map(([holder, masks]) => [holder, Array.isArray(masks) ? masks.filter(isMask) : []]),
	)
}

function isMask(value: unknown): value is Mask {
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
