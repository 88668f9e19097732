// The transcript viewer without its drawing: panes over transcripts, one above the other, and what keys do in them.

import { messageOf } from '../../core/errors.ts'
import type { SessionId } from '../../core/ids.ts'
import type { RuntimeQueries } from '../../core/runtime-port.ts'
import { blockSource, codeBlocks, cutFilesOf } from '../blocks/block-text.ts'
import { hasMore } from '../blocks/folded-rows.ts'
import type { KeyPress } from '../input/key-press.ts'
import { actionOf, goesThroughList } from '../input/keymap.ts'
import { compareIds, type NumberedBlock, sameId } from '../state/block-ids.ts'
import type { Block, CallView } from '../state/view-block.ts'
import { sanitize } from '../text/sanitize.ts'
import type { Theme } from '../text/theme.ts'
import { expandedBlock } from '../transcript/block-rows.ts'
import { type Highlighter, loadHighlighter } from '../transcript/markdown/highlight.ts'
import { isEdit, isFailure, isPrompt } from './block-kinds.ts'
import { paneFrame, paneWidth, statusRow } from './frame.ts'
import { Pane, type PanePlace } from './pane.ts'
import { pieceReader } from './pieces.ts'
import {
	countIn,
	countText,
	type HitPlace,
	nextPlace,
	searched,
	type TranscriptHit,
	type TranscriptSearch,
} from './search.ts'
import { type LoggedTranscript, LogTranscript, wholeTranscript } from './transcript.ts'

/** What reaches beyond the viewer. Each left out where there is no such thing. */
export type ViewerReach = Pick<RuntimeQueries, 'readLog' | 'readArtefact'> & {
	/** @returns what to say of it */
	copy(text: string): string
	edit?(text: string): Promise<unknown>
	/** @returns where it was written */
	exportSession?(): Promise<string>
	/** To before the run that a prompt began, by the number of its event. It closes the viewer when it can be done. */
	rewind?(promptSeq: number): Promise<string | undefined>
	fork?(promptSeq: number): Promise<string | undefined>
}

type Looking = {
	pane: Pane
	search: TranscriptSearch | undefined
	place: HitPlace | undefined
	stopSearch: AbortController | undefined
}

export class Viewer {
	readonly #theme: Theme
	readonly #reach: ViewerReach
	readonly #onClose: () => void
	readonly #listeners = new Set<() => void>()
	#stack: Looking[]
	#columns = 80
	#rows = 24
	#version = 0
	#message = ''
	/** The first key of two. */
	#pending = ''
	/** What is being typed to be looked for. */
	#query: { text: string; direction: -1 | 1 } | undefined
	#direction: -1 | 1 = 1
	#highlighter: Highlighter | undefined
	#loading: Promise<unknown> = Promise.resolve()
	#loads = 0
	#isClosed = false
	#before: PanePlace | undefined

