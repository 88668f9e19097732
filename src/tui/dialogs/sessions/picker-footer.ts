// The lower edge of the list of sessions: what can be done with the highlighted one, or what is being done with it.

import type { SessionSummary } from '../../../core/commands.ts'
import { sessionLabel } from '../../../core/text/session-name.ts'
import { joinedHints, keyHint } from '../../input/key-names.ts'
import type { Bindings } from '../../input/key-press.ts'
import { cellWidth, cutStartToWidth, cutToWidth } from '../../text/cell-width.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { type Spans, span } from '../../text/spans.ts'

/** `said`: what the last thing has come to, until the next key. */
export type SessionDoing =
	| { kind: 'choosing'; said?: string }
	| { kind: 'renaming' | 'deleting' | 'tagging'; session: SessionSummary }

export type PickerFooter = {
	/** One is highlighted. */
	hasChoice: boolean
	doing: SessionDoing
	name: string
	isAll: boolean
	canRename: boolean
	canDelete: boolean
	canMark: boolean
	canUndo: boolean
	/** There is a folder to keep to. */
	canChange: boolean
	bindings: Bindings
	width: number
}

export function footerRow(footer: PickerFooter): Spans {
	const {
		hasChoice,
		doing,
		name,
		isAll,
		canRename,
		canDelete,
		canMark,
		canUndo,
		canChange,
		bindings,
		width,
	} = footer
	if (doing.kind === 'renaming')
		return [
			span('New name: ', { bold: true }),
			span(cutStartToWidth(`${name}▏`, width - 10), { tone: 'accent' }),
		]
	if (doing.kind === 'tagging')
		return [span('Tags: ', { bold: true }), span(cutStartToWidth(`${name}▏`, width - 6), { tone: 'accent' })]
	if (doing.kind === 'choosing' && doing.said !== undefined)
		return [span(cutToWidth(sanitizeLine(doing.said), width), { tone: 'success' })]
	if (doing.kind === 'deleting') {
		const what = sanitizeLine(sessionLabel(doing.session)) || '(no prompt)'
		const deletes = keyHint(bindings, 'delete-session', 'delete', 'deletes')
		const short = `${deletes}: `
		const long = `Delete this session with all it stored? ${short}`
		// The key and which one it is about are said at any width.
		const asked = cellWidth(long) + Math.min(LEAST_NAME, cellWidth(what)) <= width ? long : short
		return [span(cutToWidth(`${asked}${what}`, width), { tone: 'warning' })]
	}
	const hint = (action: string, words: string) => keyHint(bindings, 'session-picker', action, words)
	const change = (isAll ? ['this folder', 'here'] : ['all folders', 'all']).map(words =>
		hint('all-folders', words),
	)
	const framed = (kept: readonly string[]) =>
		joinedHints([hasChoice ? hint('choose', 'resumes') : '', ...kept, hint('close', 'closes')])
	const keys = fittingKeys(
		[
			...(canChange ? [change] : []),
			...(canUndo ? [[hint('undo-delete', 'brings back')]] : []),
			...(canRename && hasChoice ? [[hint('rename', 'renames')]] : []),
			...(canDelete && hasChoice ? [[hint('delete', 'deletes')]] : []),
			...(canMark && hasChoice
				? [[hint('star', 'star')], [hint('tag', 'tags')], [hint('archive', 'archive')]]
				: []),
			...(canMark && hasChoice ? [[hint('fork', 'fork')], [hint('export', 'export')]] : []),
			...(canMark ? [[hint('only-named', 'named')], [hint('with-archived', 'archived')]] : []),
		],
		{ width, framed },
	)
	return [span(cutToWidth(keys, width), { tone: 'quiet' })]
}

/** How to choose and how to leave, and between them what there is room for. @param others - each in its forms, the longest first */
function fittingKeys(
	others: readonly (readonly string[])[],
	{ width, framed }: { width: number; framed(kept: readonly string[]): string },
): string {
	const kept: string[] = []
	for (const forms of others) {
		const fitting = forms.find(form => cellWidth(framed([...kept, form])) <= width)
		if (fitting !== undefined) kept.push(fitting)
	}
	return framed(kept)
}

/** Cells of a name by which it is known. */
const LEAST_NAME = 12
