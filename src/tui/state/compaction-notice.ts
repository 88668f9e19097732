// What the transcript says where history was compacted: everything above it can still be read, by the user if not by the model.

import { summaryIn } from '../../core/condensed.ts'
import type { Compaction } from '../../core/events.ts'
import { tokens } from '../text/format.ts'
import { sanitize } from '../text/sanitize.ts'
import type { Block } from './view-block.ts'

export function compactionNotice({ message, tokensBefore, tokensAfter, summary }: Compaction): Block {
	const sizes = `${tokens(tokensBefore)} → ${tokens(tokensAfter)} tokens`
	if (summary === 'dropped')
		return { kind: 'notice', level: 'warning', text: `history shortened without a summary: ${sizes}` }
	const text = `history condensed: ${sizes}`
	const written = summaryIn(message)
	if (written === undefined) return { kind: 'notice', level: 'info', text }
	const more = { title: 'Summary', text: sanitize(written) }
	return { kind: 'notice', level: 'info', text, more }
}
