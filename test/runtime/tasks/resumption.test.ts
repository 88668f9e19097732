import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { StoredEvent } from '../../../src/core/events.ts'
import type { RunId } from '../../../src/core/ids.ts'
import { textOf } from '../../../src/core/messages.ts'
import { NO_USAGE } from '../../../src/core/usage.ts'
import { GOES_ON, standingOf } from '../../../src/runtime/tasks/resumption.ts'
import { eventsOfTask } from '../../../src/runtime/tasks/task-events.ts'
import { closeOpen } from '../../../src/sessions/folds/resume.ts'
import type { StoredEnvelope } from '../../../src/sessions/session-store.ts'
import { cancelledResult } from '../../../src/tools/executor/execute.ts'
import {
	attemptEnd,
	message,
	next,
	runEnd,
	runStart,
	sessionStart,
	story,
	toolEnd,
	toolStart,
} from '../../support/sessions/story.ts'

const [OTHER, FIRST, SECOND] = ['r-other', 'r-first', 'r-second'] as RunId[]

/** Each event with the run it belongs to; without one where it has none. */
function log(
	...parts: readonly [run: RunId | undefined, ...events: readonly StoredEvent[]][]
): readonly StoredEnvelope[] {
	const runs = parts.flatMap(([run, ...events]) => events.map(() => run))
	const envelopes = story(parts.flatMap(([, ...events]) => events))
	return envelopes.map((envelope, index) => ({ ...envelope, ...(runs[index] && { runId: runs[index] }) }))
}

const spent = (reason: 'finished' | 'cancelled' = 'finished'): StoredEvent => ({
	...runEnd(reason),
	type: 'run-end',
	reason,
	turns: 1,
	costMicroUsd: 7,
	usage: { ...NO_USAGE, outputTokens: 10 },
})

test('a task whose run has left nothing in the log has not begun', () => {
	const others = log([undefined, sessionStart()], [OTHER!, runStart('x'), message('y'), spent()])
	for (const envelopes of [[], others]) assert.equal(standingOf(envelopes, [FIRST!]).kind, 'not-begun')
	assert.equal(standingOf(others, []).kind, 'not-begun')
})

test('a run that the log knows the end of has ended, with its answer and what it has used', () => {
	const envelopes = log(
		[undefined, sessionStart()],
		[OTHER!, runStart('x'), message('not this'), spent()],
		[FIRST!, runStart('y'), message('this'), spent()],
	)
	const { kind, progress } = standingOf(envelopes, [FIRST!])
	assert.deepEqual(
		[kind, progress.state, progress.text, progress.usage.outputTokens, progress.costMicroUsd],
		['ended', 'completed', 'this', 10, 7],
	)
})

test('a run of a dead process is to be gone on with: before its session was opened again, and after', () => {
	const attempt: StoredEvent = {
		...(attemptEnd() as Extract<StoredEvent, { type: 'attempt-end' }>),
		usage: { ...NO_USAGE, outputTokens: 4 },
	}
	const died = log(
		[undefined, sessionStart()],
		[FIRST!, runStart('y'), attempt, message('', ['c1']), toolStart('c1')],
	)
	const opened = [...died, ...next(died, ...closeOpen(died))]
	for (const envelopes of [died, opened]) {
		const { kind, progress } = standingOf(envelopes, [FIRST!])
		assert.deepEqual(
			[kind, progress.state, progress.end, progress.waiting],
			['interrupted', 'working', undefined, []],
		)
		assert.equal(progress.before.usage.outputTokens, progress.usage.outputTokens)
	}
	// What closed it is the task's, too: a reader sees the call end.
	const types = eventsOfTask(opened, [FIRST!]).map(({ event, runId }) => [event.type, runId])
	assert.deepEqual(types.slice(-2), [
		['tool-end', FIRST],
		['run-end', FIRST],
	])
	assert.deepEqual(eventsOfTask(opened, [OTHER!]), [])
})

test('a run that was ended because its server ended is gone on with, and the second run counts then', () => {
	const givenBack = log([undefined, sessionStart()], [FIRST!, runStart('y'), spent('cancelled')])
	assert.equal(standingOf(givenBack, [FIRST!]).kind, 'interrupted')
	// It was to begin, and the process died before it had.
	assert.equal(standingOf(givenBack, [FIRST!, SECOND!]).kind, 'interrupted')
	const after = log(
		[undefined, sessionStart()],
		[FIRST!, runStart('y'), spent('cancelled')],
		[SECOND!, runStart('go on'), toolStart('c1'), toolEnd('c1'), message('done'), spent()],
	)
	const { kind, progress } = standingOf(after, [FIRST!, SECOND!])
	assert.deepEqual(
		[kind, progress.state, progress.text, progress.usage.outputTokens, progress.costMicroUsd],
		['ended', 'completed', 'done', 20, 14],
	)
})

test('what a stopped server leaves in the words of a user who stops a run is put right for the model', () => {
	assert.match(textOf(cancelledResult().content), /cancelled by the user/)
	assert.match(textOf(GOES_ON.content), /a call that the user cancelled, it was this stop and not the user/)
})
