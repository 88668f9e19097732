// The row over a file of a diff: its name, how much has come and gone, and what else has become of it.

import { cutStartToWidth } from '../text/cell-width.ts'
import { type Spans, span, spansWidth } from '../text/spans.ts'
import type { DiffFile } from './diff-model.ts'

/** @param width - left out, the name is whole however long it is */
export function fileHead(file: DiffFile, lineEnds: string | undefined, width?: number): Spans {
	const counts = [
		...(file.added > 0 ? [span(` +${file.added}`, { tone: 'added' })] : []),
		...(file.removed > 0 ? [span(` −${file.removed}`, { tone: 'removed' })] : []),
	]
	const facts = [
		CHANGE[file.change],
		file.oldPath === undefined ? undefined : `from ${file.oldPath}`,
		file.mode && `mode ${file.mode.before} → ${file.mode.after}`,
		file.isBinary ? 'binary' : undefined,
		lineEnds,
	].filter(fact => fact !== undefined)
	const tail = [
		...(counts.length > 0 ? [span(' '), ...counts] : []),
		...(facts.length > 0 ? [span(`  ${facts.join(' · ')}`, { tone: 'quiet' })] : []),
	]
	const room = width === undefined ? undefined : Math.max(12, width - spansWidth(tail))
	const name = file.path.replaceAll('\t', ' ')
	const path = room === undefined ? name : cutStartToWidth(name, room)
	return [span(path, { tone: 'hunk', bold: true }), ...tail]
}

const CHANGE: Readonly<Record<DiffFile['change'], string | undefined>> = {
	changed: undefined,
	added: 'new',
	deleted: 'deleted',
	renamed: 'renamed',
	copied: 'copied',
}
