import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import type { StoredEvent } from '../../../src/core/events.ts'
import type { SessionId } from '../../../src/core/ids.ts'
import { createJsonlStore, projectName } from '../../../src/sessions/store/jsonl-store.ts'
import {
	approvalEnd,
	approvalRequest,
	CWD,
	next,
	runStart,
	SESSION,
	shortSession,
	story,
	turnStart,
} from '../../support/sessions/story.ts'
import { temporaryFolder } from '../../support/sessions/temporary-folder.ts'

const AGENT = '261121-071300-bcde' as SessionId

describe('sessions that are kept in order', () => {
	test('have marks, also while a process has them open, and lose them with the session', async () => {
		const { store } = await stored()
		const opened = await store.open(SESSION)
		assert.deepEqual(await store.mark!(SESSION, { isStarred: true, tags: ['a', 'b', 'a'] }), {
			isStarred: true,
			tags: ['a', 'b'],
		})
		await store.mark!(SESSION, { isStarred: false })
		assert.deepEqual(
			(await store.list()).map(({ marks }) => marks),
			[{ tags: ['a', 'b'] }],
		)
		await opened.log.close()
		await assert.rejects(store.mark!('nobody' as SessionId, {}), /no session is called nobody/)
		await Promise.all(['c', 'd'].map(tag => store.mark!(SESSION, { tags: [tag] })))
		await store.remove(SESSION)
		await stored(store)
		assert.deepEqual(
			(await store.list()).map(({ marks }) => marks),
			[undefined],
		)
	})

	test('say which of them a process has open, and whether it works, waits or asks', async () => {
		const { store } = await stored()
		assert.deepEqual([...(await store.running!())], [])
		const { log, envelopes } = await store.open(SESSION)
		const states: unknown[] = []
		let all = envelopes
		const then = async (...events: readonly StoredEvent[]) => {
			const more = next(all, ...events).map(each => ({ ...each, runId: 'r-1' as never }))
			await log.append(more, { durable: false })
			all = [...all, ...more]
			states.push((await store.running!()).get(SESSION))
		}
		await then()
		await then(runStart('more'), turnStart(1))
		await then(approvalRequest('c1'))
		await then(approvalEnd('c1'))
		const running = (state: string) => ({ pid: process.pid, state })
		assert.deepEqual(states, ['idle', 'working', 'asking', 'working'].map(running))
		await log.close()
		assert.deepEqual([...(await store.running!())], [])
	})

	test('can be had back once they are discarded, with those of their agents, until they are purged', async () => {
		const { store, folder, things } = await stored()
		const [start, ...rest] = shortSession()
		assert.ok(start?.type === 'session-start')
		const child = { ...start, delegatedBy: { sessionId: SESSION, callId: 'c1' as never } }
		const log = store.create(AGENT, CWD)
		await log.append(story([child, ...rest], AGENT), { durable: false })
		await log.close()
		const before = await store.list({ withAgents: true })
		const discarded = await store.discard!(SESSION)
		assert.deepEqual(await store.list({ withAgents: true }), [])
		await discarded.restore()
		assert.deepEqual(await store.list({ withAgents: true }), before)
		await (await store.discard!(SESSION)).purge()
		assert.deepEqual(await store.list({ withAgents: true }), [])
		assert.deepEqual(await readdir(join(things, SESSION)).catch(() => 'gone'), 'gone')
		const left = (await readdir(join(folder, projectName(CWD)))).filter(name => name.startsWith('2611'))
		assert.deepEqual(left, [])
	})

	test('are not discarded while a process has them open', async () => {
		const { store } = await stored()
		const { log } = await store.open(SESSION)
		await assert.rejects(store.discard!(SESSION), /is open in process/)
		await log.close()
		assert.equal((await store.list()).length, 1)
	})
})

async function stored(given?: ReturnType<typeof createJsonlStore>) {
	const folder = await temporaryFolder()
	const things = join(folder, 'things')
	await mkdir(join(things, SESSION), { recursive: true })
	await writeFile(join(things, SESSION, 'output.txt'), 'x')
	const store = given ?? createJsonlStore({ folder: join(folder), belongings: [things] })
	const log = store.create(SESSION, CWD)
	await log.append(story(shortSession()), { durable: false })
	await log.close()
	return { store, folder, things }
}
