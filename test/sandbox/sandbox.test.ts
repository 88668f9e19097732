import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, onTestFinished, test } from 'vitest'
import type { RunningCommand } from '../../src/core/host.ts'
import { processStat } from '../../src/process/process-alive.ts'
import { createNodeFiles } from '../../src/runtime/host/files.ts'
import { createNodeShell } from '../../src/runtime/host/shell.ts'
import { unheldFiles } from '../../src/sandbox/files-without-placeholders.ts'
import { removeStalePlaceholders } from '../../src/sandbox/protected/placeholders.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { leastMs } from '../support/least-time.ts'
import { openSandboxFolder, type SandboxFolder } from '../support/sandbox-folder.ts'
import { SOAK_TIMES } from '../support/soak.ts'

const probed = createSandbox({ searchPath: process.env.PATH ?? '', stateFolder: tmpdir() })
const { works, why } = await probed.works()
probed.close()
if (!works) console.warn(`no sandbox here, so it cannot be tested: ${why}`)

async function open(): Promise<SandboxFolder> {
	const folder = await openSandboxFolder()
	onTestFinished(() => folder.close())
	return folder
}

test.skipIf(!works)('who only found out whether it works leaves nothing behind either', async () => {
	const temporary = await mkdtemp(join(tmpdir(), 'sandbox-probe-'))
	onTestFinished(() => rm(temporary, { recursive: true, force: true }))
	const source = JSON.stringify(new URL('../../src/sandbox/sandbox.ts', import.meta.url).href)
	const probing = `
		import { readdirSync } from 'node:fs'
		import { createSandbox } from ${source}
		const { works } = await createSandbox({ searchPath: process.env.PATH, stateFolder: ${JSON.stringify(temporary)} }).works()
		console.log(works, readdirSync(${JSON.stringify(temporary)}).length)
		process.exit(3)`
	const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', probing], {
		env: { ...process.env, TMPDIR: temporary },
		encoding: 'utf8',
	})
	assert.deepEqual([stdout, status], ['true 1\n', 3])
	assert.deepEqual(await readdir(temporary), [])
})

