// A throw-away machine for commands that try to get out: a workspace with protected files, a home with secrets, a
// folder that is none of theirs, and a way to tell whether any of it has changed.

import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { CommandEnd, RunningCommand } from '../../src/core/host.ts'
import type { SandboxPolicy } from '../../src/core/sandbox.ts'
import { createNodeShell, type NodeShell } from '../../src/runtime/host/shell.ts'
import { DEFAULT_LIMITS, type SandboxLimits } from '../../src/sandbox/limits/limits.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { shownFolder } from './shown-folder.ts'

export type SandboxFolder = {
	root: string
	outside: string
	home: string
	policy: SandboxPolicy
	sandbox: Sandbox
	shell: NodeShell
	start(bash: string, options?: HeldOptions): RunningCommand & { output(): string }
	/** Runs it in the sandbox, and waits. */
	held(bash: string, options?: HeldOptions): Promise<CommandEnd & { output: string }>
	/** Runs it as the user. */
	free(bash: string): { exitCode: number | null; output: string }
	/** A long sleep that nobody else has, not even another run of these tests. */
	nap: string
	/** Whether a process that takes it is there, in the sandbox or out of it. */
	isNapping(): boolean
	/** Everything that no sandboxed command may change, by path. */
	untouchable(): Readonly<Record<string, string>>
	/** As it was in the beginning. */
	reset(): void
	close(): Promise<void>
}

export type HeldOptions = {
	policy?: Partial<SandboxPolicy>
	cwd?: string
	onOutput?(text: string): void
	/** Given, it goes on in the background. */
	told?(text: string): void
}

/** No secret file's content may ever come out of a sandbox. */
export const CANARY = 'canary-5f1e2d'

export const THERE = [
	'.git/config',
	'.git/hooks/pre-commit',
	'.gitmodules',
	'.mcp.json',
	'.vscode/tasks.json',
	'.keelson/settings.json',
	'AGENTS.md',
	'packages/app/.idea/workspace.xml',
	'packages/app/AGENTS.md',
] as const

export const NOT_THERE = [
	'.git/config.worktree',
	'.git/info/attributes',
	'.gitattributes',
	'.envrc',
	'.husky/pre-commit',
	'.cursor/rules',
	'.claude/settings.json',
	'CLAUDE.local.md',
] as const

const LINKS = ['CLAUDE.md', '.gemini'] as const

/** `unshare` is what commands are held with where bubblewrap is missing. */
export type EngineName = 'bwrap' | 'unshare'

export const ENGINES: readonly EngineName[] = ['bwrap', 'unshare']

export async function openSandboxFolder(
	engine: EngineName = 'bwrap',
	limits: Partial<SandboxLimits> = {},
): Promise<SandboxFolder> {
	const base = await shownFolder('sandbox-folder-')
	const [root, outside, home, original] = ['work', 'outside', 'home', 'original'].map(name =>
		join(base, name),
	) as [string, string, string, string]
	const env = {
		...process.env,
		HOME: home,
		OUT: outside,
		ROOT: root,
		NODE: process.execPath,
		GIT_CONFIG_NOSYSTEM: '1',
	}
	await fill({ root, outside, home }, env)
	for (const folder of [root, outside, home]) cpSync(folder, join(original, relative(base, folder)), COPY)
	const searchPath =
		engine === 'bwrap' ? (process.env.PATH ?? '') : await withoutBubblewrap(join(base, 'bin'))
	const sandbox = createSandbox({
		searchPath,
		stateFolder: join(base, 'state'),
		limits: { ...DEFAULT_LIMITS, ...limits },
	})
	const shell = createNodeShell({ env, sandbox })
	const policy: SandboxPolicy = {
		mode: 'workspace-write',
		roots: [root],
		hidden: [join(home, '.config/keelson')],
		frozen: [],
		readable: [],
		home,
		network: 'off',
	}
	const start: SandboxFolder['start'] = (bash, options = {}) => {
		let output = ''
		const running = shell.start({
			run: { bash },
			cwd: options.cwd ?? root,
			sandbox: { ...policy, ...options.policy },
			...(options.told && { inBackground: { told: options.told } }),
			onOutput: text => {
				output += text
				options.onOutput?.(text)
			},
		})
		return Object.assign(running, { output: () => output })
	}
	const free: SandboxFolder['free'] = bash => {
		const { status, stdout, stderr } = spawnSync('bash', ['-c', bash], {
			cwd: root,
			env,
			encoding: 'utf8',
			// Given a socket, bash may take itself for a remote one's and read what a home says.
			stdio: ['ignore', 'pipe', 'pipe'],
		})
		return { exitCode: status, output: stdout + stderr }
	}
	const second = randomInt(1_000_000)
	return {
		root,
		outside,
		home,
		policy,
		sandbox,
		shell,
		start,
		async held(bash, options) {
			const running = start(bash, options)
			return { ...(await running.ended), output: running.output() }
		},
		free,
		nap: `sleep 4700.${second}`,
		isNapping: () => free(`pgrep -f 'sleep 4700[.]${second}$'`).output !== '',
		untouchable() {
			const names = [
				...THERE,
				...NOT_THERE,
				...LINKS,
				'.git/commondir',
				'.git/hooks',
				'.vscode',
				'.gitattributes',
			]
			const kept = names.map(name => [name, stateOf(join(root, name))])
			return { ...Object.fromEntries(kept), ...contentOf(outside, base), ...contentOf(home, base) }
		},
		reset() {
			// A sixth of the time that the ones with promises take.
			for (const folder of [root, outside, home]) {
				rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
				cpSync(join(original, relative(base, folder)), folder, COPY)
			}
		},
		async close() {
			await shell.killAll()
			await rm(base, { recursive: true, force: true, maxRetries: 5 })
		},
	}
}

