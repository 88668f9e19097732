// What every service hub owes the rest of the program: tasks, their queue and inbox, key values, sessions, and of all of
// it nothing to anybody whose it is not.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'vitest'
import { deferred } from '../../src/core/async/deferred.ts'
import { AgentError, type ErrorCode } from '../../src/core/errors.ts'
import type { ApprovalId, RunId, SessionId } from '../../src/core/ids.ts'
import { type MediaUri, userText } from '../../src/core/messages.ts'
import type { AuthContext } from '../../src/core/services/auth-context.ts'
import { MOST_MEDIA_BYTES } from '../../src/core/services/media.ts'
import {
	type ClaimedTask,
	GIVE_BACK,
	type NewTask,
	type RecentFilter,
	type Task,
	type TaskId,
	type TaskInput,
	type TaskOutcome,
	type TaskState,
	type WorkOptions,
} from '../../src/core/services/tasks.ts'
import type { ServiceHub } from '../../src/services/service-hub.ts'
import { message, runEnd, runStart, sessionStart, story } from '../support/sessions/story.ts'

export type HubScene = {
	hub: ServiceHub
	/** Another server's, on the same data; where there can only be one, the same. */
	second: ServiceHub
}

export type HubLimits = { waitingInAll: number; waitingPerTenant: number }