	constructor(transcript: LoggedTranscript, parts: { theme: Theme; reach: ViewerReach; onClose(): void }) {
		this.#theme = parts.theme
		this.#reach = parts.reach
		this.#onClose = parts.onClose
		this.#stack = [this.#looking(transcript, 'Transcript')]
	}

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}

	readonly version = (): number => this.#version

	/** Something may have come. */
	refresh(): void {
		if (this.#stack[0]?.pane.transcript.refresh()) this.#changed()
	}

	/** Makes code blocks colourful from now on. */
	async loadColours(): Promise<void> {
		this.#highlighter = await loadHighlighter()
		for (const { pane } of this.#stack) pane.forgetRows()
		this.#changed()
	}

	/** Opens the newest block that was cut, where it stands near the end, and puts the cursor there. */
	openCut(): void {
		const { pane } = this.#now
		const isCut = ({ block }: NumberedBlock) => hasMore(block)
		const blocks = pane.transcript.blocks().slice(-NEAR_END)
		const newest = blocks.findLast(isCut)
		if (!newest) return
		pane.fold(newest, 'open')
		pane.to({ id: newest.id, row: 0 })
	}

	frame(columns: number, rows: number): readonly string[] {
		this.#columns = columns
		this.#rows = rows
		const { pane, search } = this.#now
		pane.resize(paneWidth(columns), rows - 1)
		const shown = paneFrame(pane, { columns, theme: this.#theme, expression: search?.expression })
		return [...shown, this.#statusRow()]
	}

	/** Has more at hand before somebody gets there; to be called when a frame is on the screen. */
	loadNear(): void {
		const { pane } = this.#now
		const { transcript } = pane
		if (this.#loads > 0) return
		const near = pane.nearness()
		if (near === 'start' && transcript.hasEarlier) this.#load(() => transcript.earlier())
		else if (near === 'end' && transcript.hasLater) this.#load(() => transcript.later())
	}

	/** @returns whether the key was for it: all but those that suspend the program and draw it again */
	press(press: KeyPress): boolean {
		if (goesThroughList(press)) return false
		this.#message = ''
		if (this.#query) this.#typeQuery(press)
		else if (press.kind === 'text') for (const key of press.text) this.#key({ ...press, text: key })
		else this.#key(press)
		this.#changed()
		return true
	}

	close(): void {
		this.#isClosed = true
		for (const { stopSearch } of this.#stack) stopSearch?.abort()
	}

	get #now(): Looking {
		const top = this.#stack.at(-1)
		if (!top) throw new Error('the viewer has no pane')
		return top
	}

	#looking(transcript: LoggedTranscript, title: string): Looking {
		const look = { theme: this.#theme, highlighter: () => this.#highlighter }
		const pane = new Pane(transcript, title, look)
		return { pane, search: undefined, place: undefined, stopSearch: undefined }
	}

	#changed(): void {
		this.#version++
		for (const listener of this.#listeners) listener()
	}

	#statusRow(): string {
		const { pane, search, place } = this.#now
		const { transcript, title } = pane
		if (this.#query) {
			const sign = this.#query.direction > 0 ? '/' : '?'
			return statusRow([`${sign}${this.#query.text}▏`], this.#columns, this.#theme)
		}
		const share = Math.round(100 * transcript.share(pane.current()))
		const where = pane.isFollowing && !transcript.hasLater ? 'end' : `${share}%`
		const found = search ? `${search.query} ${countText(search, place)}` : ''
		const hints = this.#columns >= 60 ? HINTS : 'Esc closes'
		return statusRow([title, where, found, this.#message || hints], this.#columns, this.#theme)
	}

	#key(press: Exclude<KeyPress, { kind: 'paste' }> | KeyPress): void {
		const pressed = press.kind === 'key' ? press.chord : press.text
		const pending = this.#pending
		this.#pending = ''
		if (pending === 'm' || pending === "'") return this.#mark(pending, pressed)
		if (pending === 'Y') return this.#copyCode(Number(pressed))
		const typed = pending + pressed
		if (typed === 'z') {
			this.#pending = 'z'
			return
		}
		this.#act(actionOf('viewer', press.kind === 'text' ? { ...press, text: typed } : press))
	}

	#act(action: ReturnType<typeof actionOf<'viewer'>>): void {
		const { pane } = this.#now
		const page = Math.max(1, pane.height - 2)
		switch (action) {
			case 'close':
				return this.#pop()
			case 'up':
				return this.#move(() => pane.by(-1), 'earlier')
			case 'down':
				return this.#move(() => pane.by(1), 'later')
			case 'page-up':
				return this.#move(() => pane.scroll(-page), 'earlier')
			case 'page-down':
				return this.#move(() => pane.scroll(page), 'later')
			case 'half-page-up':
				return this.#move(() => pane.scroll(-Math.ceil(page / 2)), 'earlier')
			case 'half-page-down':
				return this.#move(() => pane.scroll(Math.ceil(page / 2)), 'later')
			case 'first':
				return this.#load(async () => {
					this.#remember()
					await pane.transcript.toStart()
					pane.toFirst()
				})
			case 'last':
				return this.#load(async () => {
					this.#remember()
					await pane.transcript.toEnd()
					pane.toLast()
				})
			case 'search':
			case 'search-back':
				this.#query = { text: '', direction: action === 'search' ? 1 : -1 }
				return
			case 'next-match':
				return this.#nextMatch(this.#direction)
			case 'previous-match':
				return this.#nextMatch(this.#direction === 1 ? -1 : 1)
			case 'previous-prompt':
				return this.#jump(-1, isPrompt)
			case 'next-prompt':
				return this.#jump(1, isPrompt)
			case 'previous-edit':
				return this.#jump(-1, isEdit)
			case 'next-edit':
				return this.#jump(1, isEdit)
			case 'previous-failure':
				return this.#jump(-1, isFailure)
			case 'next-failure':
				return this.#jump(1, isFailure)
			case 'previous-cut':
				return this.#jump(-1, hasMore, true)
			case 'open-fold':
			case 'close-fold':
			case 'toggle-fold':
				return this.#fold(action)
			case 'fold-all':
				return pane.foldAll('line')
			case 'open-all':
				return pane.foldAll('open')
			case 'open':
				return this.#open()
			case 'copy':
				return this.#copy()
			case 'copy-code':
				return this.#copyCode(undefined)
			case 'edit':
				return this.#edit()
			case 'export':
				return this.#told(async () => {
					const file = await this.#reach.exportSession?.()
					return file === undefined ? 'Sessions cannot be exported here.' : `Written to ${sanitize(file)}`
				})
			case 'rewind':
				return this.#atPrompt(this.#reach.rewind)
			case 'fork':
				return this.#atPrompt(this.#reach.fork)
			case 'mark':
				this.#pending = 'm'
				return
			case 'to-mark':
				this.#pending = "'"
				return
			case 'toggle-raw':
				return pane.toggleRaw()
			case undefined:
				return
		}
	}

	#pop(): void {
		this.#now.stopSearch?.abort()
		if (this.#stack.length === 1) return this.#onClose()
		this.#stack.pop()
	}

	#push(transcript: LoggedTranscript, title: string): void {
		this.#stack.push(this.#looking(transcript, title))
		const { pane } = this.#now
		pane.resize(paneWidth(this.#columns), this.#rows - 1)
	}

	/** What is not at hand yet is fetched, and then it goes on. */
	#move(move: () => boolean, towards: 'earlier' | 'later'): void {
		const { transcript } = this.#now.pane
		if (move()) return
		const isMore = towards === 'earlier' ? transcript.hasEarlier : transcript.hasLater
		if (isMore)
			this.#load(async () => {
				await transcript[towards]()
				move()
			})
	}

	/** One after the other: a key that comes meanwhile is for what is there then. */
	#load(work: () => Promise<unknown>): void {
		this.#loads++
		this.#loading = this.#loading
			.then(() => (this.#isClosed ? undefined : work()))
			.catch((error: unknown) => {
				this.#message = messageOf(error)
			})
			.finally(() => {
				this.#loads--
				this.#changed()
			})
	}

	#told(work: () => Promise<string | undefined>): void {
		work().then(
			text => this.#say(text ?? ''),
			(error: unknown) => this.#say(messageOf(error)),
		)
	}

	#say(text: string): void {
		this.#message = text
		this.#changed()
	}

	#remember(): void {
		this.#before = this.#now.pane.cursor()
	}

	#typeQuery(press: KeyPress): void {
		const query = this.#query
		if (!query) return
		if (press.kind !== 'key') {
			query.text += press.text.replaceAll(/[\x00-\x1f\x7f-\x9f]+/g, ' ')
			return
		}
		switch (actionOf('viewer-search', press)) {
			case 'accept':
				this.#query = undefined
				return this.#search(query.text === '' ? this.#now.search?.query : query.text, query.direction)
			case 'close':
				this.#query = undefined
				return
			case 'delete-left':
				if (query.text === '') this.#query = undefined
				query.text = [...query.text].slice(0, -1).join('')
				return
			case 'delete-all':
				query.text = ''
				return
			case undefined:
				return
		}
	}

	#search(query: string | undefined, direction: -1 | 1): void {
		const looking = this.#now
		if (query === undefined || query === '') return
		looking.stopSearch?.abort()
		const stop = new AbortController()
		Object.assign(looking, { stopSearch: stop, search: undefined, place: undefined })
		this.#direction = direction
		this.#remember()
		void this.#lookThrough(looking, query, stop.signal).catch((error: unknown) => this.#say(messageOf(error)))
	}

	async #lookThrough(looking: Looking, query: string, signal: AbortSignal): Promise<void> {
		const { pane } = looking
		const from = pane.current()
		const isAtEnd = pane.isFollowing
		let toldMs = Number.NEGATIVE_INFINITY
		const { readArtefact } = this.#reach
		for await (const search of searched(pane.transcript, query, readArtefact, signal)) {
			// What is found later stands before what has been found.
			const added = search.hits.length - (looking.search?.hits.length ?? 0)
			if (looking.place) looking.place = { ...looking.place, hit: looking.place.hit + added }
			looking.search = search
			const first = search.hits[0]?.id
			const isReached = first && from && compareIds(from.id, first) >= 0
			// From the end the newest is wanted, and elsewhere the next one: both are found first, for it begins there.
			if (!looking.place && search.hits.length > 0 && (isAtEnd || isReached || search.isComplete)) {
				const direction = isAtEnd ? -1 : this.#direction
				const place = nextPlace(
					search.hits,
					{ place: undefined, block: isAtEnd ? undefined : from },
					direction,
				)
				await this.#toHit(looking, search.hits, place)
			}
			if (search.isComplete && search.hits.length === 0) this.#message = `Nothing is like ${query}`
			// The count need not be seen at each of its steps.
			const nowMs = performance.now()
			if (!search.isComplete && nowMs - toldMs < TELL_EVERY_MS && looking.place) continue
			toldMs = nowMs
			this.#changed()
		}
	}

	#nextMatch(direction: -1 | 1): void {
		const looking = this.#now
		this.#load(async () => {
			const { search, place, pane } = looking
			if (!search) return
			// The cursor may have gone elsewhere since.
			const hit = place && search.hits[place.hit]
			const current = pane.current()
			const isThere = hit && current && sameId(hit.id, current.id)
			const from = { place: isThere ? place : undefined, block: current }
			await this.#toHit(looking, search.hits, nextPlace(search.hits, from, direction))
		})
	}

	async #toHit(looking: Looking, hits: readonly TranscriptHit[], place: HitPlace | undefined): Promise<void> {
		const hit = place && hits[place.hit]
		const { pane, search } = looking
		if (!hit || !place || !search) return
		looking.place = place
		if (!pane.find(hit.id)) await pane.transcript.goTo({ blocks: [], at: hit.at })
		const block = pane.find(hit.id)
		if (!block) return
		const row = rowOf(pane.rowsOf(block), search.expression, place.occurrence)
		if (row === undefined && place.occurrence < hit.count && pane.foldOf(block) !== 'open')
			pane.fold(block, 'open')
		const shown = row ?? rowOf(pane.rowsOf(block), search.expression, place.occurrence) ?? 0
		pane.to({ id: block.id, row: shown }, Math.floor(pane.height / 3))
		if (place.occurrence >= hit.count) this.#message = 'In what was cut of it: Enter opens the whole'
	}

	/** To the next block that is such a one, however far away. */
	#jump(direction: -1 | 1, isSuch: (block: Block) => boolean, isOpened = false): void {
		const { pane } = this.#now
		const { transcript } = pane
		const isWanted = ({ block }: NumberedBlock) => isSuch(block)
		const goTo = (block: NumberedBlock) => {
			if (isOpened) pane.fold(block, 'open')
			pane.to({ id: block.id, row: 0 }, isOpened ? 0 : 1)
		}
		this.#remember()
		const near = pane.next(direction, isWanted)
		if (near) return goTo(near)
		this.#load(async () => {
			for await (const stretch of transcript.stretches(direction < 0 ? 'back' : 'on', 'window')) {
				if (this.#isClosed) return
				const found = direction < 0 ? stretch.blocks.findLast(isWanted) : stretch.blocks.find(isWanted)
				if (!found) continue
				await transcript.goTo(stretch)
				return goTo(pane.find(found.id) ?? found)
			}
			this.#message = direction < 0 ? 'There is none before this.' : 'There is none after this.'
		})
	}

	#fold(action: 'open-fold' | 'close-fold' | 'toggle-fold'): void {
		const { pane } = this.#now
		const block = pane.current()
		if (!block) return
		const fold = pane.foldOf(block)
		if (action === 'open-fold') pane.fold(block, fold === 'line' ? 'shown' : 'open')
		else if (action === 'close-fold') pane.fold(block, fold === 'open' ? 'shown' : 'line')
		else if (fold === 'shown') pane.fold(block, hasMore(block.block) ? 'open' : 'line')
		else pane.fold(block, 'shown')
	}

	#open(): void {
		const current = this.#now.pane.current()
		if (!current) return
		const { block } = current
		if (block.kind === 'explored') {
			const calls = block.calls.map((call, index) => ({
				id: { seq: 1, index },
				block: { kind: 'call', call } as const,
			}))
			return this.#push(wholeTranscript(calls), `Explored ${block.calls.length}`)
		}
		if (block.kind === 'call' && block.call.agentId && this.#reach.readLog) return this.#openAgent(block.call)
		const title = block.kind === 'call' ? `${block.call.tool} ${block.call.subject}` : TITLES[block.kind]
		this.#load(async () => {
			const whole = await this.#wholeOf(block)
			if (!whole) return this.#fold('toggle-fold')
			this.#push(wholeTranscript(whole), title ?? '')
			this.#now.pane.toFirst()
			// What was found in it is looked for in it.
			const { search, place } = this.#stack.at(-2) ?? {}
			if (search && place) this.#search(search.query, 1)
		})
	}

	#openAgent({ agentId, tool, subject }: CallView): void {
		const { readLog } = this.#reach
		if (!readLog || agentId === undefined) return
		this.#load(async () => {
			const transcript = new LogTranscript(pieceReader(readLog, agentId satisfies SessionId), undefined)
			await transcript.toEnd()
			this.#push(transcript, `${tool} ${subject}`)
		})
	}

	/** All there is of a block, in parts that are laid out one by one. */
	async #wholeOf(block: Block): Promise<readonly NumberedBlock[] | undefined> {
		const diff = block.kind === 'call' ? expandedBlock(block) : undefined
		if (diff?.isDiff) return [{ id: { seq: 1, index: 0 }, block: diff }]
		const text = await this.#wholeText(block)
		return text.trim() === '' ? undefined : partsOf(text)
	}

	async #wholeText(block: Block): Promise<string> {
		const texts: string[] = []
		for (const path of cutFilesOf(block)) {
			const text = await this.#reach.readArtefact?.(path)
			if (text !== undefined) texts.push(sanitize(text))
		}
		if (texts.length > 0) return texts.join('\n')
		if (block.kind === 'call') return block.call.result?.text ?? ''
		return expandedBlock(block)?.text ?? blockSource(block)
	}

	#copy(): void {
		const current = this.#now.pane.current()
		if (current) this.#message = this.#reach.copy(blockSource(current.block))
	}

	/** Of the answer at the cursor, or the one before it. */
	#copyCode(number: number | undefined): void {
		const { pane } = this.#now
		const isAnswer = ({ block }: NumberedBlock) => block.kind === 'answer'
		const current = pane.current()
		const answer = current && isAnswer(current) ? current : pane.next(-1, isAnswer)
		const codes = answer?.block.kind === 'answer' ? codeBlocks(answer.block.text) : []
		if (codes.length === 0) this.#message = 'There is no code in the answer.'
		else if (number === undefined && codes.length > 1) {
			this.#pending = 'Y'
			this.#message = `Which of ${codes.length}? 1–${Math.min(9, codes.length)}`
		} else {
			const code = codes[(number ?? 1) - 1]
			this.#message = code === undefined ? `There are ${codes.length}.` : this.#reach.copy(code)
		}
	}

	#edit(): void {
		const current = this.#now.pane.current()
		const { edit } = this.#reach
		if (!current) return
		if (!edit) {
			this.#message = 'There is no editor here.'
			return
		}
		this.#told(async () => {
			await edit(await this.#wholeText(current.block))
			return ''
		})
	}

	#atPrompt(go: ((promptSeq: number) => Promise<string | undefined>) | undefined): void {
		if (!go || this.#stack.length > 1) {
			this.#message = 'That goes only in the session that is open.'
			return
		}
		const { pane } = this.#now
		const isStart = ({ block }: NumberedBlock) => block.kind === 'prompt' && !block.isSteer
		const current = pane.current()
		const prompt = current && isStart(current) ? current : pane.next(-1, isStart)
		if (prompt) return this.#told(() => go(prompt.id.seq))
		this.#told(async () => {
			for await (const { blocks } of pane.transcript.stretches('back', 'window')) {
				const found = blocks.findLast(isStart)
				if (found) return go(found.id.seq)
			}
			return 'There is no prompt before this.'
		})
	}

	#mark(key: string, letter: string): void {
		const { pane } = this.#now
		const cursor = pane.cursor()
		if (key === 'm') {
			if (cursor && /^\p{L}$/u.test(letter)) pane.marks.set(letter, cursor)
			return
		}
		const place = letter === "'" ? this.#before : pane.marks.get(letter)
		if (!place) {
			this.#message = `There is no mark ${letter}.`
			return
		}
		this.#remember()
		if (pane.find(place.id)) return pane.to(place, 1)
		this.#load(async () => {
			for await (const stretch of pane.transcript.stretches('back', 'end')) {
				if (!stretch.blocks.some(({ id }) => sameId(id, place.id))) continue
				await pane.transcript.goTo(stretch)
				return pane.to(place, 1)
			}
		})
	}
}

