// Restoring: carries out a rewind plan on the disk, each file whole or not at all, nothing through a link, and
// nothing that is no longer what the plan was made from.

import { lstatSync, readlinkSync } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm, rmdir, symlink, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { messageOf } from '../../core/errors.ts'
import { isUntouched, kindOf, type TreeEntry } from './entry.ts'
import type { RestoreStep } from './plan.ts'
import { leadsStraight } from './straight-path.ts'

export type Restored = { done: readonly RestoreStep[]; skipped: readonly Skipped[] }
export type Skipped = { path: string; why: string }

/** @param temporaryName - what files are called until they are whole, followed by a number */
export async function restore(
	steps: readonly RestoreStep[],
	{ read, temporaryName }: { read(content: string): Promise<Uint8Array>; temporaryName: string },
): Promise<Restored> {
	const skipped = new Map<string, string>()
	const stayed = new Set<string>()
	const each = async <Some extends RestoreStep>(
		some: readonly Some[],
		work: (step: Some, index: number) => Promise<void>,
	) => {
		for (const [index, step] of some.entries()) {
			if (skipped.has(step.path) || stayed.has(step.path)) continue
			await work(step, index).catch(error => skipped.set(step.path, messageOf(error)))
		}
	}
	const shallowFirst = [...steps].sort((a, b) => depth(a) - depth(b))
	const deepFirst = [...shallowFirst].reverse()

	// A folder that must not be written in has to let us in first; its own bits come last.
	await each(shallowFirst.filter(isFolderStill), async step => {
		demandAsPlanned(step)
		await chmod(step.path, step.to.mode | 0o700)
	})
	await each(deepFirst.filter(isInTheWay), async step => {
		demandAsPlanned(step)
		if (step.from.kind !== 'folder') await unlink(step.path)
		else if (await removeIfEmpty(step.path)) return
		else if (step.to) throw new Error('it is a folder now in which something else lies')
		else stayed.add(step.path)
	})
	await each(shallowFirst.filter(isNewFolder), async ({ path }) => {
		demandStraight(path)
		await mkdir(path, { recursive: true })
	})
	await each(shallowFirst.filter(isContent), async (step, index) => {
		if (isInTheWay(step)) demandAsPlanned({ ...step, from: undefined })
		else demandAsPlanned(step)
		const { path, from, to } = step
		if (from?.kind === 'file' && to.kind === 'file' && from.content === to.content)
			return chmod(path, to.mode)
		await mkdir(dirname(path), { recursive: true })
		await put(path, join(dirname(path), `${temporaryName}${index}.tmp`), to, read)
	})
	await each(deepFirst.filter(isFolderAfterwards), async ({ path, to }) => {
		demandStraight(path)
		await chmod(path, to.mode)
	})
	return {
		done: steps.filter(({ path }) => !skipped.has(path) && !stayed.has(path)),
		skipped: [...skipped].map(([path, why]) => ({ path, why })),
	}
}

/** Takes away what a process left that died while it was restoring. */
export async function removeTemporaries(folder: string, temporaryName: string): Promise<void> {
	if (!leadsStraight(join(folder, temporaryName))) return
	const names = await readdir(folder).catch((): string[] => [])
	for (const name of names)
		if (name.startsWith(temporaryName) && name.endsWith('.tmp')) await rm(join(folder, name), { force: true })
}

type Removal = RestoreStep & { from: TreeEntry }
type Making = RestoreStep & { to: TreeEntry }

function isFolderStill(step: RestoreStep): step is Making {
	return step.from?.kind === 'folder' && step.to?.kind === 'folder'
}

/** A file or link may take the place of another one; a folder may not, nor anything that of a folder. */
function isInTheWay(step: RestoreStep): step is Removal {
	const { from, to } = step
	return from !== undefined && (!to || (from.kind === 'folder') !== (to.kind === 'folder'))
}

function isNewFolder({ from, to }: RestoreStep): boolean {
	return to?.kind === 'folder' && from?.kind !== 'folder'
}

function isContent(step: RestoreStep): step is Making {
	return step.to !== undefined && step.to.kind !== 'folder'
}

function isFolderAfterwards(step: RestoreStep): step is Making {
	return step.to?.kind === 'folder'
}

function demandStraight(path: string): void {
	if (path.split('/').includes('.git')) throw new Error('it belongs to git')
	if (!leadsStraight(path)) throw new Error('a folder above it has become a link or a file')
}

function demandAsPlanned({ path, from }: Pick<RestoreStep, 'path' | 'from'>): void {
	demandStraight(path)
	const stats = lstatSync(path, { throwIfNoEntry: false })
	if (!from) {
		if (stats) throw new Error('something else is there now')
		return
	}
	if (!stats) throw new Error('it is gone since')
	const isStill =
		kindOf(stats) === from.kind &&
		(from.kind !== 'file' || isUntouched(stats, from)) &&
		(from.kind !== 'link' || readlinkSync(path) === from.content)
	if (!isStill) throw new Error('it was changed a moment ago')
}

async function removeIfEmpty(path: string): Promise<boolean> {
	try {
		await rmdir(path)
		return true
	} catch (error) {
		if (error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST'))
			return false
		throw error
	}
}

async function put(
	path: string,
	temporary: string,
	to: TreeEntry,
	read: (content: string) => Promise<Uint8Array>,
): Promise<void> {
	try {
		if (to.kind === 'link') await symlink(to.content, temporary)
		else await writeNew(temporary, await read(to.content), to.mode)
		await rename(temporary, path)
	} catch (error) {
		await rm(temporary, { force: true })
		throw error
	}
}

async function writeNew(path: string, bytes: Uint8Array, mode: number): Promise<void> {
	const file = await open(path, 'wx', 0o600)
	try {
		await file.writeFile(bytes)
		// Afterwards, because the umask would take bits from a mode given at creation.
		await file.chmod(mode)
	} finally {
		await file.close()
	}
}

function depth({ path }: RestoreStep): number {
	return path.split('/').length
}
