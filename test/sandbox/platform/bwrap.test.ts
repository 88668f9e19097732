import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { SandboxPolicy } from '../../../src/core/sandbox.ts'
import { protectedFromWriting } from '../../../src/safety/paths/protected-paths.ts'
import { type Finds, mountsFor } from '../../../src/safety/sandbox/mounts.ts'
import { socketPaths } from '../../../src/sandbox/network/unix-sockets.ts'
import { bwrapArguments } from '../../../src/sandbox/platform/bwrap-arguments.ts'
import { seccompFilter } from '../../../src/sandbox/platform/seccomp-filter.ts'
import { namesToKeepFree } from '../../../src/sandbox/protected/missing-names.ts'

const POLICY: SandboxPolicy = {
	mode: 'workspace-write',
	roots: ['/ws'],
	hidden: ['/home/ada/.config/keelson'],
	frozen: [],
	readable: [],
	home: '/home/ada',
	network: 'off',
}
const NOTHING: Finds = { guarded: [], hiddenFiles: [], hiddenFolders: [] }

function mounts(policy: Partial<SandboxPolicy>, finds: Partial<Finds> = {}, cwd = '/ws'): readonly string[] {
	return mountsFor({ ...POLICY, ...policy }, { ...NOTHING, ...finds }, cwd).map(
		({ path, as }) => `${path} ${as}`,
	)
}

describe('the mounts', () => {
	test('make the roots writable and what is guarded in them read-only, outer folders first', () => {
		assert.deepEqual(
			mounts({ hidden: [] }, { guarded: ['/ws/.vscode', '/ws/AGENTS.md', '/elsewhere/.git'] }),
			['/ws writable', '/ws/.vscode read-only', '/ws/AGENTS.md read-only'],
		)
	})

	test('pin every folder around a guarded path, so that none can be moved away', () => {
		assert.deepEqual(mounts({ hidden: [] }, { guarded: ['/ws/a/b/.vscode'] }), [
			'/ws writable',
			'/ws/a writable',
			'/ws/a/b writable',
			'/ws/a/b/.vscode read-only',
		])
	})

	test('never open a folder inside one that is read-only', () => {
		assert.deepEqual(mounts({ hidden: [] }, { guarded: ['/ws/.vscode', '/ws/.vscode/a/b/AGENTS.md'] }), [
			'/ws writable',
			'/ws/.vscode read-only',
		])
	})

	test('show nothing of a hidden folder but what was opened on purpose', () => {
		const hidden = ['/home/ada/.keelson']
		const found = mounts(
			{ hidden, roots: ['/home/ada'], readable: ['/home/ada/.keelson/artefacts/1'] },
			{
				guarded: ['/home/ada/.keelson', '/home/ada/.keelson/settings.json'],
				hiddenFiles: ['/home/ada/.keelson/k'],
			},
		)
		assert.deepEqual(found, [
			'/home/ada writable',
			'/home/ada/.keelson empty-folder',
			'/home/ada/.keelson/artefacts/1 read-only',
		])
	})

	test('of a root inside a hidden folder come after it', () => {
		assert.deepEqual(mounts({ hidden: ['/home/ada/.aws'], roots: ['/home/ada/.aws/project'] }), [
			'/home/ada/.aws empty-folder',
			'/home/ada/.aws/project writable',
		])
	})

	test('write nothing in read-only mode, and never the whole system', () => {
		assert.deepEqual(mounts({ mode: 'read-only', hidden: [] }, { guarded: ['/ws/.git'] }), ['/ws read-only'])
		assert.deepEqual(mounts({ roots: ['/'], hidden: [] }), [])
	})

	test('show a working folder that lies where commands have places of their own', () => {
		assert.deepEqual(mounts({ hidden: [] }, {}, '/tmp/elsewhere').at(-1), '/tmp/elsewhere read-only')
	})
})

