// Rewind points as the lines of a picker, and what each would do to the files as rows of a dialog.

import type { RewindScope } from '../../../core/commands.ts'
import type { UnixMs } from '../../../core/ids.ts'
import type { RewindPoint } from '../../../core/runtime-port.ts'
import type { ListItem } from '../../list/found-items.ts'
import { cellWidth, cutToWidth } from '../../text/cell-width.ts'
import { ago, countWithUnit } from '../../text/format.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { type Spans, span } from '../../text/spans.ts'

export function rewindItems(points: readonly RewindPoint[], now: UnixMs): readonly ListItem<RewindPoint>[] {
	return points.map(point => ({
		value: point,
		label: pointName(point),
		detail: `${ago(point.at, now)} · ${fileCount(point)}`,
	}))
}

export function pointName({ isUndo, prompt, name }: RewindPoint): string {
	if (isUndo) return 'Take back what went back last'
	if (name !== undefined) return `◆ ${sanitizeLine(name)}`
	const line = sanitizeLine(prompt.trim())
	return line === '' ? '(no text)' : line
}

function fileCount({ changedFiles, isLost, isUncounted }: RewindPoint): string {
	if (isLost) return 'its files are no longer kept'
	if (isUncounted) return 'files changed since'
	return changedFiles === undefined ? 'no files changed since' : countWithUnit(changedFiles, 'file')
}

/** What there is to choose from; the first is what is wanted most. */
export function waysOf({ changedFiles, isLost }: RewindPoint): readonly { name: string; way: RewindScope }[] {
	const conversation = { name: 'only the conversation', way: { conversation: true, files: false } }
	if (changedFiles === undefined || isLost)
		return [{ ...conversation, name: 'the conversation; no files are touched' }]
	return [
		{ name: 'the conversation and the files', way: { conversation: true, files: true } },
		{ name: 'only the files', way: { conversation: false, files: true } },
		conversation,
	]
}

export function previewRows({ preview, changedFiles = 0 }: RewindPoint, width: number): readonly Spans[] {
	if (!preview) return []
	const row = (sign: string, text: string, remark = ''): Spans => [
		span(`  ${sign} `, { tone: sign === '−' ? 'removed' : sign === '+' ? 'added' : 'quiet' }),
		span(
			cutToWidth(sanitizeLine(text), Math.max(1, width - 4 - cellWidth(remark))),
			sign === '!' ? { tone: 'warning' } : {},
		),
		...(remark === '' ? [] : [span(remark, { tone: 'warning' })]),
	]
	const more = changedFiles - preview.changes.length
	return [
		...preview.left.map(text => row('!', text)),
		...preview.changes.map(({ path, what, isChangedByHand }) =>
			row(SIGNS[what], path, isChangedByHand && BY_HAND),
		),
		...(more > 0 ? [row('…', `${more} more`)] : []),
	]
}

const BY_HAND = '  also changed by hand'

const SIGNS = { changed: '~', back: '+', removed: '−' } as const
