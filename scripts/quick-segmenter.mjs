// Stands in for Intl.Segmenter in bundled packages: plain text is split without it, everything else by it.

/**
 * Printable ASCII, Latin, Greek and Cyrillic letters, signs, dashes, quotes, bullets, simple arrows, box lines, blocks,
 * shapes, operators, a star, check marks, braille: each of these is one column wide, no emoji by itself, and one cluster whatever stands
 * beside it.
 */
const PLAIN =
	/^[\u0020-\u007E\u00A1-\u00AC\u00AE-\u024F\u0370-\u0482\u048A-\u052F\u2010-\u2027\u2039\u203A\u2190-\u2193\u2200-\u22FF\u23CE\u2500-\u25FC\u2605\u2713\u2717\u276F\u2800-\u28FF]*$/

/** What begins a colour and what ends a row have no width, but nothing joins them either: a painted frame is quick. */
const SINGLE = new RegExp(PLAIN.source.replace('[', '[\\n\\u001B'))

const ROW_ENDS_AND_STYLES = /\n|\u001B\[[\d;]*m/g

/** Every recommended emoji has one of these in it, and hardly any other text has. */
const EMOJI_PART = /[\u203C-\u3299\u{1F000}-\u{1FAFF}]|\u20E3|\uFE0F/u

export function isPlain(text) {
	return PLAIN.test(text)
}

/** Plain text in rows, with colours and styles. */
export function isPainted(text) {
	return PLAIN.test(text.replaceAll(ROW_ENDS_AND_STYLES, ''))
}

export function mayBeEmoji(text) {
	return EMOJI_PART.test(text)
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
		if (SINGLE.test(text)) return singleSegments(text)
		this.#real ??= new Intl.Segmenter(this.#locales, this.#options)
		return this.#real.segment(text)
	}
}

/** What `Intl.Segmenter` gives for text in which every character is a cluster of its own. */
function singleSegments(input) {
	const at = index => ({ segment: input[index], index, input })
	return {
		containing: (index = 0) => (index >= 0 && index < input.length ? at(Math.trunc(index)) : undefined),
		*[Symbol.iterator]() {
			for (let index = 0; index < input.length; index++) yield at(index)
		},
	}
}
