// The transcript viewer without its drawing: panes over transcripts, one above the other, and what keys do in them.

import { messageOf } from '../../core/errors.ts'
import { isEdit, isFailure, isPrompt } from '../blocks/block-kinds.ts'
import type { FoldStates } from '../blocks/fold-states.ts'
import { hasMore } from '../blocks/folded-rows.ts'
import type { Bindings, KeyPress } from '../input/key-press.ts'
import { type ActionOf, actionOf, goesThroughList, KEYMAP } from '../input/keymap.ts'
import { BlockSelection } from '../mouse/block-selection.ts'
import type { MouseReport } from '../mouse/mouse-reports.ts'
import type { NumberedBlock } from '../state/block-ids.ts'
import type { Theme } from '../text/theme.ts'
import { type Highlighter, loadHighlighter } from '../transcript/markdown/highlight.ts'
import { copyCurrent, editCurrent, foldCurrent, openCurrent, promptSeq } from './block-actions.ts'
import { hasMinimap, paneFrame, paneWidth, statusHints, statusRow, withHints } from './frame.ts'
import type { ViewerHost } from './host.ts'
import { Minimap } from './minimap.ts'
import { Pane } from './pane.ts'
import { PaneSearch } from './pane-search.ts'
import { Questions } from './questions.ts'
import type { ViewerReach } from './reach.ts'
import type { LoggedTranscript } from './transcript.ts'
import { Travel } from './travel.ts'
import { ViewerClicks } from './viewer-clicks.ts'

type Looking = {
	pane: Pane
	search: PaneSearch
	travel: Travel
	minimap: Minimap
	selection: BlockSelection
}
type ViewerAction = ActionOf<'viewer'>

export class Viewer {
	readonly #theme: Theme
	readonly #reach: ViewerReach
	readonly #onClose: () => void
	readonly #host: ViewerHost
	readonly #listeners = new Set<() => void>()
	#stack: Looking[]
	#columns = 80
	#rows = 24
	#version = 0
	#message = ''
	/** The first key of two. */
	#pending = ''
	readonly #questions: Questions
	readonly #clicks = new ViewerClicks()
	#highlighter: Highlighter | undefined
	#loading: Promise<unknown> = Promise.resolve()
	#loads = 0
	#isClosed = false

	/** @param folds - of the session, as they were left */
	constructor(
		transcript: LoggedTranscript,
		parts: { theme: Theme; reach: ViewerReach; folds?: FoldStates; onClose(): void },
	) {
		this.#theme = parts.theme
		this.#reach = parts.reach
		this.#onClose = parts.onClose
		const isClosed = () => this.#isClosed
		const bindings = () => this.#bindings
		this.#host = {
			say: text => this.#say(text),
			changed: () => this.#changed(),
			load: work => this.#load(work),
			told: work => this.#told(work),
			push: (pushed, title, at) => {
				this.#push(pushed, title)
				if (at !== 'end') this.#now.pane.toFirst()
				return this.#now.search
			},
			get isClosed() {
				return isClosed()
			},
			get bindings() {
				return bindings()
			},
		}
		this.#questions = new Questions(this.#host, this.#reach)
		this.#stack = [this.#looking(transcript, 'Transcript', parts.folds)]
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

