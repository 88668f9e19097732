// Changes for somebody who hears them: the files as a list, and of the one that is chosen the lines that differ.

import {
	CHANGE_SCOPES,
	type ChangeQueries,
	type ChangeScope,
	type ReviewedFile,
} from '../../core/review/changes.ts'
import type { DiffLine } from '../diff/diff-model.ts'
import type { WordSurface } from '../slash-command/surface.ts'
import { countWithUnit } from '../text/format.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { changeModel } from './change-model.ts'

/** @param wanted - left out, the first scope in which something has changed */
export async function changesInWords(
	changes: ChangeQueries,
	wanted: ChangeScope | undefined,
	surface: WordSurface,
): Promise<void> {
	for (const scope of wanted === undefined ? CHANGE_SCOPES : [wanted]) {
		const { files, moreFiles, since, problem } = await changes.list(scope)
		if (problem !== undefined && wanted !== undefined) return say(surface, sanitizeLine(problem))
		if (files.length === 0) continue
		const counts = await changes.counts(
			scope,
			files.map(({ path }) => path),
		)
		const more = moreFiles > 0 ? `, and ${countWithUnit(moreFiles, 'file')} more` : ''
		return surface.open({
			title: `Changed since ${sanitizeLine(since)}${more}`,
			items: files.map(({ name, what, path }, index) => {
				const count = counts[index]
				return {
					label: sanitizeLine(name),
					detail: count ? `${what}, ${count.added} added, ${count.removed} removed` : what,
					value: () => void tell(changes, { scope, path, name }, surface),
				}
			}),
		})
	}
	say(surface, 'Nothing has changed.')
}

async function tell(
	changes: ChangeQueries,
	{ scope, path, name }: { scope: ChangeScope; path: string; name: string },
	surface: WordSurface,
): Promise<void> {
	const change = await changes.file(scope, path).catch(() => undefined)
	if (!change) return say(surface, `${sanitizeLine(name)} is not changed any more.`)
	surface.openPage([{ kind: 'expanded', title: sanitizeLine(name), text: linesOf(change), isDiff: false }])
}

function linesOf(change: ReviewedFile): string {
	return changeModel(change)
		.model.files.flatMap(({ hunks, notes }) => [
			...notes,
			...hunks.flatMap(({ lines }) => lines.flatMap(spoken)),
		])
		.join('\n')
}

/** What is the same on both sides is not said. */
function spoken({ kind, text, oldNumber, newNumber }: DiffLine): readonly string[] {
	if (kind === 'context') return []
	return [`${kind} ${(kind === 'added' ? newNumber : oldNumber) ?? ''}: ${text}`]
}

function say(surface: WordSurface, text: string): void {
	surface.openPage([{ kind: 'notice', level: 'info', text }])
}
