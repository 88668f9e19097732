// Ranks the files of a repository for a prompt: what the prompt's words, names and paths point at, and what those files
// lean on, by a PageRank over references that begins again and again at what the prompt points at.

import { hashOf, wordsOfName } from './code-words.ts'
import { countOf, type FileFacts, wordHash } from './file-facts.ts'
import { kindWeight } from './file-kinds.ts'
import { type PromptWords, promptWords } from './prompt-words.ts'
import { createReferences, type References } from './references.ts'

export type MapFile = { facts: FileFacts; score: number; symbols: readonly RankedSymbol[] }
/** Best first. */
export type RankedSymbol = { name: string; line: number }

/**
 * @param now - for what was changed just now, which counts more
 * @returns best first, no more than `limit`
 */
export function rankFiles(
	files: readonly FileFacts[],
	{ prompt, now, limit }: { prompt: string; now: number; limit: number },
): readonly MapFile[] {
	const wanted = promptWords(prompt)
	const references = createReferences(files)
	const kinds = files.map(({ path }) => kindWeight(path, wanted))
	const pointed = scaled(pointedAt(files, wanted).map((score, at) => score * kinds[at]!))
	const recent = recentlyChanged(files, now)
	const start = normalized(
		files.map((_, at) => kinds[at]! * (BASE + (recent[at] ? RECENT : 0)) + POINTED * pointed[at]! ** 2),
	)
	const ranks = scaled(pageRank(references, start).map((rank, at) => rank * kinds[at]!))
	const scores = files.map((_, at) => pointed[at]! + LEANED_ON * ranks[at]!)
	const best = scores
		.map((score, at) => ({ score, at }))
		.sort((a, b) => b.score - a.score || (files[a.at]!.path < files[b.at]!.path ? -1 : 1))
		.slice(0, limit)
	return best.map(({ score, at }) => ({
		facts: files[at]!,
		score,
		symbols: rankSymbols(files[at]!, references, wanted),
	}))
}

/** How much the place where the walk begins again is any file, a file of today, one the prompt points at. */
const BASE = 1e-4
const RECENT = 3e-4
const POINTED = 1
/** What the files that matter lean on, against what the prompt itself points at. */
const LEANED_ON = 0.25
const AGAIN = 0.3
const STEPS = 12

/** BM25 over where words stand: a file is about what it is called first, then about what it declares. */
function pointedAt(files: readonly FileFacts[], wanted: PromptWords): readonly number[] {
	const words = [...wanted.words]
	const hashes = words.map(([, hash]) => hash)
	const inPaths = files.map(({ path }) => pathWords(path))
	const holders = words.map(([word], index) =>
		files.reduce(
			(sum, file, at) => sum + (inPaths[at]!.has(word) || countOf(file, hashes[index]!) > 0 ? 1 : 0),
			0,
		),
	)
	const weights = holders.map(held =>
		held === 0 ? 0 : Math.log(1 + (files.length - held + 0.5) / (held + 0.5)),
	)
	const meanWords = Math.max(
		1,
		files.reduce((sum, file) => sum + file.words.length, 0) / Math.max(1, files.length),
	)
	return files.map((file, at) => {
		const size = 1 - LENGTH_COUNTS + LENGTH_COUNTS * (file.words.length / meanWords)
		const declared = declaredWords(file, hashes)
		const byWords = words.reduce((sum, [word], index) => {
			if (weights[index] === 0) return sum
			const inPath = inPaths[at]!.get(word) ?? 0
			const inText = Math.min(MOST_IN_TEXT, countOf(file, hashes[index]!)) / size
			const inNames = Math.min(MOST_IN_NAMES, declared.get(hashes[index]!) ?? 0)
			const found = inPath + inText * IN_TEXT + inNames * IN_NAMES
			return sum + (weights[index]! * found) / (found + SATURATION)
		}, 0)
		return byWords + NAMED * namedIn(file, wanted) + WRITTEN * writtenOut(file.path, wanted)
	})
}

const LENGTH_COUNTS = 0.6
const MOST_IN_TEXT = 30
const MOST_IN_NAMES = 4
const IN_TEXT = 0.3
const IN_NAMES = 0.7
const IN_FILE_NAME = 4
const IN_FOLDERS = 1
const SATURATION = 2
/** One name that the prompt spells as it is declared says more than any word. */
const NAMED = 4
/** And a path that it spells out says it all. */
const WRITTEN = 40