	/** What is known of it may have changed: what is folded, how blocks are drawn. */
	redraw(): void {
		for (const { pane } of this.#stack) pane.forgetRows()
		this.#changed()
	}

	/** Makes code blocks colourful from now on. */
	async loadColours(): Promise<void> {
		this.#highlighter = await loadHighlighter()
		this.redraw()
	}

	/** Opens the newest block that was cut, where it stands near the end, and puts the cursor there. */
	openCut(): void {
		const { pane } = this.#now
		const isCut = ({ block }: NumberedBlock) => hasMore(block)
		const blocks = pane.transcript.blocks().slice(-NEAR_END)
		const newest = blocks.findLast(isCut)
		if (!newest) return
		pane.unfold(newest)
		pane.to({ id: newest.id, row: 0 })
	}

	frame(columns: number, rows: number): readonly string[] {
		this.#columns = columns
		this.#rows = rows
		const { pane, search, minimap, selection } = this.#now
		const asked = this.#questions.rows(columns, this.#theme).slice(0, Math.max(0, rows - 2))
		pane.resize(paneWidth(columns), rows - 1 - asked.length)
		const { expression } = search
		const shown = paneFrame(pane, { columns, theme: this.#theme, expression, minimap, selection })
		return [...shown, ...asked, this.#statusRow()]
	}

	/** Has more at hand before somebody gets there; to be called when a frame is on the screen. */
	loadNear(): void {
		const looking = this.#now
		const { pane, minimap } = looking
		const { transcript } = pane
		if (hasMinimap(this.#columns))
			minimap.scan(
				() => this.#isClosed || !this.#stack.includes(looking),
				() => this.#changed(),
			)
		if (this.#loads > 0) return
		const near = pane.nearness()
		if (near === 'start' && transcript.hasEarlier) this.#load(() => transcript.earlier())
		else if (near === 'end' && transcript.hasLater) this.#load(() => transcript.later())
	}

	/** @returns whether the key was for it: all but those that suspend the program and draw it again */
	press(press: KeyPress): boolean {
		if (goesThroughList(press)) return false
		this.#message = ''
		this.#clicks.forget()
		// A key may ask for a line, and what came with it in one read is for that.
		if (press.kind === 'text') for (const key of press.text) this.#pressOne({ ...press, text: key })
		else this.#pressOne(press)
		this.#changed()
		return true
	}

	/** @param event - in rows and columns of the frame @returns whether it was for it */
	mouse(event: MouseReport): boolean {
		if (event.kind === 'press') this.#message = ''
		const copy = (text: string) => this.#told(() => this.#reach.copy(text))
		const viewer = { ...this.#now, questions: this.#questions, columns: this.#columns, copy }
		const isTaken = this.#clicks.take(event, viewer)
		this.#changed()
		return isTaken
	}

	#pressOne(press: KeyPress): void {
		if (!this.#questions.press(press)) this.#key(press)
	}

	close(): void {
		this.#isClosed = true
		this.#questions.stop()
		for (const { search } of this.#stack) search.stop()
	}

	get #bindings(): Bindings {
		return this.#reach.look?.().bindings ?? KEYMAP
	}

	get #now(): Looking {
		const top = this.#stack.at(-1)
		if (!top) throw new Error('the viewer has no pane')
		return top
	}

	#looking(transcript: LoggedTranscript, title: string, folds?: FoldStates): Looking {
		const { look } = this.#reach
		const drawn = { theme: this.#theme, highlighter: () => this.#highlighter, ...(look && { look }) }
		const pane = new Pane(transcript, title, drawn, folds)
		const search = new PaneSearch(pane, this.#host, this.#reach.readArtefact)
		const [travel, minimap] = [new Travel(pane, this.#host), new Minimap(transcript)]
		return { pane, search, travel, minimap, selection: new BlockSelection(pane) }
	}

	#changed(): void {
		this.#version++
		for (const listener of this.#listeners) listener()
	}

	#statusRow(): string {
		const { pane, search } = this.#now
		const { title } = pane
		const asked = this.#questions.line
		if (asked !== undefined) return statusRow([asked], this.#columns, this.#theme)
		const where = pane.where()
		const place = typeof where === 'number' ? `${Math.floor(100 * where)}%` : where
		const said = [title, place, search.text(), this.#message]
		const hints = this.#message === '' ? statusHints(this.#bindings, pane.isSelecting) : []
		return statusRow(withHints(said, hints, this.#columns), this.#columns, this.#theme)
	}

	#key(press: KeyPress): void {
		const pressed = press.kind === 'key' ? press.chord : press.text
		const pending = this.#pending
		const { travel } = this.#now
		this.#pending = ''
		// What was begun is given up, and nothing else.
		if (pending !== '' && press.kind === 'key' && actionOf('viewer', press) === 'close') return
		if (pending === 'm') return travel.mark(pressed)
		if (pending === "'") return travel.toMark(pressed)
		const [, digits = '', before = ''] = /^(\d*)(.*)$/.exec(pending) ?? []
		const typed = before + pressed
		const isCount = /^(?:[1-9]|\d{2,4})$/.test(pending + pressed) && actionOf('viewer', press) === undefined
		if (typed === 'z' || isCount) {
			this.#pending = pending + pressed
			return
		}
		const action = actionOf('viewer', press.kind === 'text' ? { ...press, text: typed } : press)
		if (action !== undefined) this.#act(action, digits === '' ? 1 : Number(digits))
	}

	/** @param times - how often, of what moves */
	#act(action: ViewerAction, times: number): void {
		const { pane, search, travel } = this.#now
		const page = Math.max(1, pane.height - 2)
		switch (action) {
			case 'close':
				return this.#pop()
			case 'up':
				return travel.by(-times)
			case 'down':
				return travel.by(times)
			case 'page-up':
				return travel.scroll(-page * times)
			case 'page-down':
				return travel.scroll(page * times)
			case 'half-page-up':
				return travel.scroll(-Math.ceil(page / 2) * times)
			case 'half-page-down':
				return travel.scroll(Math.ceil(page / 2) * times)
			case 'first':
				return travel.toFirst()
			case 'last':
				return travel.toLast()
			case 'search':
			case 'search-back':
				return this.#questions.search(this.#now, action === 'search' ? 1 : -1)
			case 'next-match':
			case 'previous-match':
				for (let left = times; left > 0; left--) search.next(action === 'previous-match')
				return
			case 'previous-prompt':
				return travel.jump(-1, isPrompt)
			case 'next-prompt':
				return travel.jump(1, isPrompt)
			case 'previous-edit':
				return travel.jump(-1, isEdit)
			case 'next-edit':
				return travel.jump(1, isEdit)
			case 'previous-failure':
				return travel.jump(-1, isFailure)
			case 'next-failure':
				return travel.jump(1, isFailure)
			case 'previous-cut':
				return travel.jump(-1, hasMore, true)
			case 'open-fold':
			case 'close-fold':
			case 'toggle-fold':
				return foldCurrent(pane, action)
			case 'fold-all':
				return pane.foldAll('line')
			case 'open-all':
				return pane.foldAll('open')
			case 'open':
				return openCurrent(this.#now, this.#host, this.#reach)
			case 'select':
				return pane.toggleSelection()
			case 'copy':
				return this.#told(() => copyCurrent(pane, this.#reach))
			case 'copy-code':
				return this.#questions.code(pane)
			case 'open-place':
				return this.#questions.place(pane)
			case 'pipe':
				return this.#questions.command(pane)
			case 'cycle-detail':
				return this.#lookOther(this.#reach.cycleDetail?.())
			case 'diff-style':
				return this.#lookOther(this.#reach.nextDiffStyle?.(paneWidth(this.#columns)))
			case 'edit':
				return this.#told(() => editCurrent(pane, this.#reach))
			case 'export':
				return this.#questions.form()
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
		}
	}

	#pop(): void {
		if (this.#questions.stop()) return
		if (this.#now.pane.isSelecting) return this.#now.pane.toggleSelection()
		this.#now.search.stop()
		if (this.#stack.length === 1) return this.#onClose()
		this.#stack.pop()
	}

	#push(transcript: LoggedTranscript, title: string): void {
		this.#stack.push(this.#looking(transcript, title))
		const { pane } = this.#now
		pane.resize(paneWidth(this.#columns), this.#rows - 1)
	}

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

	/** Blocks are drawn otherwise from now on. @param said - of how; undefined where they are not */
	#lookOther(said: string | undefined): void {
		if (said === undefined) return
		this.#message = said
		for (const { pane } of this.#stack) pane.forgetRows()
	}

	#atPrompt(go: ((promptSeq: number) => Promise<string | undefined>) | undefined): void {
		if (!go || this.#stack.length > 1) return this.#say('That goes only in the session that is open.')
		this.#told(async () => {
			const seq = await promptSeq(this.#now.pane)
			return seq === undefined ? 'There is no prompt before this.' : go(seq)
		})
	}
}

/** What may be looked at when somebody asks for more of it. */
const NEAR_END = 60
