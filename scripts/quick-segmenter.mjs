// Stands in for Intl.Segmenter in bundled packages: plain text is split without it, everything else by it.

/**
 * Printable ASCII, Latin letters and signs, dashes, quotes, bullets, simple arrows, box lines, blocks, shapes, check
 * marks, braille: each of these is one column wide, no emoji by itself, and one cluster whatever stands beside it.
 */
const PLAIN =
	/^[\u0020-\u007E\u00A1-\u00AC\u00AE-\u00FF\u2010-\u2027\u2190-\u2193\u2500-\u25FC\u2713\u2717\u276F\u2800-\u28FF]*$/

export function isPlain(text) {
	return PLAIN.test(text)
}

export class QuickSegmenter {
	#locales
	#options
	#real

	constructor(locales, options) {
		this.#locales = locales
		this.#options = options
	}

	segment(input) {
		const text = String(input)
		if (isPlain(text)) return plainSegments(text)
		this.#real ??= new Intl.Segmenter(this.#locales, this.#options)
		return this.#real.segment(text)
	}
}

/** What `Intl.Segmenter` gives for text in which every character is a cluster of its own. */
function plainSegments(input) {
	const at = index => ({ segment: input[index], index, input })
	return {
		containing: (index = 0) => (index >= 0 && index < input.length ? at(Math.trunc(index)) : undefined),
		*[Symbol.iterator]() {
			for (let index = 0; index < input.length; index++) yield at(index)
		},
	}
}