describe.skipIf(!works)('in the sandbox', () => {
	test('a command runs though a secret or a socket that was just found has gone since', async () => {
		const { home, held } = await open()
		assert.equal((await held('true')).exitCode, 0)
		await rm(join(home, '.netrc'))
		await rm(join(home, '.aws'), { recursive: true })
		assert.deepEqual(await held('echo ran'), { exitCode: 0, signal: undefined, output: 'ran\n' })
	})

	test('and where it goes while the sandbox is being set up, it is set up again', async () => {
		const { root, home, policy, sandbox } = await open()
		let prepared = 0
		const shell = createNodeShell({
			sandbox: {
				...sandbox,
				async prepare(...command) {
					const ready = await sandbox.prepare(...command)
					if (++prepared === 1) await rm(join(home, '.netrc'))
					return ready
				},
			},
		})
		onTestFinished(() => shell.killAll())
		let output = ''
		const { ended } = shell.start({
			run: { bash: 'echo ran >> times; cat times; exit 7' },
			cwd: root,
			sandbox: policy,
			onOutput: text => {
				output += text
			},
		})
		assert.deepEqual([(await ended).exitCode, output, prepared], [7, 'ran\n', 2])
	})

	test('what a command itself says in the name of what holds it is its output, and it is not run again', async () => {
		const { held } = await open()
		const said = "bwrap: Can't create file at /x: Read-only file system"
		const end = await held(`echo ran >> times; cat times; echo "${said}" >&2; exit 1`)
		assert.deepEqual([end.exitCode, end.output.split('\n').toSorted()], [1, ['', said, 'ran']])
	})

	test('go has a place for what it builds, which is still there for the next command', async () => {
		const { held } = await open()
		const first = await held('mkdir -p "$GOCACHE" && echo built > "$GOCACHE/a" && echo "$GOCACHE"')
		assert.match(first.output, /^\/.*go-build\n$/)
		assert.equal((await held('cat "$GOCACHE/a"')).output, 'built\n')
		if (spawnSync('go', ['version']).status !== 0) return
		const made = await held(
			"mkdir m && cd m && printf 'module m.test/m\\n\\ngo 1.19\\n' > go.mod && printf 'package m\\n' > m.go && go build ./... && echo built",
		)
		assert.deepEqual([made.exitCode, made.output], [0, 'built\n'])
	})

	test('a command works on the workspace as the user would', async () => {
		const { held, root } = await open()
		const { exitCode, output } = await held(
			'pwd; echo new > src/new.ts; mkdir -p a/b; git add -A; git commit -qm second; git log --oneline | wc -l; exit 3',
		)
		assert.deepEqual([exitCode, output], [3, `${root}\n2\n`])
		assert.equal(await readFile(join(root, 'src/new.ts'), 'utf8'), 'new\n')
	})

	test('git sees no changes that are not there', async () => {
		const { held, free } = await open()
		free('git add -A; git commit -qm all')
		const { exitCode, output } = await held(
			'git status --short; git add -A; git diff --cached --stat; git stash list',
		)
		assert.deepEqual([exitCode, output], [0, ''])
	})

	test('two commands talk to each other on their own localhost', async () => {
		const { held } = await open()
		const { output } = await held(
			`"$NODE" -e 'const s = require("net").createServer(c => c.end("hello")).listen(0, () => require("net").connect(s.address().port).on("data", d => { console.log(String(d)); s.close() }))'`,
		)
		assert.equal(output, 'hello\n')
	})

	test('read-only means that only the temporary folder can be written', async () => {
		const { held, root } = await open()
		const { exitCode, output } = await held(
			'cat instructions.md; echo x > "$TMPDIR/x" && echo x > src/new.ts',
			{
				policy: { mode: 'read-only' },
			},
		)
		assert.equal(exitCode, 1)
		assert.match(output, /^original\n.*Read-only file system/)
		assert.ok(!existsSync(join(root, 'src/new.ts')))
	})

	test('an added folder can be written, and what is protected in it cannot', async () => {
		const { held, root, outside } = await open()
		const { output } = await held(
			// One pipe: what comes by two has no order on a busy machine.
			'exec 2>&1; echo x > "$OUT/x" && echo written; mkdir "$OUT/.vscode/x" || echo held; cd "$OUT" && git init -q || echo no repository',
			{ policy: { roots: [root, outside] } },
		)
		assert.match(output, /^written\n/)
		assert.match(output, /held\n.*no repository\n$/s)
		assert.deepEqual((await readdir(outside)).sort(), ['victim.txt', 'x'])
	})

	test('a workspace that is the home folder still has no keys in it', async () => {
		const { held, home } = await open()
		const { output } = await held(
			'cat ~/.ssh/id_ed25519 ~/.netrc; echo x > ~/notes && echo written; echo x >> ~/.bashrc; echo x > ~/.zshenv',
			{
				policy: { roots: [home] },
				cwd: home,
			},
		)
		assert.doesNotMatch(output, /canary/)
		assert.match(output, /written/)
		assert.equal(await readFile(join(home, '.bashrc'), 'utf8'), 'original\n')
		assert.ok(!existsSync(join(home, '.zshenv')))
	})

	test('the network is as outside where the settings open it', async () => {
		const { held } = await open()
		const names = async (network: 'on' | 'off') =>
			(await held('ls /sys/class/net; cat /proc/net/dev | wc -l', { policy: { network } })).output
		const here = (await readFile('/proc/net/dev', 'utf8')).trim().split('\n').length
		assert.match(await names('on'), new RegExp(`\\b${here}\n$`))
		assert.match(await names('off'), /\b3\n$/)
	})

	test('a work tree of another repository cannot change that repository', async () => {
		const { held, root, outside, free } = await open()
		free(
			`git init -q "$OUT/main" && cd "$OUT/main" && git -c user.name=a -c user.email=b commit -q --allow-empty -m 1 && git worktree add -q "$ROOT/tree"`,
		)
		const before = await readFile(join(outside, 'main/.git/config'), 'utf8')
		await held(
			'cd tree && git config core.fsmonitor evil; echo evil > "$OUT/main/.git/hooks/pre-commit"; echo "gitdir: /tmp" > .git',
		)
		assert.equal(await readFile(join(outside, 'main/.git/config'), 'utf8'), before)
		assert.match(await readFile(join(root, 'tree/.git'), 'utf8'), /^gitdir: .*outside\/main/)
	})

	test.for([
		['packages/app/CLAUDE.md', 'echo evil > packages/app/CLAUDE.md'],
		['packages/app/.mcp.json', 'echo evil > made; mv made packages/app/.mcp.json'],
		['packages/app/.claude', 'mkdir packages/app/.claude; echo evil > packages/app/.claude/settings.json'],
		['deep/er/.vscode', 'mkdir -p deep/er/.vscode; echo evil > deep/er/.vscode/tasks.json'],
		['deep/.gitattributes', 'mkdir deep; echo "* filter=evil" > deep/.gitattributes'],
		['deep/agents.MD', 'mkdir deep; ln -s /tmp/evil deep/agents.MD'],
	] as const)('%s is put aside when a command makes it, and named', async ([name, bash]) => {
		const { held, root } = await open()
		const { output } = await held(bash)
		assert.deepEqual(/\[(\S+) may not be made by a sandboxed command/.exec(output)?.[1], join(root, name))
		assert.ok(!existsSync(join(root, name)))
		assert.match(/is now (\S+)\]/.exec(output)?.[1] ?? '', /\.from-sandbox-\w+$/)
	})

	test('a name below the top that others make meanwhile stays', async () => {
		const { start, sandbox, shell, root } = await open()
		const running = start('echo begun; until [ -e go ]; do sleep 0.01; done; rm go')
		await until(() => running.output() === 'begun\n')
		const files = unheldFiles(createNodeFiles(), sandbox)
		await files.writeAtomic(join(root, 'packages/app/CLAUDE.md'), new TextEncoder().encode('mine\n'))
		await shell.start({ run: { bash: 'echo mine > src/AGENTS.md; > go' }, cwd: root, onOutput() {} }).ended
		await running.ended
		assert.equal(running.output(), 'begun\n')
		assert.deepEqual(
			['packages/app/CLAUDE.md', 'src/AGENTS.md'].map(name => existsSync(join(root, name))),
			[true, true],
		)
	})

	test('a protected file far below cannot be changed', async () => {
		const { held, root } = await open()
		const folder = join(root, ...Array.from({ length: 12 }, (_, index) => `level-${index}`))
		await mkdir(folder, { recursive: true })
		for (let index = 0; index < 400; index++) await mkdir(join(root, `side-${index}`))
		await writeFile(join(folder, 'AGENTS.md'), 'original\n')
		const { output } = await held(`echo evil > ${join(folder, 'AGENTS.md')}; mv level-0 moved`)
		assert.match(output, /Read-only file system\n.*(?:busy|cross-device)/)
		assert.equal(await readFile(join(folder, 'AGENTS.md'), 'utf8'), 'original\n')
	})

	test('a link that was replaced is put back, and the newcomer is kept aside and named', async () => {
		const { held, root } = await open()
		const { output } = await held('rm CLAUDE.md; echo evil > CLAUDE.md')
		const aside = /is now (\S+)\]/.exec(output)?.[1] ?? ''
		assert.ok(aside.startsWith(join(root, 'CLAUDE.md.from-sandbox-')), output)
		assert.equal(await readFile(aside, 'utf8'), 'evil\n')
		assert.equal(await readFile(join(root, 'CLAUDE.md'), 'utf8'), 'original\n')
	})
})

