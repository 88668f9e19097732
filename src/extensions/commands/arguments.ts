// The arguments behind a command's name, as a shell would split them, and putting them into a shell command as what they
// are: words that can never become more of the command than was written there.

/** Blanks separate, quotes of either kind hold together, a backslash takes the next character as it is. */
export function splitArguments(text: string): readonly string[] {
	const words: string[] = []
	let word: string | undefined
	let quote: string | undefined
	for (let at = 0; at < text.length; at++) {
		const character = text[at]!
		if (quote === undefined && /\s/.test(character)) {
			if (word !== undefined) words.push(word)
			word = undefined
		} else if (quote === undefined && (character === '"' || isQuote(text, at))) {
			quote = character
			word ??= ''
		} else if (character === quote) quote = undefined
		else if (character === '\\' && quote !== "'" && at + 1 < text.length) word = (word ?? '') + text[++at]
		else word = (word ?? '') + character
	}
	if (word !== undefined) words.push(word)
	return words
}

/** The apostrophe of `don't` holds nothing together. */
function isQuote(text: string, at: number): boolean {
	if (text[at] !== "'") return false
	return (at === 0 || /[\s=]/.test(text[at - 1]!)) && text.indexOf("'", at + 1) !== -1
}

/** Where in a shell command something is put. */
export type ShellPlace = 'bare' | "'" | '"'

/** @param before - the command up to there. What is substituted within quotes is a command with quotes of its own. */
export function placeIn(before: string): ShellPlace {
	const places: (ShellPlace | '`')[] = ['bare']
	for (let at = 0; at < before.length; at++) {
		const character = before[at]!
		const place = places.at(-1)
		const isBare = place === 'bare' || place === '`'
		if (place === "'") {
			if (character === "'") places.pop()
		} else if (character === '\\') at++
		else if (character === place) places.pop()
		else if (character === '`') places.push('`')
		else if (character === '$' && before[at + 1] === '(') {
			places.push('bare')
			at++
		} else if (isBare && character === '(') places.push('bare')
		else if (isBare && character === ')' && places.length > 1) places.pop()
		else if (character === '"' || (isBare && character === "'")) places.push(character)
	}
	const place = places.at(-1)
	return place === "'" || place === '"' ? place : 'bare'
}

/** Words as one piece of a shell command: whatever they hold, the shell takes them for these words. */
export function shellWords(words: readonly string[], place: ShellPlace): string {
	if (place === "'") return words.join(' ').replaceAll("'", `'\\''`)
	if (place === '"') return words.join(' ').replaceAll(/[$`"\\]/g, '\\$&')
	return words
		.map(word => (/^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
		.join(' ')
}
