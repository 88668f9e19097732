import assert from 'node:assert/strict'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import type { StoredEvent } from '../../../src/core/events.ts'
import type { CallId, SessionId } from '../../../src/core/ids.ts'
import { dayAt, lastDays, NO_USE } from '../../../src/core/statistics/use-statistics.ts'
import { NO_USAGE } from '../../../src/core/usage.ts'
import { encode } from '../../../src/sessions/codec.ts'
import { forkSession } from '../../../src/sessions/folds/fork.ts'
import type { StoredEnvelope } from '../../../src/sessions/session-store.ts'
import { createJsonlStore, projectName } from '../../../src/sessions/store/jsonl-store.ts'
import {
	CWD,
	MODEL,
	next,
	runEnd,
	runStart,
	SESSION,
	START,
	sessionStart,
	story,
} from '../../support/sessions/story.ts'
import { temporaryFolder } from '../../support/sessions/temporary-folder.ts'

const AGENT_SESSION = '261121-071300-bcde' as SessionId
const COPY = '261121-081300-cdef' as SessionId
const NOW = START + 60_000

describe('use statistics of a folder of sessions', () => {
	test('add up tokens, money, time, calls and edits by day, folder, model and tool', async () => {
		const folder = await withLogs(DAY_OF_WORK)
		const { days, total, folders, models, tools } = await statisticsIn(folder, 2)
		const expected = {
			...NO_USE,
			...{ sessions: 1, runs: 1, requests: 2, inputTokens: 200, cachedInputTokens: 80, outputTokens: 20 },
			...{ costMicroUsd: 300, unpricedRequests: 1, runMs: 10, modelMs: 10 },
			...{ calls: 4, failedCalls: 1, toolMs: 3, edits: 1, addedLines: 2, removedLines: 1 },
		}
		assert.deepEqual(total, expected)
		assert.deepEqual(days, [
			{ ...NO_USE, day: lastDays(2, NOW)[0] },
			{ ...expected, day: dayAt(NOW) },
		])
		assert.deepEqual(folders, [{ ...expected, folder: CWD }])
		assert.deepEqual(
			models.map(({ model, requests, unpricedRequests }) => ({ model, requests, unpricedRequests })),
			[{ model: 'test/m', requests: 2, unpricedRequests: 1 }],
		)
		assert.deepEqual(tools, [
			{ tool: 'edit', calls: 2, failedCalls: 0, toolMs: 2 },
			{ tool: 'shell', calls: 1, failedCalls: 1, toolMs: 1 },
			// A model may call a tool by any name.
			{ tool: '(__proto__)', calls: 1, failedCalls: 0, toolMs: 0 },
		])
	})

	test('say that an edit was undone, and that it is back', async () => {
		const edited = story([sessionStart(), runStart('edit'), ...edit('e1'), runEnd()])
		const undone = [...edited, ...next(edited, goBack(1))]
		const again = [...undone, ...next(undone, goBack(undone.at(-1)!.seq - 1))]
		for (const [log, undoneEdits] of [
			[edited, 0],
			[undone, 1],
			[again, 0],
		] as const) {
			const { total } = await statisticsIn(await withLogs(log), 1)
			assert.deepEqual(
				{ edits: total.edits, undoneEdits: total.undoneEdits, addedLines: total.addedLines },
				{ edits: 1, undoneEdits, addedLines: undoneEdits === 1 ? 0 : 2 },
			)
		}
		// Only the conversation went back.
		const said = { type: 'rewind', toSeq: 1, conversation: true } as const
		const { total } = await statisticsIn(await withLogs([...edited, ...next(edited, said)]), 1)
		assert.equal(total.undoneEdits, 0)
	})

	test('count a sub-agent for the folder of its session, and its edits as undone with those of the run', async () => {
		const start = {
			type: 'agent-start',
			...{ callId: 'd1' as CallId, agentId: AGENT_SESSION },
			...{ agent: 'explore', task: 'look', isBackground: false },
		} as const
		const parent = story([sessionStart(), runStart('delegate'), start, runEnd()])
		const begun = sessionStart('/elsewhere')
		assert.ok(begun.type === 'session-start')
		const child = story(
			[
				{ ...begun, delegatedBy: { sessionId: SESSION, callId: 'd1' as CallId } },
				...[runStart('look'), attempt(100), ...edit('e1'), runEnd()],
			],
			AGENT_SESSION,
		)
		const kept = await statisticsIn(await withLogs(parent, child), 1)
		assert.deepEqual(
			kept.folders.map(({ folder, sessions, runs, edits, undoneEdits, requests }) => ({
				...{ folder, sessions, runs, edits, undoneEdits, requests },
			})),
			[{ folder: CWD, sessions: 1, runs: 1, edits: 1, undoneEdits: 0, requests: 1 }],
		)
		const undone = await statisticsIn(await withLogs([...parent, ...next(parent, goBack(1))], child), 1)
		assert.equal(undone.total.undoneEdits, 1)
		// What it changed in a copy of the folder is an edit where it is taken over.
		const apart = story([sessionStart(), runStart('delegate'), { ...start, worktree: '/copy' }, runEnd()])
		assert.equal((await statisticsIn(await withLogs(apart, child), 1)).total.edits, 0)
	})

	test('count what a copy has from another session once', async () => {
		const folder = await withLogs(DAY_OF_WORK)
		const store = createJsonlStore({ folder })
		await forkSession(store, SESSION, COPY)
		const { requests, runs, edits } = (await statisticsIn(folder, 1)).total
		assert.deepEqual({ requests, runs, edits }, { requests: 2, runs: 1, edits: 1 })
	})

	test('are the same from what is kept of the logs, which is read on from where it ends', async () => {
		const long = {
			type: 'steer',
			message: { role: 'user', content: [{ type: 'text', text: 'x'.repeat(90_000) }] },
		}
		const log = [...DAY_OF_WORK, ...next(DAY_OF_WORK, long as StoredEvent)]
		const folder = await withLogs(log)
		const path = join(folder, projectName(CWD), `${SESSION}.jsonl`)
		const first = await statisticsIn(folder, 2)
		const kept = await readFile(join(folder, projectName(CWD), 'statistics.json'), 'utf8')
		assert.deepEqual(await statisticsIn(folder, 2, NOTHING_TO_READ), first)
		for (const junk of ['', '[]', kept.replace('"runs":1', '"runs":"1"'), kept.slice(0, -5)]) {
			await writeFile(join(folder, projectName(CWD), 'statistics.json'), junk)
			assert.deepEqual(await statisticsIn(folder, 2), first)
		}
		await appendFile(path, next(log, runStart('more'), attempt(1), runEnd()).map(encode).join(''))
		const { requests, runs } = (await statisticsIn(folder, 2)).total
		assert.deepEqual({ requests, runs }, { requests: 3, runs: 2 })
	})

	test('tell how far they are, and keep what was read when they are stopped', async () => {
		const folder = await withLogs(DAY_OF_WORK)
		const told: number[] = []
		const whole = DAY_OF_WORK.map(encode).join('').length
		await statisticsIn(folder, 1, ({ bytes, ofBytes }) => told.push(bytes / ofBytes))
		assert.deepEqual(told, [1])
		assert.ok(whole > 0)
		const stop = AbortSignal.abort(new Error('enough'))
		const wish = { days: 1, now: NOW, signal: stop }
		await assert.rejects(createJsonlStore({ folder }).statistics!(wish), /enough/)
	})
})

