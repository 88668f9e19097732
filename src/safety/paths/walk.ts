// Every file below a folder that git would not leave out. Links are named, never followed.

import { join } from 'node:path'
import type { Files, FolderEntry } from '../../core/host.ts'
import { type IgnoreRules, rulesAbove } from './ignore-rules.ts'

export type WalkResult = {
	/** Absolute, in no order. */
	files: readonly string[]
	links: readonly string[]
	/** False when there were more than `MAX_FILES`, or `signal` fired. */
	isComplete: boolean
}

/** What of a folder's entries is walked on with. */
export type Keep = (folder: string, entries: readonly FolderEntry[]) => Promise<readonly FolderEntry[]>

/**
 * @param folder - a real path
 * @param keep - left out, everything git shows
 */
export async function walk(
	folder: string,
	files: Files,
	signal: AbortSignal,
	keep?: Keep,
): Promise<WalkResult> {
	const found = { files: [] as string[], links: [] as string[] }
	const isFull = () => signal.aborted || found.files.length >= MAX_FILES
	const visit = async (at: string, above: IgnoreRules): Promise<void> => {
		if (isFull()) return
		const shown = await visible(at, above, files)
		const entries = keep ? await keep(at, shown.entries) : shown.entries
		for (const { name, kind } of entries) {
			if (kind === 'file') found.files.push(join(at, name))
			if (kind === 'link') found.links.push(join(at, name))
		}
		const folders = entries.filter(({ kind }) => kind === 'folder')
		await Promise.all(folders.map(({ name }) => visit(join(at, name), shown.rules)))
	}
	await visit(folder, (await rulesAbove(folder, files)).rules)
	return { ...found, isComplete: !isFull() }
}

const MAX_FILES = 200_000

/** What one folder holds for somebody who does not want to see what git ignores. */
export async function listVisible(folder: string, files: Files): Promise<readonly FolderEntry[]> {
	return (await visible(folder, (await rulesAbove(folder, files)).rules, files)).entries
}

async function visible(
	folder: string,
	above: IgnoreRules,
	files: Files,
): Promise<{ entries: readonly FolderEntry[]; rules: IgnoreRules }> {
	const entries = (await listOrNothing(folder, files)) ?? []
	const rules = await above.enter(folder, entries)
	const kept = entries.filter(
		({ name, kind }) => name !== '.git' && !rules.ignores(join(folder, name), kind === 'folder'),
	)
	return { entries: kept, rules }
}

/** A folder that may not be entered holds nothing for us; the walk goes on beside it. */
async function listOrNothing(folder: string, files: Files): Promise<readonly FolderEntry[] | undefined> {
	try {
		return await files.list(folder)
	} catch (error) {
		if (error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM'))
			return undefined
		throw error
	}
}
