import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, onTestFinished, test } from 'vitest'
import type { ConnectionDecision, HostPort } from '../../../src/core/sandbox.ts'
import { createNodeShell } from '../../../src/runtime/host/shell.ts'
import { type HostGate, type Internet, startProxy } from '../../../src/sandbox/network/proxy.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { deferred } from '../../support/deferred.ts'
import { openSandboxFolder, withoutBubblewrap } from '../../support/sandbox-folder.ts'

async function openServer(): Promise<{ port: number; visits: () => number }> {
	let visits = 0
	const server = createServer((request, response) => {
		visits++
		response.end(`hello ${request.headers.host} ${request.url}\n`)
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	onTestFinished(() => void server.close())
	const address = server.address()
	return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, visits: () => visits }
}

const YES: ConnectionDecision = { allowed: true }
const NO: ConnectionDecision = { allowed: false, why: 'not here' }

/** Addresses lead where they say. */
const internet = (resolve: Internet['resolve']): Internet => ({
	resolve,
	connect: (host, port) => connect({ host, port }),
})

/** Every name has an address of the world, and that leads to this machine. */
const WORLD: Internet = {
	resolve: async () => ['93.184.216.34'],
	connect: (_, port) => connect({ host: '127.0.0.1', port }),
}

async function open(gate: Partial<HostGate> = {}) {
	const folder = await mkdtemp(join(tmpdir(), 'proxy-'))
	onTestFinished(() => rm(folder, { recursive: true }))
	const asked: HostPort[] = []
	const refused: string[] = []
	const proxy = await startProxy(join(folder, 'proxy'), {
		allowed: [],
		internet: internet(async () => ['127.0.0.1']),
		refused: why => refused.push(why),
		...gate,
		ask: async target => {
			asked.push(target)
			return gate.ask ? gate.ask(target) : NO
		},
	})
	onTestFinished(() => proxy.close())
	const send = (bytes: string) => {
		const socket = connect(join(folder, 'proxy'))
		socket.write(bytes)
		return text(socket)
	}
	return {
		asked,
		refused,
		proxy,
		get: (url: string) => send(`GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
		tunnel: (authority: string) =>
			send(
				`CONNECT ${authority} HTTP/1.1\r\n\r\nGET /t HTTP/1.1\r\nHost: inner\r\nConnection: close\r\n\r\n`,
			),
	}
}

describe('the proxy', () => {
	test('lets a named host through, by either way, without a question', async () => {
		const { port } = await openServer()
		const { get, tunnel, asked } = await open({ allowed: ['files.test'] })
		assert.match(await get(`http://files.test:${port}/a?b`), new RegExp(`hello files\\.test:${port} /a\\?b`))
		assert.match(
			await tunnel(`files.test:${port}`),
			/^HTTP\/1.1 200 Connection established\r\n\r\nHTTP\/1.1 200 OK.*hello inner \/t\n/s,
		)
		assert.deepEqual(asked, [])
	})

	test('asks about every other host, and goes by the answer', async () => {
		const { port, visits } = await openServer()
		const no = await open()
		assert.match(
			await no.get(`http://other.test:${port}/`),
			/^HTTP\/1.1 403 .*keelson: other\.test:\d+ is not allowed: not here\n/s,
		)
		assert.deepEqual([no.asked, visits()], [[{ host: 'other.test', port }], 0])
		const yes = await open({ ask: async () => YES, internet: WORLD })
		assert.match(await yes.get(`http://other.test:${port}/b`), /hello other\.test:\d+ \/b/)
		assert.match(await yes.tunnel(`other.test:${port}`), /hello inner \/t/)
		assert.deepEqual([yes.asked.length, visits()], [1, 2])
	})

	test.for([YES, NO])('asks once, for many at a time and for all that come later: %j', async answer => {
		const answered = deferred()
		const { get, asked, refused } = await open({
			internet: internet(async () => []),
			ask: async () => {
				await answered.promise
				return answer
			},
		})
		const first = [get('http://other.test/1'), get('http://other.test/2')]
		answered.resolve()
		await Promise.all(first)
		await get('http://other.test/3')
		assert.equal(asked.length, 1)
		assert.equal(refused.length, 1)
		await get('http://other.test:8080/')
		assert.equal(asked.length, 2)
	})

	test('lets nobody through when the question itself fails', async () => {
		const { get } = await open({ ask: () => Promise.reject(new Error('no log')), internet: WORLD })
		assert.match(await get('http://other.test/'), /^HTTP\/1.1 403 .*the question could not be put/s)
	})

	test('asks nothing about an address of this machine, because a yes would not help', async () => {
		const { get, asked } = await open({ ask: async () => YES, internet: WORLD })
		for (const host of ['localhost', 'db.localhost', '127.0.0.1', '10.1.2.3', '169.254.169.254'])
			assert.match(await get(`http://${host}/`), /^HTTP\/1.1 403 .*address of this machine or its network/s)
		assert.deepEqual(asked, [])
	})

	test('looks no name up before it is allowed: a look-up alone can tell somebody something', async () => {
		const lookups: string[] = []
		const { get } = await open({
			internet: internet(async host => {
				lookups.push(host)
				return []
			}),
		})
		await get('http://secret.other.test/')
		assert.deepEqual(lookups, [])
	})

	test('closing it cuts what is open, and an answer that comes later connects nobody', async () => {
		const asked = deferred()
		const answered = deferred()
		let connections = 0
		const { get, tunnel, proxy } = await open({
			internet: {
				...WORLD,
				connect: (...where) => {
					connections++
					return WORLD.connect(...where)
				},
			},
			ask: async () => {
				asked.resolve()
				await answered.promise
				return YES
			},
		})
		const waiting = [get('http://other.test/'), tunnel('other.test:80')]
		await asked.promise
		proxy.close()
		assert.deepEqual(await Promise.all(waiting.map(each => each.catch(() => ''))), ['', ''])
		answered.resolve()
		await new Promise(resolve => setImmediate(resolve))
		assert.equal(connections, 0)
	})

	test('connects to no address of this machine or its network, whatever its name and whatever was answered', async () => {
		const { port, visits } = await openServer()
		for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '169.254.169.254']) {
			const { get, tunnel } = await open({
				allowed: ['*.rebound.test'],
				ask: async () => YES,
				internet: internet(async () => [address]),
			})
			for (const reply of [await get(`http://x.rebound.test:${port}/`), await tunnel(`asked.test:${port}`)])
				assert.match(reply, /^HTTP\/1.1 403 .*address of this machine or its network/s)
		}
		assert.equal(visits(), 0)
	})

	test('looks a name up once: what was checked is what is connected to', async () => {
		const { port } = await openServer()
		let lookups = 0
		const { get } = await open({
			allowed: ['files.test'],
			internet: internet(async () => (lookups++ === 0 ? ['127.0.0.1'] : ['10.0.0.1'])),
		})
		assert.match(await get(`http://files.test:${port}/`), /hello/)
		assert.equal(lookups, 1)
	})

	test.for([
		'evil\0.files.test:443',
		'2130706433:443',
		'[::1]:443',
		'user@files.test:443',
		'files.test.:443',
		'/etc/passwd',
	])('refuses %j', async authority => {
		const { tunnel, asked } = await open({ allowed: ['files.test'] })
		// What cannot even be a request gets no answer.
		assert.match(await tunnel(authority), /^(?:HTTP\/1.1 40[03] |$)/)
		assert.deepEqual(asked, [])
	})

	test.for(['ftp://files.test/', 'https://files.test/', '/relative', 'http://user:pass@2130706433/'])(
		'forwards nothing but plain http: %s',
		async url => {
			const { get } = await open({ allowed: ['files.test'] })
			assert.match(await get(url), /^HTTP\/1.1 40[03] /)
		},
	)
})

