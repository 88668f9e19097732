// Whether a process is alive. A process number is given out again, so a process is known by its number and the time it
// began; and whoever is not provably dead is alive.

import { readFileSync } from 'node:fs'

/** `number-start`, as it stands in files that several processes read. */
export type ProcessKey = string

export function processKey(pid: number = process.pid): ProcessKey {
	return `${pid}-${processStat(pid)?.start ?? UNKNOWN}`
}

/** @param key - a start that is no number, or 0, is not known, and then the number alone decides */
export function isAlive(key: ProcessKey): boolean {
	const [, number = '', start = ''] = /^(\d+)-(.*)$/s.exec(key) ?? []
	const pid = Number(number)
	if (!(pid > 0)) return false
	const stat = processStat(pid)
	if (!stat) return isSignallable(pid)
	return !stat.hasEnded && (!/^[1-9]\d*$/.test(start) || stat.start === start)
}

export type ProcessStat = {
	/** A zombie has given up its files and its memory long before its parent asks for how it ended. */
	hasEnded: boolean
	groupId: number
	/** In the kernel's ticks. */
	start: string
}

/** @returns undefined where there is no such process, or no `/proc`: only Linux tells */
export function processStat(pid: number): ProcessStat | undefined {
	try {
		// `pid (name) state parent group …`, where the name may hold anything, brackets included; the start is the 22nd.
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
		const [state = '', , groupId] = fields
		return {
			hasEnded: state === 'Z' || state === 'X',
			groupId: Number(groupId),
			start: fields[19] ?? UNKNOWN,
		}
	} catch {
		return undefined
	}
}

const UNKNOWN = '0'

/** Somebody is there, although perhaps not ours to signal. */
function isSignallable(pid: number): boolean {
	try {
		process.kill(pid, 0)
		return true
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'EPERM'
	}
}
