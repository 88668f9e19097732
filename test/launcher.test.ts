import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { build } from 'esbuild'
import { afterEach, describe, test } from 'vitest'
import { openPty } from './support/screen/pty.ts'

const REPOSITORY = join(import.meta.dirname, '..')

// Stands in for the program: says what it was given, and ends as it is told.
const MAIN = `
if (process.env.KEELSON_LAUNCHER_FD) (await import('./launcher-link.mjs')).watchLauncher(process.env)
const [what, value] = process.argv.slice(2)
if (what === 'report')
	console.log(JSON.stringify({
		args: process.argv.slice(2), execPath: process.execPath, marker: process.env.KEELSON_LAUNCHER_FD ?? null
	}))
if (what === 'exit') process.exit(Number(value))
if (what === 'die') process.kill(process.pid, value)
if (what === 'echo') process.stdin.pipe(process.stdout)
if (what === 'wait') {
	setInterval(() => {}, 1000)
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'])
		process.on(signal, () => { console.log(signal); process.exit(40) })
	console.log(process.pid)
}
`

type Shape = { wanted?: string; needed?: string; withNode?: 'real' | 'broken'; built?: boolean }

const folders: string[] = []
afterEach(async () => {
	await Promise.all(
		folders.splice(0).map(folder => rm(folder, { recursive: true, force: true, maxRetries: 5 })),
	)
})

/** The launcher in a package of its own. `wanted` stands for the version it asks for: any Node is older than 99. */
async function install({ wanted, needed, withNode, built = true }: Shape = {}): Promise<string> {
	const root = await mkdtemp(join(tmpdir(), 'keelson-launcher-'))
	folders.push(root)
	await mkdir(join(root, 'bin'))
	const launcher = await readFile(join(REPOSITORY, 'bin/agent.cjs'), 'utf8')
	const changed = launcher
		.replace('WANTED = [22, 14]', `WANTED = ${wanted ?? '[20, 0]'}`)
		.replace('NEEDED = [20, 16]', `NEEDED = ${needed ?? '[20, 16]'}`)
	await writeFile(join(root, 'bin/agent.cjs'), changed)
	await cp(join(REPOSITORY, 'package.json'), join(root, 'package.json'))
	if (withNode) {
		const bin = join(root, `node_modules/node-linux-${process.arch}/bin`)
		await mkdir(bin, { recursive: true })
		if (withNode === 'real') await symlink(process.execPath, join(bin, 'node'))
		else await writeFile(join(bin, 'node'), '#!/no/such/loader\n', { mode: 0o755 })
	}
	if (built) {
		const link = join(REPOSITORY, 'src/cli/io/launcher-link.ts')
		await build({
			entryPoints: [link],
			outfile: join(root, 'dist/launcher-link.mjs'),
			platform: 'node',
			format: 'esm',
		})
		await writeFile(join(root, 'dist/main.mjs'), MAIN)
	}
	return root
}

function start(root: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
	return spawn(process.execPath, [join(root, 'bin/agent.cjs'), ...args], {
		env: { PATH: process.env.PATH, KEELSON_HOME: join(root, 'home'), ...env },
		stdio: 'pipe',
	})
}

async function run(root: string, args: readonly string[], env: Record<string, string> = {}) {
	const child = start(root, args, env)
	// Most of them never read it, and may have left already.
	child.stdin!.on('error', () => {}).end('from stdin')
	const [stdout, stderr, [exitCode, signal]] = await Promise.all([
		text(child.stdout!),
		text(child.stderr!),
		once(child, 'exit') as Promise<[number | null, string | null]>,
	])
	return { stdout, stderr, exitCode, signal }
}

/** What is written to a terminal, by both streams. */
async function onTerminal(root: string, args: readonly string[]): Promise<string> {
	const terminal = openPty(process.execPath, [join(root, 'bin/agent.cjs'), ...args], {
		env: { PATH: process.env.PATH, KEELSON_HOME: join(root, 'home') },
	})
	let written = ''
	terminal.onData(data => {
		written += data
	})
	await new Promise(resolve => terminal.onExit(resolve))
	return written
}

/** A waiting program, and the pid that is behind it. */
async function startWaiting(root: string) {
	const launcher = start(root, ['wait'])
	const lines = createInterface({ input: launcher.stdout! })[Symbol.asyncIterator]()
	const pid = Number((await lines.next()).value)
	return { launcher, lines, pid }
}

async function untilGone(pid: number): Promise<void> {
	const stat = `/proc/${pid}/stat`
	// A zombie has ended; whether somebody has asked for its exit code is not our business.
	for (;;) {
		const state = await readFile(stat, 'utf8').catch(() => undefined)
		if (state === undefined || state.includes(') Z ')) return
		await new Promise(resolve => setTimeout(resolve, 10))
	}
}

const OLD = { wanted: '[99, 0]', withNode: 'real' } as const

