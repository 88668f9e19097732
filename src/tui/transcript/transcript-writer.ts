// Writes the transcript: each finished block once, above the live area, and of the answer that is streaming what can
// no longer change. The rest of it, the tail, is handed back for the live area.

import type { ScreenSettings } from '../../core/screen/screen-settings.ts'
import type { CodeColours } from '../diff/file-colours.ts'
import { joinedHints, keyHint } from '../input/key-names.ts'
import { KEYMAP } from '../input/keymap.ts'
import { outputEnd, withMarks } from '../outside/prompt-marks.ts'
import type { BlockPictures } from '../pictures/block-pictures.ts'
import { heightOfRows, lastRows } from '../pictures/picture-row.ts'
import type { View } from '../state/view.ts'
import { type Block, blocksAfter } from '../state/view-block.ts'
import { countWithUnit } from '../text/format.ts'
import { withPlaces } from '../text/link.ts'
import { paintRow } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'
import { type BlockLook, blockRows, DEFAULT_LOOK, hasCode, needsGap } from './block-rows.ts'
import type { Highlighter } from './markdown/highlight.ts'
import type { MarkdownStream } from './markdown/markdown-stream.ts'

export type TranscriptTarget = {
	readonly columns: number
	/** Of the window; less than usual, or left out, count as the usual number. */
	readonly rows?: number
	insertAbove(rows: readonly string[]): void
	/** Writes what neither prints nor moves the cursor, behind what has been inserted. */
	mark?(sequence: string): void
}

type DrawnPart = { block: Block; rows: readonly string[] }

export class TranscriptWriter {
	readonly #target: TranscriptTarget
	readonly #theme: Theme
	/** Called when something that had to be loaded is there, so that `update` can go on. */
	readonly #onReady: () => void
	readonly #pictures: BlockPictures | undefined
	#look: BlockLook = DEFAULT_LOOK
	#markdown: typeof import('./markdown/markdown-stream.ts') | undefined
	#highlighter: Highlighter | undefined
	#colours: CodeColours | undefined
	#isLoading = false
	#drawn = 0
	#last: Block | undefined
	/** Whether prompts and answers are marked, and whether a prompt's end is still to come. */
	readonly #hasMarks: () => boolean
	#isMarkOpen = false
	/** Row by row onto the window, where the end of what the terminal would break is cut off. */
	#isRedrawing = false
	#answer: { stream: MarkdownStream; text: string; isBegun: boolean } | undefined
	/** What a session held when it was opened, until all of it is drawn. */
	#opened: { missing: number; parts: readonly DrawnPart[] } | undefined
	/** Of the rows that are written next, only so many; what was shown elsewhere meanwhile may be long. */
	#mostRows = Number.POSITIVE_INFINITY

	constructor({
		target,
		theme,
		onReady,
		hasMarks = () => false,
		pictures,
	}: {
		target: TranscriptTarget
		theme: Theme
		onReady(): void
		hasMarks?(): boolean
		/** Left out, they have names. */
		pictures?: BlockPictures
	}) {
		this.#pictures = pictures
		this.#hasMarks = hasMarks
		this.#target = target
		this.#theme = theme
		this.#onReady = onReady
	}

	setLook(look: BlockLook): void {
		this.#look = look
	}

