// Everyday words of developers: how often they stand in what is written about software anywhere, by which a prompt that
// has them need not be about anything that was said here, however rare they are in the index.

import { hasWord } from '../text/word-rows.ts'
import { EVERYDAY_TERMS } from './word-rows.ts'

/** @returns in what share of all prompts about anything a term is likely to be; 0 where that is not known */
export const everydayShare = createShares()

/** A prompt asks for few terms, some of them often. */
function createShares(): (term: string) => number {
	const known = new Map<string, number>()
	return term => {
		let share = known.get(term)
		if (share === undefined) {
			if (known.size >= MOST_KNOWN) known.clear()
			share = (EVERYDAY_TERMS.find(([, terms]) => hasWord(terms, term))?.[0] ?? 0) / 1_000
			known.set(term, share)
		}
		return share
	}
}

const MOST_KNOWN = 5_000
