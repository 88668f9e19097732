// Sessions that were condensed on the way, and end anywhere: as the runtime writes them, up to the moment the
// process was killed.

import fc from 'fast-check'
import type { StoredEvent } from '../../../src/core/events.ts'
import { userText } from '../../../src/core/messages.ts'
import type { ResultDetail } from '../../../src/core/tool.ts'
import { historyOf } from '../../../src/sessions/folds/history.ts'
import { snapshotOf } from '../../../src/sessions/folds/snapshot.ts'
import type { StoredEnvelope } from '../../../src/sessions/session-store.ts'
import { anySession } from './any-session.ts'
import { MODEL, next, story } from './story.ts'

const detail: fc.Arbitrary<ResultDetail> = fc.oneof(
	fc.record({
		type: fc.constant('files' as const),
		seen: fc.array(fc.record({ path: fc.constantFrom('/a', '/b', '/c'), sha256: fc.constantFrom('1', '2') })),
	}),
	fc.record({
		type: fc.constant('todo' as const),
		items: fc.array(
			fc.record({
				text: fc.constantFrom('one', 'two'),
				status: fc.constantFrom('pending' as const, 'in-progress' as const, 'done' as const),
			}),
			{ maxLength: 2 },
		),
	}),
)

const setting: fc.Arbitrary<StoredEvent> = fc.constantFrom<StoredEvent>(
	{ type: 'session-rename', name: 'bug hunt' },
	{ type: 'approvals-set', mode: { kind: 'plan' } },
	{ type: 'effort-set', effort: 'low' },
	{ type: 'model-set', chain: [{ provider: 'other', model: 'n' }] },
)

type Choice = {
	detail: ResultDetail
	cost: number | undefined
	setting: StoredEvent
	isSet: boolean
	/** Where a compaction may stand there is one; `keeps` in hundredths of what there is. */
	isCondensed: boolean
	keepsPercent: number
	/** Behind a run it goes back to before some prompt. */
	goesBackPercent: number | undefined
}

const choice: fc.Arbitrary<Choice> = fc.record({
	detail,
	cost: fc.option(fc.nat({ max: 50 }), { nil: undefined, freq: 20 }),
	setting,
	isSet: fc.boolean(),
	isCondensed: fc.boolean(),
	keepsPercent: fc.nat({ max: 100 }),
	goesBackPercent: fc.option(fc.nat({ max: 99 }), { nil: undefined, freq: 1 }),
})

/** @returns a log with at least one compaction in most cases */
export const anyLongSession: fc.Arbitrary<readonly StoredEnvelope[]> = fc
	.record({
		events: anySession,
		choices: fc.array(choice, { minLength: 12, maxLength: 12 }),
		endPercent: fc.integer({ min: 30, max: 100 }),
	})
	.map(({ events, choices, endPercent }) => {
		let log = story(events.slice(0, 1))
		const add = (...added: readonly StoredEvent[]) => {
			log = [...log, ...next(log, ...added)]
		}
		const ended = events.slice(1, Math.ceil((events.length * endPercent) / 100))
		for (const [index, event] of ended.entries()) {
			const chosen = choices[index % choices.length]!
			add(withChoice(event, chosen))
			if (event.type !== 'turn-start' && event.type !== 'run-end') continue
			if (chosen.isSet) add(chosen.setting)
			if (chosen.goesBackPercent !== undefined && event.type === 'run-end')
				add(rewind(log, chosen.goesBackPercent))
			if (chosen.isCondensed) add(compaction(log, chosen.keepsPercent))
		}
		return log
	})

function withChoice(event: StoredEvent, { detail, cost }: Choice): StoredEvent {
	if (event.type === 'tool-end') return { ...event, result: { ...event.result, detail } }
	if (event.type === 'attempt-end') return { ...event, model: MODEL, costMicroUsd: cost }
	return event
}

function rewind(log: readonly StoredEnvelope[], percent: number): StoredEvent {
	const prompts = log.filter(({ event }) => event.type === 'run-start')
	const { seq } = prompts[Math.floor((prompts.length * percent) / 100)]!
	return { type: 'rewind', toSeq: seq - 1, conversation: true }
}

/** Keeps whole units only: a call goes with its result. */
export function compaction(log: readonly StoredEnvelope[], keepsPercent: number): StoredEvent {
	const messages = historyOf(log)
	let keeps = Math.floor((messages.length * keepsPercent) / 100)
	while (messages.at(-keeps)?.role === 'tool' && keeps > 0) keeps--
	return {
		type: 'compaction',
		cause: 'window',
		message: userText(`What came before, in short. (${log.at(-1)?.seq})`),
		keeps,
		cut: [],
		summary: 'written',
		tokensBefore: 1000,
		tokensAfter: 100,
		carried: snapshotOf(log),
	}
}
