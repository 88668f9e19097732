// The delta batcher, which says when the screen is brought up to date: deltas wait for each other, everything else
// for no more than the next frame, and with nothing to show there is no timer at all.

export class DeltaBatcher {
	readonly #flush: () => void
	readonly #intervalMs: number
	readonly #isBehind: () => boolean
	/** An update was due and could not be drawn. */
	#isDue = false
	#timer: NodeJS.Timeout | undefined
	#immediate: NodeJS.Immediate | undefined
	/** The timer is for something else than deltas. */
	#isUrgent = false
	#flushedAtMs = Number.NEGATIVE_INFINITY

	/**
	 * @param options.isBehind - whether what was drawn last is not on the screen yet: then `catchUp` is waited for
	 * @param options.intervalMs - between two updates while text streams; the first delta after a pause is shown at once
	 */
	constructor(
		flush: () => void,
		{ isBehind = () => false, intervalMs = 90 }: { isBehind?: () => boolean; intervalMs?: number } = {},
	) {
		this.#flush = flush
		this.#isBehind = isBehind
		this.#intervalMs = intervalMs
	}

	/** For deltas. */
	soon(): void {
		if (this.#timer || this.#immediate || this.#isDue) return
		const waitMs = this.#flushedAtMs + this.#intervalMs - performance.now()
		if (waitMs <= 0) this.atOnce()
		else this.#timer = setTimeout(() => this.#run(), waitMs)
	}

	/**
	 * For everything else. All that is on its way already, a whole stored session even, is one update. What happens within
	 * moments of an update is shown with the next frame: drawing a beginning run four times would hold up its request.
	 */
	atOnce(): void {
		if (this.#immediate || this.#isUrgent || this.#isDue) return
		const waitMs = this.#flushedAtMs + FRAME_MS - performance.now()
		if (waitMs <= 0) {
			// A turn of the event loop later: what has just begun, a request above all, goes out before it is drawn.
			this.#immediate = setImmediate(() => {
				this.#immediate = setImmediate(() => this.#run())
			})
			return
		}
		clearTimeout(this.#timer)
		this.#isUrgent = true
		this.#timer = setTimeout(() => this.#run(), waitMs)
	}

	/** What was drawn last is on the screen: the newest state is drawn, if there is another one. */
	catchUp(): void {
		if (this.#isDue) this.#run()
	}

	stop(): void {
		clearTimeout(this.#timer)
		clearImmediate(this.#immediate)
		this.#timer = undefined
		this.#immediate = undefined
		this.#isUrgent = false
		this.#isDue = false
	}

	#run(): void {
		this.stop()
		if (this.#isBehind()) {
			this.#isDue = true
			return
		}
		this.#flushedAtMs = performance.now()
		this.#flush()
	}
}

/** As often as a screen shows something new. */
const FRAME_MS = 16
