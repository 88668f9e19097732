import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, onTestFinished, test } from 'vitest'
import { createNodeShell } from '../../../src/runtime/host/shell.ts'
import { mountCalls, readOnlySteps } from '../../../src/sandbox/platform/mount-table.ts'
import { flagsAt, visibleMounts } from '../../../src/sandbox/platform/mount-tree.ts'
import { unshareProgram } from '../../../src/sandbox/platform/unshare-arguments.ts'
import { findUnshareTools } from '../../../src/sandbox/platform/unshare-engine.ts'
import { makeUnsharePlaces } from '../../../src/sandbox/platform/unshare-places.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { leastMs } from '../../support/least-time.ts'
import { openSandboxFolder, withoutBubblewrap } from '../../support/sandbox-folder.ts'

const folder = await openSandboxFolder('unshare')
const { works, why } = await folder.sandbox.works()
if (!works) console.warn(`unshare cannot hold commands here, so it cannot be tested: ${why}`)
afterAll(() => folder.close())

async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) await new Promise(resolve => setTimeout(resolve, 5))
}

describe.skipIf(!works)('without bubblewrap', () => {
	test('unshare holds commands, and says what it cannot do', async () => {
		assert.deepEqual(await folder.sandbox.engine(), { name: 'unshare of util-linux', lacks: [] })
		const base = await mkdtemp(join(folder.outside, 'programs-'))
		onTestFinished(() => rm(base, { recursive: true }))
		const searchPath = await withoutBubblewrap(join(base, 'bin'))
		for (const name of ['perl', 'ip', 'ifconfig']) await rm(join(base, 'bin', name), { force: true })
		const sandbox = createSandbox({ searchPath, stateFolder: join(base, 'state') })
		assert.deepEqual((await sandbox.engine())?.lacks, [
			'system calls are not filtered, because that takes bubblewrap or Perl',
			'localhost does not answer, because that takes bubblewrap, ip or ifconfig',
		])
		const shell = createNodeShell({ sandbox })
		onTestFinished(() => shell.killAll())
		const start = {
			run: { bash: 'echo x > AGENTS.md' },
			cwd: folder.root,
			sandbox: folder.policy,
			onOutput() {},
		}
		assert.equal((await shell.start(start).ended).exitCode, 1)
	})

	test.for([
		['exit 3', 3],
		['kill -TERM $$', 143],
		['kill -INT $$', 130],
		['kill -KILL $$', 137],
		['trap "exit 9" INT; kill -INT $$', 9],
	] as const)('%s ends as with bubblewrap, with %i', async ([bash, code]) => {
		const { exitCode, output } = await folder.held(bash)
		assert.deepEqual([exitCode, output], [code, ''])
	})

	test('an end reaches everything inside, also what does not listen or has left the group', async () => {
		const tookMs = await leastMs(500, async () => {
			const running = folder.start(
				`trap "" TERM; (trap "" TERM; setsid ${folder.nap} &); echo begun; ${folder.nap}`,
			)
			await until(() => running.output() === 'begun\n')
			const startedMs = performance.now()
			await running.kill()
			const took = performance.now() - startedMs
			assert.equal(folder.isNapping(), false)
			return took
		})
		assert.ok(tookMs < 500, `${tookMs} ms`)
	})

	test('the orphans of a command are buried, and end with it', async () => {
		const { output } = await folder.held(
			`for i in 1 2 3; do (setsid true &); done; (setsid ${folder.nap} &); until ! ps -o stat= ax | grep -q Z; do :; done; echo left`,
		)
		assert.equal(output, 'left\n')
		assert.equal(folder.isNapping(), false)
	})

	test('what a session needs for itself goes with the command', async () => {
		await folder.held('true')
		const own = /(\/\S+)\/tmp\n/.exec((await folder.held('echo $TMPDIR')).output)?.[1] ?? ''
		assert.deepEqual(readdirSync(own).sort(), ['empty', 'owner', 'tmp', 'var-tmp'])
	})

	test('two commands that talk through localhost can, and a program can take a terminal of its own', async () => {
		const { output } = await folder.held(
			`"$NODE" -e 'const s = require("net").createServer(c => c.end("hello")).listen(0, "127.0.0.1", () => require("net").connect(s.address().port).on("data", d => { console.log(String(d)); s.close() }))'; script -qec 'test -t 0 && echo tty' /dev/null | tr -d '\\r'`,
		)
		assert.equal(output, 'hello\ntty\n')
	})
})

