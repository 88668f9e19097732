import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, test } from 'vitest'
import { HookProcesses } from '../../../../src/runtime/extensions/hooks/hook-processes.ts'
import { nextLook } from '../../../support/next-look.ts'
import { livingInGroup } from '../../../support/process-group.ts'
import { temporaryFolder } from '../../../support/sessions/temporary-folder.ts'

const opened: HookProcesses[] = []
afterEach(async () => {
	for (const processes of opened.splice(0)) await processes.close()
})

async function run(bash: string, more: { stdin?: string; timeoutMs?: number; isAsync?: boolean } = {}) {
	const processes = new HookProcesses()
	opened.push(processes)
	const cwd = await temporaryFolder()
	const end = await processes.run(
		{
			file: 'bash',
			args: ['--norc', '-c', bash],
			cwd,
			env: { PATH: process.env.PATH ?? '' },
			stdin: '{}',
			timeoutMs: 20_000,
			isAsync: false,
			...more,
		},
		new AbortController().signal,
	)
	return { end, cwd, processes }
}

async function exitOf(bash: string, more: { stdin?: string } = {}) {
	const { end } = await run(bash, more)
	assert.equal(end.kind, 'exit')
	return end.kind === 'exit' ? end : assert.fail()
}

describe('hook processes', () => {
	test('get their input, and say what they say on two channels', async () => {
		const { exitCode, stdout, stderr } = await exitOf('cat; echo oops >&2; exit 2', { stdin: '{"a":1}' })
		assert.deepEqual([exitCode, stdout.text, stderr.text], [2, '{"a":1}', 'oops\n'])
	})

	test('need not read their input, however long it is, and may close it', async () => {
		const stdin = 'x'.repeat(8_000_000)
		assert.equal((await exitOf('exit 0', { stdin })).exitCode, 0)
		assert.equal((await exitOf('exec 0<&-; sleep 0.1; echo fine', { stdin })).stdout.text, 'fine\n')
		assert.equal((await exitOf('head -c 3', { stdin })).stdout.text, 'xxx')
		assert.equal((await exitOf('cat /dev/stdin', { stdin: 'by its name' })).stdout.text, 'by its name')
	})

	test('may print 100 MB, of which a megabyte is kept, and bytes that are no text', async () => {
		const { stdout, exitCode } = await exitOf('head -c 100000000 /dev/zero | tr "\\0" a')
		assert.deepEqual([exitCode, stdout.text.length, stdout.isCut], [0, 1024 * 1024, true])
		const binary = await exitOf("printf '\\xff\\xfe\\x00\\x01\\xc3'")
		assert.equal(binary.exitCode, 0)
		assert.ok(!binary.stdout.isCut)
	})

	test('end with everybody they have started when their time is up, also who does not listen', async () => {
		const bash = 'trap "" TERM; (trap "" TERM; echo $$ > inner; while :; do sleep 1; done) & sleep 600'
		let group = 0
		// On a busy machine their time may be up before they have begun.
		for (let timeoutMs = 500; group === 0; timeoutMs *= 2) {
			const { end, cwd } = await run(bash, { timeoutMs })
			assert.deepEqual(end, { kind: 'failed', why: `no end within ${timeoutMs / 1_000} s` })
			for (const processes of opened) await processes.close()
			group = Number(await readFile(join(cwd, 'inner'), 'utf8').catch(() => '0'))
		}
		assert.deepEqual(livingInGroup(group), [])
	})

	test('are not waited for because of what they left behind, which ends with us', async () => {
		const { end, cwd, processes } = await run('(sleep 600) & echo $$ > left; echo done')
		assert.equal(end.kind === 'exit' && end.stdout.text, 'done\n')
		const left = Number(await readFile(join(cwd, 'left'), 'utf8'))
		assert.equal(livingInGroup(left).length, 1)
		await processes.close()
		assert.deepEqual(livingInGroup(left), [])
	})

	test('that cannot be started or are killed have failed, with a word of why', async () => {
		const processes = new HookProcesses()
		opened.push(processes)
		const missing = await processes.run(
			{ file: '/no/such/hook', args: [], cwd: '/', env: {}, stdin: '', timeoutMs: 1_000, isAsync: false },
			new AbortController().signal,
		)
		assert.match(JSON.stringify(missing), /cannot be started: .*ENOENT/)
		assert.deepEqual((await run('kill -9 $$')).end, { kind: 'failed', why: 'ended by SIGKILL' })
	})

	test('that nobody waits for run all the same', async () => {
		const { end, cwd } = await run('sleep 0.1; echo yes > ran', { isAsync: true })
		assert.deepEqual(end, { kind: 'detached' })
		while (!existsSync(join(cwd, 'ran'))) await nextLook()
	})

	test('are ended when the run is stopped, and none is started afterwards', async () => {
		const stop = new AbortController()
		const processes = new HookProcesses()
		opened.push(processes)
		const command = {
			file: 'sleep',
			args: ['600'],
			cwd: '/',
			env: { PATH: process.env.PATH ?? '' },
			stdin: '',
			timeoutMs: 60_000,
			isAsync: false,
		}
		const running = processes.run(command, stop.signal)
		stop.abort()
		assert.deepEqual(await running, { kind: 'failed', why: 'the run was stopped' })
		assert.deepEqual(await processes.run(command, stop.signal), {
			kind: 'failed',
			why: 'not started any more',
		})
	})
})
