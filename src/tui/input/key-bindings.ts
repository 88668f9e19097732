// The user's own keys: what keybindings.json says is laid over the table of `keymap.ts`. An entry that cannot be is told
// by file, key and value, and the table holds there.

import { nearestNames } from '../../core/text/nearest.ts'
import { chordOf } from './chord.ts'
import { actionText, contextName, keyName } from './key-names.ts'
import type { Bindings } from './key-press.ts'
import { KEYMAP } from './keymap.ts'

/** What the file says: an action by context and key; null takes the key away. */
export type KeyChanges = Readonly<Record<string, Readonly<Record<string, string | null>>>>

export type ReadBindings = {
	bindings: Bindings
	/** Of the entries that hold, keys as they are in `bindings`. */
	changes: KeyChanges
	/** Whole sentences. */
	problems: readonly string[]
	/** Undefined when the text is no JSON object: then nobody may write over it. */
	written: KeyChanges | undefined
}

/** @param path - for the messages */
export function readBindings(path: string, text: string): ReadBindings {
	const file = jsonObject(text)
	if (!file)
		return {
			bindings: KEYMAP,
			changes: {},
			problems: [`${path} is not a JSON object ({ "app": { "f2": "palette" } }); the usual keys hold.`],
			written: text.trim() === '' ? {} : undefined,
		}
	const problems: string[] = []
	const changes: Record<string, Record<string, string | null>> = {}
	for (const [context, keys] of Object.entries(file)) {
		const known: Readonly<Record<string, string>> | undefined = tableOf(context)
		if (!known || !isRecord(keys)) {
			problems.push(
				`${path}: ${context} ${known ? 'must be an object of keys' : noSuch(context, Object.keys(KEYMAP))}.`,
			)
			continue
		}
		for (const [typed, action] of Object.entries(keys)) {
			const chord = chordOf(typed) ?? pairIn(known, typed)
			const why =
				chord === undefined
					? 'that is not a key, as in ctrl+t, alt+x, f2 or ctrl+x ctrl+e'
					: refusal({ context, chord, action })
			if (chord === undefined || why !== undefined)
				problems.push(
					`${path}: ${context}, ${typed}: ${JSON.stringify(action)}: ${why}. The usual key holds.`,
				)
			else changes[context] = { ...changes[context], [chord]: typeof action === 'string' ? action : null }
		}
	}
	const checked = withoutClashes(changes, path)
	return {
		bindings: laidOver(checked.changes),
		changes: checked.changes,
		problems: [...problems, ...checked.problems],
		written: writtenIn(file),
	}
}

/** Where a key is taken already, in the same place or in one that would get it first. */
export function holderOf(
	bindings: Bindings,
	context: string,
	chord: string,
): { context: string; action: string } | undefined {
	for (const place of [context, ...(RIVALS.get(context) ?? [])]) {
		const action = bindings[place]?.[chord]
		if (action !== undefined && !(place !== context && isMeant(context, chord)))
			return { context: place, action }
	}
	return undefined
}

/** The table with changes laid over it. */
function laidOver(changes: KeyChanges): Bindings {
	return Object.fromEntries(
		Object.entries(KEYMAP).map(([context, keys]) => {
			const all: Record<string, string | null> = { ...keys, ...changes[context] }
			return [
				context,
				Object.fromEntries(
					Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null),
				),
			]
		}),
	)
}

/** Why an entry cannot be, as the end of a sentence. */
function refusal({
	context,
	chord,
	action,
}: {
	context: string
	chord: string
	action: unknown
}): string | undefined {
	const table = tableOf(context) ?? {}
	if (typeof action !== 'string' && action !== null)
		return 'it must be the name of an action, or null to take the key away'
	const actions = [...new Set(Object.values(table))]
	if (action !== null && !actions.includes(action)) return noSuch(action, actions)
	const affected = [action, table[chord]].filter(each => typeof each === 'string')
	if (answers(context) && affected.some(each => !MOVING.has(each)))
		return 'what answers a question is fixed, so that nothing that is typed can say yes'
	if (action === null) return undefined
	const [first = '', ...more] = chord === ' ' ? [' '] : chord.split(' ')
	if (isPrintable(first) && !takesLetters(context)) return 'what can be typed is text there'
	if (more.length > 0 && (isPrintable(first) || first === 'escape' || !/^(ctrl|alt)\+/.test(first)))
		return 'the first of several keys has to be one with Ctrl or Alt'
	return undefined
}

