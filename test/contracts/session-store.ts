// What every place that keeps sessions owes the rest of the program.

import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { AgentError, type ErrorCode } from '../../src/core/errors.ts'
import type { SessionId } from '../../src/core/ids.ts'
import type { LogPage } from '../../src/core/runtime-port.ts'
import { encode } from '../../src/sessions/codec.ts'
import { forkSession } from '../../src/sessions/folds/fork.ts'
import { closeOpen } from '../../src/sessions/folds/resume.ts'
import type { SessionStore, StoredEnvelope } from '../../src/sessions/session-store.ts'
import {
	message,
	next,
	runEnd,
	runStart,
	sessionStart,
	shortSession,
	story,
	toolEnd,
} from '../support/sessions/story.ts'

export function sessionStoreContract(kind: string, makeStore: () => Promise<SessionStore>): void {
	describe(`the ${kind} store`, () => {
		test('what is appended comes back as it was, in order', async () => {
			const store = await makeStore()
			const envelopes = story(shortSession())
			const log = store.create(ID, CWD)
			await log.append(envelopes.slice(0, 2), { durable: true })
			await Promise.all(
				envelopes.slice(2).map((envelope, index) => log.append([envelope], { durable: index % 2 === 0 })),
			)
			await log.close()
			assert.deepEqual(await store.read(ID), envelopes)
			const opened = await store.open(ID)
			assert.deepEqual({ envelopes: opened.envelopes, repairs: opened.repairs }, { envelopes, repairs: [] })
			assert.equal(opened.log.sessionId, ID)
			await opened.log.close()
		})

		test('a session without a line leaves no trace', async () => {
			const store = await makeStore()
			await store.create(ID, CWD).close()
			assert.deepEqual(await store.list(), [])
			assert.equal(await store.newest(CWD), undefined)
			await assert.rejects(store.open(ID), withCode('session-not-found'))
		})

		test('an opened session goes on where it ended', async () => {
			const store = await makeStore()
			const before = await fill(store, ID, story(shortSession()))
			const after = next(before, runStart('again'), message('yes'), runEnd())
			const { log } = await store.open(ID)
			await log.append(after, { durable: true })
			await log.close()
			assert.deepEqual(await store.read(ID), [...before, ...after])
		})

		test('a session is open once: whoever comes second is told so, and may look', async () => {
			const store = await makeStore()
			const envelopes = await fill(store, ID, story(shortSession()))
			const { log } = await store.open(ID)
			await assert.rejects(store.open(ID), withCode('session-busy', ID, '--fork'))
			await assert.rejects(store.remove(ID), withCode('session-busy'))
			assert.deepEqual(await store.read(ID), envelopes)
			await log.close()
			await (await store.open(ID)).log.close()
		})

		test('a session that is just being written is open too', async () => {
			const store = await makeStore()
			const log = store.create(ID, CWD)
			await log.append(story([sessionStart(CWD), runStart('hello')]), { durable: true })
			await assert.rejects(store.open(ID), withCode('session-busy'))
			await log.close()
			await (await store.open(ID)).log.close()
		})

		test('the list says of each session what it was about, the one used last first', async () => {
			const store = await makeStore()
			const first = await fill(store, ID, story(shortSession('  fix\n\tthe bug ')))
			const rename = next(first, { type: 'session-rename', name: 'bug hunt' })
			const other = later(story([sessionStart(CWD), runStart('x'.repeat(200)), message('ok')], OTHER), 60_000)
			await fill(store, OTHER, other)
			const { log } = await store.open(ID)
			await log.append(rename, { durable: true })
			await log.close()
			const listed = (await store.list()).map(({ sizeBytes, ...rest }) => {
				assert.ok(sizeBytes > 0)
				return rest
			})
			assert.deepEqual(listed, [
				{
					sessionId: OTHER,
					name: undefined,
					title: `${'x'.repeat(79)}…`,
					cwd: CWD,
					createdAt: other[0]!.at,
					usedAt: other.at(-1)!.at,
					messages: 2,
					model: { provider: 'test', model: 'm' },
					work: { runs: 1, costMicroUsd: 0, addedLines: 0, removedLines: 0 },
				},
				{
					sessionId: ID,
					name: 'bug hunt',
					title: 'fix the bug',
					cwd: CWD,
					createdAt: first[0]!.at,
					usedAt: first.at(-1)!.at,
					messages: 3,
					model: { provider: 'test', model: 'm' },
					work: { runs: 1, costMicroUsd: 0, addedLines: 0, removedLines: 0 },
				},
			])
		})

		test('the newest session is the newest one of its folder', async () => {
			const store = await makeStore()
			const elsewhere = 'different/project'
			await fill(store, ID, story(shortSession()))
			await fill(store, OTHER, later(story(shortSession(), OTHER), 60_000))
			await fill(
				store,
				THIRD,
				later(story([sessionStart(elsewhere), runStart('x')], THIRD), 120_000),
				elsewhere,
			)
			assert.deepEqual(
				[await store.newest(CWD), await store.newest(elsewhere), await store.newest('nowhere')],
				[OTHER, THIRD, undefined],
			)
		})

		describe('finding', () => {
			async function filled(): Promise<SessionStore> {
				const store = await makeStore()
				const first = story(shortSession('one'))
				await fill(store, ID, [...first, ...next(first, { type: 'session-rename', name: 'bug hunt' })])
				await fill(store, OTHER, story(shortSession('two'), OTHER))
				await fill(store, THIRD, story(shortSession('three'), THIRD))
				return store
			}

			test('by id, by the start of one, and by name', async () => {
				const store = await filled()
				const selectors = [ID, ` ${ID} `, ID.slice(0, -2), '261122', 'bug hunt']
				assert.deepEqual(await Promise.all(selectors.map(selector => store.find(selector))), [
					ID,
					ID,
					ID,
					THIRD,
					ID,
				])
			})

			test('an ambiguous start names what it fits', async () => {
				const store = await filled()
				await assert.rejects(
					store.find('261121'),
					withCode('session-ambiguous', '"261121"', ID, OTHER, 'bug hunt', 'two'),
				)
			})

			test('a selector that fits nothing is named, and so is what there is', async () => {
				const store = await filled()
				for (const selector of ['nothing', '', '*', '../..', `${ID}x`])
					await assert.rejects(
						store.find(selector),
						withCode('session-not-found', JSON.stringify(selector), ID, OTHER, THIRD),
					)
			})

			test('without any session that is what is said', async () => {
				const store = await makeStore()
				await assert.rejects(store.find('x'), withCode('session-not-found', '"x"', 'no sessions'))
			})
		})

		test('a removed session is gone, and the others are not', async () => {
			const store = await makeStore()
			await fill(store, ID, story(shortSession()))
			await fill(store, OTHER, story(shortSession(), OTHER))
			await store.remove(ID)
			assert.deepEqual(
				(await store.list()).map(({ sessionId }) => sessionId),
				[OTHER],
			)
			await assert.rejects(store.read(ID), withCode('session-not-found', ID))
			await assert.rejects(store.open(ID), withCode('session-not-found', ID))
		})

		test('a fork has all that was said, remembers its parent, and goes its own way', async () => {
			const store = await makeStore()
			const original = await fill(store, ID, story(shortSession()))
			assert.equal(await forkSession(store, ID, OTHER), OTHER)
			const [start, ...rest] = original
			const forked = {
				...start!,
				sessionId: OTHER,
				event: { ...start!.event, parent: { sessionId: ID, seq: original.length } },
			}
			const copy = [forked as StoredEnvelope, ...rest.map(envelope => ({ ...envelope, sessionId: OTHER }))]
			const opened = await store.open(OTHER)
			assert.deepEqual(opened.envelopes.slice(0, copy.length), copy)
			await opened.log.append(next(opened.envelopes, runStart('only here')), { durable: true })
			await opened.log.close()
			assert.deepEqual(await store.read(ID), original)
		})

		test('a part of a session is had without the rest: some types of events, the end, or what counted at a number', async () => {
			const store = await makeStore()
			const whole = await fill(store, ID, story(shortSession()))
			assert.deepEqual(
				await store.readPart(ID, { types: ['turn-start'] }),
				whole.filter(({ event }) => event.type === 'turn-start'),
			)
			const some = await store.readPart(ID, { types: ['run-end', 'run-start'] })
			assert.deepEqual(
				some.map(({ event }) => event.type),
				['run-start', 'run-end'],
			)
			assert.deepEqual(await store.readPart(ID, { upTo: 9 }), whole.slice(0, 9))
			const ending = whole.slice(-2)
			const lastBytes = Buffer.byteLength(ending.map(encode).join('')) + 10
			assert.deepEqual(await store.readPart(ID, { lastBytes }), ending)
			assert.deepEqual(await store.readPart(ID, { lastBytes: 1 << 20 }), whole)
		})

		test('a session is read page by page from either end, and from wherever a page told', async () => {
			const store = await makeStore()
			const runs = Array.from({ length: 300 }, (_, run) => [
				runStart(`prompt ${run} ${'words '.repeat(run === 7 ? 40_000 : 50)}`),
				message(`answer ${run}`),
				runEnd(),
			])
			const whole = await fill(store, ID, story([sessionStart(CWD), ...runs.flat()]))
			const back: LogPage[] = []
			for (
				let page = await store.readPage(ID, {});
				;
				page = await store.readPage(ID, { before: page.start })
			) {
				back.unshift(page)
				if (page.isFirst) break
			}
			assert.deepEqual(
				back.flatMap(({ entries }) => entries.map(({ envelope }) => envelope)),
				whole,
			)
			assert.deepEqual(
				back.map(({ isLast }) => isLast),
				back.map((_, index) => index === back.length - 1),
			)
			const on: LogPage[] = []
			for (let after = 0; ; ) {
				const page = await store.readPage(ID, { after })
				on.push(page)
				after = page.end
				if (page.isLast) break
			}
			const places = (pages: readonly LogPage[]) => pages.flatMap(({ entries }) => entries)
			assert.deepEqual(places(on), places(back), 'an event has the same place from both sides')
			assert.ok(back.length > 3 && on.length > 3, 'no page is all of it')
			const [, , third] = places(back)
			assert.deepEqual((await store.readPage(ID, { after: third!.place })).entries[0], third)
			assert.deepEqual((await store.readPage(ID, { before: third!.place })).entries, places(back).slice(0, 2))
		})

		test('a fork up to a message has nothing of what came after, and says up to where', async () => {
			const store = await makeStore()
			const original = await fill(store, ID, story(shortSession()))
			// Between the start of a call and its result.
			await forkSession(store, ID, OTHER, 7)
			const copy = await store.read(OTHER)
			assert.deepEqual(
				copy.slice(1).map(({ seq, event }) => ({ seq, event })),
				original.slice(1, 7).map(({ seq, event }) => ({ seq, event })),
			)
			const [closing] = closeOpen(copy)
			assert.ok(
				closing?.type === 'tool-end' && closing.callId === 'c1',
				'the call gets its end when it is taken up',
			)
			const listed = (await store.list()).find(({ sessionId }) => sessionId === OTHER)
			assert.deepEqual(listed?.parent, { sessionId: ID, seq: 7 })
			await assert.rejects(forkSession(store, ID, THIRD, 1), withCode('rejected', 'number 1'))
			await assert.rejects(store.read(THIRD), withCode('session-not-found'))
		})

		test('whoever looks sees what is appended, as it comes, and who has it open', async () => {
			const store = await makeStore()
			const before = await fill(store, ID, story([sessionStart(CWD), runStart('hello')]))
			assert.equal(await store.holder(ID), undefined)
			const { log } = await store.open(ID)
			assert.equal(await store.holder(ID), process.pid)
			const stop = new AbortController()
			const followed = await store.follow(ID, stop.signal)
			assert.deepEqual([followed.envelopes, followed.isTail], [before, false])
			const seen: StoredEnvelope[] = []
			const after = next(before, message('one'), message('two'), runEnd())
			const following = (async () => {
				for await (const envelopes of followed.appended) {
					seen.push(...envelopes)
					if (seen.length === after.length) stop.abort()
				}
			})()
			for (const envelope of after) await log.append([envelope], { durable: false })
			await following
			assert.deepEqual(seen, after)
			await log.close()
			assert.equal(await store.holder(ID), undefined)
		})

		test('whoever wants to know is told each time another one has it, or nobody', async () => {
			const store = await makeStore()
			await fill(store, ID, story(shortSession()))
			const stop = new AbortController()
			const holders = store.holders(ID, undefined, stop.signal)[Symbol.asyncIterator]()
			const next = holders.next()
			const { log } = await store.open(ID)
			assert.deepEqual(await next, { done: false, value: process.pid })
			const after = holders.next()
			await log.close()
			assert.deepEqual(await after, { done: false, value: undefined })
			const last = holders.next()
			stop.abort()
			assert.equal((await last).done, true)
		})

		test('a session that is open can be forked: the copy has what was there', async () => {
			const store = await makeStore()
			const log = store.create(ID, CWD)
			await log.append(story([sessionStart(CWD), runStart('hello'), message('hi')]), { durable: true })
			await forkSession(store, ID, OTHER)
			await log.append(next(story(shortSession()), toolEnd('c9')), { durable: true })
			await log.close()
			const types = (await store.read(OTHER)).map(({ event }) => event.type)
			assert.deepEqual(types.slice(0, 3), ['session-start', 'run-start', 'message-end'])
			assert.ok(!types.includes('tool-end'))
		})
	})
}

export const ID = '261121-071203-abcd' as SessionId
export const OTHER = '261121-081500-efgh' as SessionId
export const THIRD = '261122-000000-jkmn' as SessionId
const CWD = '/work/project'

export function withCode(code: ErrorCode, ...words: readonly string[]): (error: unknown) => boolean {
	return error => {
		assert.ok(error instanceof AgentError, String(error))
		assert.equal(error.code, code, error.message)
		for (const word of words)
			assert.ok(error.message.includes(word), `${word} is missing in: ${error.message}`)
		return true
	}
}

export async function fill(
	store: SessionStore,
	sessionId: SessionId,
	envelopes: readonly StoredEnvelope[],
	cwd: string = CWD,
): Promise<readonly StoredEnvelope[]> {
	const log = store.create(sessionId, cwd)
	await log.append(envelopes, { durable: true })
	await log.close()
	return envelopes
}

function later(envelopes: readonly StoredEnvelope[], ms: number): readonly StoredEnvelope[] {
	return envelopes.map(envelope => ({ ...envelope, at: envelope.at + ms }))
}
