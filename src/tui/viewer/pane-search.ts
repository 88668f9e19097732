// The search in a pane: what is looked for in its transcript, and the occurrence that the pane shows.

import { messageOf } from '../../core/errors.ts'
import { keyHint } from '../input/key-names.ts'
import { compareIds, sameId } from '../state/block-ids.ts'
import { plainRow } from '../text/painted-row.ts'
import type { ViewerHost } from './host.ts'
import type { Pane } from './pane.ts'
import {
	countIn,
	countText,
	type HitPlace,
	nextPlace,
	searched,
	type TranscriptHit,
	type TranscriptSearch,
} from './search.ts'

export class PaneSearch {
	readonly #pane: Pane
	readonly #host: ViewerHost
	readonly #readArtefact: ((path: string) => Promise<string | undefined>) | undefined
	#found: TranscriptSearch | undefined
	#place: HitPlace | undefined
	#direction: -1 | 1 = 1
	#stop: AbortController | undefined

	/** @param readArtefact - the whole of what was cut; left out, it is not looked into */
	constructor(
		pane: Pane,
		host: ViewerHost,
		readArtefact: ((path: string) => Promise<string | undefined>) | undefined,
	) {
		this.#pane = pane
		this.#host = host
		this.#readArtefact = readArtefact
	}

	get expression(): RegExp | undefined {
		return this.#found?.expression
	}

	get query(): string | undefined {
		return this.#found?.query
	}

	/** An occurrence has been gone to. */
	get hasPlace(): boolean {
		return this.#place !== undefined
	}

	/** What is looked for, and `3/17`. */
	text(): string {
		return this.#found ? `${this.#found.query} ${countText(this.#found, this.#place)}` : ''
	}

	stop(): void {
		this.#stop?.abort()
	}

	/** @param query - where it is empty, what was looked for before */
	start(query: string, direction: -1 | 1): void {
		if (query === '') {
			this.#direction = direction
			return this.next(false)
		}
		this.stop()
		const stop = new AbortController()
		this.#stop = stop
		this.#found = undefined
		this.#place = undefined
		this.#direction = direction
		void this.#lookThrough(query, stop.signal).catch((error: unknown) => this.#host.say(messageOf(error)))
	}

	/** To the next in the direction of the search, or against it. */
	next(isReversed: boolean): void {
		const direction = isReversed === (this.#direction === 1) ? -1 : 1
		this.#host.load(async () => {
			const found = this.#found
			if (!found) return
			// The cursor may have gone elsewhere since.
			const hit = this.#place && found.hits[this.#place.hit]
			const current = this.#pane.current()
			const isThere = hit && current && sameId(hit.id, current.id)
			const from = { place: isThere ? this.#place : undefined, block: current }
			await this.#toHit(found.hits, nextPlace(found.hits, from, direction))
		})
	}

	async #lookThrough(query: string, signal: AbortSignal): Promise<void> {
		const pane = this.#pane
		const from = pane.current()
		const isAtEnd = pane.isFollowing
		let toldMs = Number.NEGATIVE_INFINITY
		for await (const search of searched(pane.transcript, query, this.#readArtefact, signal)) {
			// What is found later stands before what has been found.
			const added = search.hits.length - (this.#found?.hits.length ?? 0)
			if (this.#place) this.#place = { ...this.#place, hit: this.#place.hit + added }
			this.#found = search
			const first = search.hits[0]?.id
			const isReached = first && from && compareIds(from.id, first) >= 0
			// From the end the newest is wanted, and elsewhere the next one: both are found first, for it begins there.
			if (!this.#place && search.hits.length > 0 && (isAtEnd || isReached || search.isComplete)) {
				const direction = isAtEnd ? -1 : this.#direction
				const place = nextPlace(
					search.hits,
					{ place: undefined, block: isAtEnd ? undefined : from },
					direction,
				)
				await this.#toHit(search.hits, place)
			}
			if (search.isComplete && search.hits.length === 0) this.#host.say(`Nothing is like ${query}`)
			// The count need not be seen at each of its steps.
			const nowMs = performance.now()
			if (!search.isComplete && nowMs - toldMs < TELL_EVERY_MS && this.#place) continue
			toldMs = nowMs
			this.#host.changed()
		}
	}

	async #toHit(hits: readonly TranscriptHit[], place: HitPlace | undefined): Promise<void> {
		const hit = place && hits[place.hit]
		const pane = this.#pane
		const expression = this.#found?.expression
		if (!hit || !place || !expression) return
		this.#place = place
		if (!pane.find(hit.id)) await pane.transcript.goTo({ blocks: [], at: hit.at })
		const block = pane.find(hit.id)
		if (!block) return
		const row = rowOf(pane.rowsOf(block), expression, place.occurrence)
		if (row === undefined && place.occurrence < hit.count && pane.foldOf(block) !== 'open') pane.unfold(block)
		const shown = row ?? rowOf(pane.rowsOf(block), expression, place.occurrence) ?? 0
		pane.to({ id: block.id, row: shown }, Math.floor(pane.height / 3))
		if (place.occurrence >= hit.count) {
			const opens = keyHint(this.#host.bindings, 'viewer', 'open', 'opens the whole')
			this.#host.say(opens === '' ? 'In what was cut of it' : `In what was cut of it: ${opens}`)
		}
	}
}

const TELL_EVERY_MS = 100

/** @returns the row with an occurrence, or undefined where the rows have fewer */
function rowOf(rows: readonly string[], expression: RegExp, occurrence: number): number | undefined {
	let seen = 0
	for (const [index, row] of rows.entries()) {
		seen += countIn(plainRow(row), expression)
		if (seen > occurrence) return index
	}
	return undefined
}
