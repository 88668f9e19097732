import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { CANARY, ENGINES, openSandboxFolder, type SandboxFolder } from '../support/sandbox-folder.ts'
import { SOAK_TIMES } from '../support/soak.ts'
import { POWERS, READS } from './sandbox-tries.ts'

const columns = await Promise.all(
	ENGINES.map(async engine => {
		const folder = await openSandboxFolder(engine)
		const { works, why } = await folder.sandbox.works()
		if (!works) console.warn(`${engine} does not work here, so nothing can try to get out of it: ${why}`)
		return { engine, folder, works }
	}),
)
afterAll(() => Promise.all(columns.map(({ folder }) => folder.close())))

/** The second engine is tried with everything at once, and one by one in the soak. */
function triesOf(engine: string, tries: Readonly<Record<string, string>>): readonly [string, string][] {
	const each = Object.entries(tries)
	return engine === 'bwrap' || SOAK_TIMES > 1
		? each
		: [['do any of it', each.map(([, bash]) => `(${bash}\n)`).join('\n')]]
}

describe.for(columns)('a command held by $engine', ({ engine, folder, works }) => {
	if (!works) return test.skip('does not work here', () => {})
	let before: ReturnType<SandboxFolder['untouchable']>
	beforeAll(() => {
		before = folder.untouchable()
	})

	test.for(triesOf(engine, POWERS))('cannot %s', async ([, bash]) => {
		const { output } = await folder.held(bash)
		assert.doesNotMatch(output, /^got out/m)
		assert.deepEqual(folder.untouchable(), before)
	})

	test.for(triesOf(engine, READS))('cannot read %s', async ([, bash]) => {
		const canary = spawn('sleep', ['60'], { env: { CANARY }, stdio: 'ignore' })
		const { output } = await folder.held(bash)
		canary.kill()
		assert.ok(!output.includes(CANARY), output)
	})

	test('sees, signals and traces no process outside', async () => {
		const sleeper = spawn('sleep', ['60'], { stdio: 'ignore' })
		const ended = once(sleeper, 'exit')
		const { output } = await folder.held(
			`kill -9 ${sleeper.pid} && echo got out; kill -9 -${process.pid}; cat /proc/${sleeper.pid}/mem && echo got out; perl -e 'exit(syscall(101, 16, ${sleeper.pid}, 0, 0) == 0 ? 0 : 1)' && echo got out; kill -9 -1; ls /proc | grep -c '^[0-9]'`,
		)
		assert.doesNotMatch(output, /got out/)
		assert.equal(sleeper.exitCode, null)
		assert.equal(sleeper.signalCode, null)
		sleeper.kill()
		await ended
	})

	test('reaches no port, socket or name outside', async () => {
		let visits = 0
		const listen = async (where: { port: number; host: string } | { path: string }) => {
			const server = createServer(socket => {
				visits++
				socket.end()
			})
			server.listen(where)
			await once(server, 'listening')
			return server
		}
		const path = join(folder.outside, 'daemon.sock')
		const abstract = `\0keelson-test-${engine}-${process.pid}`
		const servers = await Promise.all([
			listen({ port: 0, host: '127.0.0.1' }),
			listen({ path }),
			listen({ path: abstract }),
		])
		const address = servers[0].address()
		const port = typeof address === 'object' ? address?.port : undefined
		const connect = (to: string) =>
			`"$NODE" -e 'net.connect(${to}).on("connect", () => console.log("got out")).on("error", e => console.log(e.code))'`
		const { output } = await folder.held(
			[
				`(exec 3<> /dev/tcp/127.0.0.1/${port}) && echo got out`,
				connect(JSON.stringify({ path })),
				connect(`{ path: "\\0" + "${abstract.slice(1)}" }`),
				`(exec 3<> /dev/udp/1.1.1.1/53; echo x >&3) && echo got out`,
				'getent hosts example.com && echo got out',
				connect('{ host: "example.com", port: 80 }'),
				connect('{ host: "169.254.169.254", port: 80 }'),
				'ls /run/*.sock /var/run/docker.sock /tmp/.X11-unix /tmp/tmux-* 2>/dev/null && echo got out',
			].join('\n'),
		)
		for (const server of servers) server.close()
		rmSync(path, { force: true })
		assert.doesNotMatch(output, /got out/)
		assert.equal(visits, 0)
		// It did try.
		assert.match(output, /ECONNREFUSED|ENOENT|EACCES/)
	})

	test('inherits no descriptor', async () => {
		const { output } = await folder.held(
			'ls -l /proc/self/fd | grep -v " [012] -> " | grep -c " -> [^/]" ; true',
		)
		assert.equal(output.trim(), '0')
	})

	test('has a folder for temporary files of its own, which the next command finds as it was', async () => {
		await folder.held('echo mine > /tmp/note; echo mine > "$TMPDIR/other"; ls /dev/shm')
		const { output } = await folder.held('cat /tmp/note "$TMPDIR/note" /tmp/other; ls /tmp')
		assert.match(output, /^mine\nmine\nmine\n/)
		assert.ok(!output.includes('sandbox-folder-other'))
	})

	test('takes what it left in the background with it', async () => {
		const { output } = await folder.held(`(setsid ${folder.nap} > /dev/null 2>&1 &) ; echo left`)
		assert.equal(output, 'left\n')
		assert.equal(folder.isNapping(), false)
	})
})
