// The second engine, for where bubblewrap is missing: finds its tools, and starts commands with them.

import { readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Program } from './bridge.ts'
import { findProgram } from './find-program.ts'
import { flagsAt, visibleMounts } from './mount-tree.ts'
import type { SandboxPlan } from './sandbox-plan.ts'
import { type UnshareAbilities, type UnshareTools, unshareProgram } from './unshare-arguments.ts'
import { makeUnsharePlaces } from './unshare-places.ts'

export type UnshareEngine = { tools: UnshareTools; abilities: UnshareAbilities }

/** @returns the tools, or the name of the first that is missing */
export function findUnshareTools(searchPath: string): UnshareTools | { missing: string } {
	const folders = searchPath.split(':')
	// Users seldom have the folders of the administrator's programs in their path.
	const path = [...folders, ...folders.map(folder => join(dirname(folder), 'sbin'))].join(':')
	const found = (name: string) => realProgram(findProgram(name, path))
	const tools = Object.fromEntries(NEEDED.map(name => [name, found(name)]))
	const missing = NEEDED.find(name => tools[name] === undefined)
	if (missing !== undefined) return { missing }
	const tool = (name: string) => tools[name] ?? ''
	return {
		bash: tool('bash'),
		mkdir: tool('mkdir'),
		mount: tool('mount'),
		pivot_root: tool('pivot_root'),
		setpriv: tool('setpriv'),
		umount: tool('umount'),
		unshare: tool('unshare'),
		loopback: found('ip') ?? found('ifconfig'),
		perl: found('perl'),
	}
}

/** The link may lie where nothing is to be seen any more once the mounts are made. */
function realProgram(path: string | undefined): string | undefined {
	const real = path === undefined ? undefined : realpathSync(path)
	// One program that is many goes by the name it is called by.
	return real !== undefined && path !== undefined && basename(real) === basename(path) ? real : path
}

const NEEDED = ['unshare', 'setpriv', 'mount', 'umount', 'pivot_root', 'bash', 'mkdir']

/** @param machine - as `process.arch` has it */
export function prctlNumber(machine: string): number | undefined {
	return PRCTL[machine]
}

const PRCTL: Readonly<Record<string, number>> = { x64: 157, arm64: 167 }

/** @returns how the command is started, and what to call when it has ended */
export function unshareCommand(
	{ tools, abilities }: UnshareEngine,
	plan: SandboxPlan & { tasks: number },
	command: Program,
): Program & { remove(): void } {
	const mountinfo = readFileSync('/proc/self/mountinfo', 'utf8')
	const mounts = visibleMounts(mountinfo)
	const places = makeUnsharePlaces(plan, mountinfo)
	const program = unshareProgram(
		{
			...plan,
			places,
			tools,
			abilities,
			user: { id: process.getuid?.() ?? 0, group: process.getgid?.() ?? 0 },
			flags: { root: flagsAt('/', mounts), own: flagsAt(plan.own.root, mounts) },
		},
		command,
	)
	return { ...program, remove: places.remove }
}
