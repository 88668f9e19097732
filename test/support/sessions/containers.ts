// Containers for a test: process numbers, a name or a start of the machine of their own, over the same files.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const UNSHARE = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child']
const BWRAP = ['bwrap', '--dev-bind', '/', '/', '--unshare-pid', '--die-with-parent']

/** Commands to start something under; those that this machine has no means for are left out. */
export function containers(): Readonly<Record<string, readonly string[]>> {
	const other = '/proc/sys/kernel/random/uuid'
	const all: Record<string, readonly string[]> = {
		'with process numbers of its own': [...UNSHARE, '--mount-proc'],
		'that shows the processes of the machine': UNSHARE,
		'with a host name of its own': [
			...[...UNSHARE, '--mount-proc', '--uts', 'sh', '-c', 'hostname elsewhere; exec "$@"', 'sh'],
		],
		'without /proc': [...BWRAP, '--tmpfs', '/proc'],
		'that says the machine was started at another time': [
			...[...BWRAP, '--proc', '/proc', '--ro-bind', other, '/proc/sys/kernel/random/boot_id'],
		],
	}
	return Object.fromEntries(Object.entries(all).filter(([, [command = '', ...args]]) => works(command, args)))
}

function works(command: string, args: readonly string[]): boolean {
	return process.platform === 'linux' && spawnSync(command, [...args, 'true']).status === 0
}

/** The last process of a chain in which each started one: what runs in a container, by its number out here. */
export function innermost(pid: number): number {
	const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
	return child ? innermost(Number(child)) : pid
}
