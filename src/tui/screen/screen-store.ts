// The screen store between the runtime and React: takes in envelopes, folds them, has the transcript written, and
// tells React about the rest, no more often than a person can see.

import type { Envelope } from '../../core/events.ts'
import type { RuntimePort } from '../../core/runtime-port.ts'
import type { ScreenSettings } from '../../core/screen/screen-settings.ts'
import { BlockIds, type NumberedBlock } from '../state/block-ids.ts'
import { EMPTY_VIEW, type View, withShownBlocks } from '../state/view.ts'
import type { Block, NoticeBlock } from '../state/view-block.ts'
import { foldView, isDelta } from '../state/view-state.ts'
import type { BlockLook } from '../transcript/block-rows.ts'
import type { TranscriptWriter } from '../transcript/transcript-writer.ts'
import { DeltaBatcher } from './delta-batcher.ts'

/** What React draws: the view, and the rows of the streaming answer that may still change. */
export type Screen = { view: View; tail: readonly string[] }

/** Writes what is finished where it stays. */
export type BlockWriter = Pick<
	TranscriptWriter,
	'update' | 'redrawn' | 'setLook' | 'expectAnswer' | 'resume' | 'finish'
>

export class ScreenStore {
	readonly #listeners = new Set<() => void>()
	readonly #batcher: DeltaBatcher
	readonly #writer: BlockWriter
	#view: View
	#screen: Screen
	readonly #ids = new BlockIds()
	/** The transcript is shown elsewhere. */
	#isHeld = false
	/** How many blocks there were before the session that is open. */
	#blocksBefore = 0
	#aheadMs = 0

	/** @param isBehind - whether what was drawn last is not on the screen yet: then nothing is until `catchUp` */
	constructor(
		program: Pick<View, 'version' | 'home'>,
		createWriter: (onReady: () => void) => BlockWriter,
		isBehind?: () => boolean,
	) {
		this.#batcher = new DeltaBatcher(() => this.#flush(), isBehind && { isBehind })
		this.#view = { ...EMPTY_VIEW, ...program }
		this.#screen = { view: this.#view, tail: [] }
		this.#writer = createWriter(() => this.#batcher.atOnce())
	}

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}

	readonly screen = (): Screen => this.#screen

	/** How far what happens is ahead of the clock, which may have been set back since the session began. */
	get aheadMs(): number {
		return this.#aheadMs
	}

	/** The newest state, also of what is not drawn yet. */
	get view(): View {
		return this.#view
	}

	/** Shows something of the screen's own among the rest. */
	show(...blocks: readonly Block[]): void {
		this.#view = { ...this.#view, held: [...this.#view.held, ...blocks] }
		this.#showHeld()
		this.#batcher.atOnce()
	}

	/** Says something that leaves no trace; undefined takes away what was said. */
	tell(passing: NoticeBlock | undefined): void {
		if (passing === this.#view.passing) return
		this.#view = { ...this.#view, passing }
		this.#batcher.atOnce()
	}

	/** The newest blocks of the session that is open, each with its id. */
	newest(): readonly NumberedBlock[] {
		const { total, recent } = this.#view.blocks
		return recent.slice(-Math.max(0, total - this.#blocksBefore) || recent.length).flatMap(block => {
			const id = this.#ids.of(block)
			return id ? [{ id, block }] : []
		})
	}

	/** The end of the transcript for a new width, at most `limit` rows of it. */
	redrawn(limit: number): readonly string[] {
		return this.#writer.redrawn(this.#view, limit)
	}

	/** How blocks are drawn from now on. */
	setLook(look: BlockLook): void {
		this.#writer.setLook(look)
	}

	/** Another part of the screen shows the transcript, until it is written where it stays. */
	holdTranscript(isHeld: boolean): void {
		if (isHeld === this.#isHeld) return
		this.#isHeld = isHeld
		if (!isHeld) this.#writer.resume()
		this.#flush()
	}

	/** What was held is written, or that of it which is wanted. Nothing is shown any more after that. */
	async finish(what: ScreenSettings['onExit']): Promise<void> {
		if (this.#isHeld) await this.#writer.finish(this.#view, what)
	}

	/** What was drawn last is on the screen. */
	catchUp(): void {
		this.#batcher.catchUp()
	}

	/** A prompt is being typed. */
	expectAnswer(): void {
		this.#writer.expectAnswer()
	}

	/** Follows the runtime until it ends or `signal` fires. */
	async follow(port: Pick<RuntimePort, 'events'>, signal: AbortSignal): Promise<void> {
		try {
			for await (const envelope of port.events(0, signal)) {
				this.#fold(envelope)
				if (isDelta(envelope.event)) this.#batcher.soon()
				else this.#batcher.atOnce()
			}
		} finally {
			this.#batcher.stop()
			this.#flush()
		}
	}

	#fold(envelope: Envelope): void {
		this.#aheadMs = Math.max(0, envelope.at - Date.now())
		const before = this.#view.blocks
		if (envelope.event.type === 'session-open') {
			this.#blocksBefore = before.total
			this.#ids.restart()
		}
		this.#view = foldView(this.#view, envelope)
		this.#ids.added(before, this.#view.blocks, envelope.seq)
		this.#showHeld()
	}

	/** Among the rest, as soon as no answer is in the middle of a line. */
	#showHeld(): void {
		const { held, run, reply, blocks: before } = this.#view
		if (held.length === 0 || (run && reply.text !== '')) return
		this.#view = withShownBlocks({ ...this.#view, held: [] }, ...held)
		this.#ids.added(before, this.#view.blocks, 0)
	}

	#flush(): void {
		this.#screen = { view: this.#view, tail: this.#isHeld ? [] : this.#writer.update(this.#view) }
		for (const listener of this.#listeners) listener()
	}
}
