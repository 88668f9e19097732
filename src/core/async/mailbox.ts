// Mailbox: a queue of values that one reader waits for. Made by hand and not as a generator, because a generator makes
// a handful of promises for each value and a streaming answer is thousands of them.

export class Mailbox<Value> implements AsyncIterableIterator<Value> {
	private readonly values: Value[]
	private readonly onEnd: (() => void) | undefined
	private first = 0
	private isClosed = false
	private hasEnded = false
	private waiting: ((next: IteratorResult<Value, undefined>) => void) | undefined

	/** @param onEnd - called once, when the reader has had the last value or goes away */
	constructor(values: readonly Value[] = [], onEnd?: () => void) {
		this.values = [...values]
		this.onEnd = onEnd
	}

	/** What comes after the end is not delivered. */
	put(value: Value): void {
		if (this.isClosed) return
		const { waiting } = this
		if (!waiting) return void this.values.push(value)
		this.waiting = undefined
		waiting({ done: false, value })
	}

	/** What is in it already is still delivered. */
	close(): void {
		if (this.isClosed) return
		this.isClosed = true
		if (this.first === this.values.length) this.end()
	}

	/** For one reader, who asks again only when the last question was answered. */
	next(): Promise<IteratorResult<Value, undefined>> {
		const { values, first } = this
		if (first < values.length) {
			const value = values[first]!
			this.first += 1
			// Taken from the front one by one, a long backlog would be moved again each time.
			if (this.first === values.length || this.first === MOST_TAKEN) {
				values.splice(0, this.first)
				this.first = 0
			}
			return Promise.resolve({ done: false, value })
		}
		if (this.isClosed) {
			this.end()
			return Promise.resolve(END)
		}
		return new Promise(resolve => {
			this.waiting = resolve
		})
	}

	/** The reader goes away. */
	return(): Promise<IteratorResult<Value, undefined>> {
		this.isClosed = true
		this.values.length = 0
		this.first = 0
		this.end()
		return Promise.resolve(END)
	}

	[Symbol.asyncIterator](): this {
		return this
	}

	private end(): void {
		if (this.hasEnded) return
		this.hasEnded = true
		this.onEnd?.()
		this.waiting?.(END)
		this.waiting = undefined
	}
}

/** Values that were taken and are still held. */
const MOST_TAKEN = 1024

const END: IteratorResult<never, undefined> = { done: true, value: undefined }
