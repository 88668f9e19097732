// What is noted, for `/memory`: by scope, with the file to edit.

import type { NoteScope } from '../../core/commands.ts'
import type { NoteList } from '../../core/runtime-port.ts'
import type { Block } from '../state/view-block.ts'
import { shortenHome } from '../text/format.ts'
import { sanitizeLine } from '../text/sanitize.ts'

export function memoryBlocks(lists: readonly NoteList[], home: string | undefined): readonly Block[] {
	return [
		...lists.flatMap(({ scope, path, notes }): readonly Block[] => {
			if (notes.length === 0) return []
			const title = `${TITLE[scope]}: ${shortenHome(sanitizeLine(path), home)}`
			return [{ kind: 'table', title, rows: notes.map(rowOf) }]
		}),
		{ kind: 'notice', level: 'info', text: HINT },
	]
}

const TITLE: Record<NoteScope, string> = {
	project: 'Notes of this project',
	user: 'Notes for every project',
	session: 'Scratchpad of this session',
}

const HINT =
	'#text keeps a note. They are plain Markdown: edit the file to change or remove one; the next session reads it. ' +
	'agent memory shows the index of what was said.'

/** `- 2026-11-21: uses pnpm`, as it stands in the file. */
function rowOf(note: string): readonly [string, string] {
	const [, day = '', text = note] = /^- (\d{4}-\d\d-\d\d): (.*)$/s.exec(note) ?? []
	return [day, text.replaceAll(/\s*\n\s*/g, ' ')]
}
