// Turns a command and a policy into the program that holds it: looks what is on disk, puts up what is missing, and
// cleans up when everything inside has ended.

import { accessSync, constants, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { AgentError } from '../core/errors.ts'
import type { SandboxPolicy } from '../core/sandbox.ts'
import { contains } from '../safety/paths/paths.ts'
import { type Finds, mountsFor } from '../safety/sandbox/mounts.ts'
import { DEFAULT_LIMITS, type SandboxLimits } from './limits/limits.ts'
import { watchLimits } from './limits/watch-limits.ts'
import { createEgress, type EgressDeps, type EgressPolicy } from './network/egress.ts'
import type { Program } from './platform/bridge.ts'
import { findProgram } from './platform/find-program.ts'
import { type FirstProcess, followFirstProcess } from './platform/first-process.ts'
import { heldCommand } from './platform/held-command.ts'
import { inheritedDescriptors } from './platform/inherited-descriptors.ts'
import { makeOwnFolders } from './platform/own-folders.ts'
import { type Probe, probe } from './platform/probe.ts'
import { ownPrograms, programFolders } from './platform/program-folders.ts'
import type { SandboxFolders } from './platform/sandbox-plan.ts'
import { seatbeltProfile } from './platform/seatbelt-profile.ts'
import { seccompFilter } from './platform/seccomp-filter.ts'
import type { BackgroundWatch } from './protected/background-watch.ts'
import { createNameSearch, type DeepNames } from './protected/deep-names.ts'
import { guard } from './protected/guard.ts'
import { createPlaceholders, type Placeholders } from './protected/placeholders.ts'
import type { Hidden } from './protected/secret-files.ts'
import { createRepositories } from './repositories/repositories.ts'

export type Sandbox = {
	/** Whether commands can be held here. Tried once, when first asked. */
	works(): Promise<{ works: boolean; why?: string }>
	/** What holds them, and what it cannot do, a sentence each. Undefined: nothing. */
	engine(): Promise<{ name: string; lacks: readonly string[] } | undefined>
	/** @throws AgentError when it does not work: nothing ever goes without */
	prepare(policy: SandboxPolicy, command: Program, cwd: string, egress?: EgressPolicy): Promise<Prepared>
	/** There is nothing at this path but what keeps it free while a command runs. */
	isPlaceholder(path: string): boolean
	/** Takes what is there away, for somebody who may write there. */
	makeWay(path: string): void
	/**
	 * A command runs that nothing holds, or files are brought back: what comes into being meanwhile may be due to that.
	 * @returns to be called when it has ended
	 */
	standBack(): () => void
	/** Synchronous, for the exit of the process. */
	close(): void
}

export type Prepared = Program & {
	/** Over the command's own. `undefined` takes a variable away. */
	env: Readonly<Record<string, string | undefined>>
	/** To be handed on as the descriptors from 3, in this order: bytes to be read there, or a pipe to write to. */
	descriptors: readonly (Uint8Array | 'pipe')[]
	/** @param pipe - our end of the pipe among the descriptors */
	started(pipe: NodeJS.ReadableStream | undefined): void
	/** To be called when the program has ended, whoever may still hold its output: with it everything inside ends. */
	exited(): void
	/**
	 * To be asked once the program has failed. What was to be hidden may be gone by the time that it is, and then there is
	 * nothing to hide it with: nothing of the command has run, and it may be prepared again.
	 */
	hasNotBegun(): boolean
	/**
	 * To be called after that. Resolves when nothing inside runs any more, whatever it was.
	 * @returns what had to be undone, a sentence each
	 */
	release(exitCode?: number): Promise<readonly string[]>
}

export type SandboxDeps = {
	/** Where bubblewrap is looked for. */
	searchPath: string
	/** Folders whose programs we start on no account: what a workspace brings along would run outside of it. */
	notFrom?: readonly string[]
	/** Where processes of this user write down what they put up. */
	stateFolder: string
	hosts?: EgressDeps['hosts']
	limits?: SandboxLimits
}

export function createSandbox({
	stateFolder,
	hosts,
	limits = DEFAULT_LIMITS,
	...deps
}: SandboxDeps): Sandbox {
	const searchPath = trustedSearchPath(deps)
	const shell = findProgram('bash', searchPath) ?? '/bin/bash'
	let place: SandboxFolders | undefined
	let leaked: readonly number[] | undefined
	let probed: Promise<Probe> | undefined
	let secrets: { at: number; key: string; hidden: Hidden } | undefined
	const filter = seccompFilter(process.arch)
	const repositories = createRepositories()
	const search = createNameSearch()
	const watches = new Set<BackgroundWatch>()
	const deepNames = new Set<DeepNames>()
	const running = new Set<FirstProcess>()
	const openPlace = () => {
		if (!place) {
			place = makeOwnFolders()
			void import('./platform/leftovers.ts').then(
				({ removeLeftovers }) => removeLeftovers(),
				() => {},
			)
			// Whoever only found out whether it works ends without having started a command that would be cleared up after.
			process.on('exit', close)
		}
		return place
	}
	let placeholders: Placeholders | undefined
	const openPlaceholders = () =>
		(placeholders ??= createPlaceholders(join(usableFolder(stateFolder, openPlace().root), 'sandbox.json')))

	const tryOut = () =>
		(probed ??= probe(searchPath, {
			hasFilter: filter !== undefined,
			trialWith: engine =>
				engine.kind === 'seatbelt'
					? { file: engine.file, args: [], descriptors: [], remove() {} }
					: heldCommand({ ...PROBED, own: openPlace(), engine, filter, limits, shell }, NOTHING),
		}))

	const proxyEgress = createEgress({ searchPath, hosts, socketFolder: () => openPlace().root })

	function close(): void {
		process.off('exit', close)
		for (const inside of running) inside.endNow()
		running.clear()
		for (const watch of watches) watch.stop()
		watches.clear()
		placeholders?.releaseAllNow()
		placeholders = undefined
		proxyEgress.closeAll()
		if (place) rmSync(place.root, { recursive: true, force: true })
		place = undefined
	}

	const programs = ownPrograms(deps.searchPath)
	/** Looking through the home folder takes longer than starting a command. */
	const hiddenNow = (policy: SandboxPolicy, { findSecrets, findSockets }: SecretFinders): Hidden => {
		const key = JSON.stringify([policy.home, policy.roots])
		const now = performance.now()
		if (secrets?.key !== key || now - secrets.at > SECRETS_FOR_MS)
			secrets = { at: now, key, hidden: findSecrets({ ...policy, programs }) }
		return {
			...secrets.hidden,
			hiddenFiles: [...secrets.hidden.hiddenFiles, ...findSockets([...policy.roots, ...policy.readable])],
		}
	}

	return {
		async works() {
			const found = await tryOut()
			return found.works ? { works: true } : found
		},
		async engine() {
			const found = await tryOut()
			return found.works ? { name: ENGINE_NAMES[found.kind], lacks: found.lacks } : undefined
		},
		async prepare(policy, command, cwd, egress) {
			const found = await tryOut()
			if (!found.works) throw new AgentError('tool-failed', `no sandbox: ${found.why}`)
			// They know what a path means to a shell, and whoever only asks whether it works does not need to.
			const finders = await import('./protected/secret-files.ts')
			const own = openPlace()
			const { hiddenFiles, ...there } = existing(policy)
			const readable = [...there.readable, ...programFolders(deps.searchPath, there.roots)]
			const real = { ...there, readable }
			const guards = await guard(real, openPlaceholders, {
				...{ repositories, own, search, watches, deepNames },
				door: egress,
			})
			const hidden = hiddenNow(real, finders)
			const finds = {
				...hidden,
				hiddenFiles: [...hidden.hiddenFiles, ...hiddenFiles],
				guarded: [...guards.paths, ...real.frozen],
			}
			// The user's own, in the home folder, may not be written, and without one go builds nothing.
			const GOCACHE = `${own.tmp}/go-build`
			const env = { ...NO_DOORS, TMPDIR: own.tmp, TMP: own.tmp, TEMP: own.tmp, GOCACHE }
			if (found.kind === 'seatbelt') {
				const profile = seatbeltProfile(real, finds, own)
				const args = ['-p', profile, command.file, ...command.args]
				return {
					file: found.file,
					args,
					env,
					descriptors: [],
					started() {},
					exited() {},
					hasNotBegun: () => false,
					release: guards.release,
				}
			}
			leaked ??= inheritedDescriptors()
			const way = await proxyEgress.open(real.network, command, egress)
			const watch = watchLimits(limits, [own.tmp, ...real.roots])
			const inside = followFirstProcess(watch.started)
			running.add(inside)
			const held = heldCommand(
				{
					engine: found,
					mounts: mountsFor(real, stillThere(finds), cwd),
					own,
					runtimeFiles: runtimeFiles(),
					proxySocket: way.socket,
					network: real.network,
					cwd,
					filter,
					leaked,
					limits,
					shell,
				},
				way.command,
			)
			return {
				file: held.file,
				args: held.args,
				env: { ...env, ...way.env },
				descriptors: held.descriptors,
				started: pipe => pipe?.on('data', inside.read),
				exited: inside.endNow,
				hasNotBegun: () => found.kind === 'bwrap' && !inside.hasExitCode,
				release: async exitCode => {
					way.close()
					await inside.end()
					running.delete(inside)
					held.remove()
					const tooLarge = exitCode === FILE_TOO_LARGE ? [fileTooLarge(limits)] : []
					return [...watch.stop(), ...tooLarge, ...(await guards.release())]
				},
			}
		},
		isPlaceholder(path) {
			for (const { names } of watches) names.check(path)
			return placeholders?.has(path) ?? false
		},
		makeWay(path) {
			for (const { names } of watches) names.allow(path)
			for (const names of deepNames) names.allow(path)
			placeholders?.drop(path)
		},
		standBack() {
			const over = [...watches, ...deepNames].map(held => held.pause())
			return () => over.forEach(end => end())
		},
		close,
	}
}

type SecretFinders = Pick<typeof import('./protected/secret-files.ts'), 'findSecrets' | 'findSockets'>

function trustedSearchPath({
	searchPath,
	notFrom = [],
}: Pick<SandboxDeps, 'searchPath' | 'notFrom'>): string {
	const folders = searchPath.split(':').filter(isAbsolute)
	return folders.filter(folder => !notFrom.some(root => contains(root, realPath(folder)))).join(':')
}

function realPath(path: string): string {
	try {
		return realpathSync(path)
	} catch {
		return path
	}
}

const SECRETS_FOR_MS = 30_000

/** What a shell makes of SIGXFSZ. */
const FILE_TOO_LARGE = 128 + 25

function fileTooLarge({ maxFileMb }: SandboxLimits): string {
	return `the command was ended: a file it wrote grew too large, and sandbox.maxFileMb is ${maxFileMb}`
}

const PROBED = { mounts: [], runtimeFiles: [], network: 'off', cwd: '/', leaked: [] } as const

const NOTHING: Program = { file: '/bin/sh', args: ['-c', ':'] }

const ENGINE_NAMES = { bwrap: 'bubblewrap', unshare: 'unshare of util-linux', seatbelt: 'Seatbelt' } as const

/** Ways to programs outside. They lead nowhere in there, and trying them takes time. */
const NO_DOORS: Readonly<Record<string, undefined>> = {
	SSH_AUTH_SOCK: undefined,
	SSH_AGENT_PID: undefined,
	DBUS_SESSION_BUS_ADDRESS: undefined,
	DISPLAY: undefined,
	WAYLAND_DISPLAY: undefined,
	XAUTHORITY: undefined,
	XDG_RUNTIME_DIR: undefined,
	TMUX: undefined,
	DOCKER_HOST: undefined,
}

/** A mount needs something to mount on, and of the same kind; what is not there need not be hidden. */
function existing(policy: SandboxPolicy): SandboxPolicy & { hiddenFiles: readonly string[] } {
	const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory()
	const there = (path: string) => isFolder(path) !== undefined
	return {
		...policy,
		roots: policy.roots.filter(there),
		hidden: policy.hidden.filter(path => isFolder(path) === true),
		hiddenFiles: policy.hidden.filter(path => isFolder(path) === false),
		frozen: policy.frozen.filter(there),
		readable: policy.readable.filter(there),
	}
}

/** Looked for some time ago, and sockets come and go. */
function stillThere({ guarded, hiddenFiles, hiddenFolders }: Finds): Finds {
	const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined
	return {
		guarded: guarded.filter(isThere),
		hiddenFiles: hiddenFiles.filter(isThere),
		hiddenFolders: hiddenFolders.filter(isThere),
	}
}

/** Without a place that other processes know, ours can at least keep its own books. */
function usableFolder(wanted: string, otherwise: string): string {
	try {
		mkdirSync(wanted, { recursive: true, mode: 0o700 })
		accessSync(wanted, constants.W_OK)
		return wanted
	} catch {
		return otherwise
	}
}

/** Names are looked up by a file that often lies in /run; some systems keep all of their programs there. */
function runtimeFiles(): readonly string[] {
	const files = ['/run/current-system', '/run/booted-system', '/run/opengl-driver', '/run/wrappers']
	try {
		const resolver = realpathSync('/etc/resolv.conf')
		return contains('/run', resolver) ? [...files, resolver] : files
	} catch {
		return files
	}
}
