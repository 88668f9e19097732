// The screen store between the runtime and React: takes in envelopes, folds them, has the transcript written, and
// tells React about the rest, no more often than a person can see.

import type { RuntimePort } from '../../core/runtime-port.ts'
import { EMPTY_VIEW, type View, withShownBlocks } from '../state/view.ts'
import type { Block } from '../state/view-block.ts'
import { foldView, isDelta } from '../state/view-state.ts'
import type { BlockLook, ExpandedBlock } from '../transcript/block-rows.ts'
import type { TranscriptWriter } from '../transcript/transcript-writer.ts'
import { DeltaBatcher } from './delta-batcher.ts'

/** What React draws: the view, and the rows of the streaming answer that may still change. */
export type Screen = { view: View; tail: readonly string[] }

export class ScreenStore {
	readonly #listeners = new Set<() => void>()
	readonly #batcher = new DeltaBatcher(() => this.#flush())
	readonly #writer: TranscriptWriter
	#view: View
	#screen: Screen

	constructor(
		program: Pick<View, 'version' | 'home'>,
		createWriter: (onReady: () => void) => TranscriptWriter,
	) {
		this.#view = { ...EMPTY_VIEW, ...program }
		this.#screen = { view: this.#view, tail: [] }
		this.#writer = createWriter(() => this.#batcher.atOnce())
	}

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}

	readonly screen = (): Screen => this.#screen

	/** The newest state, also of what is not drawn yet. */
	get view(): View {
		return this.#view
	}

	/** Shows something of the screen's own among the rest. */
	show(...blocks: readonly Block[]): void {
		this.#view = withShownBlocks(this.#view, ...blocks)
		this.#batcher.atOnce()
	}

	/** Something that was cut, whole. @param age - 0 is what was cut last */
	cutBlock(age: number): ExpandedBlock | undefined {
		return this.#writer.cutBlock(age)
	}

	/** The end of the transcript for a new width, at most `limit` rows of it. */
	redrawn(limit: number): readonly string[] {
		return this.#writer.redrawn(this.#view, limit)
	}

	/** How blocks are drawn from now on. */
	setLook(look: BlockLook): void {
		this.#writer.setLook(look)
	}

	/** A prompt is being typed. */
	expectAnswer(): void {
		this.#writer.expectAnswer()
	}

	/** Follows the runtime until it ends or `signal` fires. */
	async follow(port: Pick<RuntimePort, 'events'>, signal: AbortSignal): Promise<void> {
		try {
			for await (const envelope of port.events(0, signal)) {
				this.#view = foldView(this.#view, envelope)
				if (isDelta(envelope.event)) this.#batcher.soon()
				else this.#batcher.atOnce()
			}
		} finally {
			this.#batcher.stop()
			this.#flush()
		}
	}

	#flush(): void {
		this.#screen = { view: this.#view, tail: this.#writer.update(this.#view) }
		for (const listener of this.#listeners) listener()
	}
}
