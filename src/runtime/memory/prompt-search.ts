// The search for a prompt: what memory has to say about it, and what it nearly said, with the reasons, for whoever asks
// why.

import type {
	DatedHit,
	IndexLag,
	MemoryHit,
	MemoryMiss,
	MemoryQuery,
	MemoryStore,
	MemoryTrace,
	TracedMiss,
} from '../../core/memory.ts'
import { contextText } from '../../memory/prompt-text.ts'
import { withoutNearDuplicates } from '../../memory/ranking/near-duplicates.ts'
import { estimateText } from '../context/tokens/context-estimate.ts'
import { datedHits } from './dated-hits.ts'
import { existingHits } from './existing-hits.ts'

export type PromptQuestion = Pick<MemoryQuery, 'text' | 'project' | 'own' | 'vector' | 'now'> & {
	limitTokens: number
	/** Some of this session has left the conversation. */
	lostFrom?: string
	/** What the model sees without us. */
	isVisible(text: string): boolean
	/** The session knows it before the index does. */
	isTakenBack(hit: MemoryHit): boolean
	lag?: IndexLag
}

/** @returns `text`: what stands in front of the prompt; undefined where that is nothing */
export async function searchForPrompt(
	store: Pick<MemoryStore, 'explain' | 'promptsAfter'>,
	question: PromptQuestion,
): Promise<{ text: string | undefined; trace: MemoryTrace }> {
	const { lostFrom, isVisible, isTakenBack, limitTokens, lag, ...asked } = question
	const query = { ...asked, words: 'some' as const, withUndone: false, limit: MOST_FOUND }
	const all = [
		// What this very conversation has lost is far more likely to be meant than what another one said.
		...(lostFrom === undefined
			? []
			: [await store.explain({ ...query, source: lostFrom, leastCoverage: 0, leastEvidence: OWN_EVIDENCE })]),
		await store.explain({ ...query, leastCoverage: 0, leastEvidence: OTHER_EVIDENCE }),
	]
	const missed: TracedMiss[] = []
	const found = all
		.flatMap(({ hits }) => hits)
		.filter(hit => !isTakenBack(hit))
		.toSorted((a, b) => b.score - a.score)
	const keep = (
		some: readonly MemoryHit[],
		wanted: (hit: MemoryHit) => boolean,
		reason: TracedMiss['reason'],
	) => {
		for (const hit of some) if (!wanted(hit)) missed.push({ hit, reason })
		return some.filter(wanted)
	}
	const unseen = keep(found, hit => !isVisible(hit.text), 'visible')
	// What may only be the same question pushes nothing out.
	const best = (unseen.find(({ isHollow }) => !isHollow) ?? unseen[0])?.score ?? 0
	const near = keep(unseen, hit => hit.score >= best * LEAST_SCORE_SHARE || isSure(hit), 'weak')
	const apart = new Set(withoutNearDuplicates(near, MOST_FOUND))
	const there = new Set(existingHits([...apart]))
	const hits = keep(
		keep(near, hit => apart.has(hit), 'duplicate'),
		hit => there.has(hit),
		'gone',
	)
	const unsure = !hits.some(isSure)
	const limit = unsure ? Math.min(limitTokens, UNSURE_TOKENS) : limitTokens
	// What stands in the conversation is not shown again; that it says otherwise is.
	const inSight = found.filter(hit => !unseen.includes(hit))
	const nearby = all.flatMap(each => [...each.hits, ...each.missed.map(({ hit }) => hit)])
	const context = contextText(await datedHits(hits, store, { found: inSight, nearby }), {
		limitTokens: limit,
		count: estimateText,
		isUnsure: unsure,
	})
	const left = context ? context.left : hits
	missed.push(...left.map((hit): TracedMiss => ({ hit, reason: 'budget' })))
	missed.push(
		...missedOf(
			all.flatMap(each => each.missed),
			[...hits, ...missed.map(({ hit }) => hit)],
		),
	)
	const put: readonly DatedHit[] = context?.put ?? []
	return {
		text: context?.text,
		trace: {
			prompt: asked.text,
			put,
			missed: missed.slice(0, MOST_MISSED),
			tokens: context?.tokens ?? 0,
			limitTokens: limit,
			...(lag && { lag }),
		},
	}
}

/** What was found in one search is not missed in the other. */
function missedOf(missed: readonly MemoryMiss[], known: readonly MemoryHit[]): readonly MemoryMiss[] {
	const texts = new Set(known.map(({ text }) => text))
	return missed
		.filter(({ hit: { text } }) => !texts.has(text) && texts.add(text))
		.toSorted((a, b) => b.hit.score - a.hit.score)
}

/** A prompt that is about something else has little in common with anything. */
function isSure({ evidence, lists }: MemoryHit): boolean {
	const isByVectorAlone = lists.every(({ list }) => list === 'vectors')
	return evidence >= (isByVectorAlone ? ALIKE_EVIDENCE : SURE_EVIDENCE)
}

const MOST_FOUND = 10
const MOST_MISSED = 20
/** Of the best score: what is far behind it and not sure is there for a word, not for the question. */
const LEAST_SCORE_SHARE = 0.4
const OWN_EVIDENCE = 0.84
const OTHER_EVIDENCE = 0.9
const SURE_EVIDENCE = 0.96
/** Of what an embedder finds alike as well. */
const ALIKE_EVIDENCE = 0.4
/** An unrelated prompt never has more in front of it. */
const UNSURE_TOKENS = 200