describe.skipIf(!works)('what keeps a name free', () => {
	test('serves many commands at a time, and is gone after the last', async () => {
		const { held, root } = await open()
		const before = await readdir(root)
		const ends = await Promise.all(
			Array.from({ length: 8 }, () => held('mkdir .husky/x; echo evil > .envrc')),
		)
		for (const { output } of ends) assert.match(output, /Read-only file system\n.*Is a directory/)
		assert.deepEqual(await readdir(root), before)
	})

	test('needs no folder to write things down in', async () => {
		const folder = await open()
		const blocked = join(folder.root, 'instructions.md', 'below a file')
		const sandbox = createSandbox({ searchPath: process.env.PATH ?? '', stateFolder: blocked })
		const shell = createNodeShell({ sandbox })
		onTestFinished(() => shell.killAll())
		const start = { run: { bash: 'mkdir .husky/x' }, cwd: folder.root, sandbox: folder.policy, onOutput() {} }
		assert.equal((await shell.start(start).ended).exitCode, 1)
		assert.ok(!existsSync(join(folder.root, '.husky')))
	})

	test('takes no program from the workspace', async () => {
		const folder = await open()
		await mkdir(join(folder.root, 'bin'))
		await writeFile(join(folder.root, 'bin/bwrap'), '#!/bin/sh\ntouch "$OUT/evil"\n', { mode: 0o755 })
		const deps = { searchPath: join(folder.root, 'bin'), stateFolder: join(folder.root, '../state') }
		const sandbox = createSandbox({ ...deps, notFrom: [folder.root] })
		assert.match((await sandbox.works()).why ?? '', /not installed/)
		sandbox.close()
	})

	test('is there while a command runs, is no file to our own tools, and is gone afterwards', async () => {
		const { start, sandbox, root, shell } = await open()
		const running = start('echo begun; sleep 60')
		await until(() => running.output() === 'begun\n')
		assert.deepEqual(readdirSync(join(root, '.husky')), [])
		assert.ok(sandbox.isPlaceholder(join(root, '.husky')))
		assert.ok(!sandbox.isPlaceholder(join(root, '.vscode')))
		await running.kill()
		assert.ok(!existsSync(join(root, '.husky')))
		await shell.killAll()
	})

	test('stays as long as another command needs it', async () => {
		const { start, held, root } = await open()
		const running = start(
			'echo begun; until [ -e go ]; do sleep 0.01; done; echo evil > .envrc; mkdir .husky/x; echo done',
		)
		await until(() => running.output() === 'begun\n')
		await held('true')
		await writeFile(join(root, 'go'), '')
		await running.ended
		assert.match(running.output(), /\.envrc: Is a directory\n.*Read-only file system\ndone\n$/)
		assert.ok(!existsSync(join(root, '.envrc')))
	})

	test('stays as long as a command of another process needs it', async () => {
		const folder = await open()
		const { start, root } = folder
		const running = start('echo begun; until [ -e go ]; do sleep 0.01; done; mkdir .husky/x; echo done')
		await until(() => running.output() === 'begun\n')
		const other = agent(folder, 'true')
		assert.equal(await other.firstLine, 'ended')
		await once(other.process, 'exit')
		assert.ok(existsSync(join(root, '.husky')))
		await writeFile(join(root, 'go'), '')
		await running.ended
		assert.match(running.output(), /Read-only file system\ndone\n$/)
		assert.ok(!existsSync(join(root, '.husky')))
	})

	test('is not there for our own tools, and makes way for what they write', async () => {
		const { start, sandbox, root } = await open()
		const files = unheldFiles(createNodeFiles(), sandbox)
		const running = start('echo begun; sleep 60')
		await until(() => running.output() === 'begun\n')
		const [path, checked] = [join(root, '.envrc'), join(root, 'AGENTS.override.md')]
		const names = (await files.list(root))?.map(({ name }) => name)
		assert.deepEqual([await files.stat(path), await files.read(path)], [undefined, undefined])
		assert.equal(await files.checked.read(checked), undefined)
		await files.checked.remove(checked)
		assert.ok(names?.includes('.vscode') && !names.includes('.envrc'))
		await files.writeAtomic(path, new TextEncoder().encode('allowed\n'))
		await files.checked.writeAtomic(checked, new TextEncoder().encode('allowed too\n'))
		await running.kill()
		assert.equal(await readFile(path, 'utf8'), 'allowed\n')
		assert.equal(await readFile(checked, 'utf8'), 'allowed too\n')
	})

	test('is left alone when somebody has put something into it', async () => {
		const { start, root } = await open()
		const running = start('echo begun; sleep 60')
		await until(() => running.output() === 'begun\n')
		await writeFile(join(root, '.husky', 'theirs'), 'x')
		await rm(join(root, '.envrc'), { recursive: true })
		await writeFile(join(root, '.envrc'), 'theirs')
		await running.kill()
		assert.equal(await readFile(join(root, '.husky/theirs'), 'utf8'), 'x')
		assert.equal(await readFile(join(root, '.envrc'), 'utf8'), 'theirs')
	})

	test('is taken away by the next command when its process was killed', async () => {
		const folder = await open()
		const killed = agent(folder, 'echo begun; sleep 60')
		assert.equal(await killed.firstLine, 'begun')
		killed.process.kill('SIGKILL')
		await once(killed.process, 'exit')
		assert.ok(existsSync(join(folder.root, '.husky')))
		await folder.held('true')
		assert.ok(!existsSync(join(folder.root, '.husky')))
	})

	test('is taken away without a command too, when its process was killed', async () => {
		const folder = await open()
		const killed = agent(folder, 'echo begun; sleep 60')
		assert.equal(await killed.firstLine, 'begun')
		const file = join(folder.root, '../state/sandbox.json')
		await removeStalePlaceholders(file)
		assert.ok(existsSync(join(folder.root, '.husky')), 'it is in use')
		killed.process.kill('SIGKILL')
		await once(killed.process, 'exit')
		await removeStalePlaceholders(file)
		assert.ok(!existsSync(join(folder.root, '.husky')))
		assert.equal(await readFile(file, 'utf8'), '{}')
	})

	test('stays for a command that has it from a process that was killed', async () => {
		const folder = await open()
		const killed = agent(folder, 'echo begun; sleep 60')
		assert.equal(await killed.firstLine, 'begun')
		const going =
			'echo begun; until [ -e go ]; do sleep 0.02; done; mkdir .husky/x 2>/dev/null && echo in; echo tried'
		const running = folder.start(going)
		await until(() => running.output() === 'begun\n')
		killed.process.kill('SIGKILL')
		await once(killed.process, 'exit')
		await folder.held('true')
		await writeFile(join(folder.root, 'go'), '')
		await running.ended
		assert.equal(running.output(), 'begun\ntried\n')
		assert.ok(!existsSync(join(folder.root, '.husky')))
	})
})

