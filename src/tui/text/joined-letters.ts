// Letters that a script joins into one, for whoever measures them: most terminals draw each in cells of its own, while
// the package that counts them takes all of them for one as wide as the first.

/**
 * What is written over by what follows is lost, what is given a cell too many only stands apart. So joined letters are
 * counted as if nothing joined them.
 * @returns the text with a sign of no width between letters that are joined
 */
export function joinedApart(text: string): string {
	return SCRIPTS.test(text) ? text.replace(JOINTS, '\u200b') : text
}

/** Of India and its neighbours, Thailand and Laos, Myanmar, Cambodia, Java and the old ones: there letters are joined. */
const SCRIPTS =
	/[\u0900-\u0eff\u1000-\u109f\u1700-\u17ff\u1a20-\u1bff\ua980-\uaaff\uabc0-\uabff\u{11000}-\u{11fff}]/u

/** In front of a letter behind a mark, such as the one that takes its vowel away; and before the Thai and Lao am. */
const JOINTS = /(?<=[\p{M}\u200c\u200d])(?=\p{L})|(?=[\u0e33\u0eb3])/gu
