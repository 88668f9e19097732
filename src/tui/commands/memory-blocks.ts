// What is noted, for `/memory`: by scope, with the file to edit; and what memory did about a prompt.

import type { NoteScope } from '../../core/commands.ts'
import type { IndexLag, MemoryState } from '../../core/memory.ts'
import type { NoteList } from '../../core/runtime-port.ts'
import { lagText, memoryReport, type ReportRow } from '../../core/text/memory-report.ts'
import type { Block } from '../state/view-block.ts'
import { shortenHome } from '../text/format.ts'
import { sanitizeLine } from '../text/sanitize.ts'

export function memoryBlocks(
	lists: readonly NoteList[],
	home: string | undefined,
	lag?: IndexLag,
): readonly Block[] {
	return [
		...lists.flatMap(({ scope, path, notes }): readonly Block[] => {
			if (notes.length === 0) return []
			const title = `${TITLE[scope]}: ${shortenHome(sanitizeLine(path), home)}`
			return [{ kind: 'table', title, rows: notes.map(rowOf) }]
		}),
		...lagBlocks(lag),
		{ kind: 'notice', level: 'info', text: HINT },
	]
}

/** What was put in front of the last prompt, what just missed, and why. */
export function whyBlocks({ trace, lag }: MemoryState): readonly Block[] {
	if (!trace)
		return [{ kind: 'notice', level: 'info', text: 'There was no prompt yet that memory was asked about.' }]
	const { summary, put, missed } = memoryReport(trace)
	const table = (title: string, rows: readonly ReportRow[]): readonly Block[] =>
		rows.length === 0
			? []
			: [
					{
						kind: 'table',
						title,
						rows: rows.map(({ place, why, text }) => [
							sanitizeLine(place),
							`${sanitizeLine(why)}: ${sanitizeLine(text)}`,
						]),
					},
				]
	return [
		{ kind: 'notice', level: 'info', text: `${sanitizeLine(trace.prompt).slice(0, 80)}: ${summary}` },
		...table('In front of it, newest first', put),
		...table('Just missed', missed),
		...lagBlocks(lag),
	]
}

function lagBlocks(lag: IndexLag | undefined): readonly Block[] {
	return lag ? [{ kind: 'notice', level: 'info', text: lagText(lag) }] : []
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
