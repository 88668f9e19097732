// Notes of a session's three scopes: where they are, and keeping one, free of secrets and only once.

import { join } from 'node:path'
import type { NoteScope } from '../../core/commands.ts'
import type { Clock } from '../../core/host.ts'
import type { SessionId } from '../../core/ids.ts'
import type { HomeFolders } from '../../workspace/places/home-folders.ts'
import { findProject } from '../../workspace/places/project.ts'
import { keepNote, newestNotes, notesFile, userNotesFile } from '../../workspace/prompt/notes.ts'
import type { NotesPlace } from './memory-index.ts'

export type NotesDeps = {
	cwd: string
	folders: Pick<HomeFolders, 'data' | 'artefacts'>
	clock: Pick<Clock, 'now'>
	scrub(text: string): string
}

export type Notes = {
	keep(text: string, scope: NoteScope, sessionId: SessionId): Promise<{ path: string; isNew: boolean }>
	/** What the model noted for this session only. */
	scratchpad(sessionId: SessionId): Promise<readonly string[]>
	/** The ones that outlive a session. */
	places(): Promise<readonly NotesPlace[]>
	list(sessionId: SessionId): Promise<readonly { scope: NoteScope; path: string; notes: readonly string[] }[]>
}

export function createNotes({ cwd, folders, clock, scrub }: NotesDeps): Notes {
	const pathOf = async (scope: NoteScope, sessionId: SessionId): Promise<string> => {
		switch (scope) {
			case 'user':
				return userNotesFile({ folders })
			case 'project':
				return notesFile({ folders, projectRoot: (await findProject(cwd)).root })
			case 'session':
				// In the session's own folder, which is removed with it.
				return join(folders.artefacts, sessionId, 'scratchpad.md')
		}
	}
	return {
		async keep(text, scope, sessionId) {
			const path = await pathOf(scope, sessionId)
			return { path, isNew: await keepNote(path, scrub(text), clock.now()) }
		},
		scratchpad: async sessionId => newestNotes(await pathOf('session', sessionId), SCRATCHPAD_BYTES),
		async places() {
			const { root } = await findProject(cwd)
			return [
				{ path: notesFile({ folders, projectRoot: root }), project: root },
				{ path: userNotesFile({ folders }), project: '' },
			]
		},
		list: sessionId =>
			Promise.all(
				(['project', 'user', 'session'] as const).map(async scope => {
					const path = await pathOf(scope, sessionId)
					return { scope, path, notes: await newestNotes(path, LISTED_BYTES) }
				}),
			),
	}
}

/** What the user is told about it. */
export function noteNotice({ path, isNew }: { path: string; isNew: boolean }): string {
	return isNew ? `Noted in ${path}` : `That is noted in ${path} already`
}

const SCRATCHPAD_BYTES = 8 * 1024
const LISTED_BYTES = 16 * 1024
