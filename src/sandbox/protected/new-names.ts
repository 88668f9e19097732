// Names that a command in the background may not bring into being. What keeps them free while others wait for a command
// would stand in the user's folder for as long as this one runs, so they are watched instead: whatever comes up is put
// aside at once and told.

import { randomBytes } from 'node:crypto'
import { type FSWatcher, lstatSync, readdirSync, type Stats, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { messageOf } from '../../core/errors.ts'
import { contains } from '../../safety/paths/paths.ts'
import { byteString, renameIn } from '../repositories/byte-paths.ts'

export type NameWatch = {
	/** Looks now, if this path is one of the names or below it: for whoever is about to read it. */
	check(path: string): void
	/** Somebody may write at or below this path: from now on it is theirs. */
	allow(path: string): void
	/**
	 * A command that nothing holds, or going back, may make them as well, and nobody can tell who did.
	 * @returns to be called when it has ended: what has come up is told and left
	 */
	pause(): () => void
	/** After a last look. */
	stop(): void
}

export type NameWatchDeps = {
	/** Absolute; none of them is there, but for empty folders that keep them free for others. */
	names: readonly string[]
	told(text: string): void
	/**
	 * One of the names is `.git`, and there is something in it or has changed. That is not put aside: the user makes one
	 * as well, and what counts is what is in there.
	 */
	repositoryChanged(): void
}

export function watchNames({ names, told, repositoryChanged }: NameWatchDeps): NameWatch {
	const watched = new Set(names)
	const folders = new Map<string, { inode: number; watcher: FSWatcher | undefined }>()
	let pauses = 0

	/** An empty folder does no harm, and may be what keeps the name free for another command. */
	const isEmptyFolder = (name: string, stats: Stats): boolean => {
		const known = folders.get(name)
		if (known?.inode !== stats.ino) {
			known?.watcher?.close()
			folders.delete(name)
			if (stats.isDirectory()) folders.set(name, { inode: stats.ino, watcher: watcherOf(name, look) })
		}
		return stats.isDirectory() && readdirSync(name).length === 0
	}
	const hasComeUp = (name: string): boolean => {
		try {
			const stats = lstatSync(name, { throwIfNoEntry: false })
			if (stats) return !isEmptyFolder(name, stats)
			// Numbers of folders that are gone are given out again.
			folders.get(name)?.watcher?.close()
			folders.delete(name)
			return false
		} catch {
			return false
		}
	}
	const judge = (name: string) => {
		if (pauses > 0 || !watched.has(name) || !hasComeUp(name)) return
		if (basename(name) === '.git') {
			repositoryChanged()
			return
		}
		const aside = `${basename(name)}.from-sandbox-${randomBytes(3).toString('hex')}`
		try {
			renameIn(byteString(dirname(name)), byteString(basename(name)), aside)
			told(`${CAME_UP(name)}, which may not make it; it is now ${dirname(name)}/${aside}`)
		} catch (error) {
			// Gone already, or put aside by the watch of another command.
			if (!hasComeUp(name)) return
			watched.delete(name)
			const reason = messageOf(error)
			told(`${CAME_UP(name)}, which may not make it, and could not be put aside: ${reason}`)
		}
	}
	const look = () => names.forEach(judge)
	const watchers = [...new Set(names.map(dirname))].map(folder => watcherOf(folder, look))
	// Systems limit how much may be watched, and what is moved away is watched where it is then.
	const timer = setInterval(look, LOOK_EVERY_MS).unref()
	look()
	return {
		check: path => names.filter(name => contains(name, path)).forEach(judge),
		allow(path) {
			for (const name of names) if (contains(name, path)) watched.delete(name)
		},
		pause() {
			look()
			pauses++
			return () => {
				pauses--
				for (const name of watched) {
					if (pauses > 0 || basename(name) === '.git' || !hasComeUp(name)) continue
					watched.delete(name)
					told(`${CAME_UP(name)} and others were at work; it is left as it is`)
				}
			}
		},
		stop() {
			clearInterval(timer)
			look()
			for (const watcher of [...watchers, ...[...folders.values()].map(({ watcher }) => watcher)])
				watcher?.close()
		},
	}
}

const CAME_UP = (name: string) =>
	`${name} came into being while a sandboxed command was running in the background`

const LOOK_EVERY_MS = 500

function watcherOf(folder: string, changed: () => void): FSWatcher | undefined {
	try {
		return watch(folder, { persistent: false }, changed).on('error', () => undefined)
	} catch {
		return undefined
	}
}