/** @param open - an empty hub for one test, which it closes when the test has ended */
export function servicesContract(kind: string, open: (limits?: HubLimits) => Promise<HubScene>): void {
	describe(`tasks of the ${kind} hub`, () => {
		test('a task is there for whoever asked for it, and for nobody else', async () => {
			const { hub, second } = await open()
			const asked = newTask({ model: 'demo/demo', workspace: '/work/a', priority: 3, key: 'k' })
			const { task, isNew } = await hub.tasks.create(ANN, asked)
			assert.deepEqual(
				{ isNew, task },
				{ isNew: true, task: { ...task, ...asked, state: 'submitted', runs: [] } },
			)
			assert.deepEqual(await second.tasks.get(ANN, asked.id), task)
			for (const stranger of STRANGERS) {
				assert.equal(await hub.tasks.get(stranger, asked.id), undefined)
				assert.deepEqual(await hub.tasks.list(stranger, { limit: 10 }), { items: [] })
				assert.deepEqual(await all(hub.tasks.follow(stranger, asked.id, never())), [])
				await assert.rejects(hub.tasks.save(stranger, task, undefined), withCode('task-not-found'))
				await assert.rejects(hub.inbox.put(stranger, task.id, { type: 'cancel' }), withCode('task-not-found'))
			}
		})

		test('the same key is the same task, for each tenant its own', async () => {
			const { hub, second } = await open()
			const [first, again] = [newTask({ key: 'order 7' }), newTask({ key: 'order 7' })]
			const made = await Promise.all([hub.tasks.create(ANN, first), second.tasks.create(ANN, again)])
			assert.deepEqual(made.map(({ isNew }) => isNew).sort(), [false, true])
			assert.equal(made[0].task.id, made[1].task.id)
			const others = await hub.tasks.create(BOB, newTask({ key: 'order 7' }))
			assert.equal(others.isNew, true)
			await claimOne(hub, finishing(hub))
			const later = await hub.tasks.create(ANN, newTask({ key: 'order 7' }))
			assert.deepEqual({ isNew: later.isNew, id: later.task.id }, { isNew: false, id: made[0].task.id })
		})

		test('a list has the newest first, in pages, by state and by session', async () => {
			const { hub } = await open()
			const session = 's-list' as SessionId
			const made: TaskId[] = []
			for (let number = 0; number < 7; number++) {
				const asked = newTask(number % 2 === 0 ? { session } : {})
				made.push((await hub.tasks.create(ANN, asked)).task.id)
			}
			const newest = made.toReversed()
			const pages: TaskId[][] = []
			let cursor: string | undefined
			do {
				const page = await hub.tasks.list(ANN, { limit: 3, ...(cursor !== undefined && { cursor }) })
				pages.push(page.items.map(({ id }) => id))
				cursor = page.next
			} while (cursor !== undefined)
			assert.deepEqual(pages, [newest.slice(0, 3), newest.slice(3, 6), newest.slice(6)])
			const ofSession = await hub.tasks.list(ANN, { limit: 10, session })
			assert.deepEqual(
				ofSession.items.map(({ id }) => id),
				newest.filter((_, index) => index % 2 === 0),
			)
			assert.deepEqual((await hub.tasks.list(BOB, { limit: 10, session })).items, [])
			const [task] = ofSession.items
			await hub.tasks.save(ANN, { ...task!, state: 'canceled' }, undefined)
			const states = async (state: TaskState) =>
				(await hub.tasks.list(ANN, { limit: 10, state })).items.length
			assert.deepEqual(
				[await states('canceled'), await states('submitted'), await states('working')],
				[1, 6, 0],
			)
		})

		test('recent ones come in the order of what happened to them, each on one page, with how many there are', async () => {
			const { hub, second } = await open()
			const session = 's-recent' as SessionId
			const made: Task[] = []
			for (let number = 0; number < 7; number++)
				made.push((await hub.tasks.create(ANN, newTask(number % 2 === 0 ? { session } : {}))).task)
			await hub.tasks.create(BOB, newTask({ session }))
			const at = made.at(-1)!.createdAt + 1_000
			// Two at the same moment.
			await hub.tasks.save(ANN, { ...made[2]!, state: 'canceled', updatedAt: at }, undefined)
			await hub.tasks.save(ANN, { ...made[4]!, updatedAt: at }, undefined)
			const order = [4, 2, 6, 5, 3, 1, 0].map(index => made[index]!.id)
			const pages: TaskId[] = []
			let cursor: string | undefined
			do {
				const page = await second.tasks.recent(ANN, { limit: 2, ...(cursor !== undefined && { cursor }) })
				assert.equal(page.total, 7)
				pages.push(...page.items.map(({ id }) => id))
				cursor = page.next
				// What moves to the front meanwhile is not told again behind.
				if (pages.length === 4) await hub.tasks.save(ANN, { ...made[4]!, updatedAt: at + 5 }, undefined)
			} while (cursor !== undefined)
			assert.deepEqual(pages, order)
			const only = async (filter: Partial<RecentFilter>) => {
				const { items, total } = await hub.tasks.recent(ANN, { limit: 1, ...filter })
				return [items.map(({ id }) => id), total]
			}
			assert.deepEqual(await only({ state: 'canceled' }), [[made[2]!.id], 1])
			assert.deepEqual(await only({ session }), [[made[4]!.id], 4])
			assert.deepEqual(await only({ since: at }), [[made[4]!.id], 2])
			assert.deepEqual(await only({ since: at + 6 }), [[], 0])
			assert.deepEqual(await only({ session, state: 'submitted' }), [[made[4]!.id], 3])
			for (const stranger of STRANGERS.slice(1))
				assert.deepEqual(await hub.tasks.recent(stranger, { limit: 9, session }), { items: [], total: 0 })
			for (const wrong of ['', 'x', '1~', '~1', '1.2', "1~1'; --"].filter(
				each => each !== "1~1'; --" || kind === 'PostgreSQL',
			))
				await assert.rejects(hub.tasks.recent(ANN, { limit: 1, cursor: wrong }), withCode('usage'), wrong)
		})

		test('too many waiting tasks are refused with the time to come back: of one tenant, and of all', async () => {
			const { hub } = await open({ waitingInAll: 3, waitingPerTenant: 2 })
			for (const _ of [1, 2]) await hub.tasks.create(ANN, newTask())
			await assert.rejects(
				hub.tasks.create(ANN, newTask()),
				error =>
					withCode('rate-limited')(error) && error instanceof AgentError && (error.retryAfterMs ?? 0) > 0,
			)
			await hub.tasks.create(BOB, newTask())
			await assert.rejects(hub.tasks.create({ app: 'crm', user: 'cid' }, newTask()), withCode('rate-limited'))
			const worked = await claimOne(hub, finishing(hub))
			const owner = (await hub.tasks.get(ANN, worked)) ? ANN : BOB
			assert.equal((await hub.tasks.create(owner, newTask())).isNew, true)
		})

		test('a follower sees each state until the end, from wherever it is saved', async () => {
			const { hub, second } = await open()
			const { task } = await hub.tasks.create(ANN, newTask())
			const seen = all(second.tasks.follow(ANN, task.id, never()))
			await claimOne(hub, async ({ lease }) => {
				await hub.tasks.save(ANN, { ...task, state: 'working' }, lease)
				await hub.tasks.save(ANN, { ...task, state: 'completed', result: 'done' }, lease)
				return 'ended'
			})
			const states = (await seen).map(({ state }) => state)
			// A slow follower may be spared what is over, but neither the beginning nor the end.
			assert.deepEqual([states[0], states.at(-1)], ['submitted', 'completed'])
			assert.deepEqual(
				(await all(second.tasks.follow(ANN, task.id, never()))).map(({ result }) => result),
				['done'],
			)
		})

		test('a follower goes when its signal fires', async () => {
			const { hub } = await open()
			const { task } = await hub.tasks.create(ANN, newTask())
			const stop = new AbortController()
			const seen: Task[] = []
			for await (const each of hub.tasks.follow(ANN, task.id, stop.signal)) {
				seen.push(each)
				stop.abort()
			}
			assert.equal(seen.length, 1)
		})

		test('what a task came to is kept as it was saved', async () => {
			const { hub, second } = await open()
			const { task } = await hub.tasks.create(ANN, newTask())
			let saved: Task | undefined
			await claimOne(hub, async ({ lease }) => {
				const waiting = {
					for: 'approval',
					approvalId: 'a-1' as ApprovalId,
					text: 'rm -rf "build\n"',
				} as const
				await hub.tasks.save(ANN, { ...task, state: 'input-required', waiting }, lease)
				assert.deepEqual((await second.tasks.get(ANN, task.id))?.waiting, waiting)
				saved = {
					...task,
					state: 'completed',
					result: 'ünïcode \u{1F600} "quotes"',
					runs: ['r-1', 'r-2'] as RunId[],
					artifacts: [
						{ id: '1', name: 'a.txt', mediaType: 'text/plain', content: { text: 'x' } },
						{
							id: '2',
							name: 'b.json',
							mediaType: 'application/json',
							content: { value: { deep: [1, null] } },
						},
					],
					usage: {
						inputTokens: 5,
						cachedInputTokens: 1,
						cacheWriteTokens: 2,
						outputTokens: 3,
						reasoningTokens: 4,
					},
					costMicroUsd: 42,
					server: lease.server,
				}
				await hub.tasks.save(ANN, saved, lease)
				return 'ended'
			})
			const found = await second.tasks.get(ANN, task.id)
			assert.deepEqual({ ...found, updatedAt: 0 }, { ...saved, updatedAt: 0 })
		})
	})

	describe(`the queue of the ${kind} hub`, () => {
		test('each task is worked on once, under a lease that is shown to save', async () => {
			const { hub, second } = await open()
			const ids: TaskId[] = []
			for (let number = 0; number < 12; number++) ids.push((await hub.tasks.create(ANN, newTask())).task.id)
			const worked: TaskId[] = []
			const stop = new AbortController()
			const run = async (claimed: ClaimedTask): Promise<TaskOutcome> => {
				assert.deepEqual([claimed.auth, claimed.attempt], [ANN, 1])
				worked.push(claimed.task.id)
				await finish(hub, claimed)
				if (worked.length === ids.length) stop.abort()
				return 'ended'
			}
			await Promise.all([
				hub.queue.work(options({ server: 'one' }), run, stop.signal),
				second.queue.work(options({ server: 'two' }), run, stop.signal),
			])
			assert.deepEqual([...worked].sort(), [...ids].sort())
		})

		test('no more are worked on at once than there are slots, nor of one tenant than it may have', async () => {
			const { hub } = await open()
			for (const auth of [ANN, ANN, ANN, BOB, BOB, BOB]) await hub.tasks.create(auth, newTask())
			const going = new Map<string, number>()
			const most = { all: 0, tenant: 0 }
			const stop = new AbortController()
			let ended = 0
			await hub.queue.work(
				options({ slots: 3, perTenant: 2 }),
				async claimed => {
					const { user } = claimed.auth
					going.set(user, (going.get(user) ?? 0) + 1)
					most.all = Math.max(
						most.all,
						[...going.values()].reduce((sum, each) => sum + each, 0),
					)
					most.tenant = Math.max(most.tenant, ...going.values())
					// Others begin meanwhile, as many as may.
					for (let look = 0; look < 5; look++) await hub.tasks.get(claimed.auth, claimed.task.id)
					going.set(user, (going.get(user) ?? 0) - 1)
					await finish(hub, claimed)
					if (++ended === 6) stop.abort()
					return 'ended'
				},
				stop.signal,
			)
			assert.ok(most.all <= 3 && most.tenant <= 2, JSON.stringify(most))
		})

		test('of a session one is worked on at a time, in the order they were asked for; the urgent go before other sessions', async () => {
			const { hub } = await open()
			const [a, b] = ['s-a', 's-b'] as SessionId[]
			const asked = [
				newTask({ session: a! }),
				newTask({ session: a!, priority: 9 }),
				newTask({ session: b!, priority: 5 }),
				newTask({ session: a! }),
			]
			for (const each of asked) await hub.tasks.create(ANN, each)
			// The same name in another tenant is another session.
			const others = await hub.tasks.create(BOB, newTask({ session: a!, priority: -1 }))
			const order: TaskId[] = []
			const busy = new Set<string>()
			const stop = new AbortController()
			await hub.queue.work(
				options({ slots: 1 }),
				async claimed => {
					const session = `${claimed.auth.user} ${claimed.task.session}`
					assert.ok(!busy.has(session))
					busy.add(session)
					order.push(claimed.task.id)
					await finish(hub, claimed)
					busy.delete(session)
					if (order.length === 5) stop.abort()
					return 'ended'
				},
				stop.signal,
			)
			const [first, next_, urgent, last] = asked.map(({ id }) => id)
			assert.equal(order[0], urgent)
			assert.deepEqual(
				order.filter(id => [first, next_, last].includes(id)),
				[first, next_, last],
			)
			assert.ok(order.includes(others.task.id))
		})

		test('a server leaves alone what it has no folder for', async () => {
			const { hub } = await open()
			const [here, there] = [newTask({ workspace: '/here' }), newTask({ workspace: '/there' })]
			await hub.tasks.create(ANN, there)
			await hub.tasks.create(ANN, here)
			const worked = await claimOne(
				hub,
				async claimed => {
					await finish(hub, claimed)
					return 'ended'
				},
				{ takes: ({ workspace }) => workspace === '/here' },
			)
			assert.equal(worked, here.id)
			assert.equal((await hub.tasks.get(ANN, there.id))?.state, 'submitted')
		})

		test('what is given back goes on elsewhere, and the lease before is good for nothing', async () => {
			const { hub, second } = await open()
			const { task } = await hub.tasks.create(ANN, newTask())
			const stop = new AbortController()
			const begun = deferred<ClaimedTask>()
			const working = hub.queue.work(
				options({ server: 'one' }),
				async claimed => {
					await hub.tasks.save(ANN, { ...task, state: 'working' }, claimed.lease)
					begun.resolve(claimed)
					await fired(claimed.signal)
					assert.equal(claimed.signal.reason, GIVE_BACK)
					return 'given-back'
				},
				stop.signal,
			)
			const before = await begun.promise
			stop.abort()
			await working
			await claimOne(
				second,
				async claimed => {
					assert.deepEqual([claimed.task.id, claimed.task.state], [task.id, 'working'])
					assert.ok(claimed.attempt > 1 && claimed.lease.epoch > before.lease.epoch)
					const old = { ...task, state: 'failed' } as const
					await assert.rejects(hub.tasks.save(ANN, old, before.lease), withCode('fenced'))
					await assert.rejects(hub.tasks.save(ANN, old, undefined), withCode('fenced'))
					await finish(second, claimed)
					return 'ended'
				},
				{ server: 'two' },
			)
			assert.equal((await hub.tasks.get(ANN, task.id))?.state, 'completed')
			await assert.rejects(
				hub.tasks.save(ANN, { ...task, state: 'working' }, before.lease),
				withCode('fenced'),
			)
		})

		test('what was ended before anybody had begun is not worked on', async () => {
			const { hub } = await open()
			const { task } = await hub.tasks.create(ANN, newTask())
			await hub.tasks.save(ANN, { ...task, state: 'canceled' }, undefined)
			const { task: next } = await hub.tasks.create(ANN, newTask())
			assert.equal(await claimOne(hub, finishing(hub)), next.id)
		})
	})

	describe(`the inbox of the ${kind} hub`, () => {
		test('each input is taken once, in order, what came before anybody worked as well', async () => {
			const { hub, second } = await open()
			const { task } = await hub.tasks.create(ANN, newTask())
			const { task: others } = await hub.tasks.create(BOB, newTask())
			const said = (text: string): TaskInput => ({ type: 'steer', message: userText(text) })
			await hub.inbox.put(ANN, task.id, said('1'))
			await second.inbox.put(ANN, task.id, said('2'))
			await hub.inbox.put(BOB, others.id, said("bob's"))
			const taken: TaskInput[] = []
			const work = async (claimed: ClaimedTask): Promise<TaskOutcome> => {
				if (claimed.task.id !== task.id) return finishing(hub)(claimed)
				for await (const input of hub.inbox.take(ANN, task.id, claimed.lease, claimed.signal)) {
					taken.push(input)
					if (taken.length === 2) await second.inbox.put(ANN, task.id, { type: 'cancel' })
					if (input.type === 'cancel') break
				}
				return finishing(hub)(claimed)
			}
			const stop = new AbortController()
			const working = hub.queue.work(options(), work, stop.signal)
			await ended(hub, ANN, task.id)
			stop.abort()
			await working
			assert.deepEqual(taken, [said('1'), said('2'), { type: 'cancel' }])
		})

		test('what was taken is not taken again by whoever comes next, and what was not is', async () => {
			const { hub, second } = await open()
			const { task } = await hub.tasks.create(ANN, newTask())
			const cancel: TaskInput = { type: 'cancel' }
			const answer: TaskInput = {
				type: 'approve',
				approvalId: 'a-2' as ApprovalId,
				decision: { answer: 'no-with-reason', reason: 'not today' },
			}
			await hub.inbox.put(ANN, task.id, cancel)
			await hub.inbox.put(ANN, task.id, answer)
			await assert.rejects(second.inbox.put(ANN, task.id, answer), withCode('rejected'))
			const takeOne = async ({ lease, signal }: ClaimedTask) => {
				for await (const input of hub.inbox.take(ANN, task.id, lease, signal)) return input
				return undefined
			}
			let taken: TaskInput | undefined
			await claimOne(hub, async claimed => {
				taken = await takeOne(claimed)
				return 'given-back'
			})
			assert.deepEqual(taken, cancel)
			await claimOne(hub, async claimed => {
				taken = await takeOne(claimed)
				// It is dealt with, and the task may still be said to wait for it.
				await assert.rejects(second.inbox.put(ANN, task.id, answer), withCode('rejected'))
				return finishing(hub)(claimed)
			})
			assert.deepEqual(taken, answer)
		})

		test('a task is not completed over an input that nobody has dealt with; failed or canceled it may be', async () => {
			const { hub } = await open()
			const completed = async ({ task, lease }: ClaimedTask) =>
				hub.tasks.save(ANN, { ...task, state: 'completed' }, lease)
			const { task } = await hub.tasks.create(ANN, newTask())
			await hub.inbox.put(ANN, task.id, { type: 'steer', message: userText('one more thing') })
			await claimOne(hub, async claimed => {
				await assert.rejects(completed(claimed), withCode('rejected'))
				for await (const _ of hub.inbox.take(ANN, task.id, claimed.lease, claimed.signal)) {
					await assert.rejects(completed(claimed), withCode('rejected'))
					break
				}
				await completed(claimed)
				return 'ended'
			})
			const { task: other } = await hub.tasks.create(ANN, newTask())
			await hub.inbox.put(ANN, other.id, { type: 'cancel' })
			await claimOne(hub, async ({ lease }) => {
				await hub.tasks.save(ANN, { ...other, state: 'canceled' }, lease)
				return 'ended'
			})
		})

		test('an ended task takes nothing any more', async () => {
			const { hub } = await open()
			const { task } = await hub.tasks.create(ANN, newTask())
			await claimOne(hub, finishing(hub))
			await assert.rejects(hub.inbox.put(ANN, task.id, { type: 'cancel' }), withCode('rejected'))
			const none = 't-none' as TaskId
			await assert.rejects(hub.inbox.put(ANN, none, { type: 'cancel' }), withCode('task-not-found'))
		})
	})

	describe(`key values of the ${kind} hub`, () => {
		test('what was set is got, changed, listed and removed, each tenant its own', async () => {
			const { hub, second } = await open()
			const value = { list: [1, 'two', null, { three: true }], text: 'ünïcode' }
			await hub.keyValues.set(ANN, 'notes/1', value)
			await hub.keyValues.set(ANN, 'notes/2', 'second')
			await hub.keyValues.set(ANN, 'other', 3)
			assert.deepEqual(await second.keyValues.get(ANN, 'notes/1'), value)
			assert.deepEqual(await second.keyValues.keys(ANN, 'notes/'), ['notes/1', 'notes/2'])
			assert.deepEqual(await hub.keyValues.keys(ANN, ''), ['notes/1', 'notes/2', 'other'])
			for (const stranger of STRANGERS) {
				assert.equal(await hub.keyValues.get(stranger, 'notes/1'), undefined)
				assert.deepEqual(await hub.keyValues.keys(stranger, ''), [])
				assert.equal(await hub.keyValues.remove(stranger, 'notes/1'), false)
			}
			await hub.keyValues.set(ANN, 'notes/1', null)
			assert.equal(await hub.keyValues.get(ANN, 'notes/1'), null)
			assert.deepEqual(
				[await hub.keyValues.remove(ANN, 'notes/1'), await hub.keyValues.remove(ANN, 'notes/1')],
				[true, false],
			)
			assert.equal(await hub.keyValues.get(ANN, 'notes/1'), undefined)
		})

		test('keys and values beyond the limits are refused', async () => {
			const { hub } = await open()
			const { keyValues } = hub
			for (const key of ['', 'x'.repeat(513), 'a\nb', 'a\u0000b', 'a\u0085b']) {
				await assert.rejects(keyValues.set(ANN, key, 1), withCode('usage'), JSON.stringify(key))
				await assert.rejects(keyValues.get(ANN, key), withCode('usage'), JSON.stringify(key))
				await assert.rejects(keyValues.remove(ANN, key), withCode('usage'), JSON.stringify(key))
			}
			await assert.rejects(keyValues.set(ANN, 'large', 'x'.repeat(1024 * 1024)), withCode('usage'))
			const key = `../${'ü/%'.repeat(100)}`
			await keyValues.set(ANN, key, 'kept')
			assert.deepEqual([await keyValues.get(ANN, key), await keyValues.keys(ANN, '../')], ['kept', [key]])
		})
	})

	describe(`media of the ${kind} hub`, () => {
		test('a picture is kept once under its hash, and every server has it, for its tenant alone', async () => {
			const { hub, second } = await open()
			const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 31) % 251)
			const uri = await hub.mediaOf(ANN).put(bytes)
			assert.equal(uri, `media://sha256-${createHash('sha256').update(bytes).digest('hex')}`)
			assert.deepEqual(new Uint8Array((await second.mediaOf(ANN).get(uri))!), bytes)
			assert.equal(await second.mediaOf(ANN).put(bytes), uri)
			for (const stranger of STRANGERS) assert.equal(await hub.mediaOf(stranger).get(uri), undefined)
			// The same picture of somebody else is theirs.
			await hub.mediaOf(BOB).put(bytes)
			assert.deepEqual(new Uint8Array((await second.mediaOf(BOB).get(uri))!), bytes)
			const empty = await hub.mediaOf(ANN).put(new Uint8Array())
			assert.equal((await second.mediaOf(ANN).get(empty))?.length, 0)
		})

		test('what is no name of a picture is none, and what is too large is refused', async () => {
			const { hub } = await open()
			const media = hub.mediaOf(ANN)
			for (const uri of [
				'',
				'x',
				'../../etc/passwd',
				`${'0'.repeat(64)}`,
				`sha256-${'0'.repeat(63)}`,
				"sha256-'",
			])
				assert.equal(await media.get(`media://${uri}` as MediaUri), undefined)
			await assert.rejects(media.put(new Uint8Array(MOST_MEDIA_BYTES + 1)), withCode('usage'))
		})
	})

	describe(`sessions of the ${kind} hub`, () => {
		test("a tenant's sessions do not exist for another, whatever they are called", async () => {
			const { hub } = await open()
			const session = '261122-120000-abcd' as SessionId
			const envelopes = story([sessionStart(), runStart('hello'), message('hi'), runEnd()]).map(each => ({
				...each,
				sessionId: session,
			}))
			const log = hub.sessionsOf(ANN, 1).create(session, '/work')
			await log.append(envelopes, { durable: true })
			await log.close()
			assert.deepEqual(await hub.sessionsOf(ANN).read(session), envelopes)
			for (const stranger of STRANGERS) {
				const sessions = hub.sessionsOf(stranger, 9)
				await assert.rejects(sessions.read(session), withCode('session-not-found'))
				await assert.rejects(sessions.open(session), withCode('session-not-found'))
				await assert.rejects(sessions.follow(session, never()), withCode('session-not-found'))
				await assert.rejects(sessions.find(session), withCode('session-not-found'))
				await assert.rejects(sessions.remove(session), withCode('session-not-found'))
				assert.deepEqual(await sessions.list(), [])
				assert.equal(await sessions.newest('/work'), undefined)
			}
		})

		test('whoever takes a session up under a newer lease ends the writing of whoever had it', async () => {
			const { hub, second } = await open()
			const session = '261122-120000-efgh' as SessionId
			const [start, run, said, end] = story([sessionStart(), runStart('hello'), message('hi'), runEnd()]).map(
				each => ({ ...each, sessionId: session }),
			)
			const old = hub.sessionsOf(ANN, 1).create(session, '/work')
			await old.append([start!, run!], { durable: true })
			const opened = await second.sessionsOf(ANN, 2).open(session)
			assert.deepEqual(opened.envelopes, [start, run])
			await assert.rejects(async () => old.append([said!], { durable: true }), withCode('fenced'))
			await opened.log.append([said!, end!], { durable: true })
			await old.close()
			await opened.log.close()
			assert.deepEqual(await hub.sessionsOf(ANN).read(session), [start, run, said, end])
		})
	})

	describe(`live events of the ${kind} hub`, () => {
		test('they reach whoever follows the task, and nobody else', async () => {
			const { hub, second } = await open()
			const { task } = await hub.tasks.create(ANN, newTask())
			const stop = new AbortController()
			const heard = hub.live.follow(ANN, task.id, stop.signal)[Symbol.asyncIterator]()
			const strangers = STRANGERS.map(stranger => all(hub.live.follow(stranger, task.id, stop.signal)))
			// Each behind an envelope of its own, so that none is put together with the one before.
			const eventAfter = (after: number) =>
				({
					after,
					envelope: {
						seq: after + 2,
						at: 1,
						sessionId: task.session,
						event: { type: 'text-delta', text: 'Hällo' },
					},
				}) as const
			let after = 3
			const next = heard.next()
			// Who is far away may not be listening yet.
			let has = false
			const first = next.then(result => {
				has = true
				return result
			})
			while (!has) {
				second.live.publish(ANN, task.id, [eventAfter(after++)])
				await Promise.race([first, hub.tasks.get(ANN, task.id)])
			}
			const came = (await first).value
			assert.ok(came && came.after >= 3 && came.after < after)
			assert.deepEqual(came, eventAfter(came.after))
			stop.abort()
			assert.deepEqual((await Promise.all(strangers)).flat(), [])
		})
	})
}

