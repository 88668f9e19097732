// Search through a transcript: what is looked for, where it was found, and how it is marked in painted rows.

import { cutFilesOf, searchText } from '../blocks/block-text.ts'
import { type BlockId, compareIds, type NumberedBlock } from '../state/block-ids.ts'
import { SEQUENCE } from '../text/painted-row.ts'
import type { LoggedTranscript, Stretch } from './transcript.ts'

/** `count`: occurrences in the block itself, `kept`: those in the whole of an output that was cut in it. The block itself is not held. */
export type TranscriptHit = { id: BlockId; at: Stretch['at']; count: number; kept: number }

export type TranscriptSearch = {
	query: string
	expression: RegExp
	/** In the order of the transcript. */
	hits: readonly TranscriptHit[]
	/** All of it has been looked through. */
	isComplete: boolean
}

/** A regular expression over lines, or the words as they are where they are none; capitals count once there is one. */
export function searchExpression(query: string): RegExp {
	const flags = /\p{Lu}/u.test(query.replaceAll(/\\./g, '')) ? 'gmu' : 'gimu'
	try {
		return new RegExp(query, flags)
	} catch {
		return new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), flags.replace('u', ''))
	}
}

/**
 * Looks through all of it from its end, and tells what it has found after each stretch. Between two stretches others have
 * their turn.
 * @param readArtefact - the whole of what was cut; left out, it is not looked into
 */
export async function* searched(
	transcript: LoggedTranscript,
	query: string,
	readArtefact: ((path: string) => Promise<string | undefined>) | undefined,
	signal: AbortSignal,
): AsyncIterable<TranscriptSearch> {
	const expression = searchExpression(query)
	let hits: readonly TranscriptHit[] = []
	for await (const { blocks, at } of transcript.stretches('back', 'end')) {
		const found: TranscriptHit[] = []
		for (const block of blocks) {
			const count = countIn(searchText(block.block), expression)
			// The whole has both ends of it, which have been counted.
			const whole = readArtefact ? await countKept(block, expression, readArtefact) : 0
			const kept = Math.max(0, whole - count)
			if (count + kept > 0) found.push({ id: block.id, at, count, kept })
		}
		if (signal.aborted) return
		hits = [...found, ...hits]
		yield { query, expression, hits, isComplete: false }
		await new Promise(resolve => setImmediate(resolve))
		if (signal.aborted) return
	}
	yield { query, expression, hits, isComplete: true }
}

async function countKept(
	{ block }: NumberedBlock,
	expression: RegExp,
	readArtefact: (path: string) => Promise<string | undefined>,
): Promise<number> {
	let count = 0
	for (const path of cutFilesOf(block)) {
		const text = await readArtefact(path)
		if (text !== undefined) count += countIn(text, expression)
	}
	return count
}

export function countIn(text: string, expression: RegExp): number {
	let count = 0
	for (const [found] of text.matchAll(expression)) {
		if (found !== '') count++
		if (count >= MOST_COUNTED) break
	}
	return count
}

const MOST_COUNTED = 10_000

/** One occurrence: which hit, and which of those in it. */
export type HitPlace = { hit: number; occurrence: number }

/** The occurrence after a place, or before it; round to the other end where there is none. */
export function nextPlace(
	hits: readonly TranscriptHit[],
	from: { place: HitPlace | undefined; block: NumberedBlock | undefined },
	direction: -1 | 1,
): HitPlace | undefined {
	if (hits.length === 0) return undefined
	const { place, block } = from
	const current = place && hits[place.hit]
	if (place && current) {
		const occurrence = place.occurrence + direction
		if (occurrence >= 0 && occurrence < total(current)) return { hit: place.hit, occurrence }
		const hit = (place.hit + direction + hits.length) % hits.length
		return { hit, occurrence: direction > 0 ? 0 : total(hits[hit]) - 1 }
	}
	const isBeyond = (hit: TranscriptHit) =>
		block === undefined || direction * compareIds(hit.id, block.id) >= 0
	const found = direction > 0 ? hits.findIndex(isBeyond) : hits.findLastIndex(isBeyond)
	const hit = found >= 0 ? found : direction > 0 ? 0 : hits.length - 1
	return { hit, occurrence: direction > 0 ? 0 : total(hits[hit]) - 1 }
}

/** `3/17`, with `…` while more may be found. */
export function countText({ hits, isComplete }: TranscriptSearch, place: HitPlace | undefined): string {
	const all = hits.reduce((sum, hit) => sum + total(hit), 0)
	const before = place ? hits.slice(0, place.hit).reduce((sum, hit) => sum + total(hit), 0) : 0
	const number = place ? before + place.occurrence + 1 : 0
	return `${number}/${all}${isComplete ? '' : '…'}`
}

function total(hit: TranscriptHit | undefined): number {
	return hit ? hit.count + hit.kept : 0
}

/** @param mark - puts looks around a piece of painted text that ends with what it began with */
export function marked(row: string, expression: RegExp): string {
	const pieces = row.split(SEQUENCE)
	const text = pieces.filter((_, index) => index % 2 === 0).join('')
	const ranges = Array.from(text.matchAll(expression), match => [match.index, match.index + match[0].length])
	if (ranges.every(([from = 0, to = 0]) => from === to)) return row
	let out = ''
	let at = 0
	for (const [index, piece] of pieces.entries()) {
		// Sequences are kept where they are, in the midst of what is marked too.
		if (index % 2 === 1) out += piece
		else {
			for (let from = 0; from < piece.length; ) {
				const range = ranges.find(([, end = 0]) => end > at + from)
				const [start = Number.POSITIVE_INFINITY, end = Number.POSITIVE_INFINITY] = range ?? []
				const isInside = at + from >= start
				const to = Math.min(piece.length, (isInside ? end : start) - at)
				out += isInside ? `${MARK}${piece.slice(from, to)}${UNMARK}` : piece.slice(from, to)
				from = to
			}
			at += piece.length
		}
	}
	return out
}

const MARK = '\x1b[7m'
const UNMARK = '\x1b[27m'
