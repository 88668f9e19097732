// Nothing can be mounted on a link, nor where git fails if there is anything at all. What happened to those paths is
// looked at when a command has ended, and undone: the newcomer is moved aside, a link is put back.

import { randomBytes } from 'node:crypto'
import { lstatSync, readlinkSync, renameSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { messageOf } from '../../core/errors.ts'
import type { Watched } from './guarded-paths.ts'

/** @returns what was undone, a sentence each, for the model and the user */
export function undoChanges(watched: readonly Watched[]): readonly string[] {
	return watched.flatMap(before => {
		const now = targetOf(before.path)
		if (now === before.target || isHarmless(before)) return []
		const aside = `${before.path}.from-sandbox-${randomBytes(3).toString('hex')}`
		try {
			if (now !== undefined) renameSync(before.path, aside)
			if (before.target !== undefined) symlinkSync(before.target, before.path)
			const moved = now === undefined ? '' : `; what took its place is now ${aside}`
			return before.target === undefined
				? [`${before.path} may not be made by a sandboxed command; it is now ${aside}`]
				: [`the link ${before.path} was replaced, which a sandboxed command may not do; it is back${moved}`]
		} catch (error) {
			const reason = messageOf(error)
			return [`${before.path} was changed by a sandboxed command and could not be put right: ${reason}`]
		}
	})
}

const NO_LINK = ''

function targetOf(path: string): string | undefined {
	const stat = lstatSync(path, { throwIfNoEntry: false })
	if (!stat) return undefined
	return stat.isSymbolicLink() ? readlinkSync(path) : NO_LINK
}

/** A file called HEAD makes a folder a repository only together with the other two. */
function isHarmless({ path }: Watched): boolean {
	const isFolder = (name: string) =>
		lstatSync(join(dirname(path), name), { throwIfNoEntry: false })?.isDirectory() === true
	return basename(path) === 'HEAD' && !(isFolder('objects') && isFolder('refs'))
}