const probe = await openSandboxFolder()
const { works, why } = await probe.sandbox.works()
await probe.close()
if (!works) console.warn(`no sandbox here, so nothing can be asked from inside: ${why}`)

describe.skipIf(!works)('from inside', () => {
	// Programs found by an empty PATH are none, so that node has to be the bridge.
	test.for([
		['bwrap', true],
		['bwrap', false],
		['unshare', true],
		['unshare', false],
	] as const)(
		'a host on the list is reached, and no other (held by %s, socat where it is: %s)',
		async ([engine, withSocat]) => {
			const { port, visits } = await openServer()
			const folder = await openSandboxFolder(engine)
			const programs = await mkdtemp(join(tmpdir(), 'programs-'))
			const found = folder.free('command -v bwrap').output.trim()
			if (engine === 'bwrap') await symlink(found, join(programs, 'bwrap'))
			else await withoutBubblewrap(programs)
			if (!withSocat) rmSync(join(programs, 'socat'), { force: true })
			const asked: HostPort[] = []
			const sandbox = createSandbox({
				searchPath: engine === 'bwrap' && withSocat ? (process.env.PATH ?? '') : programs,
				stateFolder: join(folder.root, '../state'),
				hosts: { allowed: ['files.test'], internet: internet(async () => ['127.0.0.1']) },
			})
			const shell = createNodeShell({ sandbox })
			onTestFinished(async () => {
				await shell.killAll()
				await folder.close()
				rmSync(programs, { recursive: true })
			})
			let output = ''
			const get = (url: string) =>
				`(exec 3<> /dev/tcp/127.0.0.1/3128; printf 'GET ${url} HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n' >&3; cat <&3)`
			const script = [
				get(`http://files.test:${port}/in`),
				get(`http://other.test:${port}/`),
				'echo end',
			].join('\n')
			const { exitCode } = await shell.start({
				run: { bash: `echo "$HTTPS_PROXY $all_proxy"\n${script}` },
				cwd: folder.root,
				sandbox: { ...folder.policy, network: 'ask' },
				mayConnect: async target => {
					asked.push(target)
					return NO
				},
				onOutput: more => {
					output += more
				},
			}).ended
			assert.equal(exitCode, 0)
			assert.match(output, /^http:\/\/127\.0\.0\.1:3128 http:\/\/127\.0\.0\.1:3128\n/)
			assert.match(output, new RegExp(`hello files\\.test:${port} /in\n.*403 Forbidden.*end\n`, 's'))
			assert.match(output, new RegExp(`^\\[other\\.test:${port} is not allowed: not here\\]$`, 'm'))
			assert.deepEqual([visits(), asked], [1, [{ host: 'other.test', port }]])
		},
	)
})