describe.skipIf(!works)('an end', () => {
	test('reaches everything inside within half a second, also what does not listen or has left the group', async () => {
		const { start, nap, isNapping } = await open()
		const tookMs = await leastMs(500, async () => {
			const running = start(`trap "" TERM; (trap "" TERM; setsid ${nap} &); echo begun; ${nap}`)
			await until(() => running.output() === 'begun\n')
			const startedMs = performance.now()
			await running.kill()
			const took = performance.now() - startedMs
			assert.equal(isNapping(), false)
			return took
		})
		assert.ok(tookMs < 500, `${tookMs} ms`)
	})

	test('comes with the end of the agent, even when it was killed', async () => {
		const folder = await open()
		const killed = agent(folder, `(setsid ${folder.nap} &); echo begun; ${folder.nap}`)
		assert.equal(await killed.firstLine, 'begun')
		assert.equal(folder.isNapping(), true)
		killed.process.kill('SIGKILL')
		await until(() => !folder.isNapping())
	})

	// The moment lasts some milliseconds and has to be met: on a machine that is busy that can take longer than a test may.
	test.skipIf(SOAK_TIMES === 1)(
		'reaches a command that is still being set up when its engine dies',
		async () => {
			const { start } = await open()
			const { running, inside } = await heldWhileMounting(() => start('sleep 4714'))
			process.kill(running.pid ?? Number.NaN, 'SIGKILL')
			await running.ended
			assert.notEqual(processStat(inside)?.hasEnded, false)
		},
	)

	test('comes before the start when it is asked for that early', async () => {
		const { start, root } = await open()
		const running = start('echo evil > started')
		await running.kill()
		assert.ok(!existsSync(join(root, 'started')))
	})
})

