// Notes that outlive a session: what the user wrote with `#`, one Markdown file for each project.

import { createHash } from 'node:crypto'
import { appendFile, mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { UnixMs } from '../core/ids.ts'
import type { HomeFolders } from './home-folders.ts'
import { readTextFile } from './text-file.ts'

export type NotePlace = { folders: Pick<HomeFolders, 'data'>; projectRoot: string }

/**
 * Safe beside other processes: one append of one line list.
 * @param text - already scrubbed of secrets by the caller
 */
export async function appendNote(place: NotePlace, text: string, now: UnixMs): Promise<void> {
	const path = notesFile(place)
	await mkdir(dirname(path), { recursive: true, mode: 0o700 })
	const day = new Date(now).toISOString().slice(0, 10)
	const note = `- ${day}: ${text.trim().replaceAll(/\r?\n/g, '\n  ')}\n`
	await appendFile(path, note, { mode: 0o600 })
}

/** The newest notes that fit, oldest first; undefined when there are none. */
export async function readNotes(place: NotePlace, limitBytes = 8 * 1024): Promise<string | undefined> {
	const text = await readTextFile(notesFile(place))
	const notes = text?.split(/\n(?=- )/) ?? []
	let sizeBytes = 0
	const kept = notes.toReversed().filter(note => {
		sizeBytes += Buffer.byteLength(note) + 1
		return sizeBytes <= limitBytes
	})
	return kept.toReversed().join('\n').trim() || undefined
}

/** Named after the folder for people, and after a hash of its path to keep folders of one name apart. */
export function notesFile({ folders, projectRoot }: NotePlace): string {
	const hash = createHash('sha256').update(projectRoot).digest('hex').slice(0, 12)
	const name = basename(projectRoot).replaceAll(/[^A-Za-z0-9._-]/g, '_') || 'root'
	return join(folders.data, 'notes', `${name}-${hash}.md`)
}
