import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { createJsonlStore } from '../../../src/sessions/store/jsonl-store.ts'
import { fill, ID, OTHER, withCode } from '../../contracts/session-store.ts'
import { setUmask } from '../../support/for-one-test.ts'
import { message, next, runStart, sessionStart, shortSession, story } from '../../support/sessions/story.ts'
import { temporaryFolder } from '../../support/sessions/temporary-folder.ts'

describe.skipIf(process.platform === 'win32')('files and folders are for the user alone', () => {
	test.for([0o000, 0o022, 0o077])('with a umask of %o', async umask => {
		const folder = join(await temporaryFolder(), 'home', 'sessions')
		setUmask(umask)
		const store = createJsonlStore({ folder })
		const log = store.create(ID, '/work/project')
		await log.append(story([...shortSession(), message('x'.repeat(100_000))]), { durable: true })
		await writeFile(await logPath(folder), `${await readFile(await logPath(folder), 'utf8')}torn`)
		await log.close()
		const opened = await store.open(ID)
		await store.list()
		const modes = await modesIn(join(folder, '..'))
		await opened.log.close()
		assert.deepEqual(
			[...new Set(Object.values(modes))].sort(),
			['file 600', 'folder 700'],
			JSON.stringify(modes),
		)
		assert.ok(Object.keys(modes).length >= 6, JSON.stringify(modes))
	})

	test('and a log that others could read is so again as soon as it goes on', async () => {
		const folder = await temporaryFolder()
		const store = createJsonlStore({ folder })
		const before = await fill(store, ID, story(shortSession()))
		await chmod(await logPath(folder), 0o644)
		const { log } = await store.open(ID)
		await log.append(next(before, message('more')), { durable: true })
		await log.close()
		assert.equal(((await stat(await logPath(folder))).mode & 0o777).toString(8), '600')
	})
})

test('one folder for each project, readable, and never the same for two', async () => {
	const folder = await temporaryFolder()
	const store = createJsonlStore({ folder })
	const projects = ['/work/my project/ünï', '/other/ünï', '/', `/${'long'.repeat(60)}`, '/a/..', '/a/.hidden']
	for (const [index, cwd] of projects.entries())
		await fill(store, `${ID}${index}` as typeof ID, story([sessionStart(cwd), runStart('x')]), cwd)
	const names = await readdir(folder)
	assert.equal(names.length, projects.length)
	for (const name of names) assert.match(name, /^[A-Za-z0-9._-]{1,40}-[0-9a-f]{8}$/)
	for (const [index, cwd] of projects.entries()) assert.equal(await store.newest(cwd), `${ID}${index}`)
})

test('a session that is closed leaves its log and nothing else', async () => {
	const folder = await temporaryFolder()
	const store = createJsonlStore({ folder })
	await fill(store, ID, story(shortSession()))
	await (await store.open(ID)).log.close()
	await store.list()
	const [project = ''] = await readdir(folder)
	assert.deepEqual(await readdir(join(folder, project)), [`${ID}.jsonl`])
})

test('a removed session takes with it what was torn off and its long outputs, and nothing of another one', async () => {
	const folder = await temporaryFolder()
	const artefacts = await temporaryFolder()
	for (const id of [ID, OTHER]) {
		await mkdir(join(artefacts, id))
		await writeFile(join(artefacts, id, 'output.txt'), 'long')
	}
	const store = createJsonlStore({ folder, belongings: [artefacts] })
	await fill(store, ID, story(shortSession()))
	await fill(store, OTHER, story(shortSession(), OTHER))
	await writeFile(await logPath(folder), `${await readFile(await logPath(folder), 'utf8')}torn`)
	await (await store.open(ID)).log.close()
	await store.remove(ID)
	const [project = ''] = await readdir(folder)
	assert.deepEqual(await readdir(join(folder, project)), [`${OTHER}.jsonl`])
	assert.deepEqual(await readdir(artefacts), [OTHER])
})

test('a new session never goes on in a file that is there already', async () => {
	const store = createJsonlStore({ folder: await temporaryFolder() })
	const before = await fill(store, ID, story(shortSession()))
	const log = store.create(ID, '/work/project')
	await assert.rejects(
		async () => log.append(story([sessionStart()]), { durable: true }),
		withCode('storage-failed', ID),
	)
	await log.close()
	assert.deepEqual(await store.read(ID), before)
})

test('a log that is closed takes nothing more', async () => {
	const store = createJsonlStore({ folder: await temporaryFolder() })
	const before = story(shortSession())
	const log = store.create(ID, '/work/project')
	const last = log.append(before, { durable: true })
	await log.close()
	await last
	await assert.rejects(
		async () => log.append(next(before, message('late')), { durable: true }),
		withCode('storage-failed', ID),
	)
	await log.close()
	assert.deepEqual(await store.read(ID), before)
})

test('what else lies in the folder is no session', async () => {
	const folder = await temporaryFolder()
	const store = createJsonlStore({ folder })
	await fill(store, ID, story(shortSession()))
	const [project = ''] = await readdir(folder)
	await writeFile(join(folder, 'notes.jsonl'), 'not in a project')
	await writeFile(join(folder, project, 'README'), 'hello')
	await mkdir(join(folder, project, 'folder.jsonl'))
	assert.deepEqual(
		(await store.list()).map(({ sessionId }) => sessionId),
		[ID],
	)
})

async function modesIn(folder: string): Promise<Record<string, string>> {
	const modes: Record<string, string> = {}
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
		const path = join(entry.parentPath, entry.name)
		const { mode } = await stat(path)
		modes[path] = `${entry.isDirectory() ? 'folder' : 'file'} ${(mode & 0o777).toString(8)}`
	}
	return modes
}

async function logPath(folder: string): Promise<string> {
	const [name = ''] = (await readdir(folder, { recursive: true })).filter(path =>
		path.endsWith(`${ID}.jsonl`),
	)
	return join(folder, name)
}