const ANN: AuthContext = { app: 'crm', user: 'ann' }
const BOB: AuthContext = { app: 'crm', user: 'bob' }
/** Another user of the same program, the same name with another one, and names that a path or a query could take for it. */
const STRANGERS: readonly AuthContext[] = [
	BOB,
	{ app: 'shop', user: 'ann' },
	{ app: 'Crm', user: 'ann' },
	{ app: 'crm', user: 'ANN' },
	{ app: 'local', user: 'local' },
]

let made = 0

function newTask(more: Partial<NewTask> = {}): NewTask {
	made++
	return {
		id: `t-${made}-${process.pid}` as TaskId,
		session: `s-${made}` as SessionId,
		prompt: userText(`do ${made}`),
		priority: 0,
		createdAt: 1_795_000_000_000 + made,
		...more,
	}
}

function options(more: Partial<WorkOptions> = {}): WorkOptions {
	return { server: 'one', slots: 2, perTenant: 10, takes: () => true, ...more }
}

/** Works until one was worked on. @returns which */
async function claimOne(
	hub: ServiceHub,
	run: (claimed: ClaimedTask) => Promise<TaskOutcome>,
	more: Partial<WorkOptions> = {},
): Promise<TaskId> {
	const stop = new AbortController()
	let id: TaskId | undefined
	let failure: unknown
	await hub.queue.work(
		options({ slots: 1, ...more }),
		async claimed => {
			if (id !== undefined) return 'given-back'
			id = claimed.task.id
			try {
				return await run(claimed)
			} catch (error) {
				failure = error
				return 'given-back'
			} finally {
				stop.abort()
			}
		},
		stop.signal,
	)
	if (failure !== undefined) throw failure
	return id!
}

async function finish(hub: ServiceHub, { auth, task, lease }: ClaimedTask): Promise<void> {
	await hub.tasks.save(auth, { ...task, state: 'completed', result: 'done' }, lease)
}

function finishing(hub: ServiceHub): (claimed: ClaimedTask) => Promise<TaskOutcome> {
	return async claimed => {
		await finish(hub, claimed)
		return 'ended'
	}
}

/** Until the task has. */
async function ended(hub: ServiceHub, auth: AuthContext, id: TaskId): Promise<void> {
	for await (const _ of hub.tasks.follow(auth, id, never()));
}

function fired(signal: AbortSignal): Promise<void> {
	return new Promise(resolve => {
		if (signal.aborted) resolve()
		else signal.addEventListener('abort', () => resolve(), { once: true })
	})
}

async function all<Value>(values: AsyncIterable<Value>): Promise<readonly Value[]> {
	const found: Value[] = []
	for await (const value of values) found.push(value)
	return found
}

function never(): AbortSignal {
	return new AbortController().signal
}

function withCode(code: ErrorCode): (error: unknown) => boolean {
	return error => error instanceof AgentError && error.code === code
}
