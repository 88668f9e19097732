// What is worth a vector, and in which order. What people and models said is asked about in other words most; then what says what a
// result is; what stands in the middle of files, outputs and calls comes last, as far as there is room for it.

import type { Passage, PassageKind } from '../core/memory.ts'

/** In the order in which they are embedded. */
export const EMBEDDED = ['said', 'results', 'rest'] as const

export type WorthEmbedding = (typeof EMBEDDED)[number]

/** Of which kinds, and up to which of a message's pieces. */
export const WORTH: Readonly<Record<WorthEmbedding, { kinds: readonly PassageKind[]; lastPart: number }>> = {
	said: { kinds: ['prompt', 'answer', 'thought', 'note'], lastPart: 1_000_000_000 },
	results: { kinds: ['result', 'error'], lastPart: 0 },
	// Of what is longer the rest is seldom looked for, and costs most.
	rest: { kinds: ['result', 'error', 'call'], lastPart: 40 },
}

export function isWorth({ kind, part }: Pick<Passage, 'kind' | 'part'>, of: WorthEmbedding): boolean {
	const { kinds, lastPart } = WORTH[of]
	return kinds.includes(kind) && part <= lastPart
}

/** For a statement, on the columns `kind` and `part`. */
export function worthCondition(of: WorthEmbedding): string {
	const { kinds, lastPart } = WORTH[of]
	return `kind IN (${kinds.map(kind => `'${kind}'`).join(', ')}) AND part <= ${lastPart}`
}

/** Keys, digests and pictures as text mean nothing, and cost more than words do. */
export function withoutEncoded(text: string): string {
	const rest = text.replaceAll(ENCODED, ' … ')
	return /\p{L}{2}/u.test(rest) ? rest : text.slice(0, SHORT)
}

/** No word and no path is as long without a sign between. */
const ENCODED = /[A-Za-z0-9+/_=-]{64,}/g
const SHORT = 64
