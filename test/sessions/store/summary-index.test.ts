import assert from 'node:assert/strict'
import { appendFile, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import type { SessionSummary } from '../../../src/core/commands.ts'
import { encode } from '../../../src/sessions/codec.ts'
import type { StoredEnvelope } from '../../../src/sessions/session-store.ts'
import { summariesOf } from '../../../src/sessions/store/summary-index.ts'
import {
	CWD,
	MODEL,
	message,
	next,
	runStart,
	SESSION,
	START,
	sessionStart,
	story,
	toolEnd,
} from '../../support/sessions/story.ts'
import { temporaryFolder } from '../../support/sessions/temporary-folder.ts'

/** Long enough to be worth an index, and longer than what is read at a time. */
const LONG = story([
	sessionStart(),
	runStart('count'),
	toolEnd('c1', 'x'.repeat(3_000_000)),
	message('y'.repeat(1_500_000)),
])

const SUMMARY: SessionSummary = {
	sessionId: SESSION,
	name: undefined,
	title: 'count',
	cwd: CWD,
	createdAt: START,
	usedAt: LONG.at(-1)!.at,
	messages: 2,
	model: MODEL,
	sizeBytes: sizeOf(LONG),
	work: { runs: 1, costMicroUsd: 0, addedLines: 0, removedLines: 0 },
}

describe('the summaries of a project', () => {
	test('are the same with the index, without it, and with one that is junk', async () => {
		const folder = await withLog(LONG)
		assert.deepEqual(await summariesOf(folder), [SUMMARY])
		assert.deepEqual((await readdir(folder)).sort(), [`${SESSION}.jsonl`, 'summaries.json'])
		assert.deepEqual(await summariesOf(folder), [SUMMARY])
		const index = await readFile(join(folder, 'summaries.json'), 'utf8')
		for (const junk of ['', '{}', '[1]', index.slice(0, -9), index.replace('"title"', '"t"')]) {
			await writeFile(join(folder, 'summaries.json'), junk)
			assert.deepEqual(await summariesOf(folder), [SUMMARY])
		}
	})

	test('take in what was appended since, once its line is whole', async () => {
		const folder = await withLog(LONG)
		await summariesOf(folder)
		const [rename] = next(LONG, { type: 'session-rename', name: ' bug hunt ' })
		const line = encode(rename!)
		await appendFile(logIn(folder), line.slice(0, 30))
		assert.deepEqual(await summariesOf(folder), [{ ...SUMMARY, sizeBytes: SUMMARY.sizeBytes + 30 }])
		await appendFile(logIn(folder), line.slice(30))
		const renamed = { name: 'bug hunt', sizeBytes: SUMMARY.sizeBytes + line.length }
		assert.deepEqual(await summariesOf(folder), [{ ...SUMMARY, ...renamed }])
	})

	test('begin anew when a log has become shorter', async () => {
		const folder = await withLog(LONG)
		await summariesOf(folder)
		const kept = LONG.slice(0, 2)
		await truncate(logIn(folder), sizeOf(kept))
		const shorter = { messages: 1, usedAt: kept.at(-1)!.at, sizeBytes: sizeOf(kept) }
		assert.deepEqual(await summariesOf(folder), [{ ...SUMMARY, ...shorter }])
	})

	test('leave out what says nothing, and pass over what is no envelope', async () => {
		const folder = await withLog(LONG)
		await writeFile(join(folder, 'empty.jsonl'), '')
		await writeFile(join(folder, 'garbage.jsonl'), '\0\0\n{"seq":1}\n')
		await appendFile(logIn(folder), 'junk\n{}\n')
		assert.deepEqual(await summariesOf(folder), [{ ...SUMMARY, sizeBytes: SUMMARY.sizeBytes + 8 }])
	})

	test('know the folder from a run when the first line is lost', async () => {
		const folder = await withLog(LONG.slice(1))
		const [summary] = await summariesOf(folder)
		assert.deepEqual([summary?.cwd, summary?.title], [CWD, 'count'])
	})

	test('of a folder that is not there are none', async () => {
		assert.deepEqual(await summariesOf(join(await temporaryFolder(), 'none')), [])
	})
})

async function withLog(envelopes: readonly StoredEnvelope[]): Promise<string> {
	const folder = await temporaryFolder()
	await writeFile(logIn(folder), envelopes.map(encode).join(''))
	return folder
}

function logIn(folder: string): string {
	return join(folder, `${SESSION}.jsonl`)
}

function sizeOf(envelopes: readonly StoredEnvelope[]): number {
	return Buffer.byteLength(envelopes.map(encode).join(''))
}