describe('a Node that is new enough', () => {
	test('answers --version and -V from package.json, built or not', async () => {
		const root = await install({ built: false })
		const { version } = JSON.parse(await readFile(join(REPOSITORY, 'package.json'), 'utf8'))
		const answer = { stdout: `${version}\n`, stderr: '', exitCode: 0, signal: null }
		assert.deepEqual([await run(root, ['--version']), await run(root, ['-V'])], [answer, answer])
	})

	test('runs the program itself', async () => {
		const root = await install()
		const report = { args: ['report', '--x'], execPath: process.execPath, marker: null }
		assert.deepEqual(await run(root, ['report', '--x']), {
			stdout: `${JSON.stringify(report)}\n`,
			stderr: '',
			exitCode: 0,
			signal: null,
		})
	})

	test('says how to build when nothing has been built', async () => {
		const root = await install({ built: false })
		assert.deepEqual(await run(root, ['report']), {
			stdout: '',
			stderr: `keelson is not built: run "npm run build" in ${root}\n`,
			exitCode: 1,
			signal: null,
		})
	})

	test('keeps compiled code in the cache folder', async () => {
		const root = await install()
		await run(root, ['exit', '0'])
		assert.deepEqual(await readdir(join(root, 'home/cache')), ['compile'])
	})

	test('starts all the same when the home folder is a file', async () => {
		const root = await install()
		await writeFile(join(root, 'home'), '')
		assert.equal((await run(root, ['exit', '7'])).exitCode, 7)
	})
})

describe('an old Node', () => {
	test('hands over to the newer one, and the marker does not get past the program', async () => {
		const { stdout, exitCode } = await run(await install(OLD), ['report', 'a b', '--'])
		assert.equal(exitCode, 0)
		const { args, marker } = JSON.parse(stdout)
		assert.deepEqual({ args, marker }, { args: ['report', 'a b', '--'], marker: null })
	})

	test('passes stdin, stdout and the exit code through', async () => {
		const root = await install(OLD)
		assert.equal((await run(root, ['echo'])).stdout, 'from stdin')
		assert.equal((await run(root, ['exit', '5'])).exitCode, 5)
	})

	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const)
		test(`passes ${signal} on and ends with the program's exit code`, async () => {
			const { launcher, lines } = await startWaiting(await install(OLD))
			launcher.kill(signal)
			const [exitCode] = await once(launcher, 'exit')
			assert.deepEqual({ heard: (await lines.next()).value, exitCode }, { heard: signal, exitCode: 40 })
		})

	for (const signal of ['SIGTERM', 'SIGKILL', 'SIGSEGV'] as const)
		test(`ends by ${signal} when the program does`, async () => {
			const { exitCode, signal: by } = await run(await install(OLD), ['die', signal])
			assert.deepEqual({ exitCode, by }, { exitCode: null, by: signal })
		})

	test('leaves no program behind when it is killed', async () => {
		const { launcher, pid } = await startWaiting(await install(OLD))
		assert.notEqual(launcher.pid, pid)
		launcher.kill('SIGKILL')
		await untilGone(pid)
	})

	test('goes on by itself, without a word in a pipe, when there is no newer one or it does not run here', async () => {
		for (const shape of [{ wanted: '[99, 0]' }, { wanted: '[99, 0]', withNode: 'broken' }] as const) {
			const { stdout, stderr, exitCode } = await run(await install(shape), ['report'])
			assert.deepEqual(
				{ stderr, exitCode, marker: JSON.parse(stdout).marker },
				{ stderr: '', exitCode: 0, marker: null },
			)
		}
	})

	test('says on a terminal what a newer one would do better, once a day and never to a completion', async () => {
		const hint =
			/^keelson: this is Node [\d.]+; Node 99\.0 or newer starts faster and can search sessions\r\n$/
		const day = () => new Date().toISOString().slice(0, 10)
		let root: string
		let [before, written]: [string, readonly string[]] = ['', []]
		// Once more where the day ends meanwhile.
		do {
			before = day()
			root = await install({ wanted: '[99, 0]' })
			written = [
				await onTerminal(root, ['completion', 'bash']),
				await onTerminal(root, ['exit', '0']),
				await onTerminal(root, ['exit', '0']),
			]
		} while (before !== day())
		assert.deepEqual([written[0], written[2]], ['', ''])
		assert.match(written[1]!, hint)
		await writeFile(join(root, 'home/node-hint'), '2020-01-01')
		assert.match(await onTerminal(root, ['exit', '0']), hint)
	})

	test('says nothing where it cannot remember that it did', async () => {
		const root = await install({ wanted: '[99, 0]' })
		await writeFile(join(root, 'home'), '')
		assert.equal(await onTerminal(root, ['exit', '0']), '')
	})

	test('refuses in one line when it is too old for anything', async () => {
		const root = await install({ wanted: '[99, 1]', needed: '[99, 0]' })
		assert.deepEqual(await run(root, ['report']), {
			stdout: '',
			stderr: `keelson needs Node 99.1 or newer; this is Node ${process.versions.node}\n`,
			exitCode: 1,
			signal: null,
		})
	})
})