const CHANGED = { diff: '@@ -1 +1,2 @@\n-a\n+b\n+c\n', added: 2, removed: 1 }

const DAY_OF_WORK = story([
	sessionStart(),
	runStart('work'),
	attempt(100, { costMicroUsd: 300 }),
	...edit('e1'),
	// What was to be written stood there already.
	...edit('e2', { diff: '', added: 0, removed: 0 }),
	attempt(100),
	{ type: 'tool-start', callId: 's1' as CallId, tool: 'shell', arguments: '{}', tier: 'side-effecting' },
	{
		type: 'tool-end',
		callId: 's1' as CallId,
		tool: 'shell',
		result: {
			outcome: 'ok',
			content: [],
			detail: { type: 'command', exitCode: 2, timedOut: false, durationMs: 1 },
		},
	},
	{
		type: 'tool-end',
		callId: '__proto__' as CallId,
		tool: '__proto__',
		result: { outcome: 'ok', content: [] },
	},
	runEnd(),
])

function attempt(inputTokens: number, { costMicroUsd }: { costMicroUsd?: number } = {}): StoredEvent {
	const usage = { ...NO_USAGE, inputTokens, cachedInputTokens: 40, outputTokens: 10 }
	return { type: 'attempt-end', attempt: 1, model: MODEL, usage, costMicroUsd, durationMs: 5 }
}

function edit(id: string, change = CHANGED): readonly StoredEvent[] {
	const callId = id as CallId
	const detail = {
		type: 'files',
		...{ seen: [{ path: 'a.ts', sha256: 'x' }] },
		...change,
	} as const
	return [
		{ type: 'tool-start', callId, tool: 'edit', arguments: '{}', tier: 'side-effecting' },
		{ type: 'tool-end', callId, tool: 'edit', result: { outcome: 'ok', content: [], detail } },
	]
}

function goBack(toSeq: number): StoredEvent {
	return { type: 'rewind', toSeq, conversation: false, files: { restored: 'a', undo: 'b', changed: 1 } }
}

async function withLogs(...logs: readonly (readonly StoredEnvelope[])[]): Promise<string> {
	const folder = await temporaryFolder()
	for (const log of logs) {
		const [first] = log
		const cwd = first?.event.type === 'session-start' ? first.event.cwd : CWD
		await mkdir(join(folder, projectName(cwd)), { recursive: true })
		await writeFile(join(folder, projectName(cwd), `${first!.sessionId}.jsonl`), log.map(encode).join(''))
	}
	return folder
}

function statisticsIn(
	folder: string,
	days: number,
	progress?: (read: { bytes: number; ofBytes: number }) => void,
) {
	return createJsonlStore({ folder }).statistics!({ days, now: NOW, ...(progress && { progress }) })
}

function NOTHING_TO_READ(): void {
	assert.fail('it was read before')
}
