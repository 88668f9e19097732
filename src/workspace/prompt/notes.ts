// Notes that outlive a session: one Markdown file for each project and one for the user, and one that goes with a
// session. What the user wrote with `#` and what the model was asked to remember, to be read and edited by anybody.

import { createHash } from 'node:crypto'
import { appendFile, mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { UnixMs } from '../../core/ids.ts'
import type { HomeFolders } from '../places/home-folders.ts'
import { readTextFile } from '../places/text-file.ts'

export type NotePlace = { folders: Pick<HomeFolders, 'data'>; projectRoot: string }

/**
 * Appends to a file of notes what it does not hold already, in one append: safe beside other processes.
 * @param text - already scrubbed of secrets by the caller
 * @returns false when it was there
 */
export async function keepNote(path: string, text: string, now: UnixMs): Promise<boolean> {
	const notes = notesIn((await readTextFile(path)) ?? '')
	if (notes.some(note => gist(note) === gist(text))) return false
	await mkdir(dirname(path), { recursive: true, mode: 0o700 })
	const day = new Date(now).toISOString().slice(0, 10)
	const note = `- ${day}: ${text.trim().replaceAll(/\r?\n/g, '\n  ')}\n`
	await appendFile(path, note, { mode: 0o600 })
	return true
}

/** The user's newest notes that fit and the project's, oldest first; undefined when there are none. */
export async function readNotes(place: NotePlace, limitBytes = 8 * 1024): Promise<string | undefined> {
	const [user, project] = await Promise.all([
		newestNotes(userNotesFile(place), limitBytes / 2),
		newestNotes(notesFile(place), limitBytes),
	])
	return [...user, ...project].join('\n').trim() || undefined
}

/** The newest notes of a file that fit, oldest first. */
export async function newestNotes(path: string, limitBytes: number): Promise<readonly string[]> {
	let sizeBytes = 0
	const kept = notesIn((await readTextFile(path)) ?? '')
		.toReversed()
		.filter(note => {
			sizeBytes += Buffer.byteLength(note) + 1
			return sizeBytes <= limitBytes
		})
	return kept.toReversed()
}

/** Named after the folder for people, and after a hash of its path to keep folders of one name apart. */
export function notesFile({ folders, projectRoot }: NotePlace): string {
	const hash = createHash('sha256').update(projectRoot).digest('hex').slice(0, 12)
	const name = basename(projectRoot).replaceAll(/[^A-Za-z0-9._-]/g, '_') || 'root'
	return join(folders.data, 'notes', `${name}-${hash}.md`)
}

/** What holds in every project. */
export function userNotesFile({ folders }: Pick<NotePlace, 'folders'>): string {
	return join(folders.data, 'notes', 'user.md')
}

function notesIn(text: string): readonly string[] {
	return text.split(/\n(?=- )/).flatMap(note => (note.trim() === '' ? [] : [note.trimEnd()]))
}

/** What a note says, whatever its day, its line breaks and its capitals. */
function gist(note: string): string {
	return note
		.replace(/^- \d{4}-\d\d-\d\d: /, '')
		.toLowerCase()
		.replaceAll(/\s+/g, ' ')
		.replace(/[.!]$/, '')
		.trim()
}
