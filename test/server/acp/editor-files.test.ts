import assert from 'node:assert/strict'
import { mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { createNodeFiles } from '../../../src/runtime/host/files.ts'
import { type EditorBuffers, editorFiles } from '../../../src/server/acp/editor-files.ts'

let folder: string
beforeEach(async () => {
	folder = await realpath(await mkdtemp(join(tmpdir(), 'keelson-buffers-')))
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

/** An editor that has these files open. */
function editor(open: Record<string, string>): EditorBuffers & { asked: string[] } {
	const asked: string[] = []
	return {
		asked,
		async read(path) {
			asked.push(path)
			const text = open[path]
			if (text === undefined) throw new Error('no such buffer')
			return text
		},
		async write(path, text) {
			if (open[path] === 'locked') throw new Error('the buffer is read-only')
			open[path] = text
		},
	}
}

async function onDisk(name: string, content: string | Uint8Array): Promise<string> {
	const path = join(folder, name)
	await writeFile(path, content)
	return path
}

const through = (buffers: EditorBuffers) =>
	editorFiles(createNodeFiles(), buffers, path => (path.startsWith(folder) ? path : undefined)).checked
const text = (bytes: Uint8Array | undefined) =>
	bytes && new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

describe('reading', () => {
	test('gives what is not saved yet, with the line ends and the mark it would be saved with', async () => {
		const path = await onDisk('a.txt', '\uFEFFone\r\ntwo\r\n')
		const files = through(editor({ [path]: 'one\nthree\n' }))
		assert.equal(text(await files.read(path)), '\uFEFFone\r\nthree\r\n')
		assert.deepEqual(await files.load(path, 14), { kind: 'too-large', sizeBytes: 15 })
	})

	test('gives the bytes of the disk where the buffer says the same', async () => {
		const path = await onDisk('a.txt', '\uFEFFone\r\ntwo\r\n')
		for (const buffer of ['one\ntwo\n', 'one\ntwo', 'one\r\ntwo\r\n'])
			assert.equal(text(await through(editor({ [path]: buffer })).read(path)), '\uFEFFone\r\ntwo\r\n')
	})

	test('does not ask for what is no text, not there, or outside', async () => {
		const asked = editor({})
		const files = through(asked)
		const picture = await onDisk('a.png', new Uint8Array([0, 1, 2]))
		assert.equal((await files.read(picture))?.length, 3)
		assert.equal(await files.read(join(folder, 'nowhere')), undefined)
		assert.ok((await files.read('/etc/hostname')) !== undefined)
		assert.deepEqual(asked.asked, [])
	})

	test('goes past the editor for a search', async () => {
		const path = await onDisk('a.txt', 'one\n')
		const buffers = editor({ [path]: 'unsaved\n' })
		const files = editorFiles(createNodeFiles(), buffers, path => path)
		assert.equal(text(await files.saved?.read(path)), 'one\n')
		assert.deepEqual(buffers.asked, [])
	})

	test('takes the disk where the editor does not know the file', async () => {
		const path = await onDisk('a.txt', 'one\n')
		assert.equal(text(await through(editor({})).read(path)), 'one\n')
	})
})

describe('writing', () => {
	const bytes = new TextEncoder().encode('new\n')

	test('goes to the editor, also for a file that is not there yet', async () => {
		const path = await onDisk('a.txt', 'old\n')
		const open: Record<string, string> = { [path]: 'old\n' }
		const files = through(editor(open))
		await files.writeAtomic(path, bytes)
		await files.writeAtomic(join(folder, 'b.txt'), bytes)
		assert.deepEqual(open, { [path]: 'new\n', [join(folder, 'b.txt')]: 'new\n' })
		assert.equal(await readFile(path, 'utf8'), 'old\n')
	})

	test('fails where the editor has the file open and will not', async () => {
		const path = await onDisk('a.txt', 'old\n')
		const files = through(editor({ [path]: 'locked' }))
		await files.read(path)
		await assert.rejects(files.writeAtomic(path, bytes), /the buffer is read-only/)
		assert.equal(await readFile(path, 'utf8'), 'old\n')
	})

	test('goes to the disk where the editor can only read, and for what is no text', async () => {
		const path = await onDisk('a.txt', 'old\n')
		const { read } = editor({})
		await through({ ...(read && { read }) }).writeAtomic(path, bytes)
		assert.equal(await readFile(path, 'utf8'), 'new\n')
		const binary = new Uint8Array([0, 255])
		await through(editor({})).writeAtomic(join(folder, 'b.bin'), binary)
		assert.deepEqual(new Uint8Array(await readFile(join(folder, 'b.bin'))), binary)
	})

	test('does not follow a link that has come into the path', async () => {
		const path = await onDisk('a.txt', 'old\n')
		const link = join(folder, 'link.txt')
		await symlink(path, link)
		const open: Record<string, string> = {}
		await assert.rejects(through(editor(open)).writeAtomic(link, bytes), /leads elsewhere/)
		assert.deepEqual(open, {})
	})
})
