// Session marks: stars, tags and what is archived, in one file for all sessions. They say something about the list and
// nothing about what was said, so they are not in the logs: a session that another process has open can be marked too.

import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SessionMarks } from '../../core/commands.ts'
import type { SessionId } from '../../core/ids.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { withFileLock } from '../../process/file-lock.ts'
import { flag, list, optional, record, text } from '../shapes.ts'
import { storageFailed } from './storage-failed.ts'

export const NO_MARKS: SessionMarks = { isStarred: false, isArchived: false, tags: [] }

/** None where the file is missing or no longer what was written. */
export async function readMarks(folder: string): Promise<ReadonlyMap<SessionId, SessionMarks>> {
	const json = parseJson(await readFile(join(folder, FILE), 'utf8').catch(() => ''))
	if (!isObject(json) || json.format !== FORMAT || !isObject(json.sessions)) return new Map()
	const entries = Object.entries(json.sessions).filter(([, marks]) => isMarks(marks))
	// The parse edge: the filter has seen the shape.
	return new Map(entries as unknown as [SessionId, SessionMarks][])
}

/** @returns what is on it now */
export async function changeMarks(
	folder: string,
	sessionId: SessionId,
	change: SessionMarks,
): Promise<SessionMarks> {
	const path = join(folder, FILE)
	if (change === NO_MARKS && !(await readMarks(folder)).has(sessionId)) return {}
	return withFileLock(path, async () => {
		const all = new Map(await readMarks(folder))
		const { isStarred, isArchived, tags } = { ...all.get(sessionId), ...change }
		const marks: SessionMarks = {
			...(isStarred === true && { isStarred }),
			...(isArchived === true && { isArchived }),
			...(tags && tags.length > 0 && { tags: [...new Set(tags)] }),
		}
		if (Object.keys(marks).length === 0) all.delete(sessionId)
		else all.set(sessionId, marks)
		try {
			const temporary = `${path}.${process.pid}`
			const json = JSON.stringify({ format: FORMAT, sessions: Object.fromEntries(all) })
			await writeFile(temporary, json, { mode: 0o600, flush: true })
			await rename(temporary, path)
		} catch (error) {
			throw storageFailed(path, error)
		}
		return marks
	})
}

const FILE = 'marks.json'
const FORMAT = 1

const isMarks = record<SessionMarks>({
	isStarred: optional(flag),
	isArchived: optional(flag),
	tags: optional(list(text)),
})
