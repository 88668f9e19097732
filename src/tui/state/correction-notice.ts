// The notice of what was said to the model between its turns, which is written for a model: people see that it was, and
// can read it.

import { textOf, type UserMessage } from '../../core/messages.ts'
import { sanitize } from '../text/sanitize.ts'
import type { Block } from './view-block.ts'

export function correctionNotice({ content }: UserMessage): Block {
	const more = { title: 'What the model was told', text: sanitize(textOf(content)) }
	return { kind: 'notice', level: 'info', text: 'The model was told what to mend or to mind.', more }
}
