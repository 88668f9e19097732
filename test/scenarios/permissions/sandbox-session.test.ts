import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, test } from 'vitest'
import { textOf } from '../../../src/core/messages.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../src/workspace/settings/settings-schema.ts'
import {
	answer,
	type ScriptedProvider,
	scriptedProvider,
	toolCalls,
} from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from '../../support/runtime/start-runtime.ts'
import { openSandboxFolder } from '../../support/sandbox-folder.ts'
import { shownFolder } from '../../support/shown-folder.ts'

const started: StartedRuntime[] = []
const folders: string[] = []
afterEach(async () => {
	for (const runtime of started.splice(0)) await runtime.stop()
	for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

const probe = await openSandboxFolder()
const { works, why } = await probe.sandbox.works()
await probe.close()
if (!works) console.warn(`no sandbox here, so no session can use it: ${why}`)

type Options = Omit<StartOptions, 'provider'> & {
	sandboxed?: 'ask' | 'run'
	sandbox?: Partial<Settings['sandbox']>
	env?: Record<string, string>
}

async function run(command: string, options: Options = {}) {
	return runAll([['shell', { command }]], options)
}

/** One call a turn. */
async function runAll(
	calls: readonly (readonly [tool: string, input: object])[],
	{ sandboxed = 'run', sandbox, env, ...options }: Options = {},
) {
	const turns = calls.map(([tool, input], at) => toolCalls([`${at + 1}`, tool, input]))
	const provider = scriptedProvider(...turns, answer('done'))
	const settings: Settings = {
		...DEFAULT_SETTINGS,
		approvals: { ...DEFAULT_SETTINGS.approvals, sandboxed },
		sandbox: { ...DEFAULT_SETTINGS.sandbox, ...sandbox },
	}
	const runtime = await startRuntime({
		provider,
		...options,
		runtime: { settings, env: { PATH: process.env.PATH, ...env }, ...options.runtime },
	})
	started.push(runtime)
	await runtime.prompt('go')
	return {
		runtime,
		provider,
		result: () => resultOf(provider),
		events: (type: string) =>
			runtime.envelopes.filter(({ event }) => event.type === type).map(({ event }) => event),
	}
}

function resultOf(provider: ScriptedProvider): string {
	return textOf(provider.requests.at(-1)!.messages.at(-1)!.content)
}

async function begun({ cwd }: StartedRuntime): Promise<void> {
	while (!existsSync(join(cwd, 'begun'))) await new Promise(resolve => setTimeout(resolve, 5))
}

/** Beside every workspace. */
async function outside(): Promise<string> {
	const folder = await shownFolder('sandbox-session-')
	folders.push(folder)
	return folder
}

async function decided({ until, port }: StartedRuntime, answered: 'once' | 'no') {
	const { request } = await until('approval-request')
	await port.send({ type: 'approve', approvalId: request.approvalId, decision: { answer: answered } })
	return request
}

describe.skipIf(!works)('a session with a sandbox', () => {
	test('runs what the sandbox holds without a question, and tells once that it does', async () => {
		const { runtime, events, result } = await run('touch made')
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		assert.deepEqual(events('approval-request'), [])
		assert.deepEqual(events('sandbox-state'), [
			{ type: 'sandbox-state', sandbox: { mode: 'workspace-write', works: true, commands: 'run' } },
		])
		assert.match(result(), /^exit code 0/)
		assert.ok(existsSync(join(runtime.cwd, 'made')))
	})

	test('asks before it leaves the sandbox, and does so after a yes', async () => {
		const { runtime, result } = await run('rm AGENTS.md', { files: { 'AGENTS.md': 'mine' } })
		for (const title of ['rm AGENTS.md', 'run again without the sandbox: rm AGENTS.md']) {
			const { approvalId, permission } = (await runtime.until('approval-request')).request
			assert.equal(permission.title, title)
			assert.ok(existsSync(join(runtime.cwd, 'AGENTS.md')))
			await runtime.port.send({ type: 'approve', approvalId, decision: { answer: 'once' } })
		}
		await runtime.until('run-end')
		assert.ok(!existsSync(join(runtime.cwd, 'AGENTS.md')))
		assert.match(result(), /^exit code 0\n/)
	})

	test('asks before it writes elsewhere, by the folder, and runs again with that alone open to it', async () => {
		const [folder, other] = [await outside(), await outside()]
		const { runtime, result } = await run(`touch ${folder}/made && touch ${other}/made`)
		const { approvalId, permission } = (await runtime.until('approval-request')).request
		assert.deepEqual([permission.title, permission.outcome], [`write in ${folder}`, 'ask'])
		assert.deepEqual(permission.sessionKeys, [`write:${folder}`])
		assert.deepEqual(permission.projectRules, [`edit(${folder}/**)`])
		assert.ok(!existsSync(join(folder, 'made')))
		await runtime.port.send({ type: 'approve', approvalId, decision: { answer: 'once' } })
		await runtime.until('run-end')
		assert.deepEqual([existsSync(join(folder, 'made')), existsSync(join(other, 'made'))], [true, false])
		assert.match(result(), /So: run again with .* open to it\]\n.*Read-only file system/)
	})

	test('writes there without a question for the session, and never asks again after a no', async () => {
		const [open, closed] = [await outside(), await outside()]
		const { runtime, events, provider } = await runAll([
			['shell', { command: `touch ${open}/a` }],
			['shell', { command: `touch ${open}/b; echo x > ${closed}/a` }],
			['shell', { command: `bash -c 'echo x > ${closed}/b'` }],
		])
		for (const answered of ['session', 'no'] as const) {
			const { approvalId } = (await runtime.until('approval-request')).request
			await runtime.port.send({ type: 'approve', approvalId, decision: { answer: answered } })
		}
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		assert.equal(events('approval-request').length, 2)
		assert.deepEqual([await readdir(open), await readdir(closed)], [['a', 'b'], []])
		for (const { messages } of provider.requests.slice(2))
			assert.match(
				textOf(messages.at(-1)!.content),
				/The user did not want it to write in .*; do not try the same in another way/,
			)
	})

	test('the home, a folder around the workspace and what starts programs are never opened that way', async () => {
		const folder = await outside()
		const home = join(folder, 'home')
		for (const name of ['.config/autostart', '.cargo/bin', 'tools/bin'])
			await mkdir(join(home, name), { recursive: true })
		for (const path of ['x', '.config/autostart/x', '.cargo/x', '.cargo/bin/x', 'tools/x', '.ssh/x']) {
			const { runtime } = await run(`bash -c 'echo x > ${home}/${path}'`, { runtime: { home } })
			const { permission } = await decided(runtime, 'no')
			assert.doesNotMatch(permission.title, /^write in /)
			assert.equal(permission.outcome, 'ask-always')
			await runtime.until('run-end')
		}
	})

	test('writes protected files that somebody approves while a command goes on in the background', async () => {
		const names = ['AGENTS.md', '.mcp.json', '.gitattributes']
		const { runtime, events } = await runAll([
			['shell', { command: 'touch begun; sleep 60', background: true }],
			...names.map(path => ['write', { path, content: `${path}\n` }] as const),
		])
		for (const name of names) {
			const { request } = await runtime.until('approval-request')
			await begun(runtime)
			assert.equal(existsSync(join(runtime.cwd, name)), false)
			const decision = { answer: 'once' } as const
			await runtime.port.send({ type: 'approve', approvalId: request.approvalId, decision })
		}
		await runtime.until('run-end')
		assert.deepEqual((await readdir(runtime.cwd)).sort(), [...names, 'begun'].sort())
		for (const name of names) assert.equal(await readFile(join(runtime.cwd, name), 'utf8'), `${name}\n`)
		assert.deepEqual(events('notice'), [])
	})

	test('brings a protected file back while a command goes on in the background', async () => {
		const { runtime, provider } = await runAll(
			[
				['shell', { command: 'rm AGENTS.md' }],
				['shell', { command: 'touch begun; sleep 60', background: true }],
			],
			{ files: { 'AGENTS.md': 'mine\n' } },
		)
		// To delete it, and to do so without the sandbox.
		for (let asked = 0; asked < 2; asked++) {
			const { approvalId } = (await runtime.until('approval-request')).request
			await runtime.port.send({ type: 'approve', approvalId, decision: { answer: 'once' } })
		}
		await runtime.until('run-end')
		provider.assertFinished()
		await begun(runtime)
		assert.deepEqual(await readdir(runtime.cwd), ['begun'])
		const [point] = await runtime.port.queries.rewindPoints()
		await runtime.port.send({ type: 'rewind', toSeq: point!.toSeq, conversation: false, files: true })
		assert.match((await runtime.until('notice')).text, /AGENTS\.md .+; it is left as it is$/)
		assert.equal(await readFile(join(runtime.cwd, 'AGENTS.md'), 'utf8'), 'mine\n')
	})

	test('tells the user what a command in the background made that it may not, whether asked for or not', async () => {
		const { runtime } = await runAll([
			['shell', { command: 'echo evil > AGENTS.md; sleep 60', background: true }],
		])
		// Whoever lets it run lets it run in the sandbox.
		const { approvalId } = (await runtime.until('approval-request')).request
		await runtime.port.send({ type: 'approve', approvalId, decision: { answer: 'once' } })
		const { level, text } = await runtime.until('notice')
		assert.equal(level, 'warning')
		assert.ok(
			text.startsWith(`${join(runtime.cwd, 'AGENTS.md')} came into being while a sandboxed command`),
			text,
		)
		assert.equal(existsSync(join(runtime.cwd, 'AGENTS.md')), false)
	})

	test('stays in it after a no, without anybody there, and under --yolo', async () => {
		for (const how of ['no', 'nobody', 'yolo'] as const) {
			const folder = await outside()
			const { runtime, result, events } = await run(`touch ${folder}/made`, {
				isInteractive: how !== 'nobody',
				runtime: { yolo: how === 'yolo' },
			})
			if (how === 'no') {
				const { approvalId } = (await runtime.until('approval-request')).request
				await runtime.port.send({ type: 'approve', approvalId, decision: { answer: 'no' } })
			}
			const { reason } = await runtime.until('run-end')
			assert.equal(reason, how === 'nobody' ? 'tool-denied' : 'finished')
			assert.equal(events('approval-request').length, how === 'yolo' ? 0 : 1)
			assert.ok(!existsSync(join(folder, 'made')), how)
			const said = {
				no: 'The user did not want it to write in',
				nobody: 'Nobody is there to let it write in',
				yolo: 'Nothing is asked under --yolo, so',
			}
			assert.ok(result().includes(`${said[how]} ${folder}`), result())
		}
	})

	test('still holds what somebody has approved', async () => {
		const { runtime, result } = await run('mkdir .vscode/x; echo x > $HOME/.keelson-evil', {
			sandboxed: 'ask',
			isInteractive: true,
		})
		const { approvalId } = (await runtime.until('approval-request')).request
		await runtime.port.send({ type: 'approve', approvalId, decision: { answer: 'once' } })
		const again = (await runtime.until('approval-request')).request
		await runtime.port.send({ type: 'approve', approvalId: again.approvalId, decision: { answer: 'no' } })
		await runtime.until('run-end')
		assert.match(result(), /Read-only file system/)
		assert.ok(!existsSync(join(runtime.cwd, '.vscode')))
	})

	test('changes nothing in read-only mode, and everything asks where it is off', async () => {
		const reading = await run('touch made', { sandbox: { mode: 'read-only' }, isInteractive: false })
		await reading.runtime.until('run-end')
		assert.match(reading.result(), /Read-only file system/)
		const off = await run('touch made', { sandbox: { mode: 'off' }, isInteractive: false })
		await off.runtime.until('run-end')
		assert.equal(off.events('approval-request').length, 1)
		assert.ok(!existsSync(join(off.runtime.cwd, 'made')))
	})
})

test('without a sandbox it says so once, and what changes something asks', async () => {
	const { runtime, events } = await run('touch made', { env: { PATH: '/nowhere' }, isInteractive: false })
	await runtime.until('run-end')
	assert.equal(events('approval-request').length, 1)
	const notices = runtime.envelopes.flatMap(({ event }) => (event.type === 'notice' ? [event.text] : []))
	assert.equal(notices.filter(text => text.startsWith('commands run without a sandbox: ')).length, 1)
	if (process.platform === 'linux') assert.match(notices.join('\n'), /apt install bubblewrap/)
})