describe('where nothing can hold commands', () => {
	test('it says what is missing, and never goes without', async () => {
		const folder = await open()
		const empty = await mkdtemp(join(tmpdir(), 'no-programs-'))
		onTestFinished(() => rm(empty, { recursive: true }))
		const sandbox = createSandbox({ searchPath: empty, stateFolder: empty })
		const found = await sandbox.works()
		assert.equal(found.works, false)
		if (process.platform === 'linux')
			assert.equal(
				found.why,
				'bubblewrap is not installed; for example: apt install bubblewrap. What Linux has without it does not do either: unshare is missing',
			)
		const shell = createNodeShell({ sandbox })
		const end = await shell.start({
			run: { bash: 'echo evil > started' },
			cwd: folder.root,
			sandbox: folder.policy,
			onOutput() {},
		}).ended
		assert.match(end.error ?? '', /^no sandbox: bubblewrap is not installed/)
		assert.ok(!existsSync(join(folder.root, 'started')))
	})

	test('a shell without one does not start the command', async () => {
		const folder = await open()
		const running = createNodeShell().start({
			run: { bash: 'echo evil > started' },
			cwd: folder.root,
			sandbox: folder.policy,
			onOutput() {},
		})
		assert.match((await running.ended).error ?? '', /cannot hold commands/)
		assert.ok(!existsSync(join(folder.root, 'started')))
	})

	test.skipIf(process.platform !== 'linux')('a bubblewrap that fails is quoted', async () => {
		const programs = await mkdtemp(join(tmpdir(), 'bad-programs-'))
		onTestFinished(() => rm(programs, { recursive: true }))
		await writeFile(
			join(programs, 'bwrap'),
			'#!/bin/sh\necho "bwrap: No permissions to create a new namespace" >&2\nexit 1\n',
		)
		await chmod(join(programs, 'bwrap'), 0o755)
		const sandbox = createSandbox({ searchPath: programs, stateFolder: programs })
		assert.match((await sandbox.works()).why ?? '', /No permissions to create a new namespace/)
		sandbox.close()
	})
})

