// Which of the found files most likely holds the answer: many of the words, named after them, defining them, not a test.

import type { Keyword } from './salient-words.ts'
import type { DemoToolResult } from './so-far.ts'
import { isDefinition } from './source-text.ts'
import { type Hit, hitsOf } from './tool-output.ts'

export type RankedFile = { path: string; score: number; bestLine: number; hits: readonly Hit[] }

export function bestFiles(words: readonly Keyword[], results: readonly DemoToolResult[]): RankedFile[] {
	const byPath = new Map<string, Hit[]>()
	for (const hit of hitsOf(results)) byPath.set(hit.path, [...(byPath.get(hit.path) ?? []), hit])
	return [...byPath]
		.map(([path, hits]) => rankFile(path, hits, words))
		.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
}

function rankFile(path: string, hits: readonly Hit[], words: readonly Keyword[]): RankedFile {
	const distinct = new Set(hits.map(hit => hit.pattern)).size
	const inPath = words.filter(word => path.toLowerCase().includes(word.search.toLowerCase())).length
	const best = hits.reduce((one, other) => (lineScore(other, words) > lineScore(one, words) ? other : one))
	const score =
		distinct * 10 + inPath * 8 + lineScore(best, words) + Math.min(hits.length, 5) + placeScore(path)
	return { path, score, bestLine: best.line, hits }
}

function lineScore(hit: Hit, words: readonly Keyword[]): number {
	const text = hit.text.toLowerCase()
	const inLine = words.filter(word => text.includes(word.search.toLowerCase())).length
	const isOpening = hit.line <= 5 && /^\s*(?:\/\/|\/\*|#|"""|--|;)/.test(hit.text)
	return inLine * 4 + (isDefinition(hit.path, hit.text) ? 5 : 0) + (isOpening ? 5 : 0)
}

function placeScore(path: string): number {
	if (
		/(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|cargo\.lock|go\.sum)$|\.(?:min\.js|map|svg|snap)$/i.test(
			path,
		)
	) {
		return -40
	}
	if (/(?:^|\/)(?:tests?|__tests__|spec|fixtures?|examples?|bench|vendor|dist|build)\//i.test(path)) return -8
	if (/\.(?:test|spec)\.\w+$|_test\.\w+$/i.test(path)) return -8
	if (/(?:^|\/)changelog/i.test(path)) return -6
	return /\.(?:md|rst|txt|json|ya?ml|toml)$/i.test(path) ? 0 : 3
}
