import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, onTestFinished, test } from 'vitest'
import { createJsonlStore } from '../../../src/sessions/store/jsonl-store.ts'
import { storageFailed } from '../../../src/sessions/store/storage-failed.ts'
import { ID, withCode } from '../../contracts/session-store.ts'
import { startAppending } from '../../support/sessions/start-appending.ts'
import { message, next, runStart, sessionStart, story } from '../../support/sessions/story.ts'
import { temporaryFolder } from '../../support/sessions/temporary-folder.ts'

const run = promisify(execFile)

test.skipIf(process.platform === 'win32')(
	'a file that may not grow keeps its whole lines, and each refusal says why',
	async () => {
		const folder = await temporaryFolder()
		const child = startAppending({ folder, sessionId: ID, sizeBytes: 1_000, count: 14, limitKiB: 10 })
		const { lines, stderr } = await child.ended
		assert.equal(stderr, '')
		const refusal = `failed storage-failed: ${await logPath(folder)} cannot be written: the file would be larger than is allowed (EFBIG)`
		const stored = lines.map(Number).filter(Number.isInteger)
		assert.deepEqual(lines, [
			'ready',
			...stored.map(String),
			...Array(14 - stored.length).fill(refusal),
			'closed',
		])
		assert.ok(stored.length > 2 && stored.length < 14)

		const opened = await createJsonlStore({ folder }).open(ID)
		assert.deepEqual([opened.envelopes.map(({ seq }) => seq), opened.repairs], [stored, []])
		await opened.log.append(next(opened.envelopes, message('room again')), { durable: true })
		await opened.log.close()
	},
)

const canMount = process.platform === 'linux' && process.getuid?.() === 0 && (await tryMount())

describe.skipIf(!canMount)('on a disk that is full', () => {
	test('the failed append is taken back, and the next one works when there is room', async () => {
		const folder = await smallDisk()
		const store = createJsonlStore({ folder })
		const log = store.create(ID, '/work/project')
		const before = story([sessionStart(), runStart('go')])
		await log.append(before, { durable: true })
		await fillUp(folder)
		const long = next(before, message('x'.repeat(100_000)))
		const path = await logPath(folder)
		for (const durable of [true, false])
			await assert.rejects(
				async () => log.append(long, { durable }),
				withCode('storage-failed', path, 'full', 'ENOSPC'),
			)
		assert.deepEqual(await store.read(ID), before)
		await rm(join(folder, 'filler'))
		await log.append(long, { durable: true })
		await log.close()
		const opened = await store.open(ID)
		await opened.log.close()
		assert.deepEqual([opened.envelopes, opened.repairs], [[...before, ...long], []])
	})

	test('appends that wait together fail together, and none of them is in the file', async () => {
		const folder = await smallDisk()
		const store = createJsonlStore({ folder })
		const log = store.create(ID, '/work/project')
		const before = story([sessionStart(), runStart('go')])
		await log.append(before, { durable: true })
		await fillUp(folder)
		const events = next(before, message('x'.repeat(100_000)), message('short'), message('short too'))
		const ends = await Promise.allSettled(events.map(event => log.append([event], { durable: false })))
		const stored = await store.read(ID)
		const told = ends.flatMap((end, index) => (end.status === 'fulfilled' ? [events[index]] : []))
		assert.deepEqual(stored, [...before, ...told])
		await log.close()
	})

	test('a session that never got its first line leaves nothing but its folder, and may begin later', async () => {
		const folder = await smallDisk()
		const store = createJsonlStore({ folder })
		await fillUp(folder)
		const log = store.create(ID, '/work/project')
		const first = story([sessionStart(), runStart('go')])
		await assert.rejects(async () => log.append(first, { durable: true }), withCode('storage-failed', 'full'))
		assert.deepEqual(await filesIn(folder), [])
		await rm(join(folder, 'filler'))
		await log.append(first, { durable: true })
		await log.close()
		assert.deepEqual(await store.read(ID), first)
	})
})

describe('in a place that cannot be written', () => {
	test('the path and the reason are named', async () => {
		const parent = await temporaryFolder()
		const folder = join(parent, 'a file', 'sessions')
		await writeFile(join(parent, 'a file'), '')
		const store = createJsonlStore({ folder })
		const log = store.create(ID, '/work/project')
		const append = async () => log.append(story([sessionStart()]), { durable: true })
		await assert.rejects(append(), withCode('storage-failed', folder, 'not a folder', 'ENOTDIR'))
		await assert.rejects(append(), withCode('storage-failed', folder))
		await log.close()
		assert.deepEqual(await store.list(), [])
	})

	test.each([
		['EROFS', 'the disk is read-only (EROFS)'],
		['EACCES', 'permission denied (EACCES)'],
	])('%s: where else to go is said', (code, why) => {
		const { message } = storageFailed('/home/a/x.jsonl', Object.assign(new Error(), { code }))
		assert.equal(
			message,
			`/home/a/x.jsonl cannot be written: ${why}; KEELSON_HOME names another place, and --no-session stores nothing`,
		)
	})

	test.skipIf(process.platform !== 'linux')(
		'a file system that takes no folders is such a place, and is not tried for ever',
		async () => {
			const log = createJsonlStore({ folder: '/proc/sessions' }).create(ID, '/work/project')
			await assert.rejects(
				async () => log.append(story([sessionStart()]), { durable: true }),
				withCode('storage-failed', '/proc/sessions'),
			)
			await log.close()
		},
	)
})

async function tryMount(): Promise<boolean> {
	const folder = await readdir('/mnt').then(
		() => '/mnt',
		() => undefined,
	)
	if (folder === undefined) return false
	return mount(folder).then(
		() => unmount(folder).then(() => true),
		() => false,
	)
}

async function smallDisk(): Promise<string> {
	const folder = await temporaryFolder()
	await mount(folder)
	onTestFinished(() => unmount(folder))
	return folder
}

async function mount(folder: string): Promise<void> {
	await run('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'none', folder])
}

/** Lazily: a test that fails may leave a file open. */
async function unmount(folder: string): Promise<void> {
	await run('umount', ['-l', folder])
}

async function fillUp(folder: string): Promise<void> {
	await assert.rejects(writeFile(join(folder, 'filler'), 'x'.repeat(1 << 20)), { code: 'ENOSPC' })
}

async function logPath(folder: string): Promise<string> {
	const [path] = (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.jsonl'))
	return join(folder, path ?? 'no log')
}

async function filesIn(folder: string): Promise<readonly string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true })
	return entries.flatMap(entry => (entry.isFile() && entry.name !== 'filler' ? [entry.name] : []))
}