	/** @returns the rows of the streaming answer that may still change, painted */
	update(view: View): readonly string[] {
		const { missing, blocks, opening } = blocksAfter(view.blocks, this.#drawn)
		const isOpened = missing > 0 || (blocks.length > 1 && blocks.some(({ kind }) => kind === 'welcome'))
		if (isOpened && this.#mostRows === Number.POSITIVE_INFINITY) this.#opened ??= { missing: 0, parts: [] }
		const parts: DrawnPart[] = []
		this.#drawn += missing
		if (opening) {
			parts.push({ block: opening, rows: this.#cutOff(this.#finished(opening)) })
			this.#drawn++
		}
		for (const block of blocks) {
			if (!this.#isLoadedFor(block)) break
			if (this.#pictures?.isReady(block, this.#onReady) === false) break
			parts.push({ block, rows: this.#finished(block) })
			this.#drawn++
		}
		const rows = [...this.#partsShown(parts, missing, this.#drawn === view.blocks.total)]
		// A run will have an answer, and by the time it comes its renderer is there.
		if (view.run) this.#isLoaded(false)
		const isCaughtUp = this.#drawn === view.blocks.total
		if (isCaughtUp) rows.push(...this.#streamed(view.reply.text))
		this.#insert(rows, isCaughtUp && !view.run, view.blocks.recent.at(-1))
		return isCaughtUp ? (this.#answer?.stream.tail() ?? []) : []
	}

	/** @returns rows; none yet of a session that was opened, until all that it held is drawn: its last screens are shown */
	#partsShown(parts: readonly DrawnPart[], missing: number, isAll: boolean): readonly string[] {
		if (!this.#opened) return [...this.#earlier(missing), ...parts.flatMap(({ rows }) => rows)]
		const opened = { missing: this.#opened.missing + missing, parts: [...this.#opened.parts, ...parts] }
		this.#opened = isAll ? undefined : opened
		return isAll ? this.#lastScreens(opened) : []
	}

	/** From the beginning of a block on; where that is within a run, below its prompt. */
	#lastScreens(opened: { missing: number; parts: readonly DrawnPart[] }): readonly string[] {
		const { parts } = opened
		const begun = parts.findLastIndex(({ block }) => block.kind === 'welcome') + 1
		let [first, height] = [parts.length, 0]
		while (first > begun && height < SCREENS * Math.max(this.#target.rows ?? 0, USUAL_ROWS))
			height += parts[--first]?.rows.length ?? 0
		const left = parts.slice(begun, first)
		const shown = parts.slice(first).flatMap(({ rows }) => rows)
		const isPrompt = ({ block }: DrawnPart) => block.kind === 'prompt' && !block.isSteer
		const prompt = parts[first]?.block.kind === 'prompt' ? undefined : left.findLast(isPrompt)
		// What stands right below its prompt has nothing left out before it.
		const isCut = prompt && prompt !== left.at(-1) && !prompt.rows.includes(this.#cut())
		const above = isCut ? this.#cutOff(prompt.rows) : (prompt?.rows ?? [])
		return [
			...parts.slice(0, begun).flatMap(({ rows }) => rows),
			...this.#earlier(opened.missing + left.length - (prompt ? 1 : 0)),
			...above,
			...shown,
		]
	}

	#earlier(count: number): readonly string[] {
		if (count === 0) return []
		return [this.#above(countWithUnit(count, 'earlier message'))]
	}

	/** What follows is left out. */
	#cutOff(rows: readonly string[]): readonly string[] {
		const apart = rows[0] === '' ? rows : ['', ...rows]
		return [...apart, this.#cut()]
	}

	#cut(): string {
		return this.#theme.paint('⋮', { tone: 'quiet' })
	}

	/** Goes on after a while in which the transcript was shown elsewhere. */
	resume(): void {
		this.#mostRows = MOST_LEFT_ROWS
	}

	/**
	 * Writes, once and for all, what was shown elsewhere until the end.
	 * @param what - of it
	 */
	async finish(view: View, what: ScreenSettings['onExit']): Promise<void> {
		const last = view.blocks.recent.findLast(({ kind }) => kind === 'answer')
		if (what === 'transcript') this.resume()
		else {
			const isNew = view.blocks.total > this.#drawn
			this.#drawn = view.blocks.total
			this.#answer = undefined
			if (what === 'nothing' || !last || !isNew) return
			this.#drawn -= 1
			this.#last = undefined
		}
		const left = what === 'transcript' || !last ? view : withOnly(view, last)
		await this.#load(left.blocks.recent.some(hasCodeIn))
		this.update(left)
	}

	/** @param isAtRest - nothing runs, and all of it has been written */
	#insert(given: readonly string[], isAtRest: boolean, last: Block | undefined): void {
		const rows = this.#newest(given)
		if (!this.#isMarkOpen || !isAtRest) return this.#target.insertAbove(rows)
		this.#isMarkOpen = false
		const end = outputEnd(last?.kind === 'notice' && last.level === 'error')
		const lastRow = rows.at(-1)
		if (lastRow === undefined) this.#target.mark?.(end)
		else this.#target.insertAbove([...rows.slice(0, -1), lastRow + end])
	}

	#newest(rows: readonly string[]): readonly string[] {
		const left = rows.length - this.#mostRows
		this.#mostRows = Number.POSITIVE_INFINITY
		if (left <= 0) return rows
		return [this.#above(countWithUnit(left, 'earlier row')), ...rows.slice(left)]
	}

	/** What is not shown, and the key that shows it. */
	#above(what: string): string {
		const key = keyHint(this.#look.bindings ?? KEYMAP, 'app', 'expand', '')
		return this.#theme.paint(joinedHints([`↑ ${what}`, key.trimEnd()]), { tone: 'quiet' })
	}

	/**
	 * The end of the transcript drawn anew for the width there is now.
	 * @returns at most `limit` rows
	 */
	redrawn(view: View, limit: number): readonly string[] {
		const { recent, total } = view.blocks
		const drawn = recent.slice(0, recent.length - (total - this.#drawn))
		const streaming = this.#answer?.isBegun ? this.#answer.text : ''
		const isMarkOpen = this.#isMarkOpen
		this.#answer = undefined
		this.#last = undefined
		this.#isRedrawing = true
		let rows: readonly string[] = []
		// From the end, as only a screenful is wanted, and blocks can be long.
		const parts: (readonly string[])[] = []
		let height = 0
		for (let index = drawn.length - 1; index >= 0 && height < limit; index--) {
			const block = drawn[index]
			if (!block || !this.#isLoadedFor(block)) continue
			this.#last = drawn[index - 1]
			const part = this.#finished(block)
			height += heightOfRows(part)
			parts.unshift(part)
		}
		this.#last = drawn.at(-1)
		this.#isMarkOpen = isMarkOpen
		rows = [...parts.flat(), ...this.#streamed(streaming)]
		this.#isRedrawing = false
		return lastRows(rows, limit)
	}

	#finished(block: Block): readonly string[] {
		const before = this.#last
		this.#last = block
		if (block.kind === 'answer') return this.#finishedAnswer(block.text, before)
		const look = { ...this.#look, colours: this.#colours }
		const { rows } = blockRows(block, this.#target.columns, look)
		const painted = rows.map(row => paintRow(withPlaces(row), this.#theme))
		const pictures = this.#pictures?.rows(block, this.#target.columns) ?? []
		return [...(needsGap(before, block) ? [''] : []), ...this.#marked(block, painted), ...pictures]
	}

	#marked(block: Block, rows: readonly string[]): readonly string[] {
		if (!this.#hasMarks()) return rows
		const marked = withMarks(block, rows)
		if (marked !== rows) this.#isMarkOpen = true
		return marked
	}

	#finishedAnswer(text: string, before: Block | undefined): readonly string[] {
		const open = this.#answer
		this.#answer = undefined
		if (open && text.startsWith(open.text)) {
			open.stream.resize(this.#target.columns)
			const rows = [...open.stream.push(text.slice(open.text.length)), ...open.stream.end()]
			return open.isBegun || !before ? rows : ['', ...rows]
		}
		const stream = this.#newStream()
		return [...(before ? [''] : []), ...stream.push(text), ...stream.end()]
	}

	#streamed(text: string): readonly string[] {
		if (text === '') {
			this.#answer = undefined
			return []
		}
		if (!this.#isLoaded(hasFence(text))) return []
		if (!this.#answer || !text.startsWith(this.#answer.text)) {
			this.#answer = { stream: this.#newStream(), text: '', isBegun: false }
		}
		const answer = this.#answer
		answer.stream.resize(this.#target.columns)
		const rows = answer.stream.push(text.slice(answer.text.length))
		answer.text = text
		if (rows.length === 0 || answer.isBegun) return rows
		answer.isBegun = true
		return this.#last ? ['', ...rows] : rows
	}

	#newStream(): MarkdownStream {
		if (!this.#markdown) throw new Error('Markdown is rendered before it is loaded')
		const { columns: width } = this.#target
		return new this.#markdown.MarkdownStream({
			width,
			theme: this.#theme,
			measure: this.#look.measure,
			keepsWords: !this.#isRedrawing,
			highlighter: () => this.#highlighter,
		})
	}

	/** An answer is to be expected: what renders it is loaded before there is one. */
	expectAnswer(): void {
		this.#isLoaded(false)
	}

	#isLoadedFor(block: Block): boolean {
		if (block.kind === 'answer') return this.#isLoaded(hasFence(block.text))
		return !hasCode(block) || this.#isLoaded(true)
	}

	/** Neither is needed for the first frame, and code colours not even for most answers. */
	#isLoaded(hasCodeInIt: boolean): boolean {
		const needsHighlighter = !this.#highlighter && hasCodeInIt
		if (this.#markdown && !needsHighlighter) return true
		if (!this.#isLoading) {
			this.#isLoading = true
			void this.#load(needsHighlighter)
		}
		return false
	}

	async #load(needsHighlighter: boolean): Promise<void> {
		this.#markdown = await import('./markdown/markdown-stream.ts')
		if (needsHighlighter) {
			const [{ loadHighlighter }, { codeColours }] = await Promise.all([
				import('./markdown/highlight.ts'),
				import('./markdown/code-colours.ts'),
			])
			this.#highlighter = await loadHighlighter()
			this.#colours = codeColours(this.#highlighter)
		}
		this.#isLoading = false
		this.#onReady()
	}
}

function hasCodeIn(block: Block): boolean {
	return block.kind === 'answer' ? hasFence(block.text) : hasCode(block)
}

function withOnly(view: View, block: Block): View {
	return {
		...view,
		reply: { ...view.reply, text: '' },
		blocks: { total: view.blocks.total, recent: [block] },
	}
}

/** Of a session that is taken up: as much as anyone reads before they go on. */
const SCREENS = 2
const USUAL_ROWS = 24
/** SCREEN: what is left of the conversation when the whole window is given back. */
const MOST_LEFT_ROWS = 2_000

function hasFence(markdown: string): boolean {
	return /^\s*(?:```|~~~)/m.test(markdown)
}
