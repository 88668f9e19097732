// Limits of what a sandboxed command takes: processes, memory, and disk. The kernel keeps what it can count for one
// sandbox; the rest is watched.

import { release, totalmem } from 'node:os'
import { constrainedMemory } from 'node:process'

/** As the settings say. */
export type SandboxLimits = {
	/** Processes and threads at a time. */
	maxProcesses: number
	/** Of all of its processes together. Left out: four fifths of what there is. */
	maxMemoryMb: number | undefined
	/** Of one file. */
	maxFileMb: number
	/** Less may not be left on a disk it writes to. */
	keepFreeMb: number
}

/** `make -j` on a large machine stays far below; a fork bomb is there in a second. */
export const DEFAULT_LIMITS: SandboxLimits = {
	maxProcesses: 4_096,
	maxMemoryMb: undefined,
	maxFileMb: 20_000,
	keepFreeMb: 500,
}

export function memoryMb({ maxMemoryMb }: SandboxLimits): number {
	const constrained = constrainedMemory()
	const bytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
	return maxMemoryMb ?? Math.floor((bytes / MEGABYTE) * 0.8)
}

export const MEGABYTE = 1 << 20

/**
 * Lines of bash that set what is passed on to every program. Not the size of memory: `RLIMIT_AS` counts what is only
 * reserved, and node, go and java reserve a lot.
 * @param ownUsers - in a user namespace of its own the processes of a user are counted by themselves, since Linux 5.14
 */
export function limitLines(limits: SandboxLimits, { ownUsers }: { ownUsers: boolean }): string {
	const processes = ownUsers && isKernelSince(5, 14) ? [`ulimit -u ${limits.maxProcesses}`] : []
	const lines = [`ulimit -f ${limits.maxFileMb * 1024}`, ...processes]
	// A lower limit may hold already, and then that one stays.
	return `{ ${lines.join('; ')}; } 2> /dev/null`
}

/** @returns how many numbers a namespace of processes gets; 0 where the kernel has only one limit for the whole machine */
export function processNumbers({ maxProcesses }: SandboxLimits): number {
	return isKernelSince(6, 14) ? maxProcesses + RESERVED_NUMBERS : 0
}

/** Given out once, and not again. */
const RESERVED_NUMBERS = 300

function isKernelSince(major: number, minor: number): boolean {
	const [first = 0, second = 0] = release().split('.').map(Number)
	return first > major || (first === major && second >= minor)
}
