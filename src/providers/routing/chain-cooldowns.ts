// Who of a chain rests: known to this process at once, and to all of them where there is a file.

import type { AgentError } from '../../core/errors.ts'
import type { Clock } from '../../core/host.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import type { TimedNotes } from '../../process/timed-notes.ts'
import { awake, type Rest, type Resting, rest, restFor, restOf, wake } from './cooldown.ts'
import { inMinutes } from './in-minutes.ts'

export type ChainCooldowns = {
	/** Who may be asked now, and what is to be told of the first of the chain once while it rests. */
	begin(): Promise<{ candidates: readonly ModelRef[]; notice: string | undefined }>
	rest(model: ModelRef, error: AgentError): Promise<void>
	wake(model: ModelRef): Promise<void>
	isResting(model: ModelRef): boolean
}

/** A single model is asked whatever is known of it, and needs no file for that. */
export function createChainCooldowns({
	chain,
	clock,
	cooldowns,
}: {
	chain: readonly ModelRef[]
	clock: Clock
	cooldowns?: TimedNotes<Rest> | undefined
}): ChainCooldowns {
	const store = chain.length > 1 ? cooldowns : undefined
	let resting: Resting = new Map()
	let toldUntil = 0
	return {
		async begin() {
			const now = clock.now()
			if (store) resting = new Map([...resting, ...(await store.read(now))])
			const candidates = awake(chain, resting, now)
			const [wanted, asked] = [chain[0]!, candidates[0]!]
			const first = wanted === asked ? undefined : restOf(wanted, resting, now)
			if (!first || first.until <= toldUntil) return { candidates, notice: undefined }
			toldUntil = first.until
			return { candidates, notice: restNotice({ wanted, asked, rest: first, now }) }
		},
		async rest(model, error) {
			if (error.remedy === 'stop') return
			const { code, retryAfterMs } = error
			const until = restFor(code, { now: clock.now(), retryAfterMs })
			if (!until) return
			// Whoever was there when it failed has been told.
			toldUntil = Math.max(toldUntil, until.until)
			resting = rest(resting, model, until)
			// A key or a certificate may be right a moment later, and asking with a wrong one costs little.
			if (code !== 'auth-failed' && code !== 'config-invalid')
				await store?.change(before => rest(before, model, until), clock.now())
		},
		async wake(model) {
			if (!restOf(model, resting, 0)) return
			resting = wake(resting, model)
			await store?.change(before => wake(before, model), clock.now())
		},
		isResting: model => restOf(model, resting, clock.now()) !== undefined,
	}
}

function restNotice({
	wanted,
	asked,
	rest: { until, code },
	now,
}: {
	wanted: ModelRef
	asked: ModelRef
	rest: Rest
	now: number
}): string {
	const rests = `${modelName(wanted)} rests for another ${inMinutes(until - now)} after ${code}`
	return `${rests}; ${modelName(asked)} is asked instead.`
}
