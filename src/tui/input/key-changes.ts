// Changes of keys as new contents of keybindings.json: an action gets a key, loses its keys, or has the usual ones again.

import type { KeyChanges } from './key-bindings.ts'
import { keysOf } from './key-names.ts'
import type { Bindings } from './key-press.ts'
import { KEYMAP, type KeyContext } from './keymap.ts'

export type BoundAction = { context: KeyContext; action: string }

/** @param isInstead - the keys it had are taken away */
export function withKey(
	changes: KeyChanges,
	{ context, action }: BoundAction,
	{
		chord,
		isInstead,
		bindings,
		holder,
	}: {
		chord: string
		isInstead: boolean
		bindings: Bindings
		/** Who has to give it up. */
		holder: { context: string } | undefined
	},
): KeyChanges {
	const start = isInstead ? withoutKeys(changes, { context, action }, bindings) : changes
	const freed = holder && holder.context !== context ? changed(start, holder.context, chord, null) : start
	return changed(freed, context, chord, action)
}

export function withoutKeys(
	changes: KeyChanges,
	{ context, action }: BoundAction,
	bindings: Bindings,
): KeyChanges {
	const keys = keysOf(bindings, context, action)
	const taken = keys.reduce((all, key) => changed(all, context, key, null), changes)
	return givenBack(taken, context, keys)
}

/** As the table has it: also where another action has been given one of its keys. */
export function withUsualKeys(changes: KeyChanges, { context, action }: BoundAction): KeyChanges {
	const usual: readonly string[] = keysOf(KEYMAP, context, action)
	const before = Object.entries(changes[context] ?? {})
	const isKept = ([key, bound]: readonly [string, string | null]) => bound !== action && !usual.includes(key)
	const restored = cleaned({ ...changes, [context]: Object.fromEntries(before.filter(isKept)) })
	return givenBack(
		restored,
		context,
		before.flatMap(([key, bound]) => (bound === action ? [key] : [])),
	)
}

/** What a place had to give up for keys that are free again has them as usual. */
function givenBack(changes: KeyChanges, context: string, keys: readonly string[]): KeyChanges {
	const isFree = (key: string) => (changes[context]?.[key] ?? null) === null
	const free = new Set(keys.filter(isFree))
	return cleaned(
		Object.fromEntries(
			Object.entries(changes).map(([place, bound]) => {
				const isGivenUp = ([key, action]: readonly [string, string | null]) =>
					place !== context && action === null && free.has(key)
				return [place, Object.fromEntries(Object.entries(bound).filter(each => !isGivenUp(each)))]
			}),
		),
	)
}

function changed(changes: KeyChanges, context: string, key: string, action: string | null): KeyChanges {
	const tables: Bindings = KEYMAP
	const usual = tables[context]?.[key] ?? null
	const { [key]: _before, ...others } = changes[context] ?? {}
	return cleaned({ ...changes, [context]: usual === action ? others : { ...others, [key]: action } })
}

function cleaned(changes: KeyChanges): KeyChanges {
	return Object.fromEntries(Object.entries(changes).filter(([, keys]) => Object.keys(keys).length > 0))
}
