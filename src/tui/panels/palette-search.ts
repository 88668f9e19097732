// The search of the palette: everything at once, or one kind by its sign.

import type { FoundItem } from '../list/found-items.ts'
import { wordsOf } from '../list/fuzzy-match.ts'
import { createLargeSearch, createQuickSearch, type QuickSearch } from '../list/quick-search.ts'
import type { PaletteEntry, PaletteKind } from './palette-entries.ts'

/** What the first character stands for, and how that is called. */
export const PALETTE_SIGNS: ReadonlyMap<string, readonly PaletteKind[]> = new Map([
	['>', ['commands', 'keys', 'models', 'themes']],
	[':', ['settings']],
	['@', ['files']],
	['#', ['sessions', 'prompts']],
])

/** In this order when nothing was typed. */
const KINDS: readonly PaletteKind[] = [
	'commands',
	'keys',
	'settings',
	'models',
	'themes',
	'sessions',
	'prompts',
	'files',
]

/** The entries of one kind, made when they are shown, and the search through them. */
export type PaletteSource = {
	entry(index: number): PaletteEntry | undefined
	labels: QuickSearch
	/** Where there is more than a label. */
	texts: QuickSearch | undefined
}

export type PaletteSources = ReadonlyMap<PaletteKind, PaletteSource>

export function paletteSource(kind: PaletteKind, entries: readonly PaletteEntry[]): PaletteSource {
	const grouped = entries.map(entry => ({ ...entry, group: kind }))
	// No paths: a word counts the same wherever it stands.
	const texts = grouped.map(({ label, detail, keywords = '' }) =>
		`${label} ${detail} ${keywords}`.replaceAll('/', ' '),
	)
	return {
		entry: index => grouped[index],
		labels: createQuickSearch(grouped.map(({ label }) => label)),
		texts: createQuickSearch(texts),
	}
}

/** @param choose - of the text at this place */
export async function largeSource(
	kind: PaletteKind,
	labels: readonly string[],
	choose: (index: number) => void,
): Promise<PaletteSource> {
	const made = new Map<number, PaletteEntry>()
	return {
		entry(index) {
			const known = made.get(index)
			if (known) return known
			const label = labels[index]
			if (label === undefined) return undefined
			const entry = { label, detail: '', group: kind, value: () => choose(index) }
			made.set(index, entry)
			return entry
		},
		labels: await createLargeSearch(labels),
		texts: undefined,
	}
}

export type PaletteFound = { found: readonly FoundItem<() => void>[]; total: number }

/** The kind with the best match comes first. */
export function searchPalette(sources: PaletteSources, typed: string): PaletteFound {
	const sign = PALETTE_SIGNS.get(typed.charAt(0))
	const kinds = sign ?? KINDS
	const query = sign ? typed.slice(1) : typed
	const isAll = sign === undefined
	const hasWords = wordsOf(query).length > 0
	const groups = kinds.flatMap(kind => {
		const source = sources.get(kind)
		if (!source) return []
		const { found, total, best } = foundIn(source, query, isAll ? (hasWords ? 6 : 4) : MOST)
		return found.length === 0 ? [] : [{ found, total, best }]
	})
	if (hasWords) groups.sort((a, b) => b.best - a.best)
	return {
		found: groups.flatMap(({ found }) => found),
		total: kinds.reduce((sum, kind) => sum + (sources.get(kind)?.labels.size ?? 0), 0),
	}
}

const MOST = 200

/** By the label first; what has a word only in what is said about it comes behind. */
function foundIn({ entry, labels, texts }: PaletteSource, query: string, limit: number) {
	const byLabel = labels.find(query, limit)
	const hits = [...byLabel.found]
	let { total } = byLabel
	if (texts && hits.length < limit) {
		const known = new Set(hits.map(({ index }) => index))
		const more = texts
			.find(query, limit)
			.found.filter(({ index, score }) => !known.has(index) && score > WORDS)
		hits.push(
			...more.slice(0, limit - hits.length).map(hit => ({ ...hit, score: hit.score - 500, marks: [] })),
		)
		total += more.length
	}
	return {
		found: hits.flatMap(({ index, marks }) => {
			const item = entry(index)
			return item ? [{ item, marks }] : []
		}),
		total,
		best: hits[0]?.score ?? 0,
	}
}

/** Letters strewn over a description are found in almost all of them. */
const WORDS = 600