function pathWords(path: string): ReadonlyMap<string, number> {
	const at = path.lastIndexOf('/') + 1
	const found = new Map(wordsOfName(path.slice(0, at)).map(word => [word, IN_FOLDERS]))
	for (const word of wordsOfName(path.slice(at).replace(/\.[^.]*$/, ''))) found.set(word, IN_FILE_NAME)
	return found
}

function declaredWords(file: FileFacts, hashes: readonly number[]): ReadonlyMap<number, number> {
	const found = new Map<number, number>()
	// Every word that it declares is in its text.
	if (!hashes.some(hash => countOf(file, hash) > 0)) return found
	const wanted = new Set(hashes)
	for (const { name } of file.definitions)
		for (const word of wordsOfName(name)) {
			const hash = wordHash(word)
			if (wanted.has(hash)) found.set(hash, (found.get(hash) ?? 0) + 1)
		}
	return found
}

/** @returns 1 for a file that declares what the prompt names, a tenth for one that uses it */
function namedIn({ definitions, names }: FileFacts, wanted: PromptWords): number {
	if (wanted.names.size === 0) return 0
	const declared = new Set(definitions.flatMap(({ name }) => (wanted.names.has(name) ? [name] : [])))
	let used = 0
	for (const hash of wanted.nameHashes) if (includesSorted(names, hash)) used++
	return Math.min(2, declared.size) + USED * Math.min(3, Math.max(0, used - declared.size))
}

const USED = 0.2

function includesSorted(values: Uint32Array, wanted: number): boolean {
	let [low, high] = [0, values.length]
	while (low < high) {
		const middle = (low + high) >>> 1
		if (values[middle]! < wanted) low = middle + 1
		else high = middle
	}
	return values[low] === wanted
}

function writtenOut(path: string, { paths }: PromptWords): number {
	const lower = `/${path.toLowerCase()}`
	return paths.some(each => lower.endsWith(`/${each}`) || lower.includes(`/${each.replace(/\/$/, '')}/`))
		? 1
		: 0
}

/** Only where it tells files apart: in a fresh clone all of them are of today. */
function recentlyChanged(files: readonly FileFacts[], now: number): readonly boolean[] {
	const recent = files.map(({ modifiedMs }) => now - modifiedMs < RECENT_MS)
	const count = recent.filter(Boolean).length
	return count <= Math.max(FEW_FILES, files.length * FEW_SHARE) ? recent : recent.map(() => false)
}

const RECENT_MS = 36 * 3_600_000
const FEW_FILES = 10
const FEW_SHARE = 0.1

function pageRank({ step }: References, start: Float64Array): readonly number[] {
	let ranks = start
	for (let i = 0; i < STEPS; i++) {
		const moved = step(ranks)
		const next = new Float64Array(start.length)
		let kept = 0
		for (let at = 0; at < next.length; at++) kept += moved[at]!
		// What led nowhere begins again as well.
		const again = AGAIN + (1 - AGAIN) * (1 - kept)
		for (let at = 0; at < next.length; at++) next[at] = again * start[at]! + (1 - AGAIN) * moved[at]!
		ranks = next
	}
	return [...ranks]
}

function rankSymbols(file: FileFacts, { usersOf }: References, wanted: PromptWords): readonly RankedSymbol[] {
	const seen = new Set<string>()
	return file.definitions
		.filter(({ name }) => !seen.has(name) && seen.add(name))
		.map(({ name, line }) => {
			const near = wordsOfName(name).filter(word => wanted.words.has(word)).length
			const score =
				Math.log2(1 + usersOf(hashOf(name))) +
				NEAR_SYMBOL * near +
				(wanted.names.has(name) ? NAMED_SYMBOL : 0)
			return { name, line, score }
		})
		.sort((a, b) => b.score - a.score || a.line - b.line)
		.map(({ name, line }) => ({ name, line }))
}

const NEAR_SYMBOL = 3
const NAMED_SYMBOL = 20

function normalized(values: readonly number[]): Float64Array {
	const sum = values.reduce((all, value) => all + value, 0)
	return Float64Array.from(values, value => (sum === 0 ? 1 / values.length : value / sum))
}

/** To 1 for the highest. */
function scaled(values: readonly number[]): readonly number[] {
	const most = values.reduce((max, value) => Math.max(max, value), 0)
	return most === 0 ? values : values.map(value => value / most)
}
