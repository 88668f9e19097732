// Wakes: whoever follows something in the database is woken when it has changed, and looks again now and then anyway.

/** A letter for what it is about (`s` session, `t` task, `i` input, `q` queue), then tenant and id: `s app user id`. */
export type WakeKey = string

export class Wakes {
	readonly #waiting = new Map<WakeKey, Set<Wake>>()

	/** What happens from now on is not missed. */
	listen(key: WakeKey): Wake {
		const of = this.#waiting.get(key) ?? new Set()
		this.#waiting.set(key, of)
		const wake = new Wake(() => {
			of.delete(wake)
			if (of.size === 0) this.#waiting.delete(key)
		})
		of.add(wake)
		return wake
	}

	wake(key: WakeKey): void {
		for (const each of this.#waiting.get(key) ?? []) each.ring()
	}

	/** Notices may have been missed. */
	wakeAll(): void {
		for (const of of this.#waiting.values()) for (const each of of) each.ring()
	}
}

export class Wake {
	readonly stop: () => void
	#isRung = false
	#patienceMs = FIRST_LOOK_MS
	#ended: (() => void) | undefined

	constructor(stop: () => void) {
		this.stop = stop
	}

	ring(): void {
		this.#isRung = true
		this.#ended?.()
	}

	/** For whoever looks by himself only because a notice may be lost: the longer nothing happens, the more rarely. */
	async quietly(signal: AbortSignal): Promise<void> {
		const isRung = await this.next(this.#patienceMs, signal)
		this.#patienceMs = isRung ? FIRST_LOOK_MS : Math.min(2 * this.#patienceMs, LAST_LOOK_MS)
	}

	/** Resolves when it was rung since the last time, after `ms`, or with the signal. @returns whether it was rung */
	async next(ms: number, signal: AbortSignal): Promise<boolean> {
		if (!this.#isRung && !signal.aborted)
			await new Promise<void>(resolve => {
				const end = () => {
					clearTimeout(timer)
					signal.removeEventListener('abort', end)
					this.#ended = undefined
					resolve()
				}
				const timer = setTimeout(end, ms)
				this.#ended = end
				signal.addEventListener('abort', end, { once: true })
			})
		const isRung = this.#isRung
		this.#isRung = false
		return isRung
	}
}

/** A notice is lost with a server that dies when it has written and not yet told; all others come. */
const FIRST_LOOK_MS = 5_000
const LAST_LOOK_MS = 40_000
