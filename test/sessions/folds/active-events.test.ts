import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import type { StoredEvent } from '../../../src/core/events.ts'
import type { RunId } from '../../../src/core/ids.ts'
import { textOf } from '../../../src/core/messages.ts'
import {
	activeEvents,
	logRewindPoints,
	REWIND_EVENT_TYPES,
} from '../../../src/sessions/folds/active-events.ts'
import { historyOf } from '../../../src/sessions/folds/history.ts'
import { closeOpen } from '../../../src/sessions/folds/resume.ts'
import { undoneRanges } from '../../../src/sessions/folds/rewound-ranges.ts'
import {
	message,
	runEnd,
	runStart,
	sessionStart,
	story,
	toolEnd,
	toolStart,
} from '../../support/sessions/story.ts'

function back(toSeq: number, given: { conversation?: boolean; undo?: string } = {}): StoredEvent {
	const { conversation = true, undo } = given
	const event = { type: 'rewind' as const, toSeq, conversation }
	return undo === undefined ? event : { ...event, files: { restored: 'c0', undo, changed: 1 } }
}

function said(events: readonly StoredEvent[]): string {
	return historyOf(story(events))
		.map(({ content }) => textOf(content))
		.join(' ')
}

// Numbers 1 to 7: the beginning, then two runs of three events each.
const twoRuns = [
	sessionStart(),
	runStart('one'),
	message('first'),
	runEnd(),
	runStart('two'),
	message('second'),
	runEnd(),
]

describe('history', () => {
	test('goes on from what it was where the session went back to', () => {
		assert.equal(said(twoRuns), 'one first two second')
		assert.equal(said([...twoRuns, back(4)]), 'one first')
		assert.equal(said([...twoRuns, back(4), runStart('three')]), 'one first three')
		assert.equal(said([...twoRuns, back(1)]), '')
	})

	test('is as it was when going back is gone back on, and once more', () => {
		assert.equal(said([...twoRuns, back(4), back(7)]), 'one first two second')
		assert.equal(said([...twoRuns, back(4), back(7), back(8)]), 'one first')
		assert.equal(said([...twoRuns, back(4), runStart('three'), back(7)]), 'one first two second')
	})

	test('stays when only files went back', () => {
		assert.equal(said([...twoRuns, back(4, { conversation: false, undo: 'c1' })]), 'one first two second')
	})
})

test('what was gone back on is what no longer counts', () => {
	fc.assert(
		fc.property(fc.array(fc.nat(), { maxLength: 12 }), fc.nat({ max: 5 }), (places, more) => {
			const events: StoredEvent[] = [sessionStart()]
			for (const [index, place] of places.entries()) {
				events.push(runStart(`${index}`), message('answer'))
				if (place % 2 === 0) events.push(back((place / 2) % events.length))
			}
			for (let count = 0; count < more; count++) events.push(runStart('more'))
			const log = story(events)
			const ranges = undoneRanges(log)
			const counting = new Set(activeEvents(log).map(({ seq }) => seq))
			for (const { seq, event } of log) {
				if (event.type === 'rewind') continue
				const isUndone = ranges.some(({ after, before }) => seq > after && seq < before)
				assert.equal(isUndone, !counting.has(seq), `${seq} of ${JSON.stringify(ranges)}`)
			}
		}),
	)
})

test('a call that was gone back on does not answer a later one of the same id', () => {
	const before = [sessionStart(), runStart('one'), toolStart('c1'), toolEnd('c1', 'old', 'ok'), runEnd()]
	const after = [runStart('again'), toolStart('c1')]
	const closing = closeOpen(story([...before, back(1), ...after]))
	assert.deepEqual(
		closing.map(event => event.type),
		['tool-end', 'run-end'],
	)
})

describe('places to go back to', () => {
	const kept = (checkpointId: string): StoredEvent => ({ type: 'checkpoint', checkpointId })
	/** From a run's beginning to its end everything is its own. */
	const inRuns = (events: readonly StoredEvent[]) => {
		let runId: RunId | undefined
		return story(events).map(envelope => {
			const { event, seq } = envelope
			if (event.type === 'run-start') runId = `r${seq}` as RunId
			const own = runId === undefined ? envelope : { ...envelope, runId }
			if (event.type === 'run-end') runId = undefined
			return own
		})
	}
	const shown = (events: readonly StoredEvent[]) =>
		logRewindPoints(inRuns(events)).map(({ toSeq, prompt, checkpointId, isUndo }) =>
			[toSeq, isUndo ? 'undo' : prompt, checkpointId ?? '-'].join(' '),
		)

	test('are the prompts, newest first, each with what was kept first after it', () => {
		const events = [sessionStart(), runStart('one'), runEnd(), runStart('two'), kept('c1'), runEnd()]
		assert.deepEqual(shown([...events, runStart('three'), runEnd()]), ['6 three -', '3 two c1', '1 one c1'])
	})

	test('begin with the last one gone back to, until a prompt follows', () => {
		const events = [sessionStart(), runStart('one'), kept('c1'), runEnd(), back(1, { undo: 'c3' })]
		assert.deepEqual(shown(events), ['4 undo c3'])
		assert.deepEqual(shown([...events, runStart('two'), kept('c5')]), ['5 two c5'])
	})

	test('lie on both sides of a compaction, and nothing but the events of some kinds is needed for them', () => {
		const compaction = { type: 'compaction' } as unknown as StoredEvent
		const events = [
			sessionStart(),
			runStart('one'),
			kept('c1'),
			runEnd(),
			compaction,
			runStart('two'),
			runEnd(),
			back(5),
			runStart('three'),
			runEnd(),
		]
		assert.deepEqual(shown(events), ['8 three -', '1 one c1'])
		const few = inRuns(events).filter(({ event }) => REWIND_EVENT_TYPES.includes(event.type))
		assert.deepEqual(logRewindPoints(few), logRewindPoints(inRuns(events)))
	})

	test('begin with what was kept for going back, when that never came to its end', () => {
		const events = [sessionStart(), runStart('one'), kept('c1'), runEnd(), kept('c3')]
		assert.deepEqual(shown(events), ['4 undo c3', '1 one c1'])
		assert.deepEqual(shown([...events, back(1, { undo: 'c3' })]), ['5 undo c3'])
		assert.deepEqual(shown([...events, runStart('two'), runEnd()]), ['5 two -', '1 one c1'])
	})
})

test('whatever is gone back on, what counts is what counted then, and what came since', () => {
	const step = fc.oneof(
		fc.record({ say: fc.string({ minLength: 1, maxLength: 3 }) }),
		fc.record({ back: fc.nat(30) }),
	)
	fc.assert(
		fc.property(fc.array(step, { maxLength: 30 }), steps => {
			const events: StoredEvent[] = []
			const states: (readonly string[])[] = [[]]
			for (const one of steps) {
				const now = states.at(-1)!
				if ('say' in one) {
					events.push(message(one.say))
					states.push([...now, one.say])
				} else {
					const toSeq = one.back % (events.length + 1)
					events.push(back(toSeq))
					states.push(states[toSeq]!)
				}
			}
			const counting = activeEvents(story(events)).map(({ event }) =>
				event.type === 'message-end' ? textOf(event.message.content) : '',
			)
			assert.deepEqual(counting, states.at(-1))
		}),
	)
})
