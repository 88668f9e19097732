import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { SandboxPolicy } from '../../../src/core/sandbox.ts'
import type { Finds } from '../../../src/safety/sandbox/mounts.ts'
import { seatbeltProfile } from '../../../src/sandbox/platform/seatbelt-profile.ts'

const POLICY: SandboxPolicy = {
	mode: 'workspace-write',
	roots: ['/Users/ada/work'],
	hidden: ['/Users/ada/.config/keelson'],
	frozen: [],
	readable: ['/Users/ada/.config/keelson/artefacts'],
	home: '/Users/ada',
	network: 'off',
}
const FINDS: Finds = {
	guarded: ['/Users/ada/work/.git/hooks'],
	hiddenFiles: ['/Users/ada/.netrc'],
	hiddenFolders: ['/Users/ada/.ssh'],
}
const OWN = { tmp: '/private/tmp/keelson-1/tmp' }

function profile(policy: Partial<SandboxPolicy> = {}, proxyPort?: number): string {
	return seatbeltProfile(
		{ ...POLICY, ...policy },
		FINDS,
		proxyPort === undefined ? OWN : { ...OWN, proxyPort },
	)
}

/** The patterns of one file that may not be written. */
function deniesWriting(path: string): boolean {
	const patterns = [...profile().matchAll(/\(regex #"(.*)"\)/g)].map(([, pattern]) =>
		pattern!.replaceAll('\\"', '"'),
	)
	return patterns.some(pattern => !pattern.startsWith('^/dev') && new RegExp(pattern).test(path))
}

describe('the Seatbelt profile', () => {
	test('denies all writing first, then allows the roots and the temporary folder, then takes back what is protected', () => {
		const text = profile()
		const order = [
			'(deny file-write*\n\t(subpath "/")',
			'(allow file-write*\n\t(subpath "/private/tmp/keelson-1/tmp")\n\t(subpath "/Users/ada/work")',
			'(deny file-write*\n\t(subpath "/Users/ada/work/.git/hooks")',
			'(deny file-read* file-write*\n\t(subpath "/Users/ada/.config/keelson")\n\t(subpath "/Users/ada/.ssh")\n\t(literal "/Users/ada/.netrc")',
			'(allow file-read*\n\t(subpath "/Users/ada/.config/keelson/artefacts")',
		].map(part => text.indexOf(part))
		assert.ok(!order.includes(-1), text)
		assert.deepEqual(
			order,
			order.toSorted((one, other) => one - other),
		)
	})

	test.for([
		'/Users/ada/work/AGENTS.md',
		'/Users/ada/work/agents.MD',
		'/Users/ada/work/.vscode/tasks.json',
		'/Users/ada/work/deep/down/.mcp.json',
		'/Users/ada/work/.git/config',
		'/Users/ada/work/sub/.git/hooks/pre-commit',
		'/Users/ada/work/.git/modules/x/config',
		'/Users/ada/work/.git/commondir',
	])('protects %s, whether it is there or not', path => {
		assert.ok(deniesWriting(path))
	})

	test.for([
		'/Users/ada/work/src/main.ts',
		'/Users/ada/work/.git/index',
		'/Users/ada/work/.git/objects/ab/cdef',
		'/Users/ada/work/.git/configuration',
		'/Users/ada/work/my.vscode/x',
	])('leaves %s to be written', path => {
		assert.ok(!deniesWriting(path))
	})

	test('keeps folders with something protected in them from being moved away', () => {
		assert.match(profile(), /\(deny file-write-unlink\n\t\(literal "\/Users\/ada\/work\/\.git"\)/)
	})

	test('writes nothing but the temporary folder in read-only mode', () => {
		assert.doesNotMatch(profile({ mode: 'read-only' }), /allow file-write\*\n(?:\t.*\n)*\t\(subpath "\/Users/)
	})

	test('closes the network, opens it, or leaves the way to our proxy', () => {
		assert.match(profile(), /\(deny network\*\)\n$/)
		assert.doesNotMatch(profile({ network: 'on' }), /network/)
		assert.match(
			profile({ network: 'ask' }, 4711),
			/\(deny network\*\)\n\(allow network-outbound \(remote ip "localhost:4711"\)\)/,
		)
	})

	test('quotes what a path may hold', () => {
		assert.match(profile({ roots: ['/Users/ada/a "b"'] }), /\(subpath "\/Users\/ada\/a \\"b\\""\)/)
	})
})
