// Which tasks somebody looks at, and on which side: a run shows text twenty times a second, and a notice for each piece
// costs the database of all servers, so that only what somebody looks at elsewhere is told there.

import type { AuthContext } from '../../core/services/auth-context.ts'
import type { TaskId } from '../../core/services/tasks.ts'

/** A task of a tenant: `app user id`. None of the three has a blank in it. */
export type LookedAt = string

export function lookedAt({ app, user }: AuthContext, id: TaskId): LookedAt {
	return `${app} ${user} ${id}`
}

export class LiveInterest {
	readonly #here = new Map<LookedAt, number>()
	/** Until when that holds without another word. */
	readonly #elsewhere = new Map<LookedAt, number>()
	readonly #now: () => number

	constructor(now: () => number = Date.now) {
		this.#now = now
	}

	/** @returns whether it is the first one here */
	begin(task: LookedAt): boolean {
		const count = this.#here.get(task) ?? 0
		this.#here.set(task, count + 1)
		return count === 0
	}

	/** @returns whether it was the last one here */
	end(task: LookedAt): boolean {
		const left = (this.#here.get(task) ?? 0) - 1
		if (left > 0) this.#here.set(task, left)
		else this.#here.delete(task)
		return left <= 0
	}

	get here(): readonly LookedAt[] {
		return [...this.#here.keys()]
	}

	/** Another server says that somebody looks there. */
	heard(task: LookedAt): void {
		const now = this.#now()
		if (this.#elsewhere.size >= MOST_TASKS)
			for (const [other, until] of this.#elsewhere) if (until < now) this.#elsewhere.delete(other)
		this.#elsewhere.set(task, now + HOLDS_MS)
	}

	isElsewhere(task: LookedAt): boolean {
		const until = this.#elsewhere.get(task)
		if (until === undefined) return false
		if (until >= this.#now()) return true
		this.#elsewhere.delete(task)
		return false
	}
}

/** Said again for as long as it is so. */
export const SAID_AGAIN_MS = 15_000
/** Two may be missed. */
const HOLDS_MS = 40_000
/** From then on those that hold no more are looked for. */
const MOST_TASKS = 10_000