/** A folder of programs as on a machine that has no bubblewrap. */
export async function withoutBubblewrap(folder: string): Promise<string> {
	await mkdir(folder, { recursive: true })
	const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin']
	for (const name of [
		'bash',
		'ifconfig',
		'ip',
		'mkdir',
		'mount',
		'perl',
		'pivot_root',
		'setpriv',
		'socat',
		'umount',
		'unshare',
	]) {
		const program = folders.map(each => join(each, name)).find(path => existsSync(path))
		if (program !== undefined) await symlink(program, join(folder, name))
	}
	return folder
}

const COPY = { recursive: true, verbatimSymlinks: true, preserveTimestamps: true } as const

async function fill(
	{ root, outside, home }: Record<'root' | 'outside' | 'home', string>,
	env: NodeJS.ProcessEnv,
): Promise<void> {
	const files: Record<string, string> = {
		[join(root, 'src/main.ts')]: 'main\n',
		[join(root, 'instructions.md')]: 'original\n',
		[join(root, 'gemini/settings.json')]: '{}\n',
		[join(outside, 'victim.txt')]: 'original\n',
		[join(home, '.bashrc')]: 'original\n',
		[join(home, '.ssh/id_ed25519')]: CANARY,
		[join(home, '.aws/credentials')]: CANARY,
		[join(home, '.netrc')]: CANARY,
		[join(home, '.npmrc')]: CANARY,
		[join(home, '.bash_history')]: CANARY,
		[join(home, '.cargo/credentials.toml')]: CANARY,
		[join(home, '.cargo/env')]: 'original\n',
		[join(home, '.config/gh/hosts.yml')]: CANARY,
		[join(home, '.config/keelson/credentials.json')]: CANARY,
		[join(home, '.mozilla/firefox/cookies.sqlite')]: CANARY,
		[join(home, '.cache/huggingface/token')]: CANARY,
		[join(home, '.nobody-named-it/login')]: CANARY,
		...Object.fromEntries(THERE.map(name => [join(root, name), `original ${name}\n`])),
	}
	for (const [path, content] of Object.entries(files)) {
		await mkdir(dirname(path), { recursive: true })
		if (!path.includes('/.git/')) await writeFile(path, content)
	}
	await chmod(join(home, '.nobody-named-it/login'), 0o600)
	const git = [
		// Every copy would have the samples as well.
		'init -q --template=',
		'config user.name Ada',
		'config user.email ada@example.com',
		'add src',
		'commit -qm first',
	]
	for (const args of git) {
		const { status, stderr } = spawnSync('git', args.split(' '), { cwd: root, env, encoding: 'utf8' })
		if (status !== 0) throw new Error(`git ${args}: ${stderr}`)
	}
	await mkdir(join(root, '.git/hooks'), { recursive: true })
	await writeFile(join(root, '.git/hooks/pre-commit'), '#!/bin/sh\n')
	await chmod(join(root, '.git/hooks/pre-commit'), 0o755)
	await rm(join(root, '.git/info/attributes'), { force: true })
	await symlink('instructions.md', join(root, 'CLAUDE.md'))
	await symlink('gemini', join(root, '.gemini'))
}

function contentOf(folder: string, base: string): Record<string, string> {
	const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name))
	return Object.fromEntries(paths.map(path => [relative(base, path), stateOf(path)]))
}

function stateOf(path: string): string {
	const stat = lstatSync(path, { throwIfNoEntry: false })
	if (!stat) return existsSync(dirname(path)) ? 'not there' : 'not there, nor its folder'
	if (stat.isSymbolicLink()) return `link to ${readlinkSync(path)}`
	if (stat.isDirectory()) return `folder: ${readdirSync(path).sort().join(' ')}`
	return stat.isFile()
		? `file ${(stat.mode & 0o7777).toString(8)}: ${readFileSync(path, 'utf8')}`
		: 'something else'
}
