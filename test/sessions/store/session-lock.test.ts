import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import type { SessionId } from '../../../src/core/ids.ts'
import { processKey } from '../../../src/process/process-alive.ts'
import { lockSession } from '../../../src/sessions/store/session-lock.ts'
import { SESSION } from '../../support/sessions/story.ts'
import { temporaryFolder } from '../../support/sessions/temporary-folder.ts'

describe('the lock of a session', () => {
	test('is had once, and by the next one after it was let go', async () => {
		const folder = await temporaryFolder()
		const lock = await lockSession(folder, SESSION)
		await assert.rejects(lockSession(folder, SESSION), busyWith(process.pid))
		await lock.release()
		await (await lockSession(folder, SESSION)).release()
		assert.deepEqual(await readdir(folder), [])
	})

	test('is of one session: another one whose id begins the same is free', async () => {
		const folder = await temporaryFolder()
		const locks = [SESSION, `${SESSION}x` as SessionId, SESSION.slice(0, -1) as SessionId]
		for (const lock of await Promise.all(locks.map(id => lockSession(folder, id)))) await lock.release()
	})

	test('of a process that is gone is nobody’s', async () => {
		const folder = await temporaryFolder()
		const child = spawn('true')
		await once(child, 'close')
		await writeFile(join(folder, `${SESSION}.${child.pid}-0.lock`), '')
		await writeFile(join(folder, `${SESSION}.${child.pid}-77.lock`), '')
		const lock = await lockSession(folder, SESSION)
		assert.equal((await readdir(folder)).filter(name => name.endsWith('.lock')).length, 1)
		await lock.release()
	})

	test.runIf(process.platform === 'linux')(
		'of a process whose number was given out again is nobody’s',
		async () => {
			const folder = await temporaryFolder()
			await writeFile(join(folder, `${SESSION}.${process.ppid}-77.lock`), '')
			await (await lockSession(folder, SESSION)).release()
		},
	)

	test('of a living process holds, and names it', async () => {
		const folder = await temporaryFolder()
		await writeFile(join(folder, `${SESSION}.${process.ppid}-${await startOf(process.ppid)}.lock`), '')
		await assert.rejects(lockSession(folder, SESSION), busyWith(process.ppid))
	})

	test('of a process that cannot be seen from here holds until it is taken over', async () => {
		const folder = await temporaryFolder()
		const [machine, boot] = processKey().split('.')
		await writeFile(join(folder, `${SESSION}.${machine}.${boot}.1.7-77.lock`), '')
		await assert.rejects(lockSession(folder, SESSION), (error: AgentError) => {
			assert.equal(error.code, 'session-busy')
			assert.match(error.message, /process 7 of another machine or container.*--fork.*--take-over/)
			return true
		})
		await (await lockSession(folder, SESSION, { takeOver: true })).release()
		assert.deepEqual(await readdir(folder), [])
	})

	test('of a living process that can be seen is not taken over', async () => {
		const folder = await temporaryFolder()
		await writeFile(join(folder, `${SESSION}.${processKey(process.ppid)}.lock`), '')
		await assert.rejects(lockSession(folder, SESSION, { takeOver: true }), busyWith(process.ppid))
	})

	test('is never had by two of four processes that fight for it', async () => {
		const folder = await temporaryFolder()
		const child = fileURLToPath(new URL('./locking-child.ts', import.meta.url))
		const fighters = Array.from({ length: 4 }, () =>
			promisify(execFile)(process.execPath, [child, folder, SESSION, '25']),
		)
		const said = (await Promise.all(fighters)).map(({ stdout }) => JSON.parse(stdout))
		assert.deepEqual(said, Array(4).fill({ held: 25, shared: 0 }))
	}, 120_000)
})

function busyWith(pid: number): (error: unknown) => boolean {
	return error =>
		error instanceof AgentError &&
		error.code === 'session-busy' &&
		error.message.includes(`process ${pid};`) &&
		error.message.includes('--fork')
}

async function startOf(pid: number): Promise<string> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
	return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0'
}
