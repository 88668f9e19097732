import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { pruneRules, toPrune } from '../../../../src/cli/commands/sessions/prune-sessions.ts'
import type { SessionSummary } from '../../../../src/core/commands.ts'
import type { SessionId } from '../../../../src/core/ids.ts'
import { createJsonlStore } from '../../../../src/sessions/store/jsonl-store.ts'
import { type Desk, jsonLines, makeDesk, runAgent } from '../../../support/run-agent.ts'
import { startAppending } from '../../../support/sessions/start-appending.ts'
import { message, next, runEnd, runStart, sessionStart, story } from '../../../support/sessions/story.ts'

const DAY_MS = 86_400_000

describe('which sessions go', () => {
	const now = 100 * DAY_MS
	const aged = [1, 10, 40, 60].map(days => summary(`d${days}`, now - days * DAY_MS, days * 1_000_000))
	const named = { ...summary('named', now - 90 * DAY_MS, 5), name: 'kept' }
	const gone = (flags: Parameters<typeof pruneRules>[0]) =>
		toPrune([...aged, named], pruneRules(flags), now).map(({ sessionId }) => sessionId)

	test('those that fit every rule that is given, and none that has a name', () => {
		assert.deepEqual(gone({ olderThan: '30d' }), ['d40', 'd60'])
		assert.deepEqual(gone({ keep: '1' }), ['d10', 'd40', 'd60'])
		assert.deepEqual(gone({ largerThan: '20MB' }), ['d40', 'd60'])
		assert.deepEqual(gone({ olderThan: '1w', largerThan: '0.05gb', keep: '2' }), ['d60'])
		assert.deepEqual(gone({ olderThan: '12h', named: true }), ['d1', 'd10', 'd40', 'd60', 'named'])
	})

	test('a rule that makes no sense is told, and none at all too', () => {
		for (const flags of [{}, { olderThan: 'long' }, { keep: '-1' }, { largerThan: 'big' }, { named: true }])
			assert.throws(() => pruneRules(flags), { code: 'usage' })
	})
})

describe('agent sessions prune', () => {
	const OLD = '260101-071203-abcd' as SessionId
	const OLDER = '260101-081500-efgh' as SessionId
	const ELSEWHERE = '260101-091500-jkmn' as SessionId

	let desk: Desk
	beforeEach(async () => {
		desk = await makeDesk()
		await fill(OLD, desk.cwd)
		await fill(OLDER, desk.cwd)
		await fill(ELSEWHERE, '/other/project')
	})
	afterEach(() => desk.remove())

	const prune = (...args: string[]) => runAgent(['sessions', 'prune', ...args], { desk })
	const left = async () =>
		jsonLines((await runAgent(['sessions', '--all', '--json'], { desk })).stdout).map(
			({ sessionId }) => sessionId,
		)

	test('says what would go, with all that it stored, and without a terminal wants to be told twice', async () => {
		const things = join(desk.home, 'artefacts', OLD, 'deep')
		await mkdir(things, { recursive: true })
		await writeFile(join(things, 'output.txt'), 'x'.repeat(2_000_000))
		const asked = await prune('--older-than', '30d')
		assert.equal(asked.code, 2)
		assert.match(asked.stdout, new RegExp(`${OLD}  \\S+  2\\.0 MB  `))
		assert.match(asked.stderr, /Remove 2 sessions, 2\.0 MB\? Nobody is there to say so: --yes does it/)
		const looked = await prune('--older-than', '30d', '--dry-run')
		assert.deepEqual([looked.code, looked.stdout], [0, asked.stdout])
		assert.equal((await left()).length, 3)
		const done = await prune('--older-than', '30d', '--yes')
		assert.deepEqual([done.code, done.stderr], [0, 'removed 2\n'])
		assert.deepEqual(await left(), [ELSEWHERE])
		assert.match((await prune('--older-than', '30d', '--yes')).stderr, /nothing to remove/)
		assert.equal((await prune('--older-than', '30d', '--all', '--yes')).stderr, 'removed 1\n')
	})

	test('never takes one that another process has open', async () => {
		const child = startAppending({
			folder: join(desk.home, 'sessions'),
			sessionId: OLD,
			count: 1,
			thenWait: true,
		})
		await child.says('ready')
		await child.line()
		const { code, stderr } = await prune('--keep', '0', '--yes')
		assert.equal(code, 0)
		assert.match(stderr, new RegExp(`kept: ${OLD} is open in process ${child.pid}`))
		child.kill('SIGKILL')
		await child.ended
		assert.deepEqual((await left()).toSorted(), [OLD, ELSEWHERE].toSorted())
	})

	async function fill(sessionId: SessionId, cwd: string): Promise<void> {
		const at = Date.UTC(2026, 0, 1)
		const start = story([sessionStart(cwd)], sessionId).map(envelope => ({ ...envelope, at }))
		const log = createJsonlStore({ folder: join(desk.home, 'sessions') }).create(sessionId, cwd)
		await log.append([...start, ...next(start, runStart('old'), message('Done.'), runEnd())], {
			durable: false,
		})
		await log.close()
	}
})

function summary(id: string, usedAt: number, sizeBytes: number): SessionSummary {
	return {
		sessionId: id as SessionId,
		name: undefined,
		title: id,
		cwd: '/w',
		createdAt: 0,
		usedAt,
		messages: 2,
		model: undefined,
		sizeBytes,
	}
}
