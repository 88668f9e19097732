// The facts of `facts/blind.ts`, `facts/unseen.ts` and `facts/sealed.ts` as the probe plants them.

import type { BlindFact } from './facts/blind.ts'
import { misspell, type PlantedFact, type PlantedKind, type ProbeSet } from './probe-questions.ts'

/** @param sealed - all of it is one set that is only counted */
export function blindSet(facts: readonly BlindFact[], sealed?: ProbeSet): readonly PlantedFact[] {
	return facts.map((fact, index) => {
		const { text, later, proof, near, language, other, isHeldBack } = fact
		const kind = kindOf(fact)
		const keywords = near.match(/[\p{L}\p{N}_/.-]{4,}|\p{Lo}+/gu)?.join(' ') ?? near
		const planted = {
			kind,
			set: sealed ?? (isHeldBack ? ('blind, held back' as const) : ('blind' as const)),
			text,
			near,
			language,
			other,
			keywords,
			misspelt: misspell(near, index),
		}
		if (later === undefined || later === '/rewind') return { ...planted, proof }
		if (kind === 'told to forget') return { ...planted, proof, correction: later, newProof: later }
		return { ...planted, proof: text, correction: later, newProof: proof }
	})
}

function kindOf({ kind, later }: BlindFact): PlantedKind {
	if (kind === 'takenback') return later === '/rewind' ? 'taken back' : 'told to forget'
	return KINDS[kind]!
}

const KINDS: Readonly<Record<string, PlantedKind>> = {
	paste: 'in a paste',
	file: 'in a file',
	output: 'in an output',
	written: 'written',
	thought: 'thought',
	error: 'failed',
	german: 'german',
	japanese: 'japanese',
	romance: 'romance',
	corrected: 'corrected',
	elliptic: 'elliptical',
	forked: 'before a fork',
	old: 'long ago',
	renamed: 'renamed',
	number: 'said',
	table: 'in a table',
	subagent: 'sub-agent',
}
