// The memory report: what was put in front of a prompt, from which list and with which score, what just missed, and why.

import type { IndexLag, MemoryHit, MemoryTrace, TracedMiss } from '../memory.ts'

/** A row for each passage, `place` and what there is to say of it; `text` is foreign. */
export type ReportRow = { place: string; why: string; text: string }

export type MemoryReport = { summary: string; put: readonly ReportRow[]; missed: readonly ReportRow[] }

export function memoryReport({ put, missed, tokens, limitTokens, skipped }: MemoryTrace): MemoryReport {
	if (skipped !== undefined) return { summary: `Nothing was looked for: ${skipped}.`, put: [], missed: [] }
	const count = put.length === 1 ? '1 passage' : `${put.length} passages`
	const summary =
		put.length === 0
			? 'Nothing was put in front of it.'
			: `${count} in front of it, ${tokens} of at most ${limitTokens} tokens.`
	return {
		summary,
		put: put.map(hit => rowOf(hit, [...scores(hit), ...changes(hit)])),
		missed: missed.map(miss => rowOf(miss.hit, [REASONS[miss.reason], ...scores(miss.hit)])),
	}
}

const REASONS: Record<TracedMiss['reason'], string> = {
	threshold: 'holds too little of what was asked',
	duplicate: 'says the same as a better one',
	limit: 'behind as many as are taken',
	visible: 'the model sees it anyway',
	weak: 'far behind the best',
	budget: 'no room for it',
	gone: 'its session was deleted',
}

function rowOf({ source, seq, text }: MemoryHit, why: readonly string[]): ReportRow {
	const place = source.kind === 'notes' ? source.path : `${source.name}:${seq}`
	const short = text.replaceAll(/\s+/g, ' ')
	return { place, why: why.join(', '), text: short.length > SHOWN ? `${short.slice(0, SHOWN)}…` : short }
}

const SHOWN = 160

function scores({ score, coverage, lists }: MemoryHit): readonly string[] {
	const places = lists.map(({ list, rank, score: own }) => `${list} ${rank} (${figure(own)})`)
	return [`score ${figure(score)}`, `covers ${Math.round(coverage * 100)} %`, ...places]
}

function changes(hit: MemoryTrace['put'][number]): readonly string[] {
	const state = hit.fileNow?.state
	return [
		...(hit.corrections.length > 0 ? [`${hit.corrections.length} said later beside it`] : []),
		...(state === undefined || state === 'same' ? [] : [`file ${state}`]),
	]
}

function figure(value: number): string {
	return value >= 1 ? value.toFixed(1) : value.toPrecision(2)
}

/** Says that what was not found may be there all the same. */
export function lagText({ sessions, ofSessions, bytes }: IndexLag): string {
	const size = `${(bytes / 1_000_000).toFixed(1)} MB`
	return `The index is being brought up to date: ${sessions} of ${ofSessions} sessions are not read yet, or not to their end (${size}); what they hold may be missing.`
}
