// Cooldowns: who rests after a failure, until when and why. A value: whoever keeps it on disk reads and writes it as one.

import { ERROR_CODES, type ErrorCode } from '../../core/errors.ts'
import type { UnixMs } from '../../core/ids.ts'
import type { JsonObject } from '../../core/json.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'

/** By `provider` or `provider/model`. */
export type Resting = ReadonlyMap<string, Rest>

export type Rest = { until: UnixMs; code: ErrorCode }

/** As it is kept for other processes. */
export function restIn({ until, code }: JsonObject): Rest | undefined {
	const known = ERROR_CODES.find(each => each === code)
	return typeof until === 'number' && known ? { until, code: known } : undefined
}

/** How long someone rests who did not say so, in milliseconds. What has been used up does not come back within a minute. */
export const REST_MS = 60_000
export const USED_UP_REST_MS = 15 * 60_000

/** Undefined for a failure that says nothing of the next request. */
export function restFor(
	code: ErrorCode,
	{ now, retryAfterMs }: { now: UnixMs; retryAfterMs: number | undefined },
): Rest | undefined {
	if (IS_THE_REQUESTS.has(code)) return undefined
	return { until: now + (retryAfterMs ?? (code === 'quota-exhausted' ? USED_UP_REST_MS : REST_MS)), code }
}

const IS_THE_REQUESTS: ReadonlySet<ErrorCode> = new Set(['context-overflow', 'looping', 'bad-request'])

export function rest(resting: Resting, model: ModelRef, until: Rest): Resting {
	return new Map(resting).set(IS_THE_PROVIDERS.has(until.code) ? model.provider : modelName(model), until)
}

/** What fails for one model of a provider fails for its others as well. */
const IS_THE_PROVIDERS: ReadonlySet<ErrorCode> = new Set([
	'auth-failed',
	'quota-exhausted',
	'connection-lost',
	'config-invalid',
])

export function wake(resting: Resting, model: ModelRef): Resting {
	const names = namesOf(model)
	if (!names.some(name => resting.has(name))) return resting
	return new Map([...resting].filter(([name]) => !names.includes(name)))
}

/** Until its time has come. */
export function restOf(model: ModelRef, resting: Resting, now: UnixMs): Rest | undefined {
	const rests = namesOf(model).flatMap(name => resting.get(name) ?? [])
	return rests.filter(({ until }) => until > now).sort((a, b) => b.until - a.until)[0]
}

/** The models to try now, in the chain's order. When all of them rest, all are tried: something must be. */
export function awake(chain: readonly ModelRef[], resting: Resting, now: UnixMs): readonly ModelRef[] {
	const ready = chain.filter(model => !restOf(model, resting, now))
	return ready.length > 0 ? ready : chain
}

function namesOf(model: ModelRef): readonly string[] {
	return [model.provider, modelName(model)]
}
