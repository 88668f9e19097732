// What the transcript says where history was condensed: everything above it can still be read, by the user if not by the model.

import type { Compaction } from '../core/events.ts'
import { tokens } from './format.ts'
import type { Block } from './view-block.ts'

export function condensedNotice({ tokensBefore, tokensAfter, summary }: Compaction): Block {
	const sizes = `${tokens(tokensBefore)} → ${tokens(tokensAfter)} tokens`
	return summary === 'written'
		? { kind: 'notice', level: 'info', text: `history condensed: ${sizes}` }
		: { kind: 'notice', level: 'warning', text: `history shortened without a summary: ${sizes}` }
}
