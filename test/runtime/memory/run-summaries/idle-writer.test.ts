import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { deferred } from '../../../../src/core/async/deferred.ts'
import type { RunId, SessionId } from '../../../../src/core/ids.ts'
import { userText } from '../../../../src/core/messages.ts'
import { NO_USAGE } from '../../../../src/core/usage.ts'
import {
	createIdleWriter,
	type IdleWriterDeps,
} from '../../../../src/runtime/memory/run-summaries/idle-writer.ts'
import { writtenLines } from '../../../../src/runtime/memory/run-summaries/written-lines.ts'
import type { StoredEnvelope } from '../../../../src/sessions/session-store.ts'

const SESSION = '261121-071203-abcd' as SessionId
let folder: string
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'keelson-lines-'))
})
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }))

/** A log with these prompts, each a run that has ended. */
function log(...prompts: readonly string[]): readonly StoredEnvelope[] {
	return prompts.flatMap((prompt, index): readonly StoredEnvelope[] => {
		const base = { at: 1_000 * index, sessionId: SESSION, runId: `r-${index}` as RunId }
		const snapshot = { chain: [], cwd: '/', approvals: { kind: 'ask' as const }, tools: [], maxTurns: 1 }
		const end = { reason: 'finished' as const, usage: NO_USAGE, costMicroUsd: undefined, turns: 1 }
		return [
			{ ...base, seq: 2 * index + 1, event: { type: 'run-start', prompt: userText(prompt), snapshot } },
			{ ...base, seq: 2 * index + 2, event: { type: 'run-end', ...end } },
		]
	})
}

function writer(stored: () => readonly StoredEnvelope[], ask: IdleWriterDeps['ask']) {
	const rest = {
		scrub: (text: string) => text.replace('hunter2', '[secret]'),
		idleMs: 0,
		model: 'test/clerk',
	}
	return createIdleWriter({ artefactsFolder: folder, sessionId: SESSION, stored, ask, ...rest })
}

test('a line is written about each run once, after it, without what is secret', async () => {
	const asked: string[] = []
	const done = deferred()
	const idle = writer(
		() => log('parse dates', 'and zones'),
		async ({ text }) => {
			asked.push(text)
			if (asked.length === 2) done.resolve()
			return `Wrote it, hunter2\n(${asked.length}).`
		},
	)
	assert.equal(await idle.during(async () => 'the end'), 'the end')
	assert.equal(asked.length, 0)
	await done.promise
	await idle.close()
	assert.deepEqual(asked, ['Asked: parse dates', 'Asked: and zones'])
	const lines = await writtenLines(folder, SESSION)
	assert.equal(lines.get('r-0'), 'Wrote it, [secret] (1).')

	const again = writer(
		() => log('parse dates', 'and zones', 'and leap years'),
		async ({ text }) => {
			asked.push(text)
			return undefined
		},
	)
	await again.during(async () => undefined)
	while (asked.length < 3) await new Promise(resolve => setImmediate(resolve))
	await again.close()
	assert.deepEqual(asked.slice(2), ['Asked: and leap years'])
})

test('the next run stops it', async () => {
	const begun = deferred()
	const given = deferred()
	const idle = writer(
		() => log('one'),
		(_, signal) => {
			begun.resolve()
			return new Promise<undefined>(resolve =>
				signal.addEventListener('abort', () => {
					given.resolve()
					resolve(undefined)
				}),
			)
		},
	)
	await idle.during(async () => undefined)
	await begun.promise
	await idle.during(() => given.promise)
	await idle.close()
	assert.deepEqual([...(await writtenLines(folder, SESSION))], [])
})

test('closed, it begins nothing', async () => {
	const idle = writer(
		() => log('one'),
		() => assert.fail('asked'),
	)
	const run = idle.during(async () => undefined)
	await idle.close()
	await run
	for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setImmediate(resolve))
})
