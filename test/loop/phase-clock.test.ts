import assert from 'node:assert/strict'
import { test } from 'vitest'
import { AgentError } from '../../src/core/errors.ts'
import type { StoredEvent } from '../../src/core/events.ts'
import { PhaseClock } from '../../src/loop/phase-clock.ts'
import { attempt, call, says, scriptedModel } from '../support/runtime/scripted-model.ts'
import { startLoop } from '../support/runtime/start-loop.ts'

const busy = new AgentError('overloaded', 'busy')

test('the times of a turn are its own, and those of the turns add up to the run', async () => {
	let nowMs = 1_000
	const pass = (ms: number) => async () => {
		nowMs += ms
	}
	const phases = new PhaseClock(() => nowMs)
	await pass(7)()
	const [begun, ...looking] = attempt(
		[{ type: 'text-delta', text: 'Looking.' }, call(['c1', 'look', {}])],
		'tool-calls',
	)
	const [again, ...answer] = says('done')
	const model = scriptedModel(
		[
			begun!,
			pass(20),
			{ type: 'retry-wait', cause: busy, waitMs: 1, retry: 1, maxRetries: 5 },
			pass(300),
			begun!,
			looking[0]!,
			pass(40),
			...looking.slice(1),
		],
		[again!, pass(5), answer[0]!, pass(60), ...answer.slice(1)],
	)
	const run = startLoop(model, {
		phases,
		tools: {
			look: {
				// It could have run while the reply still came, and would not have taken any time of its own.
				async run() {
					await run.until('message-end')
					await pass(500)()
					return { outcome: 'ok', content: [] }
				},
			},
		},
		// What is on its way to the log is only waited for once a reply has begun.
		async store({ type }) {
			if (type === 'turn-start') await pass(1)()
		},
	})
	assert.equal((await run.ended).reason, 'finished')
	const turns = run.log.flatMap((event: StoredEvent) => (event.type === 'turn-end' ? [event.phases] : []))
	const total = phases.total()
	assert.equal(
		Object.values(total).reduce((sum, ms) => sum + ms, 0),
		nowMs - 1_000,
	)
	assert.deepEqual(
		turns.map(times => [times?.waiting, times?.streaming]),
		[
			[320, 40],
			[5, 60],
		],
	)
	assert.deepEqual([total.waiting, total.streaming, total.tools], [325, 100, 500])
	model.assertFinished()
})

test('times are told to a tenth of a millisecond, and a phase that goes on does not look at the clock', () => {
	let looks = 0
	let nowMs = 0
	const clock = new PhaseClock(() => {
		looks++
		return nowMs
	})
	clock.enter('streaming')
	for (let delta = 0; delta < 5_000; delta++) clock.enter('streaming')
	assert.equal(looks, 2)
	nowMs = 12.345
	assert.deepEqual(clock.takeTurn(), { assembling: 0, waiting: 0, streaming: 12.3, tools: 0, storing: 0 })
	nowMs = 13
	assert.deepEqual(clock.takeTurn(), { assembling: 0, waiting: 0, streaming: 0.7, tools: 0, storing: 0 })
	assert.equal(clock.total().streaming, 13)
})
