// What somebody is told that a call does: the form of the tables in this folder.

/** Finishes "It …". Left undefined, its own words do not tell. */
export type Deed = string | DeedOf

export type DeedOf = (call: CallWords) => string | undefined

/** By its first word that is no option; `''` stands for any other, and for none. */
export type Deeds = Deed | Readonly<Record<string, Deed>>

/** The words behind the program, or behind its verb. */
export type CallWords = {
	words: readonly string[]
	/** Those that are no options. An option's value counts as one: nobody here knows the program that well. */
	operands: readonly string[]
}

export function hasFlag({ words }: CallWords, pattern: RegExp): boolean {
	return words.some(word => pattern.test(word))
}

/** Of sed and perl. */
export const IN_PLACE = /^(?:-[a-zA-Z]*i|--in-place)/

/** A word of the call's, short enough for a sentence. */
export function named(word: string): string {
	return word.length > MAX_WORD ? `${word.slice(0, MAX_WORD)}…` : word
}

const MAX_WORD = 40

export function eachOf(programs: string, deeds: Deeds): Record<string, Deeds> {
	return Object.fromEntries(programs.split(' ').map(program => [program, deeds]))
}

export function verbs(names: string, deed: Deed): Record<string, Deed> {
	return Object.fromEntries(names.split(' ').map(name => [name, deed]))
}