const isRoot = process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).status === 0

describe.skipIf(!works || !isRoot)('as an ordinary user', () => {
	test('it holds commands all the same', async () => {
		const base = await mkdtemp('/tmp/nobodys-')
		onTestFinished(() => rm(base, { recursive: true }))
		await mkdir(join(base, 'work'))
		for (const path of [base, join(base, 'work')]) await chmod(path, 0o777)
		// The source may lie where only root can read, so it is bubblewrap itself that is started, as we start it.
		const { bwrapArguments } = await import('../../src/sandbox/platform/bwrap-arguments.ts')
		for (const name of ['tmp', 'var-tmp']) {
			await mkdir(join(base, name))
			await chmod(join(base, name), 0o777)
		}
		await writeFile(join(base, 'empty'), '')
		const args = bwrapArguments(
			{
				mounts: [{ path: join(base, 'work'), as: 'writable' }],
				own: {
					root: base,
					tmp: join(base, 'tmp'),
					varTmp: join(base, 'var-tmp'),
					emptyFile: join(base, 'empty'),
				},
				runtimeFiles: [],
				network: 'off',
				cwd: join(base, 'work'),
				abilities: { userNamespace: true, disableUserNamespaces: true },
				filterDescriptor: undefined,
				statusDescriptor: undefined,
			},
			{
				file: '/bin/bash',
				args: ['-c', 'id -u; echo x > file; echo x > ../other; grep CapEff /proc/self/status'],
			},
		)
		const user = ['--reuid=65534', '--regid=65534', '--clear-groups']
		const { stdout, stderr } = spawnSync('setpriv', [...user, 'bwrap', ...args], {
			encoding: 'utf8',
			cwd: '/',
			// Bash takes a socket on stdin for a remote shell, and then reads the .bashrc of HOME.
			env: { PATH: process.env.PATH },
			stdio: ['ignore', 'pipe', 'pipe'],
		})
		assert.match(stdout, /^65534\nCapEff:\t0+\n$/)
		assert.deepEqual([stderr, existsSync(join(base, 'other'))], ['', false])
		assert.ok(existsSync(join(base, 'work/file')))
		assert.equal(statSync(join(base, 'work/file')).uid, 65534)
	})
})

