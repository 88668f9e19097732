// A step on the way to a provider: what was tried, how long it took and what came of it.

import type { AgentError, ErrorCode } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'

export type StepName =
	| 'configuration'
	| 'proxy'
	| 'dns'
	| 'tcp'
	| 'tls'
	| 'http'
	| 'models'
	| 'token'
	| 'websocket'

/** `missing`: not there, and nothing is the worse for it. `skipped`: there was no sense in trying. */
export type NetworkStep = {
	step: StepName
	state: 'ok' | 'missing' | 'failed' | 'skipped'
	/** Undefined for what was skipped. */
	durationMs: number | undefined
	text: string
	/** Of what failed. */
	code?: ErrorCode
	/** What `text` says, for programs. */
	details?: JsonObject
}

/** What trying a step came to, if it did not throw. */
export type Verdict<Value = undefined> = {
	text: string
	value: Value
	isMissing?: boolean
	details?: JsonObject
}

export type Steps = {
	/** @returns what `attempt` came to, or why it failed; either has been told then */
	attempt<Value>(
		step: StepName,
		attempt: () => Promise<Verdict<Value>>,
		inWords: (error: unknown) => Promise<AgentError> | AgentError,
	): Promise<{ value: Value } | { error: AgentError }>
	skip(step: StepName, why: string): void
}

/** @param tell - each step as soon as it is over @param hide - takes out of a text what nobody may read */
export function createSteps(tell: (step: NetworkStep) => void, hide: (text: string) => string): Steps {
	return {
		async attempt(step, attempt, inWords) {
			const startedMs = performance.now()
			const passed = () => Math.round(performance.now() - startedMs)
			try {
				const { text, value, isMissing, details } = await attempt()
				const state = isMissing ? 'missing' : 'ok'
				tell({
					step,
					state,
					durationMs: passed(),
					text: hide(text),
					...(details && { details: hideIn(details, hide) }),
				})
				return { value }
			} catch (thrown) {
				const durationMs = passed()
				const error = await inWords(thrown)
				tell({ step, state: 'failed', durationMs, text: hide(error.message), code: error.code })
				return { error }
			}
		},
		skip: (step, why) => tell({ step, state: 'skipped', durationMs: undefined, text: hide(why) }),
	}
}

function hideIn(details: JsonObject, hide: (text: string) => string): JsonObject {
	return Object.fromEntries(
		Object.entries(details).map(([name, value]) => [name, typeof value === 'string' ? hide(value) : value]),
	)
}

/** @throws Error with the code `ETIMEDOUT`, which is put into words like the system's own */
export function within<Value>(limitMs: number, waited: Promise<Value>): Promise<Value> {
	let timer: NodeJS.Timeout | undefined
	const late = new Promise<never>((_, reject) => {
		const error = Object.assign(new Error(`no answer within ${limitMs / 1000} s`), { code: 'ETIMEDOUT' })
		timer = setTimeout(() => reject(error), limitMs)
	})
	return Promise.race([waited, late]).finally(() => clearTimeout(timer))
}
