// References between files: who uses a name leans on who declares it, the more the fewer do either.

import { hashOf } from './code-words.ts'
import type { FileFacts } from './file-facts.ts'

export type References = {
	/** One step along all references: what each file has goes to those it leans on. */
	step(ranks: Float64Array): Float64Array
	/** How many files use a name, by its hash, shared among those that declare it. */
	usersOf(name: number): number
}

export function createReferences(files: readonly FileFacts[]): References {
	const declaring = declaringFiles(files)
	const users = usersOfNames(files, declaring)
	const weightOf = (name: number) => {
		const used = users.get(name) ?? 0
		const by = declaring.get(name)?.length ?? 0
		// What many declare says nothing about any of them.
		if (by === 0 || by > MOST_DECLARING) return 0
		return Math.log(1 + files.length / used) / by
	}
	const leanings = files.map((file, at) => leaningsOf(file, at, { declaring, weightOf }))
	return {
		usersOf: name => (users.get(name) ?? 0) / (declaring.get(name)?.length ?? 1),
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

function declaringFiles(files: readonly FileFacts[]): ReadonlyMap<number, readonly number[]> {
	const found = new Map<number, number[]>()
	for (const [at, { definitions }] of files.entries())
		for (const { name } of definitions) {
			if (name.length < SHORTEST) continue
			const hash = hashOf(name)
			const known = found.get(hash)
			if (!known) found.set(hash, [at])
			else if (known.at(-1) !== at && known.length <= MOST_DECLARING) known.push(at)
		}
	return found
}

const SHORTEST = 3

function usersOfNames(
	files: readonly FileFacts[],
	declaring: ReadonlyMap<number, readonly number[]>,
): ReadonlyMap<number, number> {
	const users = new Map<number, number>()
	for (const { names } of files)
		for (const name of names) if (declaring.has(name)) users.set(name, (users.get(name) ?? 0) + 1)
	return users
}

type Leanings = { to: Uint32Array; shares: Float32Array }

function leaningsOf(
	{ names }: FileFacts,
	own: number,
	{
		declaring,
		weightOf,
	}: { declaring: ReadonlyMap<number, readonly number[]>; weightOf(name: number): number },
): Leanings {
	const found = new Map<number, number>()
	for (const name of names) {
		const weight = declaring.has(name) ? weightOf(name) : 0
		if (weight > 0)
			for (const at of declaring.get(name)!) if (at !== own) found.set(at, (found.get(at) ?? 0) + weight)
	}
	const kept = [...found].sort((a, b) => b[1] - a[1]).slice(0, MOST_LEANINGS)
	const sum = kept.reduce((all, [, weight]) => all + weight, 0)
	return {
		to: Uint32Array.from(kept, ([at]) => at),
		shares: Float32Array.from(kept, ([, weight]) => weight / sum),
	}
}
