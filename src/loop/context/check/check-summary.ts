// The check of a summary: what it has lost is kept as a list of sentences next to it, as far as there is room.

import type { CompactionCheck, KeptFact } from '../../../core/events.ts'
import { type Message, textOf } from '../../../core/messages.ts'
import type { Count } from '../../../core/text/cut-text.ts'
import { lostFacts } from './lost-facts.ts'
import { type Statement, sentencesOf, statementsIn } from './statements.ts'

export type CheckInput = {
	leaving: readonly Message[]
	staying: readonly Message[]
	/** What the compaction before had written and kept; it leaves as well. */
	before: { summary: string | undefined; facts: readonly KeptFact[]; said: readonly string[] }
	/** Of this compaction, as it will be sent. */
	summary: string
	pinned: string
	isSaid(message: Message): boolean
	limitTokens: number
	count: Count
}

export function checkSummary(input: CheckInput): { check: CompactionCheck | undefined; text: string } {
	const { leaving, staying, before, summary, pinned, isSaid, limitTokens, count } = input
	const statements: readonly Statement[] = [
		...(before.summary === undefined ? [] : sentencesOf(before.summary, 'model', BEFORE)),
		...before.said.flatMap(text => sentencesOf(text, 'user', BEFORE)),
		...before.facts.map(({ by, text }) => ({ by, text, at: BEFORE })),
		...statementsIn(leaving, isSaid),
	]
	const newer = statementsIn(staying, isSaid).map(each => ({ ...each, at: each.at + leaving.length }))
	const kept = staying.map(({ content }) => textOf(content))
	const lost = lostFacts([...statements, ...newer], statements.length, {
		told: [summary, pinned],
		staying: kept,
	})
	if (lost.length === 0) return { check: undefined, text: '' }
	let left = limitTokens - count(`${TITLE}\n\n`)
	const facts: KeptFact[] = []
	for (const { kind, by, text } of lost) {
		const tokens = count(`${lineOf({ kind, by, text })}\n`)
		// A shorter one further down may still fit.
		if (tokens > left) continue
		left -= tokens
		facts.push({ kind, by, text })
	}
	const check = { found: lost.length, pinned: facts, left: lost.length - facts.length }
	return { check, text: facts.length === 0 ? '' : [TITLE, ...facts.map(lineOf)].join('\n') }
}

/** Long before the oldest message that leaves. */
const BEFORE = -1_000
const TITLE = '## What the summary left out, as it was said'
const SPEAKERS: Record<KeptFact['by'], string> = { user: 'the user', model: 'you', error: 'printed' }

/** Nothing that was printed must look like a section of its own. */
function lineOf({ by, text }: KeptFact): string {
	return `- ${SPEAKERS[by]}: ${by === 'error' ? JSON.stringify(text) : text}`
}
