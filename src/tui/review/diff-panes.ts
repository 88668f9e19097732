// The panes of the files that were looked at: each keeps where its cursor was.

import { errorInfo } from '../../core/errors.ts'
import type { ChangedFile } from '../../core/review/changes.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { DiffPane } from './diff-pane.ts'
import type { ReviewedFiles } from './reviewed-files.ts'

export class DiffPanes {
	/** Where the file that is looked at was come to from. */
	comesFrom: 'above' | 'below' = 'above'
	readonly #panes = new Map<string, DiffPane>()

	forget(): void {
		this.#panes.clear()
	}

	/** @returns a word where there is no pane for it */
	of(file: ChangedFile | undefined, files: ReviewedFiles): DiffPane | { words: string } {
		if (!file) return { words: emptyWords(files) }
		const read = files.read(file.path)
		if (!read) return this.#panes.get(file.path) ?? { words: 'Reading…' }
		if (read.kind === 'failed') return { words: sanitizeLine(errorInfo(read.error).message) }
		if (read.kind === 'gone') return { words: 'It is no change any more.' }
		const known = this.#panes.get(file.path)
		if (known) {
			known.replace(read.change)
			return known
		}
		const pane = new DiffPane(read.change, this.comesFrom === 'below' ? 'end' : 'top')
		this.#panes.set(file.path, pane)
		return pane
	}
}

function emptyWords({ list }: ReviewedFiles): string {
	if (!list) return 'Looking…'
	if (list.problem !== undefined) return sanitizeLine(list.problem)
	return `Nothing has changed since ${sanitizeLine(list.since)}.`
}
