import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import type { SessionId } from '../../../src/core/ids.ts'
import type { AuthContext } from '../../../src/core/services/auth-context.ts'
import type { LiveEvent } from '../../../src/core/services/live-events.ts'
import type { TaskId } from '../../../src/core/services/tasks.ts'
import { LiveInterest } from '../../../src/services/postgres/live-interest.ts'
import { type PostgresLive, postgresLive } from '../../../src/services/postgres/postgres-live.ts'

// What a run shows is told to other servers only while somebody looks at it there.

test('what nobody looks at is told to nobody, and whoever looks here has it without the database', async () => {
	const { one, told } = servers()
	one.publish(ANN, TASK, [text('unseen', 1)])
	const stop = new AbortController()
	const here = one.follow(ANN, TASK, stop.signal)
	one.publish(ANN, TASK, [text('seen', 2)])
	stop.abort()
	assert.deepEqual(textsOf(await all(here)), ['unseen', 'seen'])
	await settled()
	assert.deepEqual(
		told.map(payload => payload[0]),
		['f'],
	)
})

test('whoever begins to look on another server gets what was shown before, and what is shown from then on', async () => {
	const { one, two } = servers()
	one.publish(ANN, TASK, [text('once ', 1), text('upon ', 1)])
	const stop = new AbortController()
	const far = two.follow(ANN, TASK, stop.signal)
	await settled()
	one.publish(ANN, TASK, [text('a time', 1)])
	await settled()
	stop.abort()
	assert.deepEqual(textsOf(await all(far)), ['once upon ', 'a time'])
})

test('a second one on that server gets it from there, and the first one nothing twice', async () => {
	const { one, two, told } = servers()
	const stop = new AbortController()
	const first = two.follow(ANN, TASK, stop.signal)
	await settled()
	one.publish(ANN, TASK, [text('said', 1)])
	await settled()
	const second = two.follow(ANN, TASK, stop.signal)
	await settled()
	stop.abort()
	assert.deepEqual([textsOf(await all(first)), textsOf(await all(second))], [['said'], ['said']])
	assert.deepEqual(
		told.map(payload => payload[0]),
		['f', 'l'],
	)
})

test('a server that comes later is told who looks at what', async () => {
	const { one, two } = servers()
	const stop = new AbortController()
	const far = two.follow(ANN, TASK, stop.signal)
	await settled()
	const late = join(one, two)
	late.connected()
	await settled()
	late.publish(ANN, TASK, [text('taken over', 1)])
	await settled()
	stop.abort()
	assert.deepEqual(textsOf(await all(far)), ['taken over'])
})

test('what is none of it is left to others, and what is broken is passed over', () => {
	const { one } = servers()
	for (const payload of ['s crm ann session', 't crm ann task', 'i crm ann task', 'q'])
		assert.equal(one.heard(payload), false, payload)
	for (const payload of ['l crm ann task {', 'l crm ann task {"after":"x"}', 'r x crm ann task {}'])
		assert.equal(one.heard(payload), true, payload)
})

test('interest that is not said again ends', () => {
	let now = 0
	const interest = new LiveInterest(() => now)
	interest.heard('crm ann task')
	now = 39_000
	assert.equal(interest.isElsewhere('crm ann task'), true)
	interest.heard('crm ann task')
	now = 80_000
	assert.equal(interest.isElsewhere('crm ann task'), false)
})

/** Each tells the others, as the database does: later, in order. */
function servers(): { one: PostgresLive; two: PostgresLive; told: string[] } {
	const told: string[] = []
	const one = join()
	const two = join()
	peersOf.set(one, { peers: [two], told })
	peersOf.set(two, { peers: [one], told })
	return { one, two, told }
}

const peersOf = new WeakMap<PostgresLive, { peers: readonly PostgresLive[]; told: string[] }>()

function join(...peers: readonly PostgresLive[]): PostgresLive {
	const live: PostgresLive = postgresLive(async payloads => {
		const { peers: others = [], told } = peersOf.get(live) ?? {}
		told?.push(...payloads)
		for (const payload of payloads) for (const other of others) other.heard(payload)
	})
	onTestFinished(() => live.close())
	peersOf.set(live, { peers, told: [] })
	for (const peer of peers) {
		const known = peersOf.get(peer)!
		peersOf.set(peer, { ...known, peers: [...known.peers, live] })
	}
	return live
}

function text(words: string, after: number): LiveEvent {
	return {
		after,
		envelope: {
			seq: after + 1,
			at: 1,
			sessionId: 's' as SessionId,
			event: { type: 'text-delta', text: words },
		},
	}
}

function textsOf(events: readonly LiveEvent[]): readonly string[] {
	return events.map(({ envelope }) => ('text' in envelope.event ? envelope.event.text : ''))
}

async function all(events: AsyncIterable<LiveEvent>): Promise<readonly LiveEvent[]> {
	const found: LiveEvent[] = []
	for await (const event of events) found.push(event)
	return found
}

/** What was told is heard: all of it happens in one process. */
async function settled(): Promise<void> {
	for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setImmediate(resolve))
}

const ANN: AuthContext = { app: 'crm', user: 'ann' }
const TASK = 'task' as TaskId
