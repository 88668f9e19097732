// What was spent, by what it was spent on, as people read it.

import type { Spent, SpentBy, SpentOn } from '../usage.ts'

/** In the order they are shown. */
const NAMES: Readonly<Record<SpentOn, string>> = {
	chat: 'chat',
	summary: 'summaries',
	picture: 'pictures',
	embedding: 'embeddings',
	tool: 'tools',
	agent: 'sub-agents',
}

/** Nothing where it was all for the conversation: then the sum says it. */
export function spentParts(by: SpentBy): readonly (readonly [name: string, spent: Spent])[] {
	const parts = SPENT_ON.flatMap(on => {
		const spent = by[on]
		return spent ? [[NAMES[on], spent] as const] : []
	})
	return parts.length === 1 && by.chat ? [] : parts
}

const SPENT_ON: readonly SpentOn[] = ['chat', 'summary', 'picture', 'embedding', 'agent']