describe('bubblewrap', () => {
	const plan = {
		mounts: mountsFor(POLICY, NOTHING, '/ws'),
		own: { root: '/tmp/own', tmp: '/tmp/own/tmp', varTmp: '/tmp/own/var', emptyFile: '/tmp/own/empty' },
		runtimeFiles: ['/run/resolv.conf'],
		network: 'off',
		cwd: '/ws',
		abilities: { userNamespace: true, disableUserNamespaces: true },
		filterDescriptor: 4,
		statusDescriptor: 3,
	} as const
	const command = { file: '/bin/bash', args: ['-c', '--bind / /'] }

	test('is told the command last, behind the end of its own options', () => {
		const args = bwrapArguments(plan, command)
		assert.deepEqual(args.slice(-4), ['--', '/bin/bash', '-c', '--bind / /'])
	})

	test('ends everything with its parent, drops every capability and locks the settings of the kernel', () => {
		const line = bwrapArguments(plan, command).join(' ')
		for (const part of [
			'--die-with-parent',
			'--new-session',
			'--unshare-pid',
			'--unshare-net',
			'--cap-drop ALL',
			'--disable-userns',
			'--proc /proc --remount-ro /proc',
			'--seccomp 4',
		])
			assert.ok(line.includes(part), part)
	})

	test('closes the network for `ask` as well: there is a proxy for that', () => {
		const hasNet = (network: SandboxPolicy['network']) =>
			!bwrapArguments({ ...plan, network }, command).includes('--unshare-net')
		assert.deepEqual([hasNet('off'), hasNet('ask'), hasNet('on')], [false, false, true])
	})

	test('makes a hidden folder read-only after everything in it is mounted', () => {
		const args = bwrapArguments(plan, command)
		const hidden = '/home/ada/.config/keelson'
		const made = args.findIndex((arg, index) => arg === '--tmpfs' && args[index + 1] === hidden)
		const closed = args.findIndex((arg, index) => arg === '--remount-ro' && args[index + 1] === hidden)
		assert.ok(made > 0 && closed > made)
	})

	test('gets by without user namespaces where there are none', () => {
		const args = bwrapArguments(
			{ ...plan, abilities: { userNamespace: false, disableUserNamespaces: false } },
			command,
		)
		assert.ok(!args.includes('--unshare-user') && !args.includes('--disable-userns'))
	})
})

describe('names to keep free', () => {
	test('are all protected from the file tools too', () => {
		for (const name of namesToKeepFree({ isHome: true })) assert.ok(protectedFromWriting(name), name)
	})

	test('are spelled as programs look for them', () => {
		const names = namesToKeepFree({ isHome: false })
		for (const name of [
			'AGENTS.md',
			'CLAUDE.md',
			'.mcp.json',
			'.git',
			'.vscode',
			'.keelson',
			'.gitattributes',
		])
			assert.ok(names.includes(name), name)
	})

	test('leave start-up files to the home folder', () => {
		assert.ok(!namesToKeepFree({ isHome: false }).includes('.bashrc'))
		assert.ok(namesToKeepFree({ isHome: true }).includes('.bashrc'))
	})
})

describe('the filter of system calls', () => {
	test.for(['x64', 'arm64'])('for %s jumps only forward and inside, and ends by allowing', machine => {
		const program = seccompFilter(machine)!
		const view = new DataView(program.buffer)
		const count = program.length / 8
		for (let at = 0; at < count; at++) {
			const furthest = at + 1 + Math.max(view.getUint8(at * 8 + 2), view.getUint8(at * 8 + 3))
			assert.ok(
				furthest < count || view.getUint16(at * 8, true) === 0x06,
				`${at} jumps to ${furthest} of ${count}`,
			)
		}
		assert.equal(view.getUint32((count - 1) * 8 + 4, true), 0x7fff0000)
	})

	test('is left out where we have no numbers', () => {
		assert.equal(seccompFilter('riscv64'), undefined)
	})
})

test('sockets of other programs are found by path, each once, spaces and all', () => {
	const table = [
		'Num       RefCount Protocol Flags    Type St Inode Path',
		'0000000020d46381: 00000003 00000000 00000000 0001 03 61365',
		'00000000aaaaaaaa: 00000002 00000000 00010000 0001 01 12345 /srv/my app/daemon.sock',
		'00000000aaaaaaab: 00000003 00000000 00000000 0001 03 12346 /srv/my app/daemon.sock',
		'00000000aaaaaaac: 00000002 00000000 00010000 0001 01 12347 @/tmp/.X11-unix/X0',
	].join('\n')
	assert.deepEqual(socketPaths(table), ['/srv/my app/daemon.sock'])
})