/** Another agent on the same folder. It prints what the command prints, and `ended`. */
function agent(folder: SandboxFolder, bash: string): { process: ChildProcess; firstLine: Promise<string> } {
	const source = join(import.meta.dirname, '../../src')
	const program = `
		const { createSandbox } = await import(${JSON.stringify(join(source, 'sandbox/sandbox.ts'))})
		const { createNodeShell } = await import(${JSON.stringify(join(source, 'runtime/host/shell.ts'))})
		const sandbox = createSandbox({ searchPath: process.env.PATH, stateFolder: ${JSON.stringify(join(folder.root, '../state'))} })
		const shell = createNodeShell({ sandbox })
		const [bash, cwd, policy] = JSON.parse(process.argv[1])
		await shell.start({ run: { bash }, cwd, sandbox: policy, onOutput: text => process.stdout.write(text) }).ended
		console.log('ended')
		await shell.killAll()
	`
	const started = spawn(
		process.execPath,
		['--input-type=module', '-e', program, JSON.stringify([bash, folder.root, folder.policy])],
		{ stdio: ['ignore', 'pipe', 'inherit'] },
	)
	onTestFinished(() => void started.kill('SIGKILL'))
	const lines = createInterface({ input: started.stdout })
	return { process: started, firstLine: once(lines, 'line').then(([line]) => String(line)) }
}

async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) await new Promise(resolve => setTimeout(resolve, 5))
}

/** Stops a command's first process at its mounts: until they are made it does not end with whoever started it. */
async function heldWhileMounting(
	start: () => RunningCommand,
): Promise<{ running: RunningCommand; inside: number }> {
	for (;;) {
		const running = start()
		let hasEnded = false
		void running.ended.then(() => {
			hasEnded = true
		})
		const isMounting = (pid: number) => textOf(`/proc/${pid}/mountinfo`).includes(' /newroot')
		while (!hasEnded) {
			await new Promise(resolve => setImmediate(resolve))
			const inside = Number(textOf(`/proc/${running.pid}/task/${running.pid}/children`))
			if (inside === 0) continue
			if (textOf(`/proc/${inside}/cmdline`).startsWith('sleep')) break
			if (!isMounting(inside)) continue
			process.kill(inside, 'SIGSTOP')
			if (isMounting(inside)) return { running, inside }
			process.kill(inside, 'SIGCONT')
			break
		}
		await running.kill()
	}
}

function textOf(path: string): string {
	try {
		return readFileSync(path, 'utf8')
	} catch {
		return ''
	}
}
