// Fuzzy search over the workspace's paths, quick enough for a keypress with 50 000 of them.

import { withoutAccents } from '../text/without-accents.ts'
import { hasLettersInOrder } from './letters-in-order.ts'

export type FileSearch = {
	/** Best first, at most 50. */
	find(query: string): Promise<readonly string[]>
}

export function createFileSearch(paths: readonly string[]): FileSearch {
	let lowerCase: readonly string[] | undefined
	let last: { query: string; matches: readonly number[] } | undefined

	/** Indexes of the paths that have the query's letters in order. A longer query only looks at what is left. */
	function matching(query: string): readonly number[] {
		lowerCase ??= paths.map(path => withoutAccents(path.toLowerCase()))
		const lower = lowerCase
		const candidates = last && query.startsWith(last.query) ? last.matches : lower.keys()
		const matches: number[] = []
		for (const index of candidates) if (hasLettersInOrder(lower[index] ?? '', query)) matches.push(index)
		last = { query, matches }
		return matches
	}

	async function find(query: string): Promise<readonly string[]> {
		if (query === '') return listed(paths, query)
		const needle = withoutAccents(query.normalize('NFC').toLowerCase())
		const matches = matching(needle)
		const within = needle.endsWith('/') ? matches.filter(index => lowerCase?.[index]?.startsWith(needle)) : []
		if (within.length > 0)
			return listed(
				within.map(index => paths[index] ?? '').filter(path => path.length > query.length),
				query,
			)
		const best = mostLikely(matches, index => likelihood(lowerCase?.[index] ?? '', needle))
		const { Fzf } = await import('fzf')
		const ranking = new Fzf(
			best.map(index => paths[index] ?? ''),
			{
				limit: MAX_RESULTS,
				casing: 'case-insensitive',
				// Backwards, so that the name counts more than the folders.
				forward: false,
				tiebreakers: [(a: RankedPath, b: RankedPath) => a.item.length - b.item.length],
			},
		)
		const found: readonly RankedPath[] = ranking.find(needle)
		return found.map(({ item }) => item)
	}

	return { find }
}

type RankedPath = { item: string }

const MAX_RESULTS = 50
/** Ranking costs about 2 µs a path, and no one looks beyond the first hundred. */
const MAX_RANKED = 2000

/** 0 is best: the name begins with it, the name has it, the path has it, only the letters are there. */
function likelihood(path: string, query: string): 0 | 1 | 2 | 3 {
	const name = path.lastIndexOf('/', path.length - 2) + 1
	if (path.startsWith(query, name)) return 0
	if (path.includes(query, name)) return 1
	return path.includes(query) ? 2 : 3
}

function mostLikely(
	indexes: readonly number[],
	classOf: (index: number) => 0 | 1 | 2 | 3,
): readonly number[] {
	if (indexes.length <= MAX_RANKED) return indexes
	const classes: [number[], number[], number[], number[]] = [[], [], [], []]
	for (const index of indexes) classes[classOf(index)].push(index)
	return classes.flat().slice(0, MAX_RANKED)
}

/** What lies in the folder itself, then what is further down, as it came. */
function listed(paths: readonly string[], folder: string): readonly string[] {
	const isIn = (path: string) => !path.slice(folder.length, -1).includes('/')
	return [...paths.filter(isIn), ...paths.filter(path => !isIn(path))].slice(0, MAX_RESULTS)
}
