// References between files: who uses a name leans on who declares it, the more the fewer do either. A large repository
// has millions of them, so they are kept in arrays of numbers.

import { hashOf } from './code-words.ts'
import type { FileFacts } from './file-facts.ts'

export type References = {
	/** One step along all references: what each file has goes to those it leans on. */
	step(ranks: Float64Array): Float64Array
	/** How many files use a name, by its hash, shared among those that declare it. */
	usersOf(name: number): number
}

export function createReferences(files: readonly FileFacts[]): References {
	const { ids, declaring } = declaredNames(files)
	const users = new Uint32Array(declaring.length)
	const used = files.map(({ names }) => {
		const found: number[] = []
		for (const name of names) {
			const id = ids.find(name)
			if (id === undefined) continue
			users[id]!++
			found.push(id)
		}
		return found
	})
	const weights = declaring.map((by, id) =>
		// What many declare says nothing about any of them.
		by.length > MOST_DECLARING ? 0 : Math.log(1 + files.length / Math.max(1, users[id]!)) / by.length,
	)
	const sums = new Float64Array(files.length)
	const leanings = used.map((names, at) => leaningsOf(names, at, { declaring, weights, sums }))
	return {
		usersOf: name => {
			const id = ids.find(name)
			return id === undefined ? 0 : users[id]! / declaring[id]!.length
		},
		step: ranks => {
			const next = new Float64Array(ranks.length)
			for (const [at, { to, shares }] of leanings.entries())
				for (let i = 0; i < to.length; i++) next[to[i]!]! += ranks[at]! * shares[i]!
			return next
		},
	}
}

const MOST_DECLARING = 5
/** Of one file, strongest first: bounds what a large repository takes. */
const MOST_LEANINGS = 64
const SHORTEST = 3

type DeclaredNames = {
	ids: NumberTable
	/** By the name's id: the files that declare it, one more than count at most. */
	declaring: readonly (readonly number[])[]
}

function declaredNames(files: readonly FileFacts[]): DeclaredNames {
	const ids = createNumberTable(files.reduce((sum, { definitions }) => sum + definitions.length, 0))
	const declaring: number[][] = []
	for (const [at, { definitions }] of files.entries())
		for (const { name } of definitions) {
			if (name.length < SHORTEST) continue
			const id = ids.add(hashOf(name))
			const by = declaring[id] ?? []
			declaring[id] = by
			if (by.at(-1) !== at && by.length <= MOST_DECLARING) by.push(at)
		}
	return { ids, declaring }
}

type NumberTable = { find(value: number): number | undefined; add(value: number): number }

/** Numbers each value as it is added. A `Map` takes several times as long, and nearly every look is for what is not there. */
function createNumberTable(most: number): NumberTable {
	const size = 2 ** Math.ceil(Math.log2(most * 2 + 16))
	const values = new Uint32Array(size)
	const ids = new Int32Array(size).fill(-1)
	let count = 0
	const slotOf = (value: number) => {
		// The low bits of the hashes that a file keeps in order are as good as any.
		let slot = value & (size - 1)
		while (ids[slot] !== -1 && values[slot] !== value) slot = (slot + 1) & (size - 1)
		return slot
	}
	return {
		find: value => {
			const id = ids[slotOf(value)]!
			return id === -1 ? undefined : id
		},
		add: value => {
			const slot = slotOf(value)
			if (ids[slot] === -1) {
				values[slot] = value
				ids[slot] = count++
			}
			return ids[slot]!
		},
	}
}

type Leanings = { to: Uint32Array; shares: Float32Array }

/** @param sums - one for each file, all zero before and after */
function leaningsOf(
	names: readonly number[],
	own: number,
	{
		declaring,
		weights,
		sums,
	}: Pick<DeclaredNames, 'declaring'> & { weights: readonly number[]; sums: Float64Array },
): Leanings {
	const found: number[] = []
	for (const name of names) {
		const weight = weights[name]!
		if (weight === 0) continue
		for (const at of declaring[name]!) {
			if (at === own) continue
			if (sums[at] === 0) found.push(at)
			sums[at]! += weight
		}
	}
	const kept =
		found.length <= MOST_LEANINGS
			? found
			: found.toSorted((a, b) => sums[b]! - sums[a]!).slice(0, MOST_LEANINGS)
	const all = kept.reduce((sum, at) => sum + sums[at]!, 0)
	const shares = Float32Array.from(kept, at => sums[at]! / all)
	for (const at of found) sums[at] = 0
	return { to: Uint32Array.from(kept), shares }
}
