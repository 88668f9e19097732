// What was spent, by what it was spent on, as people read it.

import type { Spent, SpentBy, SpentOn } from '../usage.ts'

/** In the order they are shown. */
const NAMES: readonly (readonly [on: SpentOn, name: string])[] = [
	['chat', 'chat'],
	['summary', 'summaries'],
	['picture', 'pictures'],
	['embedding', 'embeddings'],
	['tool', 'tools'],
	['agent', 'sub-agents'],
]

/** Nothing where it was all for the conversation: then the sum says it. */
export function spentParts(by: SpentBy): readonly (readonly [name: string, spent: Spent])[] {
	const parts = NAMES.flatMap(([on, name]) => {
		const spent = by[on]
		return spent ? [[name, spent] as const] : []
	})
	return parts.length === 1 && by.chat ? [] : parts
}
