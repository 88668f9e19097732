// Whether this system can hold commands, found out by holding one. What is missing is said in words that help.

import { spawn } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { BwrapAbilities } from './bwrap-arguments.ts'

export type Probe =
	| { works: true; kind: 'bwrap'; file: string; abilities: BwrapAbilities }
	| { works: true; kind: 'seatbelt'; file: string }
	| { works: false; why: string }

/** @param argumentsFor - how a command would be started that does nothing */
export async function probe(
	searchPath: string,
	argumentsFor: (abilities: BwrapAbilities) => readonly string[],
): Promise<Probe> {
	if (process.platform === 'darwin')
		return isProgram(SEATBELT)
			? { works: true, kind: 'seatbelt', file: SEATBELT }
			: { works: false, why: `${SEATBELT} is missing, which is part of macOS` }
	if (process.platform !== 'linux')
		return { works: false, why: `there is no sandbox for ${process.platform}` }
	const file = findProgram('bwrap', searchPath)
	if (file === undefined)
		return { works: false, why: 'bubblewrap is not installed; for example: apt install bubblewrap' }
	let complaint = ''
	for (const abilities of TO_TRY) {
		const tried = await run(file, argumentsFor(abilities))
		if (tried.ok) return { works: true, kind: 'bwrap', file, abilities }
		complaint ||= tried.complaint
	}
	return { works: false, why: explainComplaint(complaint) }
}

/** The first program of that name in a folder given by its full path. */
export function findProgram(name: string, searchPath: string): string | undefined {
	return searchPath
		.split(':')
		.filter(isAbsolute)
		.map(folder => join(folder, name))
		.find(isProgram)
}

const SEATBELT = '/usr/bin/sandbox-exec'

/** Best first: bubblewrap before 0.8 lacks the one, root in some containers the other. */
const TO_TRY: readonly BwrapAbilities[] = [
	{ userNamespace: true, disableUserNamespaces: true },
	{ userNamespace: true, disableUserNamespaces: false },
	{ userNamespace: false, disableUserNamespaces: false },
]

const TIMEOUT_MS = 5_000

function run(file: string, args: readonly string[]): Promise<{ ok: boolean; complaint: string }> {
	return new Promise(resolve => {
		const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: TIMEOUT_MS })
		let complaint = ''
		child.stderr.setEncoding('utf8').on('data', (text: string) => {
			complaint += text
		})
		child.once('error', error => resolve({ ok: false, complaint: error.message }))
		child.once('close', code => resolve({ ok: code === 0, complaint: complaint.trim() }))
	})
}

/** @param complaint - what bubblewrap said; it knows what failed, and the kernel's settings tell why */
function explainComplaint(complaint: string): string {
	if (setting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1')
		return (
			`AppArmor keeps programs from making user namespaces (${complaint}); an AppArmor profile for bwrap lets it, ` +
			'or: sysctl kernel.apparmor_restrict_unprivileged_userns=0'
		)
	if (setting('/proc/sys/kernel/unprivileged_userns_clone') === '0')
		return `user namespaces are switched off (${complaint}); sysctl kernel.unprivileged_userns_clone=1 allows them`
	if (setting('/proc/sys/user/max_user_namespaces') === '0')
		return `user namespaces are switched off (${complaint}); sysctl user.max_user_namespaces=15000 allows them`
	return `bubblewrap cannot make a sandbox here: ${complaint || 'it did not answer in time'}. In a container, the container has to allow user namespaces`
}

function setting(path: string): string | undefined {
	try {
		return readFileSync(path, 'utf8').trim()
	} catch {
		return undefined
	}
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK)
		return true
	} catch {
		return false
	}
}
