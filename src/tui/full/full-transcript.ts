// The transcript on the whole window: the rows of a pane above the prompt, which follows the end until somebody scrolls.

import type { RuntimeQueries } from '../../core/runtime-port.ts'
import type { SessionFolds } from '../blocks/fold-states.ts'
import { joinedHints, keyHint } from '../input/key-names.ts'
import type { KeyPress } from '../input/key-press.ts'
import { actionOf, KEYMAP } from '../input/keymap.ts'
import { BlockSelection } from '../mouse/block-selection.ts'
import type { MouseReport } from '../mouse/mouse-reports.ts'
import type { ScreenStore } from '../screen/screen-store.ts'
import type { NumberedBlock } from '../state/block-ids.ts'
import { cutToWidth } from '../text/cell-width.ts'
import { countWithUnit } from '../text/format.ts'
import type { Theme } from '../text/theme.ts'
import { type BlockLook, hasCode } from '../transcript/block-rows.ts'
import { type Highlighter, loadHighlighter } from '../transcript/markdown/highlight.ts'
import { liveTail } from '../viewer/live-tail.ts'
import { Pane, type ViewerRow } from '../viewer/pane.ts'
import { pieceReader } from '../viewer/pieces.ts'
import { LogTranscript } from '../viewer/transcript.ts'

export type FullAction = (typeof KEYMAP)['full'][keyof (typeof KEYMAP)['full']]

export class FullTranscript {
	readonly #pane: Pane
	readonly #theme: Theme
	readonly #listeners = new Set<() => void>()
	readonly #store: Pick<ScreenStore, 'view'>
	readonly #folds: SessionFolds
	readonly #look: () => BlockLook
	#sessionId: string | undefined
	#drawn: DrawnLook | undefined
	#highlighter: Highlighter | undefined
	#isLoadingColours = false
	#isLoading = false
	#version = 0
	/** How many blank rows were above those that were given last. */
	#blank = 0
	readonly #selection: BlockSelection

