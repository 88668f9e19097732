// Marked words: what in a sentence has to be known to the letter, because it cannot be guessed: paths, numbers with
// their units, versions, names, identifiers, options, quoted words. Found by their shape alone, in any language.

export type WordKind = 'path' | 'number' | 'name'
export type MarkedWord = { kind: WordKind; text: string }

/** In the order in which they stand, none twice. What stands inside a longer one is not told again. */
export function markedWords(sentence: string): readonly MarkedWord[] {
	if (!WORTH_A_LOOK.test(sentence)) return []
	const found = new Map<string, MarkedWord>()
	for (const match of sentence.slice(0, MOST_CHARACTERS).matchAll(MARKED)) {
		const [kind, text] = firstOf(match)
		if (text === undefined) continue
		const clean = kind === 'path' ? text.replace(TRAILING, '') : text
		if (clean.length < 2 || (kind === 'proper' && isOpening(sentence, match.index, clean))) continue
		if (!found.has(clean)) found.set(clean, { kind: KINDS[kind] ?? 'name', text: clean })
	}
	return [...found.values()]
}

const MOST_CHARACTERS = 2_000
const WORTH_A_LOOK = /[\p{N}\p{Lu}_/\\@`"'“„«.-]/u
const TRAILING = /[.,;:!?)\]}'"]+$/

const KINDS: Readonly<Record<string, WordKind>> = {
	url: 'path',
	path: 'path',
	number: 'number',
	dated: 'number',
}

/**
 * Longest first: a path before the names in it, a quoted text before the words in it. Of numbers only those that say
 * something: with a unit, with two digits, or with a point in them.
 */
const SHAPES: Readonly<Record<string, string>> = {
	url: '(\\b[a-z][a-z+]*://[^\\s"\'`<>]+)',
	code: '`([^`\\n]{2,120})`',
	quoted: '["“„«]([^"“”„«»\\n]{2,80})["”“»]',
	scoped: '(@[\\w.-]+/[\\w.-]+)',
	path: '((?:[A-Za-z]:\\\\|~?/|\\.{1,2}/)?(?:[\\w.@+-]+[/\\\\])+[\\w.@+-]+(?::\\d+)?|(?<![\\w.])/[\\w.@+-]{2,}|(?<![\\w./])[\\w-]+\\.[a-z]{1,5}(?:\\b:\\d+)?(?![\\w.]))',
	option: '((?<![\\w-])--?[a-z][\\w-]*(?:=[^\\s"\',;]+)?)',
	dated:
		'(\\b\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2}(?::\\d{2})?)?|\\b\\d{1,2}\\.\\d{1,2}\\.\\d{4}|\\b\\d{1,2}:\\d{2}(?::\\d{2})?\\b)',
	hex: '(\\b(?=[0-9a-f]*\\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\\b)',
	ticket: '(\\b[A-Z][A-Z0-9]+-\\d+\\b|#\\d+\\b)',
	identifier:
		'(\\b\\p{L}+\\p{Ll}\\p{Lu}[\\p{L}\\p{N}]*|\\b[\\p{L}\\p{N}]*_[\\p{L}\\p{N}_]+|\\b\\p{Lu}{2,}\\p{N}+\\b|\\b\\p{Lu}\\p{N}{2,}\\b|\\b\\p{Lu}{4,}\\b)',
	number:
		'((?<![\\p{L}\\p{N}_.-])v?\\d+(?:[.,:]\\d+)*(?:-(?:alpha|beta|rc)[\\w.]*)?(?:\\.x)?(?:\\s?(?:%|‰|°C|€|\\$|£|[kKMGT]i?B\\b|B\\b|ms\\b|[µn]s\\b|s\\b|min\\b|h\\b|px\\b|kg\\b|km\\b|m\\b|GHz\\b|MHz\\b|Hz\\b|EUR\\b|USD\\b|tokens?\\b|bytes?\\b|seconds?\\b|minutes?\\b|hours?\\b|days?\\b|Sekunden?\\b|Minuten?\\b|Stunden?\\b|Tagen?\\b))?)',
	kebab: '((?<![\\w-])\\p{Ll}+\\d*-\\p{Ll}+(?:-\\p{Ll}+)+(?![\\w-]))',
	proper: '((?<![\\p{L}\\p{N}_.])\\p{Lu}\\p{Ll}+(?:[ -]\\p{Lu}\\p{Ll}+)*)',
}
const NAMES = Object.keys(SHAPES)

/** Numbered and not named: an object of all the names for each word would cost more than finding it. */
const MARKED = new RegExp(Object.values(SHAPES).join('|'), 'gu')

function firstOf(match: RegExpExecArray): readonly [string, string | undefined] {
	for (const [at, name] of NAMES.entries()) if (match[at + 1] !== undefined) return [name, match[at + 1]]
	return ['', undefined]
}

/** A sentence begins with a capital, which names nothing; two of them in a row do. */
function isOpening(sentence: string, index: number, text: string): boolean {
	return index === sentence.search(/\p{L}/u) && !text.includes(' ')
}
