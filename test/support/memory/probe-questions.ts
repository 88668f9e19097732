// What the memory probe asks: every planted fact near its own words, in other words, misspelt, and in another
// language. A third of each kind is held back: nothing may be tuned to it.

import type { CorrectedFact, StatedFact } from './facts/fact.ts'
import { FRESH } from './facts/fresh.ts'
import { GERMAN, JAPANESE } from './facts/languages.ts'
import { LAST } from './facts/last.ts'
import { CORRECTED, ELLIPTICAL, TAKEN_BACK } from './facts/lifetime.ts'
import { ANSWERED, THOUGHT, WRITTEN } from './facts/made.ts'
import { NEWEST } from './facts/newest.ts'
import { IN_A_FILE, IN_A_PASTE, IN_AN_OUTPUT } from './facts/pasted.ts'
import { BEFORE_A_FORK, LONG_AGO } from './facts/places.ts'
import { ASKED, FAILED, SAID, SHORT_OUTPUT } from './facts/short.ts'

const KINDS = {
	'in a paste': IN_A_PASTE,
	'in a file': IN_A_FILE,
	'in an output': IN_AN_OUTPUT,
	written: WRITTEN,
	thought: THOUGHT,
	answered: ANSWERED,
	failed: FAILED,
	'short output': SHORT_OUTPUT,
	said: SAID,
	asked: ASKED,
	german: GERMAN,
	japanese: JAPANESE,
	corrected: CORRECTED,
	elliptical: ELLIPTICAL,
	'taken back': TAKEN_BACK,
	'before a fork': BEFORE_A_FORK,
	'long ago': LONG_AGO,
	// Only in the sets that were written blind.
	romance: [],
	renamed: [],
	'in a table': [],
	'sub-agent': [],
	'told to forget': [],
} satisfies Record<string, readonly StatedFact[]>

export type PlantedKind = keyof typeof KINDS

export type PlantedFact = (StatedFact | CorrectedFact) & {
	kind: PlantedKind
	set: ProbeSet
	misspelt: string
}

/** What may be looked at, what is held back, and what was written when the ranking was done, one after the other. */
export type ProbeSet =
	| 'open'
	| 'held back'
	| 'fresh'
	| 'last'
	| 'newest'
	| 'blind'
	| 'blind, held back'
	| 'sealed'

export const WAYS = ['near', 'other', 'misspelt', 'language'] as const

export type Way = (typeof WAYS)[number]

/** @param share - 1 for all, 3 for the first and every third of each kind after it, and so on */
export function plantedFacts(share = 1): readonly PlantedFact[] {
	const later: readonly [ProbeSet, Partial<Record<PlantedKind, readonly StatedFact[]>>][] =
		share === 1
			? [
					['fresh', FRESH],
					['last', LAST],
					['newest', NEWEST],
				]
			: []
	return (Object.keys(KINDS) as PlantedKind[]).flatMap(kind => {
		const planted = (fact: StatedFact | CorrectedFact, index: number, set: ProbeSet): PlantedFact => ({
			...fact,
			kind,
			set,
			misspelt: misspell(fact.near, index + kind.length),
		})
		return [
			...KINDS[kind].flatMap((fact, index) =>
				index % share === 0 ? [planted(fact, index, index % 3 === 2 ? 'held back' : 'open')] : [],
			),
			...later.flatMap(([set, facts]) => (facts[kind] ?? []).map((fact, index) => planted(fact, index, set))),
		]
	})
}

/** One slip in about two of three longer words, in two at least: letters swapped, left out, doubled or mistaken. */
export function misspell(text: string, seed: number): string {
	const random = generator(seed)
	const words = text.split(/(?<=\s)|(?=[\s?,.])/u)
	const long = words.flatMap((word, index) => (/^\p{L}[\p{L}\p{N}_-]{3,}$/u.test(word) ? [index] : []))
	const spared = new Set(long.filter(() => random() > 0.65))
	const slips = long.filter(index => !spared.has(index))
	for (const index of long) if (slips.length < 2 && !slips.includes(index)) slips.push(index)
	for (const index of slips) words[index] = slip(words[index]!, random)
	return words.join('')
}

function slip(word: string, random: () => number): string {
	const letters = [...word]
	const at = 1 + Math.floor(random() * (letters.length - 2))
	const way = Math.floor(random() * 4)
	if (way === 0) letters.splice(at, 2, letters[at + 1]!, letters[at]!)
	else if (way === 1) letters.splice(at, 1)
	else if (way === 2) letters.splice(at, 0, letters[at]!)
	else letters[at] = NEXT_KEY[letters[at]!.toLowerCase()] ?? letters[at]!
	return letters.join('')
}

/** The key to the right on a keyboard. */
const NEXT_KEY: Readonly<Record<string, string>> = Object.fromEntries(
	['qwertyuiop', 'asdfghjkl', 'zxcvbnm'].flatMap(row =>
		[...row].map((key, at) => [key, row[at + 1] ?? row[at - 1]!]),
	),
)

/** The same numbers from the same seed, from 0 to 1. */
export function generator(seed: number): () => number {
	let state = (seed + 1) * 2_654_435_761
	return () => {
		state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0
		return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296
	}
}
