// Whether this system can hold commands, found out by holding one: with bubblewrap, or else with what every Linux has.
// What is missing is said in words that help.

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { signalGroup } from '../../process/process-group.ts'
import type { BwrapAbilities } from './bwrap-arguments.ts'
import { findProgram, isProgram } from './find-program.ts'
import type { UnshareTools } from './unshare-arguments.ts'
import { findUnshareTools, prctlNumber, type UnshareEngine } from './unshare-engine.ts'
import { NO_LOOPBACK, UNSEALED } from './unshare-script.ts'

export type Probe =
	| ({ works: true; lacks: readonly string[] } & SandboxEngine)
	| { works: false; why: string }

export type SandboxEngine =
	| { kind: 'bwrap'; file: string; abilities: BwrapAbilities }
	| ({ kind: 'unshare' } & UnshareEngine)
	| { kind: 'seatbelt'; file: string }

/** A command that does nothing, as an engine would start it. */
export type Trial = {
	file: string
	args: readonly string[]
	descriptors: readonly (Uint8Array | 'pipe')[]
	remove(): void
}

/** @param trialWith - `undefined` for what the engine needs but was not built for this machine */
export async function probe(
	searchPath: string,
	{ hasFilter, trialWith }: { hasFilter: boolean; trialWith(engine: SandboxEngine): Trial },
): Promise<Probe> {
	if (process.platform === 'darwin')
		return isProgram(SEATBELT)
			? { works: true, kind: 'seatbelt', file: SEATBELT, lacks: [] }
			: { works: false, why: `${SEATBELT} is missing, which is part of macOS` }
	if (process.platform !== 'linux')
		return { works: false, why: `there is no sandbox for ${process.platform}` }
	const unfiltered = hasFilter
		? []
		: [`system calls are not filtered, for want of their numbers on ${process.arch}`]
	const first = await probeBwrap(searchPath, unfiltered, trialWith)
	if (first.works) return first
	const second = await probeUnshare(searchPath, unfiltered, trialWith)
	return second.works
		? second
		: { works: false, why: `${first.why}. What Linux has without it does not do either: ${second.why}` }
}

async function probeBwrap(
	searchPath: string,
	unfiltered: readonly string[],
	trialWith: (engine: SandboxEngine) => Trial,
): Promise<Probe> {
	const file = findProgram('bwrap', searchPath)
	if (file === undefined)
		return { works: false, why: 'bubblewrap is not installed; for example: apt install bubblewrap' }
	let complaint = ''
	for (const abilities of TO_TRY) {
		const tried = await run(trialWith({ kind: 'bwrap', file, abilities }))
		const isOpen = !(abilities.userNamespace && abilities.disableUserNamespaces)
		const lacks = [...(isOpen ? [NOT_SEALED] : []), ...unfiltered]
		if (tried.ok) return { works: true, kind: 'bwrap', file, abilities, lacks }
		complaint ||= tried.complaint
	}
	return { works: false, why: explainComplaint('bubblewrap', complaint) }
}

async function probeUnshare(
	searchPath: string,
	unfiltered: readonly string[],
	trialWith: (engine: SandboxEngine) => Trial,
): Promise<Probe> {
	const tools = findUnshareTools(searchPath)
	if ('missing' in tools) return { works: false, why: `${tools.missing} is missing` }
	let complaint = ''
	for (const userNamespace of [true, false]) {
		const engine: SandboxEngine = {
			kind: 'unshare',
			tools,
			abilities: { userNamespace, filter: filterOf(tools) },
		}
		const tried = await run(trialWith(engine))
		if (tried.ok) return { works: true, ...engine, lacks: [...lacksOf(tools, tried.info), ...unfiltered] }
		complaint ||= tried.complaint
	}
	return { works: false, why: explainComplaint('unshare of util-linux', complaint) }
}

function filterOf({ perl }: UnshareTools): number | undefined {
	return perl === undefined ? undefined : prctlNumber(process.arch)
}

function lacksOf(tools: UnshareTools, info: string): readonly string[] {
	return [
		...(tools.perl === undefined ? [NO_PERL] : []),
		...(info.includes(UNSEALED) ? [NOT_SEALED] : []),
		...(tools.loopback === undefined || info.includes(NO_LOOPBACK) ? [NO_LOCALHOST] : []),
	]
}

const NOT_SEALED = 'commands can make namespaces of their own, in which they still undo no mount'
const NO_PERL = 'system calls are not filtered, because that takes bubblewrap or Perl'
const NO_LOCALHOST = 'localhost does not answer, because that takes bubblewrap, ip or ifconfig'

const SEATBELT = '/usr/bin/sandbox-exec'

/** Best first: bubblewrap before 0.8 lacks the one, root in some containers the other. */
const TO_TRY: readonly BwrapAbilities[] = [
	{ userNamespace: true, disableUserNamespaces: true },
	{ userNamespace: true, disableUserNamespaces: false },
	{ userNamespace: false, disableUserNamespaces: false },
]

const TIMEOUT_MS = 5_000

function run({
	file,
	args,
	descriptors,
	remove,
}: Trial): Promise<{ ok: boolean; complaint: string; info: string }> {
	return new Promise(resolve => {
		const child = spawn(file, args, {
			stdio: ['ignore', 'ignore', 'pipe', ...descriptors.map(() => 'pipe' as const)],
			// A shell that leads process groups would take the terminal from whoever has it.
			detached: true,
		})
		let complaint = ''
		let info = ''
		child.stderr?.setEncoding('utf8').on('data', (text: string) => {
			complaint += text
		})
		for (const [index, bytes] of descriptors.entries()) {
			const stream = child.stdio[3 + index]
			// It may end without having read what it was given.
			stream?.on('error', () => {})
			if (stream && 'write' in stream && bytes !== 'pipe') stream.end(bytes)
			else stream?.on('data', (text: Buffer) => (info += text))
		}
		const end = (ok: boolean, said: string) => {
			clearTimeout(timer)
			remove()
			resolve({ ok, complaint: said, info })
		}
		const timer = setTimeout(() => {
			if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL')
			// Not only when all is closed: who is half set up inside may outlive it, and hold what it was given.
			for (const stream of child.stdio) stream?.destroy()
			end(false, '')
		}, TIMEOUT_MS)
		child.once('error', error => end(false, error.message))
		child.once('close', code => end(code === 0, complaint.trim()))
	})
}

/** @param complaint - what the engine said; it knows what failed, and the kernel's settings tell why */
function explainComplaint(engine: string, complaint: string): string {
	if (setting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1')
		return (
			`AppArmor keeps programs from making user namespaces (${complaint}); an AppArmor profile for bwrap lets it, ` +
			'or: sysctl kernel.apparmor_restrict_unprivileged_userns=0'
		)
	if (setting('/proc/sys/kernel/unprivileged_userns_clone') === '0')
		return `user namespaces are switched off (${complaint}); sysctl kernel.unprivileged_userns_clone=1 allows them`
	if (setting('/proc/sys/user/max_user_namespaces') === '0')
		return `user namespaces are switched off (${complaint}); sysctl user.max_user_namespaces=15000 allows them`
	return `${engine} cannot make a sandbox here: ${complaint || 'it did not answer in time'}. In a container, the container has to allow user namespaces`
}

function setting(path: string): string | undefined {
	try {
		return readFileSync(path, 'utf8').trim()
	} catch {
		return undefined
	}
}
