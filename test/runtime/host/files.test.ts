import assert from 'node:assert/strict'
import {
	chmod,
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	realpath,
	rm,
	stat,
	symlink,
	writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { createNodeFiles } from '../../../src/runtime/host/files.ts'

const files = createNodeFiles()
const bytes = (text: string) => new TextEncoder().encode(text)

async function newFolder(): Promise<string> {
	const folder = await realpath(await mkdtemp(join(tmpdir(), 'files-')))
	onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
	return folder
}

test('what is missing is undefined, for a file and for a path that leads through a file', async () => {
	const folder = await newFolder()
	await writeFile(join(folder, 'file'), 'x')
	for (const path of [join(folder, 'none'), join(folder, 'file/below')]) {
		assert.deepEqual(
			[await files.read(path), await files.stat(path), await files.list(path)],
			Array(3).fill(undefined),
		)
	}
})

test('a failure that is not absence is the error of the system', async () => {
	const folder = await newFolder()
	await assert.rejects(files.read(folder), { code: 'EISDIR' })
})

test('writing creates folders and leaves nothing else behind', async () => {
	const folder = await newFolder()
	await files.writeAtomic(join(folder, 'a/b/c.txt'), bytes('hello'))
	assert.equal(await readFile(join(folder, 'a/b/c.txt'), 'utf8'), 'hello')
	assert.deepEqual(await readdir(join(folder, 'a/b')), ['c.txt'])
})

test('overwriting keeps the mode bits, whatever the umask', async () => {
	const folder = await newFolder()
	const path = join(folder, 'run.sh')
	await writeFile(path, 'old')
	await chmod(path, 0o776)
	await files.writeAtomic(path, bytes('new'))
	assert.equal((await stat(path)).mode & 0o7777, 0o776)
	assert.equal(await readFile(path, 'utf8'), 'new')
})

test('a write that fails leaves the old content and no temporary file', async () => {
	const folder = await newFolder()
	await mkdir(join(folder, 'target'))
	await writeFile(join(folder, 'target/inside'), 'x')
	await assert.rejects(files.writeAtomic(join(folder, 'target'), bytes('new')))
	assert.deepEqual(await readdir(folder), ['target'])
})

test('a name as long as the file system allows can be written', async () => {
	const folder = await newFolder()
	const names = ['n'.repeat(255), '名'.repeat(85)]
	for (const name of names) await files.writeAtomic(join(folder, name), bytes('x'))
	assert.deepEqual((await readdir(folder)).sort(), names)
})

test('the real path of what does not exist is that of its deepest existing parent, and the rest', async () => {
	const folder = await newFolder()
	await mkdir(join(folder, 'real'))
	await symlink(join(folder, 'real'), join(folder, 'link'))
	assert.equal(await files.realPath(join(folder, 'link/a/b')), join(folder, 'real/a/b'))
})

test('the real path of a link to nothing is what a write through it would create', async () => {
	const folder = await newFolder()
	await symlink('../elsewhere/file', join(folder, 'one'))
	await symlink('one', join(folder, 'two'))
	assert.equal(await files.realPath(join(folder, 'two')), join(folder, '..', 'elsewhere/file'))
})

test('links that lead in a circle are an error and not an endless loop', async () => {
	const folder = await newFolder()
	await symlink('b', join(folder, 'a'))
	await symlink('a', join(folder, 'b'))
	await assert.rejects(files.realPath(join(folder, 'a')), { code: 'ELOOP' })
})

test('a folder lists what it holds by kind, links as links', async () => {
	const folder = await newFolder()
	await mkdir(join(folder, 'folder'))
	await writeFile(join(folder, 'file'), '')
	await symlink('folder', join(folder, 'link'))
	const entries = [...((await files.list(folder)) ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1))
	assert.deepEqual(entries, [
		{ name: 'file', kind: 'file' },
		{ name: 'folder', kind: 'folder' },
		{ name: 'link', kind: 'link' },
	])
})

test('removing what is not there is no error', async () => {
	const folder = await newFolder()
	await files.remove(join(folder, 'none'))
	await writeFile(join(folder, 'file'), '')
	await files.remove(join(folder, 'file'))
	assert.deepEqual(await readdir(folder), [])
})
