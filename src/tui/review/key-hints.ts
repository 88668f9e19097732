// What the keys of the review do, in words: all of them on a page, and as many as fit in the row at the bottom.

import { cutSpans } from '../diff/fit-row.ts'
import { keyHint, keyName, keysHint, keysOf } from '../input/key-names.ts'
import type { Bindings } from '../input/key-press.ts'
import type { ActionOf } from '../input/keymap.ts'
import { cellWidth } from '../text/cell-width.ts'
import { type Spans, span } from '../text/spans.ts'
import type { ReviewScreen } from './review.ts'

type ReviewAction = ActionOf<'review'>

/** In the order in which they are told. */
const WORDS: Record<ReviewAction, string> = {
	'next-hunk': 'next hunk, and on into the next file',
	'previous-hunk': 'previous hunk',
	'next-file': 'next file',
	'previous-file': 'previous file',
	down: 'one row down',
	up: 'one row up',
	'page-down': 'a page down',
	'page-up': 'a page up',
	first: 'to the top',
	last: 'to the end',
	'to-tree': 'to the files; there, fold a folder',
	'to-diff': 'to the lines; there, unfold a folder',
	open: 'show the lines of a ⋯ row; in the files, go to the lines; send comments',
	seen: 'mark this hunk as seen, in the files the whole file; it is new again when it changes',
	'put-back': 'put this hunk back as it was, in the files the whole file',
	'take-back': 'take back what was put back last',
	comment: 'comment on this line',
	send: 'send all comments to the model as one prompt',
	edit: 'open the file at this line in your editor',
	style: 'side by side, or one under the other',
	wrap: 'cut long lines, or show all of them',
	refresh: 'look again',
	'next-scope': 'next scope: run, session, uncommitted, branch',
	'previous-scope': 'previous scope',
	keys: 'these keys',
	close: 'close; comments that were not sent go into the prompt',
}

export function helpRows(width: number, bindings: Bindings): readonly Spans[] {
	const rows = Object.entries(WORDS).map(([action, words]) => ({
		keys: keysOf(bindings, 'review', action).slice(0, 2).map(keyName).join(' '),
		words,
	}))
	const column = Math.max(...rows.map(({ keys }) => cellWidth(keys))) + 3
	return rows.map(({ keys, words }) =>
		cutSpans([span(`  ${keys}`.padEnd(Math.min(column, width)), { tone: 'accent' }), span(words)], width),
	)
}

/** The most useful first; those that do not fit are on the page. */
export function keyHints(review: ReviewScreen, width: number, bindings: Bindings): string {
	const key = (action: ReviewAction, words: string) => keyHint(bindings, 'review', action, words)
	const pair = (actions: readonly ReviewAction[], joint: string, words: string) =>
		keysHint(bindings, 'review', actions, { joint, words })
	const closes = key('close', 'closes')
	const hints =
		review.focus === 'tree'
			? [
					key('open', 'lines'),
					key('seen', 'seen'),
					key('put-back', 'put back'),
					key('keys', 'keys'),
					key('next-scope', 'scope'),
					closes,
					pair(['to-tree', 'to-diff'], '', 'fold'),
					key('refresh', 'look again'),
				]
			: [
					pair(['next-hunk', 'previous-hunk'], '/', 'hunk'),
					key('put-back', 'put back'),
					key('seen', 'seen'),
					key('comment', 'comment'),
					...(review.comments.length > 0 ? [key('send', 'send')] : []),
					key('keys', 'keys'),
					key('next-scope', 'scope'),
					closes,
					key('take-back', 'undo'),
					pair(['next-file', 'previous-file'], '/', 'file'),
					key('to-tree', 'files'),
					key('edit', 'edit'),
					key('style', 'split'),
					key('wrap', 'wrap'),
				]
	const shown: string[] = []
	// How to get out of here is said at any width.
	const told = hints.filter(hint => hint !== '')
	const closing = told.indexOf(closes)
	let used = cellWidth(closes)
	for (const [index, hint] of told.entries()) {
		if (index === closing) {
			shown.push(hint)
			continue
		}
		used += cellWidth(hint) + 3
		if (used > width) {
			if (index < closing) shown.push(closes)
			break
		}
		shown.push(hint)
	}
	return shown.join(' · ')
}