describe.skipIf(!works)('names', () => {
	const odd = [`a b`, `c\nd`, `e'f"g`, `h\\040i`, `$(touch x)`, `-o rw`, `#j`, `k\tl`, `ä€😀`]

	test('of any kind are paths like any other', async () => {
		const places = odd.map(name => {
			const [held, hidden, opened] = ['held', 'hidden', 'hidden/opened'].map(each =>
				join(folder.outside, name, each),
			) as [string, string, string]
			return { name, held, hidden, opened }
		})
		for (const { held, hidden, opened } of places) {
			for (const path of [held, opened]) await mkdir(path, { recursive: true })
			await writeFile(join(opened, 'readable'), 'readable\n')
			await writeFile(join(hidden, 'secret'), 'secret\n')
			await writeFile(join(held, 'AGENTS.md'), 'original\n')
		}
		onTestFinished(() => folder.reset())
		const { output } = await folder.held(
			'for d in "$OUT"/*/held; do cd "$d"; echo new > new; echo evil > AGENTS.md; cat new ../hidden/opened/readable; cat ../hidden/secret; echo x > ../x; done 2> /dev/null',
			{
				policy: {
					roots: places.map(({ held }) => held),
					hidden: places.map(({ hidden }) => hidden),
					readable: places.map(({ opened }) => opened),
				},
			},
		)
		assert.equal(output, 'new\nreadable\n'.repeat(odd.length))
		for (const { name, held } of places) {
			assert.equal(readFileSync(join(held, 'AGENTS.md'), 'utf8'), 'original\n')
			assert.deepEqual(readdirSync(join(folder.outside, name)).sort(), ['held', 'hidden'])
			assert.deepEqual(readdirSync(held).sort(), ['AGENTS.md', 'new'])
		}
	})
})

test.skipIf(!works || process.getuid?.() !== 0)(
	'unshare holds commands of a user who is not root',
	async () => {
		// Not in a folder that only root may enter.
		const base = await realpath(await mkdtemp('/var/tmp/keelson-test-'))
		onTestFinished(() => rm(base, { recursive: true }))
		const tools = findUnshareTools(await withoutBubblewrap(join(base, 'bin')))
		assert.ok('mount' in tools)
		const own = {
			root: base,
			tmp: join(base, 'tmp'),
			varTmp: join(base, 'var-tmp'),
			emptyFile: join(base, 'empty'),
		}
		for (const path of [own.tmp, own.varTmp, join(base, 'work')]) await mkdir(path)
		await writeFile(own.emptyFile, '')
		const plan = {
			mounts: [{ path: join(base, 'work'), as: 'writable' } as const],
			own,
			runtimeFiles: [],
			network: 'off',
			cwd: join(base, 'work'),
		} as const
		const mountinfo = readFileSync('/proc/self/mountinfo', 'utf8')
		const places = makeUnsharePlaces(plan, mountinfo)
		for (const path of [
			base,
			...readdirSync(base, { recursive: true, encoding: 'utf8' }).map(each => join(base, each)),
		])
			if (!path.startsWith(join(base, 'bin/'))) chownIfThere(path)
		await chmod(base, 0o755)
		const program = unshareProgram(
			{
				...plan,
				places,
				tools,
				abilities: { userNamespace: true, filter: undefined },
				tasks: 0,
				lines: '',
				user: { id: 65534, group: 65534 },
				flags: { root: flagsAt('/', visibleMounts(mountinfo)), own: flagsAt(base, visibleMounts(mountinfo)) },
			},
			{
				file: '/bin/bash',
				args: [
					'-c',
					'id -u; echo x > file; echo x > ../other; grep -E "CapEff|CapPrm|NoNewPrivs" /proc/self/status; unshare -Ur true; umount -l /tmp; mount -o remount,rw /',
				],
			},
		)
		const user = ['--reuid=65534', '--regid=65534', '--clear-groups']
		const { stdout, stderr } = spawnSync('setpriv', [...user, program.file, ...program.args], {
			encoding: 'utf8',
			cwd: '/',
			env: { PATH: process.env.PATH },
			stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
		})
		assert.equal(stdout, '65534\nCapPrm:\t0000000000000000\nCapEff:\t0000000000000000\nNoNewPrivs:\t1\n')
		assert.match(stderr, /^.*No space left on device\n.*must be superuser.*\n.*must be superuser/)
		assert.ok(!existsSync(join(base, 'other')))
		assert.equal(statSync(join(base, 'work/file')).uid, 65534)
	},
)

