// Words of code and of prompts, in one form: identifiers are taken apart at their humps and underscores, words lose
// their endings, and both are kept as numbers, because a large repository has millions of them.

/** Everything that may be a name in some language. Shorter ones say nothing. */
const IDENTIFIERS = /[A-Za-z_$\u00c0-\uffdc][\w$\u00c0-\uffdc]{2,}/g

/** Each identifier of a text, with how often it is there. */
export function identifiersIn(text: string): ReadonlyMap<string, number> {
	const found = new Map<string, number>()
	for (const [name] of text.matchAll(IDENTIFIERS)) found.set(name, (found.get(name) ?? 0) + 1)
	return found
}

/** `parseHTTPHeader_v2` is about parse, http and header. */
export function wordsOfName(name: string): readonly string[] {
	const parts = name
		.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
		.replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
		.split(/[^A-Za-z\u00c0-\uffdc]+/)
	return parts.filter(part => part.length >= SHORTEST).map(part => stem(part.toLowerCase()))
}

const SHORTEST = 3

/** Near enough for English: `layouts` and `layout`, `reporting` and `report`, `cached` and `cache` are the same. */
export function stem(word: string): string {
	let cut = word
	if (cut.length > 4 && cut.endsWith('ies')) cut = `${cut.slice(0, -3)}y`
	else if (cut.length > 3 && cut.endsWith('s') && !/(?:ss|us|is)$/.test(cut)) cut = cut.slice(0, -1)
	if (cut.length > 5 && cut.endsWith('ing')) cut = cut.slice(0, -3)
	else if (cut.length > 4 && cut.endsWith('ed')) cut = cut.slice(0, -2)
	if (cut.length > 4 && /([b-df-hj-np-tv-z])\1$/.test(cut) && !/(?:ss|ll)$/.test(cut)) cut = cut.slice(0, -1)
	return cut.length > 3 && cut.endsWith('e') ? cut.slice(0, -1) : cut
}

/** FNV-1a over UTF-16 units, 32 bits. Two names in a hundred thousand share one, which nobody notices in a ranking. */
export function hashOf(text: string): number {
	let hash = 0x811c9dc5
	for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
	return hash >>> 0
}
