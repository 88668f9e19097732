// Latin letters without their accents, so that `uni` finds `ünï`: as fuzzy searches everywhere have it.

/**
 * Of other scripts a mark makes another letter, and stays.
 * @returns as long as the text, so that places in both are the same ones
 */
export function withoutAccents(text: string): string {
	return text.replaceAll(ACCENTED, letter => {
		const [plain = letter, ...marks] = letter.normalize('NFD')
		return plain.length === letter.length && marks.every(mark => /\p{M}/u.test(mark)) ? plain : letter
	})
}

/** Latin-1, Extended-A and B, Extended Additional: all of one code unit each. */
const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]/g
