// Sessions made up at random, the way the loop writes them when all goes well: calls begin before or after their
// message, end in any order, some are asked about, and attempts fail on the way.

import fc from 'fast-check'
import type { RunEndReason, StoredEvent } from '../../../src/core/events.ts'
import type { ToolOutcome } from '../../../src/core/messages.ts'
import type { Tier } from '../../../src/core/permission.ts'
import {
	approvalEnd,
	approvalRequest,
	attemptEnd,
	attemptStart,
	message,
	runEnd,
	runStart,
	sessionStart,
	steer,
	toolEnd,
	toolStart,
	turnEnd,
	turnStart,
} from './story.ts'

const text = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 20 }),
	fc.constantFrom('', 'ok', 'two\nlines', '"{}\\', '😀', '\u2028', '\0'),
)

const call = fc.record({
	tier: fc.constantFrom<Tier>('read-only', 'side-effecting', 'privileged'),
	outcome: fc.constantFrom<ToolOutcome>('ok', 'failed', 'refused', 'cancelled', 'interrupted'),
	isEarly: fc.boolean(),
	endsEarly: fc.boolean(),
	isAsked: fc.boolean(),
	text,
})

const turn = fc.record({
	text,
	failedAttempts: fc.nat({ max: 1 }),
	calls: fc.array(call, { maxLength: 4 }),
	isReversed: fc.boolean(),
	steering: fc.option(text, { nil: undefined }),
})

const run = fc.record({
	prompt: text,
	turns: fc.array(turn, { minLength: 1, maxLength: 3 }),
	end: fc.constantFrom<RunEndReason>('finished', 'cancelled', 'failed', 'turn-limit'),
})

type Valued<T> = T extends fc.Arbitrary<infer Value> ? Value : never

export const anySession: fc.Arbitrary<readonly StoredEvent[]> = fc
	.array(run, { minLength: 1, maxLength: 3 })
	.map(runs => {
		let calls = 0
		const newId = () => `c${++calls}`
		const events = runs.flatMap(({ prompt, turns, end }) => [
			runStart(prompt),
			...turns.flatMap((planned, index) => turnEvents(planned, index + 1, newId)),
			runEnd(end),
		])
		return [sessionStart(), ...events]
	})

function turnEvents(
	planned: Valued<typeof turn>,
	number: number,
	newId: () => string,
): readonly StoredEvent[] {
	const calls = planned.calls.map(call => ({ ...call, id: newId() }))
	const ids = calls.map(({ id }) => id)
	const starts = (isEarly: boolean) => calls.filter(call => call.isEarly === isEarly).flatMap(startEvents)
	const ends = (beforeMessage: boolean) => {
		const ended = calls.filter(call => (call.isEarly && call.endsEarly) === beforeMessage)
		return (planned.isReversed ? ended.toReversed() : ended).map(call =>
			toolEnd(call.id, call.text, call.outcome),
		)
	}
	const attempts = Array.from({ length: planned.failedAttempts }, (_, index) => index + 1)
	const last = planned.failedAttempts + 1
	return [
		...(planned.steering === undefined ? [] : [steer(planned.steering)]),
		turnStart(number),
		...attempts.flatMap(attempt => [attemptStart(attempt), attemptEnd(attempt)]),
		attemptStart(last),
		...starts(true),
		...ends(true),
		attemptEnd(last),
		message(planned.text, ids, ids.length > 0 ? 'tool-calls' : 'stop'),
		...starts(false),
		...ends(false),
		turnEnd(number),
	]
}

function startEvents(planned: Valued<typeof call> & { id: string }): readonly StoredEvent[] {
	const start = toolStart(planned.id, planned.tier)
	return planned.isAsked ? [approvalRequest(planned.id), approvalEnd(planned.id), start] : [start]
}
