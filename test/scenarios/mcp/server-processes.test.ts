import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { configured, ownServer, PATIENT } from '../../support/mcp/servers.ts'
import { nextLook } from '../../support/next-look.ts'
import { livingInGroup, untilGroupEnded } from '../../support/process-group.ts'
import { type Desk, makeDesk, runAgent, startAgent } from '../../support/run-agent.ts'
import { answer, scriptedProvider } from '../../support/runtime/scripted-provider.ts'
import { startRuntime } from '../../support/runtime/start-runtime.ts'

let folder: string
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'keelson-servers-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** It writes its id into a file before it serves, and its environment beside it. */
const marked = (how: string) => ({
	...ownServer('raw-server.mjs', how),
	env: { MARK: join(folder, 'mark'), GIVEN: 'yes' },
})

const mark = async (): Promise<{ pid: number; env: Record<string, string> } | undefined> => {
	const text = await readFile(join(folder, 'mark'), 'utf8').catch(() => undefined)
	return text === undefined ? undefined : JSON.parse(text)
}

describe('the process of an MCP server', () => {
	test('ends with the program, also when it listens to nothing', async () => {
		const provider = scriptedProvider(answer('well'))
		const runtime = await startRuntime({
			provider,
			isInteractive: false,
			runtime: { extensions: configured({ stubborn: marked('stubborn') }), settings: PATIENT },
		})
		await runtime.prompt('go')
		await runtime.until('run-end')
		const { pid } = (await mark())!
		assert.deepEqual(livingInGroup(pid), [pid])
		await runtime.stop()
		assert.deepEqual(livingInGroup(pid), [])
	})

	test('gets none of our keys, and what its config gives it', async () => {
		const provider = scriptedProvider(answer('well'))
		const runtime = await startRuntime({
			provider,
			isInteractive: false,
			runtime: {
				extensions: configured({ plain: marked('plain') }),
				settings: PATIENT,
				env: { PATH: process.env.PATH, HOME: folder, OPENAI_API_KEY: 'sk-secret-of-mine', LD_PRELOAD: '/x' },
			},
		})
		await runtime.prompt('go')
		await runtime.until('run-end')
		await runtime.stop()
		const { env } = (await mark())!
		assert.equal(env.GIVEN, 'yes')
		assert.equal(env.HOME, folder)
		assert.deepEqual(
			Object.entries(env).filter(([name, value]) => name === 'LD_PRELOAD' || value.includes('sk-secret')),
			[],
		)
	})
})

describe('agent run', () => {
	let desk: Desk
	beforeEach(async () => {
		desk = await makeDesk()
	})
	afterEach(() => desk.remove())

	test('leaves no server behind when it is ended by a signal', async () => {
		const settings = {
			mcpServers: { stubborn: marked('stubborn'), silent: ownServer('raw-server.mjs', 'silent') },
		}
		await mkdir(desk.home, { recursive: true })
		await writeFile(join(desk.home, 'settings.json'), JSON.stringify(settings))
		const agent = startAgent(['run', '-m', 'demo/demo', 'hello'], { desk })
		let pid: number | undefined
		while (pid === undefined) {
			pid = (await mark())?.pid
			await nextLook()
		}
		agent.child.kill('SIGTERM')
		await agent.ended
		await untilGroupEnded(pid)
	})

	test('starts nothing of a folder that nobody has trusted', async () => {
		const servers = JSON.stringify({ mcpServers: { plain: marked('plain') } })
		await writeFile(join(desk.cwd, '.mcp.json'), servers)
		const untrusted = await runAgent(['run', '-m', 'demo/demo', 'hello'], { desk })
		assert.equal(untrusted.code, 0)
		assert.equal(await mark(), undefined)
		assert.equal((await runAgent(['trust'], { desk })).code, 0)
		const trusted = await runAgent(['run', '-m', 'demo/demo', 'hello'], { desk })
		assert.equal(trusted.code, 0, trusted.stderr)
		const { pid } = (await mark())!
		await untilGroupEnded(pid)
	})
})