const HINTS = '/ search · [ ] prompts · Enter opens · y copies · Esc closes'
const TITLES: Partial<Record<Block['kind'], string>> = {
	reasoning: 'Reasoning',
	output: 'Output',
	prompt: 'Prompt',
	answer: 'Answer',
}
const TELL_EVERY_MS = 100
/** What may be looked at when somebody asks for more of it. */
const NEAR_END = 60

/** @returns the row with an occurrence, or undefined where the rows have fewer */
function rowOf(rows: readonly string[], expression: RegExp, occurrence: number): number | undefined {
	let seen = 0
	for (const [index, row] of rows.entries()) {
		seen += countIn(plainRow(row), expression)
		if (seen > occurrence) return index
	}
	return undefined
}

function plainRow(row: string): string {
	return row.replaceAll(/\x1b\[[\d;:]*m|\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\)/g, '')
}

/** Long texts in parts, so that only those that are seen are laid out. */
function partsOf(text: string): readonly NumberedBlock[] {
	const lines = text.split('\n')
	return Array.from({ length: Math.ceil(lines.length / PART_LINES) }, (_, index) => {
		const part = lines.slice(index * PART_LINES, (index + 1) * PART_LINES).join('\n')
		return {
			id: { seq: 1, index },
			block: { kind: 'expanded', title: '', text: part, isDiff: false } as const,
		}
	})
}

const PART_LINES = 100
