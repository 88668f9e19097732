// The Porter stemmer (1980): `retries`, `retried` and `retry` are one. Every word of everything that is indexed or rated
// passes through here, many of them while a prompt waits: letters are looked at where they are, and endings by their last.

/** @param word - lower case; anything but English letters comes back as it is */
export function stem(word: string): string {
	if (word.length < 3 || WHOLE.has(word) || !/^[a-z]+$/.test(word)) return word
	return finalE(residue(replaced(replaced(finalY(past(plural(word))), LONG), MIDDLE)))
}

/** Their ending belongs to them; without it they would be other words. */
const WHOLE: ReadonlySet<string> = new Set(['evening', 'inning', 'outing', 'news', 'universe', 'university'])

/** How many times consonants follow vowels in what is left of it: the `m` of the algorithm. */
function measure(text: string, length: number): number {
	let count = 0
	let wasVowel = false
	for (let at = 0; at < length; at++) {
		const isNow = isVowelAt(text, at)
		if (wasVowel && !isNow) count++
		wasVowel = isNow
	}
	return count
}

function hasVowel(text: string, length: number): boolean {
	for (let at = 0; at < length; at++) if (isVowelAt(text, at)) return true
	return false
}

/** A `y` behind a consonant is one. */
function isVowelAt(text: string, at: number): boolean {
	const code = text.charCodeAt(at)
	return isVowel(code) || (code === Y && at > 0 && !isVowel(text.charCodeAt(at - 1)))
}

function isVowel(code: number): boolean {
	return code === 97 || code === 101 || code === 105 || code === 111 || code === 117
}

const Y = 121

function endsShort(text: string, length: number): boolean {
	if (length < 3) return false
	const first = text.charCodeAt(length - 3)
	const second = text.charCodeAt(length - 2)
	const last = text.charCodeAt(length - 1)
	const isOpen = isVowel(last) || last === Y || last === 119 || last === 120
	return !isVowel(first) && (isVowel(second) || second === Y) && !isOpen
}

function plural(word: string): string {
	if (word.charCodeAt(word.length - 1) !== 115) return word
	if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2)
	return word.endsWith('ss') ? word : word.slice(0, -1)
}

function past(word: string): string {
	if (word.endsWith('eed')) return measure(word, word.length - 3) > 0 ? word.slice(0, -1) : word
	const ending = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0
	if (ending === 0 || !hasVowel(word, word.length - ending)) return word
	const root = word.slice(0, word.length - ending)
	if (root.endsWith('at') || root.endsWith('bl') || root.endsWith('iz')) return `${root}e`
	if (endsDoubled(root)) return root.slice(0, -1)
	return measure(root, root.length) === 1 && endsShort(root, root.length) ? `${root}e` : root
}

/** But in `l`, `s` and `z`. */
function endsDoubled(root: string): boolean {
	const last = root.charCodeAt(root.length - 1)
	if (last !== root.charCodeAt(root.length - 2)) return false
	return !isVowel(last) && last !== 108 && last !== 115 && last !== 122
}

function finalY(word: string): string {
	return word.endsWith('y') && hasVowel(word, word.length - 1) ? `${word.slice(0, -1)}i` : word
}

/** By the last letter of what they end; the first that fits counts. */
type Endings = Readonly<Record<string, readonly (readonly [ending: string, replacement: string])[]>>

const LONG: Endings = {
	l: [
		['ational', 'ate'],
		['tional', 'tion'],
	],
	i: [
		['enci', 'ence'],
		['anci', 'ance'],
		['abli', 'able'],
		['alli', 'al'],
		['entli', 'ent'],
		['eli', 'e'],
		['ousli', 'ous'],
		['aliti', 'al'],
		['iviti', 'ive'],
		['biliti', 'ble'],
	],
	r: [
		['izer', 'ize'],
		['ator', 'ate'],
	],
	n: [
		['ization', 'ize'],
		['ation', 'ate'],
	],
	m: [['alism', 'al']],
	s: [
		['iveness', 'ive'],
		['fulness', 'ful'],
		['ousness', 'ous'],
	],
}

const MIDDLE: Endings = {
	e: [
		['icate', 'ic'],
		['ative', ''],
		['alize', 'al'],
	],
	i: [['iciti', 'ic']],
	l: [
		['ical', 'ic'],
		['ful', ''],
	],
	s: [['ness', '']],
}

function replaced(word: string, endings: Endings): string {
	const found = endings[word.charAt(word.length - 1)]?.find(([ending]) => word.endsWith(ending))
	if (!found) return word
	const length = word.length - found[0].length
	return measure(word, length) > 0 ? word.slice(0, length) + found[1] : word
}

/** The longest comes first. */
const RESIDUES: Readonly<Record<string, readonly string[]>> = {
	l: ['al'],
	e: ['ance', 'ence', 'able', 'ible', 'ate', 'ive', 'ize'],
	r: ['er'],
	c: ['ic'],
	t: ['ement', 'ment', 'ent', 'ant'],
	n: ['sion', 'tion'],
	u: ['ou'],
	m: ['ism'],
	i: ['iti'],
	s: ['ous'],
}

function residue(word: string): string {
	const ending = RESIDUES[word.charAt(word.length - 1)]?.find(each => word.endsWith(each))
	if (ending === undefined) return word
	// The letter in front of `ion` stays.
	const length = word.length - (ending.endsWith('ion') ? 3 : ending.length)
	return measure(word, length) > 1 ? word.slice(0, length) : word
}

function finalE(word: string): string {
	const length = word.length - 1
	const vowels = word.endsWith('e') ? measure(word, length) : 0
	const isSpare = vowels > 1 || (vowels === 1 && !endsShort(word, length))
	const trimmed = isSpare ? word.slice(0, length) : word
	return trimmed.endsWith('ll') && measure(trimmed, trimmed.length) > 1 ? trimmed.slice(0, -1) : trimmed
}
