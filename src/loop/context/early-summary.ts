// The early summary: begun in the background while there is still room, at a moment when a step of the work is done, so
// that nobody waits for it once history is full. Nothing of history changes before it is used, and what it was written for
// must stand there unchanged by then.

import { isObject, parseJson } from '../../core/json.ts'
import { callsOf, type Message } from '../../core/messages.ts'

export type EarlySummary = {
	/** Of the messages that a history begins with. Whatever was begun before is dropped. */
	begin(work: EarlyWork): void
	/** Undefined where none was begun. One that was begun for a history that began otherwise is dropped. */
	of(history: readonly Message[]): BegunSummary | undefined
	/** One was begun since the last compaction, whatever has come of it. */
	readonly isBegun: boolean
	/** It is no longer wanted; its request is cut. */
	drop(): void
	/** Resolves when nothing of it goes on any more. */
	settled(): Promise<void>
}

export type EarlyWork = {
	leaving: readonly Message[]
	/** How long it may be. */
	limitTokens: number
	write(signal: AbortSignal): Promise<SummaryResult>
}

export type SummaryResult = { ok: true; text: string } | { ok: false; why: string }

export type BegunSummary = Omit<EarlyWork, 'write'> & {
	/** Once it is there. */
	result: SummaryResult | undefined
	/** Never rejects. */
	ended: Promise<SummaryResult>
}

export function createEarlySummary(): EarlySummary {
	let begun: (BegunSummary & { controller: AbortController }) | undefined
	const going = new Set<Promise<unknown>>()
	const drop = () => {
		begun?.controller.abort()
		begun = undefined
	}
	return {
		begin({ leaving, limitTokens, write }) {
			drop()
			const controller = new AbortController()
			const ended = write(controller.signal).catch(
				(error: unknown): SummaryResult => ({ ok: false, why: String(error) }),
			)
			const now = { leaving, limitTokens, result: undefined as SummaryResult | undefined, ended, controller }
			begun = now
			const settling = ended.then(result => {
				now.result = result
				going.delete(settling)
			})
			going.add(settling)
		},
		of(history) {
			if (begun && !beginsWith(history, begun.leaving)) drop()
			return begun
		},
		get isBegun() {
			return begun !== undefined
		},
		drop,
		settled: async () => void (await Promise.all(going)),
	}
}

/** A log that is read again gives the same messages, but not the same objects. */
function beginsWith(history: readonly Message[], leaving: readonly Message[]): boolean {
	return (
		history.length >= leaving.length &&
		leaving.every((message, index) => {
			const now = history[index]
			return now === message || JSON.stringify(now) === JSON.stringify(message)
		})
	)
}

/** Of the request at which history is condensed: from here on an early summary is worth its while where a step is done. */
export const EARLY_SHARE = 0.9
/** Here it is begun whatever is being done: who has no plan would wait for it at the limit. */
const ANYWAY_SHARE = 0.92

/** Whether this is a moment to begin one, in the middle of a run. */
export function isMomentForEarly(
	messages: readonly Message[],
	{ tokens, compactAtTokens }: { tokens: number; compactAtTokens: number },
): boolean {
	return tokens >= compactAtTokens * ANYWAY_SHARE || isStepDone(messages)
}

/** The newest reply has set a plan with more steps done than the plan before. */
function isStepDone(messages: readonly Message[]): boolean {
	let newest: number | undefined
	for (const message of messages.toReversed()) {
		if (message.role !== 'assistant') continue
		const done = callsOf(message)
			.flatMap(call => doneIn(call.arguments) ?? [])
			.at(-1)
		if (newest === undefined) {
			if (done === undefined) return false
			newest = done
		} else if (done !== undefined) return newest > done
	}
	return (newest ?? 0) > 0
}

/** A plan is known by its steps. @returns how many of them are done, or undefined where it is none */
function doneIn(args: string): number | undefined {
	const plan = parseJson(args)
	if (!isObject(plan) || !Array.isArray(plan.items)) return undefined
	const steps = plan.items.filter(item => isObject(item) && typeof item.status === 'string')
	return steps.length === 0
		? undefined
		: steps.filter(step => isObject(step) && step.status === 'done').length
}
