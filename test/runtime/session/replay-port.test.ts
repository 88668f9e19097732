import assert from 'node:assert/strict'
import { beforeAll, describe, test } from 'vitest'
import type { Envelope, StoredEvent } from '../../../src/core/events.ts'
import { isStored } from '../../../src/core/events.ts'
import { ReplayPort, type ReplaySpeed } from '../../../src/runtime/session/replay-port.ts'
import { startTui } from '../../../src/tui/start.tsx'
import { EMPTY_VIEW, type View } from '../../../src/tui/state/view.ts'
import { foldView } from '../../../src/tui/state/view-state.ts'
import { deferred } from '../../support/deferred.ts'
import { handClock } from '../../support/hand-clock.ts'
import { answer, finish, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { startRuntime } from '../../support/runtime/start-runtime.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'
import { message, runEnd, runStart, sessionStart, story } from '../../support/sessions/story.ts'

async function lived(): Promise<readonly Envelope[]> {
	const provider = scriptedProvider(
		[
			{ type: 'reasoning-delta', text: 'I should look.' },
			{ type: 'reasoning-end', text: 'I should look.' },
			{ type: 'text-delta', text: 'I look at ' },
			{ type: 'text-delta', text: 'both of them.' },
			...toolCalls(['1', 'read', { path: 'a.txt' }], ['2', 'list', {}]),
		],
		toolCalls(['3', 'edit', { path: 'a.txt', old_text: 'one', new_text: 'two' }]),
		[{ type: 'text-delta', text: '# Done\n\nIt says **two** now, as you wished it to.' }, finish('stop')],
		answer('You are welcome.'),
	)
	const runtime = await startRuntime({ provider, files: { 'a.txt': 'one\n' }, approvals: { kind: 'all' } })
	await runtime.prompt('change it')
	await runtime.until('run-end')
	await runtime.prompt('thanks')
	await runtime.until('run-end')
	await runtime.stop()
	return runtime.envelopes
}

function storedOf(envelopes: readonly Envelope[]): readonly Envelope<StoredEvent>[] {
	return envelopes.filter((envelope): envelope is Envelope<StoredEvent> => isStored(envelope.event))
}

/** The last event it tells, and everything before that. */
async function toldBy(port: ReplayPort): Promise<readonly Envelope[]> {
	const all: Envelope[] = []
	const stop = new AbortController()
	port.subscribe(() => {
		if (port.state().played === port.state().total) stop.abort()
	})
	for await (const envelope of port.events(0, stop.signal)) all.push(envelope)
	return all
}

function replayed(envelopes: readonly Envelope<StoredEvent>[], speed: ReplaySpeed): ReplayPort {
	// The clock of then, so that both screens show the same times.
	const clock = { now: () => envelopes[port.state().played]?.at ?? 0, sleep: async () => {} }
	const port: ReplayPort = new ReplayPort({ envelopes, clock, speed })
	return port
}

describe('a session played again', () => {
	let live: readonly Envelope[] = []
	beforeAll(async () => {
		live = await lived()
	})

	for (const speed of [1, 'max'] as const)
		test(`ends with the same screen as the one that was lived (speed ${speed})`, async () => {
			const again = await toldBy(replayed(storedOf(live), speed))
			const deltas = again.filter(({ event }) => event.type === 'text-delta').length
			assert.ok(speed === 'max' ? deltas === 0 : deltas > 3, `${deltas} deltas`)
			assert.deepEqual(
				lasting(again.reduce(foldView, EMPTY_VIEW)),
				lasting(live.reduce(foldView, EMPTY_VIEW)),
			)
		})

	test('keeps the pauses, but for the long ones, and is faster when told to', async () => {
		const log = story([sessionStart(), runStart('a'), runEnd(), runStart('b'), runEnd()]).map(
			(envelope, index) => ({ ...envelope, at: [0, 400, 600, 3_600_000, 3_600_100][index]! }),
		)
		for (const [speed, sleeps] of [
			[1, [400, 200, 1000, 100]],
			[4, [100, 50, 250, 25]],
			['max', []],
		] as const) {
			const slept: number[] = []
			const clock = { now: () => 0, sleep: async (ms: number) => void slept.push(ms) }
			await toldBy(new ReplayPort({ envelopes: log, clock, speed }))
			assert.deepEqual(slept, sleeps)
		}
	})

	test('everything before a number comes at once', async () => {
		const log = story([sessionStart(), runStart('a'), runEnd(), runStart('b'), runEnd()]).map(
			(envelope, index) => ({ ...envelope, at: index * 100 }),
		)
		const slept: number[] = []
		const clock = { now: () => 0, sleep: async (ms: number) => void slept.push(ms) }
		await toldBy(new ReplayPort({ envelopes: log, clock, speed: 1, from: 4 }))
		assert.deepEqual(slept, [100])
	})

	test('takes no prompt', async () => {
		const port = replayed(story([sessionStart()]), 1)
		await assert.rejects(port.send(), /played again/)
	})
})

test('space pauses the replay on the screen, plus makes it faster, q leaves', async () => {
	const log = story([sessionStart(), runStart('first prompt'), message('An answer.'), runEnd()]).map(
		(envelope, index) => ({ ...envelope, at: index * 500 }),
	)
	const clock = handClock()
	const port = new ReplayPort({ envelopes: log, clock, speed: 1 })
	const terminal = new ScreenTerminal(100, 24)
	const exited = startTui({
		version: '1.2.3',
		environment: {},
		port,
		playback: port,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
	})
	await terminal.until('Replay 1× · 1/4')
	await clock.asleepFor(500)
	clock.advance(500)
	await terminal.until('❯ first prompt')
	terminal.type(' ')
	await terminal.until('Replay paused · 2/4')
	clock.advance(60_000)
	terminal.type('+')
	await terminal.until('Replay paused at 4× · 2/4')
	terminal.type('+')
	assert.ok(!terminal.screen().includes('An answer.'))
	const resumed = deferred()
	port.subscribe(resumed.resolve)
	terminal.type(' ')
	await resumed.promise
	await terminal.until('Replay over · 4/4')
	await terminal.until('An answer.')
	terminal.type('q')
	await exited
})

/** All but what only the one that was lived could know: how full the window was. */
function lasting(view: View): Partial<View> {
	const { context: _, ...rest } = view
	return rest
}
