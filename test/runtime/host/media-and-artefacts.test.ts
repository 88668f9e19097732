import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import type { MediaUri } from '../../../src/core/messages.ts'
import { cutFiles } from '../../../src/core/text/cut-notice.ts'
import { createArtefacts, readArtefact } from '../../../src/runtime/host/artefacts.ts'
import { createMedia } from '../../../src/services/embedded/media.ts'
import { truncate } from '../../../src/tools/executor/truncate.ts'

async function newFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'kept-'))
	onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
	return join(folder, 'kept')
}

async function modeOf(path: string): Promise<number> {
	return (await stat(path)).mode & 0o777
}

test('bytes are stored once under their hash, for the user alone', async () => {
	const folder = await newFolder()
	const media = createMedia(folder)
	const bytes = Buffer.from('picture')
	const uris = await Promise.all([media.put(bytes), media.put(bytes)])
	const name = `sha256-${createHash('sha256').update(bytes).digest('hex')}`
	assert.deepEqual(uris, [`media://${name}`, `media://${name}`])
	assert.deepEqual(await readdir(folder), [name])
	assert.deepEqual([await modeOf(folder), await modeOf(join(folder, name))], [0o700, 0o600])
	assert.deepEqual(await media.get(uris[0]), bytes)
})

test('a URI that is no hash never becomes a path', async () => {
	const media = createMedia(await newFolder())
	for (const uri of [
		'media://sha256-../../etc/passwd',
		'media://sha256-',
		`media://sha256-${'0'.repeat(64)}/x`,
	])
		assert.equal(await media.get(uri as MediaUri), undefined)
	assert.equal(await media.get(`media://sha256-${'0'.repeat(64)}`), undefined)
})

test('an artefact is kept whole for the user alone, and never overwrites another', async () => {
	const folder = await newFolder()
	const artefacts = createArtefacts(folder)
	const first = await artefacts.save('c1-shell.txt', 'one')
	const second = await artefacts.save('c1-shell.txt', 'two')
	assert.deepEqual([basename(first), basename(second)], ['c1-shell.txt', 'c1-shell-2.txt'])
	assert.deepEqual([await readFile(first, 'utf8'), await readFile(second, 'utf8')], ['one', 'two'])
	assert.deepEqual([await modeOf(folder), await modeOf(first)], [0o700, 0o600])
})

test('a name made by a model stays inside the folder', async () => {
	const folder = await newFolder()
	const artefacts = createArtefacts(folder)
	for (const name of ['../../escape', '/etc/passwd', '..', '', 'a\0b', 'x'.repeat(500)])
		assert.equal(dirname(await artefacts.save(name, 'text')), folder)
})

test('an output that was kept can be read again, and nothing else by way of it', async () => {
	const folder = await newFolder()
	const path = await createArtefacts(join(folder, 'session')).save('c1-shell.txt', 'all of it')
	const outside = join(folder, '..', 'secret.txt')
	await writeFile(outside, 'secret')
	await symlink(outside, join(folder, 'session', 'link.txt'))
	const text = await truncate('line\n'.repeat(20_000), async () => path)
	assert.deepEqual(cutFiles(text), [path])
	assert.equal(await readArtefact(folder, path), 'all of it')
	for (const other of [
		outside,
		join(folder, 'session', 'link.txt'),
		join(folder, 'session', '..', '..', 'secret.txt'),
		join(folder, 'session'),
		folder,
		'',
		'relative.txt',
		join(folder, 'session', 'gone.txt'),
	])
		assert.equal(await readArtefact(folder, other), undefined, other)
})
