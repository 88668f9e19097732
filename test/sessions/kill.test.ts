import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { createJsonlStore } from '../../src/sessions/jsonl-store.ts'
import { ID } from '../contracts/session-store.ts'
import { startAppending } from './start-appending.ts'
import { message, next } from './story.ts'
import { temporaryFolder } from './temporary-folder.ts'

const ROUNDS = 40

test(`killed at any moment, a process leaves every append that it was told of (${ROUNDS} times, one session)`, async () => {
	const folder = await temporaryFolder()
	const store = createJsonlStore({ folder })
	let known = 0
	for (let round = 0; round < ROUNDS; round++) {
		// Long lines are torn more often than short ones.
		const child = startAppending({ folder, sessionId: ID, sizeBytes: round % 2 === 0 ? 20 : 200_000 })
		await child.says('ready')
		// From the first append on; how many come through by then is up to the disk.
		for (let line = 0; line < round % 7; line++) await child.line()
		await new Promise(resolve => setImmediate(resolve))
		child.kill('SIGKILL')
		const { lines } = await child.ended
		const acknowledged = lines.map(Number).filter(Number.isInteger)
		const { envelopes, log } = await store.open(ID).catch(error => {
			// Killed before the first line: nothing was promised.
			assert.deepEqual([error.code, acknowledged], ['session-not-found', []])
			return { envelopes: [], log: undefined }
		})
		const numbers = envelopes.map(envelope => envelope.seq)
		assert.deepEqual(
			numbers,
			[...numbers.keys()].map(index => index + 1),
			`round ${round}: a gap`,
		)
		assert.ok(
			numbers.length >= Math.max(known, acknowledged.at(-1) ?? 0),
			`round ${round}: an append is lost`,
		)
		known = numbers.length
		await log?.close()
	}
	const { envelopes, log } = await store.open(ID)
	await log.append(next(envelopes, message('the end')), { durable: true })
	await log.close()
	assert.equal((await store.read(ID)).length, known + 1)
	const [project = ''] = await readdir(folder)
	const locks = (await readdir(join(folder, project))).filter(name => name.endsWith('.lock'))
	assert.deepEqual(locks, [], 'a lock is left')
})
