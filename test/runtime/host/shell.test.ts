import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { describe, onTestFinished, test } from 'vitest'
import type { RunningCommand } from '../../../src/core/host.ts'
import { createNodeShell, type NodeShell } from '../../../src/runtime/host/shell.ts'

function openShell(env?: NodeJS.ProcessEnv): NodeShell {
	const shell = createNodeShell(env ? { env } : {})
	onTestFinished(() => shell.killAll())
	return shell
}

/** Starts it and collects what it says; `said` resolves once that matches. */
function start(shell: NodeShell, bash: string) {
	let output = ''
	const waiting = new Set<() => void>()
	const running: RunningCommand = shell.start({
		run: { bash },
		cwd: '/',
		onOutput: text => {
			output += text
			for (const look of waiting) look()
		},
	})
	const said = (pattern: RegExp) =>
		new Promise<string>(resolve => {
			const look = () => {
				const match = pattern.exec(output)
				if (!match) return
				waiting.delete(look)
				resolve(match[1] ?? match[0])
			}
			waiting.add(look)
			look()
		})
	return { running, said, output: () => output }
}

describe('a command', () => {
	test('ends with its exit code and says what it wrote to either output', async () => {
		const { running, output } = start(openShell(), 'echo one; echo two >&2; exit 3')
		assert.deepEqual(await running.ended, { exitCode: 3, signal: undefined })
		assert.deepEqual(output().split('\n').sort(), ['', 'one', 'two'])
	})

	test('that is killed by somebody ends with the signal', async () => {
		const { running } = start(openShell(), 'kill -KILL $$')
		assert.deepEqual(await running.ended, { exitCode: undefined, signal: 'SIGKILL' })
	})

	test('may be a program with arguments, which no shell touches', async () => {
		let output = ''
		const onOutput = (text: string) => {
			output += text
		}
		const run = { file: 'printf', args: ['%s|', '$(id)', '*', ''] }
		await openShell().start({ run, cwd: '/', onOutput }).ended
		assert.equal(output, '$(id)|*||')
	})

	test('that does not exist ends with an error and does not throw', async () => {
		const running = openShell().start({ run: { file: 'no-such-program', args: [] }, cwd: '/', onOutput() {} })
		const { error, ...end } = await running.ended
		assert.deepEqual(end, { exitCode: undefined, signal: undefined })
		assert.match(error ?? '', /no-such-program.*ENOENT/)
	})

	test('reads nothing: its input is empty', async () => {
		const { running, output } = start(openShell(), 'cat; echo read')
		await running.ended
		assert.equal(output(), 'read\n')
	})

	test('has characters of several bytes arrive whole, however they are cut', async () => {
		const { running, output } = start(
			openShell(),
			"printf '\\xe2\\x82'; sleep 0.05; printf '\\xac \\xf0\\x9f'; sleep 0.05; printf '\\x98\\x80'",
		)
		await running.ended
		assert.equal(output(), '€ 😀')
	})

	test('is not waited for because of what it left behind', async () => {
		const { running } = start(openShell(), 'sleep 60 & echo left')
		assert.deepEqual(await running.ended, { exitCode: 0, signal: undefined })
	})
})

describe('killing', () => {
	// How soon is for test/process/process-group.test.ts to say.
	test('ends the whole process group, also when it does not listen', async () => {
		for (const [trap, signal] of [
			['', 'SIGTERM'],
			['trap "" TERM;', 'SIGKILL'],
		]) {
			const { running, said } = start(
				openShell(),
				`${trap} sleep 60 & sleep 61 & echo "group $$"; while :; do sleep 1; done`,
			)
			const group = Number(await said(/group (\d+)\n/))
			assert.equal(living(group).length >= 3, true)
			await running.kill()
			assert.deepEqual(living(group), [])
			assert.deepEqual(await running.ended, { exitCode: undefined, signal })
		}
	})

	test('a command that has ended is nothing special', async () => {
		const { running } = start(openShell(), 'true')
		await running.ended
		await running.kill()
	})

	test('a command that is only being started is possible, too', async () => {
		const { running } = start(openShell(), 'sleep 60')
		await running.kill()
		assert.equal((await running.ended).exitCode, undefined)
	})

	test('all of them ends what an ended command left behind as well', async () => {
		const shell = openShell()
		const left = start(shell, 'sleep 60 >/dev/null 2>&1 & echo "group $$"')
		const group = Number(await left.said(/group (\d+)/))
		await left.running.ended
		assert.equal(living(group).length, 1)
		await shell.killAll()
		assert.deepEqual(living(group), [])
	})
})

test('when the process exits, its commands do not outlive it', async () => {
	const script = `
		import { createNodeShell } from '${new URL('../../../src/runtime/host/shell.ts', import.meta.url)}'
		createNodeShell().start({ run: { bash: 'echo "group $$"; sleep 60' }, cwd: '/', onOutput(text) {
			process.stdout.write(text, () => process.exit(0))
		} })`
	const child = spawn(process.execPath, [
		'--experimental-strip-types',
		'--no-warnings',
		'--input-type=module',
		'-e',
		script,
	])
	const [text] = await once(child.stdout, 'data')
	await once(child, 'exit')
	const group = Number(/group (\d+)/.exec(String(text))?.[1])
	assert.ok(group > 0)
	while (living(group).length > 0) await new Promise(resolve => setTimeout(resolve, 5))
})

test('no key, and nothing that loads code, reaches a command', async () => {
	const shell = openShell({
		PATH: process.env.PATH,
		OPENAI_API_KEY: 'sk-own-key-1234567890',
		ANTHROPIC_AUTH_TOKEN: 'own-token',
		BASH_ENV: '/tmp/evil.sh',
		'BASH_FUNC_ls%%': '() { echo evil; }',
		HOME: '/',
	})
	const { running, output } = start(shell, 'cat /proc/self/environ | tr "\\0" "\\n"')
	await running.ended
	const names = output()
		.trim()
		.split('\n')
		.map(line => line.split('=')[0])
		.sort()
	assert.deepEqual(names, [
		'AGENT',
		'DEBIAN_FRONTEND',
		'GIT_EDITOR',
		'GIT_PAGER',
		'GIT_TERMINAL_PROMPT',
		'HOME',
		'NO_COLOR',
		'PAGER',
		'PATH',
		'PWD',
		'SHLVL',
		'TERM',
		'_',
	])
})

/** Members of a process group that are more than an entry somebody has yet to read. */
function living(group: number): string[] {
	const proc = process
		.getBuiltinModule('node:fs')
		.readdirSync('/proc')
		.filter(name => /^\d+$/.test(name))
	return proc.filter(pid => {
		try {
			const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
			const [state, , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
			return Number(itsGroup) === group && state !== 'Z' && state !== 'X'
		} catch {
			return false
		}
	})
}
