// Templates: the text of a command or a skill with places for its arguments, and commands whose output it wants. Nothing
// else is put in: what looks like a variable of the environment stays as it is.

import { placeIn, shellWords, splitArguments } from './arguments.ts'

export type Template = {
	/** With its arguments in place. Commands are left out: each is a piece of its own. */
	pieces: readonly (string | { command: string })[]
}

export type TemplateValues = {
	/** As typed behind the name. */
	typed: string
	/** Put in the place of `${NAME}`: folders of the plugin and the skill, and nothing else. */
	folders?: Readonly<Record<string, string>>
}

export function fillTemplate(text: string, values: TemplateValues): Template {
	const filled = withFolders(text, values.folders ?? {})
	const places = argumentPlaces(filled)
	const typed = values.typed.trim()
	const words = splitArguments(typed)
	const pieces = splitCommands(filled).map(piece =>
		typeof piece === 'string'
			? fill(piece, { words, all: typed === '' ? [] : [typed] }, places, given => given.join(' '))
			: { command: fillCommand(piece.command, words, places) },
	)
	// Nobody types arguments to have them dropped.
	if (!places.any && typed !== '') pieces.push(`\n\nARGUMENTS: ${typed}`)
	return { pieces }
}

/** Commands that a template runs, as they are written. */
export function commandsIn(text: string): readonly string[] {
	return splitCommands(text).flatMap(piece => (typeof piece === 'string' ? [] : [piece.command]))
}

/** `` !`…` `` at the beginning of a word, and blocks that begin with ```` ```! ````. */
const COMMANDS = /(?<=^|\s)!`([^`\n]+)`|^```!\n([\s\S]*?)^```[ \t]*$/gm

function splitCommands(text: string): readonly (string | { command: string })[] {
	const pieces: (string | { command: string })[] = []
	let from = 0
	for (const match of text.matchAll(COMMANDS)) {
		pieces.push(text.slice(from, match.index))
		const command = (match[1] ?? match[2] ?? '').trim()
		if (command !== '') pieces.push({ command })
		from = match.index + match[0].length
	}
	return [...pieces, text.slice(from)].filter(piece => piece !== '')
}

type ArgumentPlaces = {
	any: boolean
	/** `$0` is the first, as newer skills count; older commands begin with `$1`. */
	fromZero: boolean
}

function argumentPlaces(text: string): ArgumentPlaces {
	return {
		any: new RegExp(PLACES).test(text),
		fromZero: /\$0(?!\d)|\$ARGUMENTS\[\d+\]/.test(text),
	}
}

const PLACES = String.raw`\$ARGUMENTS(?:\[(\d{1,2})\])?(?!\w)|\$(\d{1,2})(?![\d.,]*\d)`

function fill(
	text: string,
	/** `all`: what stands for all of them. */
	{ words, all }: { words: readonly string[]; all: readonly string[] },
	{ fromZero }: ArgumentPlaces,
	write: (words: readonly string[], at: number) => string,
): string {
	const one = (index: number) => (index < 0 ? [] : words.slice(index, index + 1))
	return text.replaceAll(
		new RegExp(PLACES, 'g'),
		(_, indexed: string | undefined, numbered: string | undefined, at: number) => {
			if (indexed !== undefined) return write(one(Number(indexed)), at)
			if (numbered === undefined) return write(all, at)
			return write(one(Number(numbered) - (fromZero ? 0 : 1)), at)
		},
	)
}

/** Arguments become words of the command and nothing else, wherever in it they stand. */
function fillCommand(command: string, words: readonly string[], places: ArgumentPlaces): string {
	return fill(command, { words, all: words }, places, (given, at) =>
		shellWords(given, placeIn(command.slice(0, at))),
	)
}

/** Folders by their names, and nothing else: `${HOME}` stays as it is. */
export function withFolders(text: string, folders: Readonly<Record<string, string>>): string {
	return text.replaceAll(/\$\{([A-Z_]+)\}/g, (written, name: string) =>
		Object.hasOwn(folders, name) ? folders[name]! : written,
	)
}