function withoutClashes(
	changes: Readonly<Record<string, Readonly<Record<string, string | null>>>>,
	path: string,
): { changes: KeyChanges; problems: readonly string[] } {
	const problems: string[] = []
	let kept: KeyChanges = changes
	const drop = (context: string, chord: string) => {
		const { [chord]: _dropped, ...others } = kept[context] ?? {}
		kept = { ...kept, [context]: others }
	}
	for (const [context, keys] of Object.entries(changes))
		for (const [chord, action] of Object.entries(keys)) {
			if (action === null) continue
			const holder = rivalOf(laidOver(kept), context, chord)
			if (holder === undefined) continue
			problems.push(
				`${path}: ${context}, ${chord}: ${JSON.stringify(action)}: ${keyName(chord)} is “${actionText(holder.context, holder.action)}” (${contextName(holder.context)}); "${holder.context}": { "${holder.chord}": null } would give it up. The usual key holds.`,
			)
			drop(context, chord)
		}
	const bindings = laidOver(kept)
	for (const [context, actions] of NEEDED) {
		const missing = actions.find(action => !Object.values(bindings[context] ?? {}).includes(action))
		if (missing === undefined || kept[context] === undefined) continue
		problems.push(
			`${path}: ${context}: “${actionText(context, missing)}” would have no key, and there would be no way on; the usual keys hold there.`,
		)
		kept = { ...kept, [context]: {} }
	}
	return { changes: kept, problems }
}

/** What would never get the key, or keep another from getting it. */
function rivalOf(
	bindings: Bindings,
	context: string,
	chord: string,
): { context: string; action: string; chord: string } | undefined {
	const places = [context, ...(RIVALS.get(context) ?? [])]
	const [first = ''] = chord.split(' ')
	for (const place of places)
		for (const [other, action] of Object.entries(bindings[place] ?? {})) {
			const isSame = other === chord && place !== context && !isMeant(context, chord)
			// A key that others wait behind never comes alone, and one that comes alone is never waited behind.
			const isBehind = chord.includes(' ') && other === first
			const isBefore = other.startsWith(`${chord} `) && chord !== ' '
			if (isSame || isBehind || isBefore) return { context: place, action, chord: other }
		}
	return undefined
}

/** Places that are asked for a key beside or after each other. */
const RIVALS: ReadonlyMap<string, readonly string[]> = new Map([
	['app', ['composer']],
	['composer', ['app']],
])

/** In the table both places have it, on purpose: the prompt lets go of it when it is empty. */
function isMeant(context: string, chord: string): boolean {
	const rivals = RIVALS.get(context) ?? []
	return (
		tableOf(context)?.[chord] !== undefined && rivals.some(rival => tableOf(rival)?.[chord] !== undefined)
	)
}

/** Without these one would be caught somewhere. */
const NEEDED: readonly (readonly [context: string, actions: readonly string[]])[] = [
	['app', ['interrupt', 'cancel']],
	['composer', ['submit']],
	...Object.entries(KEYMAP).flatMap(([context, keys]) => {
		const needed = ['close', 'choose', 'quit'].filter(action => Object.values<string>(keys).includes(action))
		return needed.length > 0 && context !== 'app' && context !== 'composer'
			? [[context, needed] as const]
			: []
	}),
]

/** A digit in the table answers a question. */
function answers(context: string): boolean {
	return Object.keys(tableOf(context) ?? {}).some(key => /^\d$/.test(key))
}

const MOVING: ReadonlySet<string> = new Set(['previous', 'next', 'scroll-up', 'scroll-down'])

/** Nothing is typed where the table has letters. */
function takesLetters(context: string): boolean {
	return !answers(context) && Object.keys(tableOf(context) ?? {}).some(key => /^\p{L}$/u.test(key))
}

function isPrintable(key: string): boolean {
	return [...key].length === 1
}

/** Two letters that a place reads itself, as in `zo`, where it has such keys. */
function pairIn(table: Readonly<Record<string, string>>, typed: string): string | undefined {
	const isPair = (key: string) => /^\p{L}{2}$/u.test(key) && chordOf(key) === undefined
	return isPair(typed) && Object.keys(table).some(isPair) ? typed : undefined
}

function tableOf(context: string): Readonly<Record<string, string>> | undefined {
	const tables: Bindings = KEYMAP
	return Object.hasOwn(tables, context) ? tables[context] : undefined
}

function noSuch(name: string, known: readonly string[]): string {
	const near = nearestNames(name, [...known])[0]
	return near === undefined
		? `there is none of that name; there are ${known.join(', ')}`
		: `did you mean ${near}?`
}

function jsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
	try {
		const value: unknown = JSON.parse(text)
		return isRecord(value) ? value : undefined
	} catch {
		return undefined
	}
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** As it stands there, also what does not hold: a mistake is not lost because something else is changed. */
function writtenIn(file: Readonly<Record<string, unknown>>): KeyChanges | undefined {
	const isWhole = Object.values(file).every(
		keys =>
			isRecord(keys) && Object.values(keys).every(action => action === null || typeof action === 'string'),
	)
	return isWhole ? (file as KeyChanges) : undefined
}