	constructor(
		store: Pick<ScreenStore, 'newest' | 'view'>,
		{
			theme,
			readLog,
			folds,
			look,
		}: {
			theme: Theme
			readLog: RuntimeQueries['readLog']
			/** What was folded in each session. */
			folds: SessionFolds
			look(): BlockLook
		},
	) {
		this.#store = store
		this.#folds = folds
		this.#look = look
		this.#theme = theme
		const transcript = new LogTranscript(readLog && pieceReader(readLog, undefined), liveTail(store))
		this.#pane = new Pane(transcript, '', { theme, highlighter: () => this.#highlighter, look })
		this.#selection = new BlockSelection(this.#pane)
	}

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}

	readonly version = (): number => this.#version

	/** @returns exactly `height` rows, the end of the conversation at the bottom */
	rows(columns: number, height: number): readonly string[] {
		if (height <= 0) return []
		const { transcript } = this.#pane
		transcript.refresh()
		this.#followSession()
		this.#followLook()
		this.#loadColours(transcript.blocks())
		const width = Math.max(1, columns - GUTTER)
		this.#pane.resize(width, height)
		const seen = this.#pane.visible()
		this.#selection.see(seen, width)
		this.#blank = Math.max(0, height - seen.length)
		const gutter = ' '.repeat(GUTTER)
		const rows = seen.map(({ text }, index) => `${gutter}${this.#selection.marked(text, index)}`)
		const above: readonly string[] = Array.from({ length: Math.max(0, height - rows.length) }, () => '')
		const pinned = this.#pinned(seen, columns)
		const below = this.#below(columns)
		const all = [...above, ...rows]
		if (pinned !== undefined && height >= ROOMY) all[above.length] = pinned
		if (below !== undefined) all[height - 1] = below
		return all
	}

	/** @param event - in rows and columns of what `rows` has given */
	mouse(event: MouseReport, copy: (text: string) => void): boolean {
		const cell = { row: event.row - this.#blank, column: event.column - GUTTER }
		switch (event.kind) {
			case 'wheel':
				this.scroll(event.rows)
				return true
			case 'press':
				this.#selection.press(cell)
				break
			case 'drag':
				this.#selection.drag(cell, event.row)
				break
			case 'release': {
				const done = this.#selection.release(cell)
				if (done && 'text' in done) copy(done.text)
				else if (done) this.toggle(done.clicked.block)
			}
		}
		this.#changed()
		return true
	}

	/** What was folded in the session that is open. */
	#followSession(): void {
		const { sessionId } = this.#store.view
		if (sessionId === this.#sessionId) return
		this.#sessionId = sessionId
		const { states, restored } = this.#folds.of(sessionId)
		this.#pane.setFolds(states)
		void restored.then(isOther => isOther && this.#changed())
	}

	#followLook(): void {
		const { measure, detail, diffStyle, bindings } = this.#look()
		const look = { measure, detail, diffStyle, bindings, colours: coloursOf(this.#theme) }
		const drawn = this.#drawn ?? look
		if (LOOKS.some(each => drawn[each] !== look[each])) this.#pane.forgetRows()
		this.#drawn = look
	}

	/** @param rows - down, or up where it is less than nothing */
	scroll(rows: number): void {
		this.#pane.scroll(rows)
		this.#changed()
	}

	toEnd(): void {
		const { transcript } = this.#pane
		if (transcript.hasLater) this.#load(() => transcript.toEnd().then(() => this.#pane.toLast()))
		else this.#pane.toLast()
		this.#changed()
	}

	toStart(): void {
		const { transcript } = this.#pane
		if (transcript.hasEarlier) this.#load(() => transcript.toStart().then(() => this.#pane.toFirst()))
		else this.#pane.toFirst()
		this.#changed()
	}

	/** @param row - of those that are seen, from the top @returns what stands there */
	blockAt(row: number): NumberedBlock | undefined {
		const seen = this.#pane.visible()
		return seen[row - Math.max(0, this.#pane.height - seen.length)]?.block
	}

	/** Folds a block, or opens it. */
	toggle(block: NumberedBlock): void {
		this.#pane.fold(block, this.#pane.foldOf(block) === 'open' ? 'shown' : 'open')
		this.#changed()
	}

	/** @returns whether the key was for it */
	press(press: KeyPress): boolean {
		const page = Math.max(1, this.#pane.height - 2)
		switch (actionOf('full', press)) {
			case 'page-up':
				this.scroll(-page)
				return true
			case 'page-down':
				this.scroll(page)
				return true
			case 'up':
				this.scroll(-1)
				return true
			case 'down':
				this.scroll(1)
				return true
			case 'first':
				this.toStart()
				return true
			case 'last':
				this.toEnd()
				return true
			default:
				return false
		}
	}

	/** More is put at hand where the end of that is near. */
	loadNear(): void {
		const { transcript } = this.#pane
		const near = this.#pane.nearness()
		if (this.#isLoading) return
		if (near === 'start' && transcript.hasEarlier) this.#load(() => transcript.earlier())
		else if (near === 'end' && transcript.hasLater) this.#load(() => transcript.later())
	}

	#load(read: () => Promise<unknown>): void {
		this.#isLoading = true
		void read()
			.catch(() => undefined)
			.finally(() => {
				this.#isLoading = false
				this.#changed()
			})
	}

	/** The prompt that what is seen at the top belongs to, where it has been scrolled off. */
	#pinned(seen: readonly ViewerRow[], columns: number): string | undefined {
		const [top] = seen
		if (!top || (top.block.block.kind === 'prompt' && top.row === 0)) return undefined
		const blocks = this.#pane.transcript.blocks()
		const from = blocks.indexOf(top.block)
		for (let index = from; index >= 0; index--) {
			const block = blocks[index]?.block
			if (block?.kind !== 'prompt' || block.isSteer) continue
			const [line = ''] = block.text.split('\n')
			const text = cutToWidth(`❯ ${line}`, columns - 1 - GUTTER)
			return `${' '.repeat(GUTTER)}${this.#theme.paint(text, { tone: 'accent', background: 'prompt-row' })}`
		}
		return undefined
	}

	#below(columns: number): string | undefined {
		if (this.#pane.isFollowing) return undefined
		const rows = this.#pane.rowsBelow()
		const count = rows >= this.#pane.height ? 'more' : countWithUnit(rows, 'row')
		if (rows === 0 && !this.#pane.transcript.hasLater) return undefined
		const key = keyHint(this.#look().bindings ?? KEYMAP, 'full', 'last', '').trimEnd()
		return this.#theme.paint(cutToWidth(`  ${joinedHints([`↓ ${count} below`, key])}`, columns - 1), {
			tone: 'accent',
		})
	}

	/** Loaded when there is code for the first time. */
	#loadColours(blocks: readonly NumberedBlock[]): void {
		if (this.#highlighter || this.#isLoadingColours) return
		const isCode = ({ block }: NumberedBlock) =>
			block.kind === 'answer' ? block.text.includes('```') : hasCode(block)
		if (!blocks.slice(-RECENT).some(isCode)) return
		this.#isLoadingColours = true
		void loadHighlighter().then(highlighter => {
			this.#highlighter = highlighter
			this.#pane.forgetRows()
			this.#changed()
		})
	}

	#changed(): void {
		this.#version++
		for (const listener of this.#listeners) listener()
	}
}

/** Columns left of the text. */
const GUTTER = 2
/** Rows from which on one can be spared for a prompt. */
const ROOMY = 8
const RECENT = 30

/** What rows that were made before were drawn by. */
type DrawnLook = Pick<BlockLook, 'measure' | 'detail' | 'diffStyle' | 'bindings'> & { colours: string }

const LOOKS = [
	'measure',
	'detail',
	'diffStyle',
	'bindings',
	'colours',
] as const satisfies readonly (keyof DrawnLook)[]

/** A theme is another one when it paints otherwise. */
function coloursOf(theme: Theme): string {
	const tones = ['accent', 'quiet', 'success', 'warning'] as const
	return tones.map(tone => theme.paint('.', { tone, background: 'selection' })).join('')
}
