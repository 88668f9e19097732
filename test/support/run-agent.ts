// The built program as a process of its own: what a user starts, with a home and a folder that nobody else uses.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runWarm } from './program/warm-agent.ts'
import { requireStreamLine } from './stream-line.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
export const AGENT = join(root, 'bin', 'agent.cjs')
const MAIN = join(root, 'dist', 'main.mjs')

export type Desk = { cwd: string; home: string; remove(): Promise<void> }

/** A folder to work in and an empty home. */
export async function makeDesk(files: Readonly<Record<string, string>> = {}): Promise<Desk> {
	if (!existsSync(join(root, 'dist', 'main.mjs')))
		throw new Error('these tests run the built program: npm run build')
	const folder = await realpath(await mkdtemp(join(tmpdir(), 'keelson-desk-')))
	const cwd = join(folder, 'project')
	await mkdir(cwd)
	for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text)
	// What a program has left behind may still write into it for a moment.
	const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
	return { cwd, home: join(folder, 'home'), remove }
}

/**
 * What the program finds in its environment. Every desk has a home of its own, so that each start would compile the
 * bundle again: `npm test` names a folder that all of them share.
 */
export function baseEnvironment({ home }: Pick<Desk, 'home'>): Record<string, string> {
	const { PATH = '', NODE_COMPILE_CACHE } = process.env
	return { PATH, HOME: home, KEELSON_HOME: home, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}

export type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

export type StartedAgent = {
	child: ChildProcess
	ended: Promise<Ended>
	/** Resolves as soon as stdout or stderr holds `text`. */
	says(text: string): Promise<void>
}

export type AgentOptions = {
	desk: Desk
	/** Which node runs which launcher, where it is not ours and this repository's. */
	installed?: { node: string; launcher: string }
	env?: Readonly<Record<string, string>>
	/** What it is started under, such as a container. */
	under?: readonly string[]
	/** Written to stdin, which is closed then; `open`: a pipe that never says anything; left out: no stdin. */
	stdin?: string | 'open'
}

export function startAgent(args: readonly string[], options: AgentOptions): StartedAgent {
	const { desk, stdin } = options
	const { node, launcher } = options.installed ?? { node: process.execPath, launcher: AGENT }
	const [command, ...rest] = [...(options.under ?? []), node, launcher, ...args]
	const child = spawn(command!, rest, {
		cwd: desk.cwd,
		stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
		env: { ...baseEnvironment(desk), ...options.env },
	})
	// One that asks for nothing may have left already; it is told by how it ended.
	child.stdin?.on('error', () => {})
	if (stdin !== undefined && stdin !== 'open') child.stdin?.end(stdin)
	const texts = { stdout: '', stderr: '' }
	const looking = new Set<() => void>()
	for (const name of ['stdout', 'stderr'] as const)
		child[name]?.setEncoding('utf8').on('data', (text: string) => {
			texts[name] += text
			for (const look of looking) look()
		})
	const ended = new Promise<Ended>(resolve => {
		child.once('close', (code, signal) => resolve({ code, signal, ...texts }))
	})
	return {
		child,
		ended,
		says: text =>
			new Promise((resolve, reject) => {
				const look = () => {
					if (!texts.stdout.includes(text) && !texts.stderr.includes(text)) return
					looking.delete(look)
					resolve()
				}
				looking.add(look)
				look()
				void ended.then(({ stderr }) =>
					reject(new Error(`ended without saying ${JSON.stringify(text)}: ${stderr}`)),
				)
			}),
	}
}

/** Without a process of its own, where it makes no difference. */
export function runAgent(args: readonly string[], options: AgentOptions): Promise<Ended> {
	const { desk, installed, under, stdin } = options
	const isUsual = installed === undefined && under === undefined && stdin === undefined
	const env = { ...baseEnvironment(desk), ...options.env }
	return (isUsual && runWarm(MAIN, { args, cwd: desk.cwd, env })) || startAgent(args, options).ended
}

/** The lines of stdout as JSON. Those of `stream-json`, which alone have a type, fit its published schema. */
export function jsonLines(stdout: string): readonly { type: string; [key: string]: unknown }[] {
	return stdout
		.split('\n')
		.filter(line => line !== '')
		.map(line => JSON.parse(line))
		.map(line => ('type' in line ? requireStreamLine(line) : line))
}
