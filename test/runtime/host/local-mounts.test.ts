import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { createLocalMounts } from '../../../src/runtime/host/local-mounts.ts'
import { loadChecked } from '../../../src/runtime/host/open-once.ts'
import { isOwnRealPath } from '../../../src/runtime/host/own-real-path.ts'

const TABLE = `22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
23 22 0:5 / /proc rw,nosuid - proc proc rw
40 22 0:40 / /home/user/far rw,relatime - nfs4 server:/export rw,vers=4.2
41 40 0:41 / /home/user/far/near rw - tmpfs tmpfs rw
42 22 0:42 / /mnt/a\\040disk rw,relatime shared:9 - fuse.sshfs user@host:/ rw
43 22 0:43 / /mnt/twice rw - ext4 /dev/vdb rw
44 43 0:44 / /mnt/twice rw - cifs //server/share rw
`

test('a path is on the mount that is nearest above it, and of two at one place on the later one', () => {
	const mounts = createLocalMounts(() => TABLE)
	const places = {
		'/home/user/file': true,
		'/home/user/farther/file': true,
		'/home/user/far/file': false,
		'/home/user/far': false,
		'/home/user/far/near/file': true,
		'/proc/self/status': false,
		'/mnt/a disk/file': false,
		'/mnt/a/file': true,
		'/mnt/twice/file': false,
	}
	assert.deepEqual(Object.fromEntries(Object.keys(places).map(path => [path, mounts.has(path)])), places)
})

test('a path is followed on local disks alone where each mount on its way is one', () => {
	const mounts = createLocalMounts(() => `${TABLE}45 44 0:45 / /mnt/twice rw - xfs /dev/vdc rw\n`)
	const places = {
		'/home/user/file': true,
		'/home/user/far': false,
		'/home/user/far/near/file': false,
		'/mnt/twice/file': true,
		'/proc/self/status': false,
	}
	assert.deepEqual(Object.fromEntries(Object.keys(places).map(path => [path, mounts.leadTo(path)])), places)
})

test('what is its own real path is told at once, and nothing behind a link is looked at', async () => {
	const folder = await realpath(await mkdtemp(join(tmpdir(), 'local-')))
	onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
	await mkdir(join(folder, 'real'))
	await writeFile(join(folder, 'real/file'), 'x')
	await symlink('real', join(folder, 'link'))
	await symlink('circle', join(folder, 'circle'))
	const told = {
		'': true,
		'/real': true,
		'/real/file': true,
		'/link': false,
		'/link/file': false,
		'/circle/file': false,
		'/none': false,
		'/real/file/below': false,
		'/real/../real/file': false,
		'/real/': false,
	}
	const tell = (leadTo: () => boolean) =>
		Object.fromEntries(Object.keys(told).map(path => [path, isOwnRealPath(folder + path, { leadTo })]))
	assert.deepEqual(
		tell(() => true),
		told,
	)
	assert.ok(!Object.values(tell(() => false)).includes(true))
	assert.equal(isOwnRealPath('/', { leadTo: () => true }), true)
})

test('without a table nothing is local, and the table is read anew after a while', () => {
	let [nowMs, table] = [0, '']
	const mounts = createLocalMounts(
		() => {
			if (table === '') throw new Error('ENOENT')
			return table
		},
		() => nowMs,
	)
	assert.equal(mounts.has('/home/user/file'), false)
	table = TABLE
	assert.equal(mounts.has('/home/user/file'), false)
	nowMs = 60_000
	assert.equal(mounts.has('/home/user/file'), true)
})

test('a file is the same whether it is waited for or read at once', async () => {
	const folder = await realpath(await mkdtemp(join(tmpdir(), 'local-')))
	onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
	await mkdir(join(folder, 'folder'))
	await writeFile(join(folder, 'file'), 'x')
	await symlink(join(folder, 'file'), join(folder, 'link'))
	for (const size of [0, 1, 65_535, 262_143, 262_144, 262_145, 1_000_000]) {
		const [path, bytes] = [join(folder, `${size}`), randomBytes(size)]
		await writeFile(path, bytes)
		for (const isNear of [true, false]) {
			const loaded = await loadChecked(path, 900_000, { has: () => isNear })
			if (size > 900_000) assert.deepEqual(loaded, { kind: 'too-large', sizeBytes: size })
			else assert.ok(loaded.kind === 'file' && bytes.equals(loaded.bytes), `${size} bytes`)
		}
	}
	for (const isNear of [true, false]) {
		const kindOf = async (name: string) =>
			(await loadChecked(join(folder, name), 100, { has: () => isNear })).kind
		assert.equal(await kindOf('folder'), 'folder')
		assert.equal(await kindOf('none'), 'missing')
		assert.equal(await kindOf('file/below'), 'missing')
		await assert.rejects(kindOf('link'), /leads elsewhere/)
	}
})
