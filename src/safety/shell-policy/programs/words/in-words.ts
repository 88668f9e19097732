// What a call that asks does, in the words of somebody who has to decide about it. It judges nothing: why a call asks is
// its rule, and what this says of it changes no answer.

import { literal, type Word } from '../../../shell-parser/bash-words.ts'
import type { CallWords, Deed, Deeds } from './deed.ts'
import { FILE_DEEDS } from './files.ts'
import { GIT_DEEDS } from './git.ts'
import { MACHINE_DEEDS } from './machines.ts'
import { PROJECT_DEEDS } from './projects.ts'

/**
 * @param program - its name without the folder
 * @param words - its arguments
 * @returns a sentence; undefined where nothing is known of it that would help
 */
export function inWords(program: string, words: readonly Word[]): string | undefined {
	const deeds = deedsOf(program)
	if (!deeds) return undefined
	// What is only known when it runs is told as it is written.
	const texts = words.map(word => literal(word) ?? word.text)
	const said =
		typeof deeds === 'string' || typeof deeds === 'function' ? tell(deeds, texts) : tellVerb(deeds, texts)
	return said === undefined ? undefined : `It ${said}.`
}

/** Behind an option may stand its value, so a verb is only what comes first. */
function tellVerb(deeds: Readonly<Record<string, Deed>>, texts: readonly string[]): string | undefined {
	const [verb = '', ...rest] = texts
	const said = verb !== '' && Object.hasOwn(deeds, verb) ? tell(deeds[verb], rest) : undefined
	return said ?? tell(deeds[''], texts)
}

function tell(deed: Deed | undefined, texts: readonly string[]): string | undefined {
	return typeof deed === 'function' ? deed(callOf(texts)) : deed
}

function callOf(words: readonly string[]): CallWords {
	return { words, operands: words.filter(word => !/^-./.test(word)) }
}

function deedsOf(program: string): Deeds | undefined {
	const versioned = /^(python|ruby|lua|perl|php|node)[\d.]+$/.exec(program)?.[1]
	return DEEDS.get(program) ?? (versioned === undefined ? undefined : DEEDS.get(versioned))
}

const DEEDS: ReadonlyMap<string, Deeds> = new Map(
	// Where two tell of one program the first is asked first.
	[PROJECT_DEEDS, MACHINE_DEEDS, GIT_DEEDS, FILE_DEEDS].flatMap(Object.entries<Deeds>),
)
