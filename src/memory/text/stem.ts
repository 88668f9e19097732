// The Porter stemmer (1980): `retries`, `retried` and `retry` are one.

/** @param word - lower case; anything but English letters comes back as it is */
export function stem(word: string): string {
	if (word.length < 3 || WHOLE.has(word) || !/^[a-z]+$/.test(word)) return word
	return [plural, past, finalY, suffixes(LONG), suffixes(MIDDLE), residue, finalE].reduce(
		(rest, step) => step(rest),
		word,
	)
}

/** Their ending belongs to them; without it they would be other words. */
const WHOLE: ReadonlySet<string> = new Set(['evening', 'inning', 'outing', 'news', 'universe', 'university'])

/** How many times consonants follow vowels: the `m` of the algorithm. */
function measure(text: string): number {
	return shape(text).match(/vc/g)?.length ?? 0
}

/** `v` for each run of vowels, `c` for each run of consonants. A `y` behind a consonant is a vowel. */
function shape(text: string): string {
	let runs = ''
	for (let at = 0; at < text.length; at++) {
		const letter = text[at]!
		const isVowel = 'aeiou'.includes(letter) || (letter === 'y' && at > 0 && !'aeiou'.includes(text[at - 1]!))
		const kind = isVowel ? 'v' : 'c'
		if (!runs.endsWith(kind)) runs += kind
	}
	return runs
}

const hasVowel = (text: string) => shape(text).includes('v')
const endsShort = (text: string) => /[^aeiou][aeiouy][^aeiouwxy]$/.test(text)

function plural(word: string): string {
	if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2)
	return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

function past(word: string): string {
	if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
	const ending = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0
	const root = word.slice(0, word.length - ending)
	if (ending === 0 || !hasVowel(root)) return word
	if (/(at|bl|iz)$/.test(root)) return `${root}e`
	if (/([^aeiou])\1$/.test(root) && !/[lsz]$/.test(root)) return root.slice(0, -1)
	return measure(root) === 1 && endsShort(root) ? `${root}e` : root
}

function finalY(word: string): string {
	return word.endsWith('y') && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word
}

type Endings = readonly (readonly [ending: string, replacement: string])[]

const LONG: Endings = [
	['ational', 'ate'],
	['tional', 'tion'],
	['enci', 'ence'],
	['anci', 'ance'],
	['izer', 'ize'],
	['abli', 'able'],
	['alli', 'al'],
	['entli', 'ent'],
	['eli', 'e'],
	['ousli', 'ous'],
	['ization', 'ize'],
	['ation', 'ate'],
	['ator', 'ate'],
	['alism', 'al'],
	['iveness', 'ive'],
	['fulness', 'ful'],
	['ousness', 'ous'],
	['aliti', 'al'],
	['iviti', 'ive'],
	['biliti', 'ble'],
]

const MIDDLE: Endings = [
	['icate', 'ic'],
	['ative', ''],
	['alize', 'al'],
	['iciti', 'ic'],
	['ical', 'ic'],
	['ful', ''],
	['ness', ''],
]

function suffixes(endings: Endings): (word: string) => string {
	return word => {
		const found = endings.find(([ending]) => word.endsWith(ending))
		if (!found) return word
		const root = word.slice(0, -found[0].length)
		return measure(root) > 0 ? root + found[1] : word
	}
}

const RESIDUE =
	/^(.*?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|(?<=[st])ion|ou|ism|ate|iti|ous|ive|ize)$/

function residue(word: string): string {
	const root = RESIDUE.exec(word)?.[1]
	return root !== undefined && measure(root) > 1 ? root : word
}

function finalE(word: string): string {
	const root = word.slice(0, -1)
	const isSpare = word.endsWith('e') && (measure(root) > 1 || (measure(root) === 1 && !endsShort(root)))
	const trimmed = isSpare ? root : word
	return trimmed.endsWith('ll') && measure(trimmed) > 1 ? trimmed.slice(0, -1) : trimmed
}