test.skipIf(!works)('a socket that goes while the mounts are made does not stop the command', async () => {
	const base = await realpath(await mkdtemp(join(folder.outside, 'gone-')))
	onTestFinished(() => rm(base, { recursive: true, force: true }))
	const tools = findUnshareTools(process.env.PATH ?? '')
	assert.ok(tools && 'bash' in tools)
	const own = {
		root: base,
		tmp: join(base, 'tmp'),
		varTmp: join(base, 'var'),
		emptyFile: join(base, 'empty'),
	}
	for (const path of [own.tmp, own.varTmp, join(base, 'work')]) await mkdir(path)
	await writeFile(own.emptyFile, '')
	const [stays, goes, gone] = ['stays', 'goes', 'gone'].map(name => join(base, 'work', `${name}.sock`))
	const servers = [stays!, goes!].map(path => createServer().listen(path))
	onTestFinished(() =>
		Promise.all(servers.map(server => new Promise(closed => server.close(closed)))).then(() => {}),
	)
	await Promise.all(servers.map(server => once(server, 'listening')))
	const hidden = [stays!, goes!, gone!].map(path => ({ path, as: 'empty-file' as const }))
	const plan = {
		mounts: [{ path: join(base, 'work'), as: 'writable' } as const, ...hidden],
		own,
		runtimeFiles: [],
		network: 'off',
		cwd: join(base, 'work'),
	} as const
	const mountinfo = readFileSync('/proc/self/mountinfo', 'utf8')
	const places = makeUnsharePlaces(plan, mountinfo)
	await rm(goes!)
	const [root, ownFlags] = ['/', base].map(path => flagsAt(path, visibleMounts(mountinfo)))
	const program = unshareProgram(
		{
			...plan,
			places,
			tools,
			abilities: { userNamespace: true, filter: undefined },
			tasks: 0,
			lines: '',
			user: { id: process.getuid?.() ?? 0, group: process.getgid?.() ?? 0 },
			flags: { root: root!, own: ownFlags! },
		},
		{ file: '/bin/bash', args: ['-c', 'stat -c "%n %F %s" *; echo x > stays.sock'] },
	)
	const { stdout, stderr } = spawnSync(program.file, program.args, {
		encoding: 'utf8',
		cwd: '/',
		env: { PATH: process.env.PATH },
		stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
	})
	assert.equal(stdout, 'stays.sock regular empty file 0\n')
	assert.match(stderr, /^.*stays\.sock: Read-only file system\n$/)
})

function chownIfThere(path: string): void {
	try {
		chownSync(path, 65534, 65534)
	} catch {
		// A link into /proc.
	}
}

test.skipIf(!works)('the end of the agent ends its commands, even when it was killed', async () => {
	const source = join(import.meta.dirname, '../../../src')
	const program = `
		const { createSandbox } = await import(${JSON.stringify(join(source, 'sandbox/sandbox.ts'))})
		const { createNodeShell } = await import(${JSON.stringify(join(source, 'runtime/host/shell.ts'))})
		const [searchPath, stateFolder, cwd, policy] = JSON.parse(process.argv[1])
		const shell = createNodeShell({ sandbox: createSandbox({ searchPath, stateFolder }) })
		const run = { bash: '(setsid ${folder.nap} &); echo begun; ${folder.nap}' }
		await shell.start({ run, cwd, sandbox: policy, onOutput: text => process.stdout.write(text) }).ended`
	const args = [join(folder.root, '../bin'), join(folder.root, '../state'), folder.root, folder.policy]
	const agent = spawn(process.execPath, ['--input-type=module', '-e', program, JSON.stringify(args)], {
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	onTestFinished(() => void agent.kill('SIGKILL'))
	await once(agent.stdout, 'data')
	assert.equal(folder.isNapping(), true)
	agent.kill('SIGKILL')
	await until(() => !folder.isNapping())
})

describe('the mount tree', () => {
	const rows = [
		'1 0 8:1 / / rw,relatime - ext4 /dev/sda rw',
		'2 1 8:2 / /home rw,nosuid,nodev,relatime - ext4 /dev/sdb rw',
		'3 2 8:3 / /home/a\\040b rw,noexec - ext4 /dev/sdc rw',
		'4 1 8:4 / /mnt/x rw - ext4 /dev/sdd rw',
		'5 1 0:9 / /mnt ro - tmpfs tmpfs rw',
		'6 2 0:7 / /home/gone//deleted rw - tmpfs tmpfs rw',
		'7 2 0:8 / /home/twice rw - tmpfs tmpfs rw',
		'8 7 0:9 / /home/twice ro,nodev - tmpfs tmpfs rw',
	].join('\n')

	test('is what paths lead to: nothing below another mount, nothing that was removed', () => {
		assert.deepEqual(
			visibleMounts(rows).map(({ path, flags }) => `${path} ${flags}`),
			['/ ', '/mnt ', '/home nosuid,nodev', '/home/a b noexec', '/home/twice nodev'],
		)
		assert.deepEqual(flagsAt('/home/ada/x', visibleMounts(rows)), ['nosuid', 'nodev'])
		assert.deepEqual(flagsAt('/homes', visibleMounts(rows)), [])
	})

	test('what is read-only is so with all that is mounted below it, and keeps its other restrictions', () => {
		const steps = readOnlySteps('/home', '/home', visibleMounts(rows))
		assert.deepEqual(mountCalls(steps, new Set(['/home'])), [
			{ args: ['--rbind', '--', '/run/old/home', '/home'] },
			{
				table:
					'keelson-remount /home none remount,bind,ro,nosuid,nodev 0 0\n' +
					'keelson-remount /home/a\\040b none remount,bind,ro,noexec 0 0\n' +
					'keelson-remount /home/twice none remount,bind,ro,nodev 0 0\n',
			},
		])
	})
})
