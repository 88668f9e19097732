// Notices of what was said to the model between its turns, which is written for a model: people see that it was, and
// can read it.

import { textOf, type UserMessage } from '../../core/messages.ts'
import { backgroundEndsIn } from '../../core/text/background-end.ts'
import { sanitize, sanitizeLine } from '../text/sanitize.ts'
import type { Block } from './view-block.ts'

/** @param shown - what stands above: what was told to the user when it happened is not said again */
export function correctionNotices({ content }: UserMessage, shown: readonly Block[]): readonly Block[] {
	const said = textOf(content)
	const ends = backgroundEndsIn(said)?.map(sanitizeLine)
	if (!ends) {
		const more = { title: 'What the model was told', text: sanitize(said) }
		return [{ kind: 'notice', level: 'info', text: 'The model was told what to mend or to mind.', more }]
	}
	const known = new Set(shown.flatMap(block => (block.kind === 'notice' ? [block.text] : [])))
	return ends.flatMap(text => (known.has(text) ? [] : [{ kind: 'notice', level: 'info', text } as const]))
}
