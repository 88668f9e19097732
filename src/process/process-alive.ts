// Whether a process is alive. A process number is given out again, so a process is known by its number and the time it
// began; and it means something only where it was given: on that machine, since it was started, in that container.
// Whoever is not provably dead is alive.

import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** `machine.boot.namespace.number-start`, as it stands in files that several processes read. */
export type ProcessKey = string

export function processKey(pid: number = process.pid): ProcessKey {
	const { machine, boot, namespace } = ownPlace()
	return `${machine}.${boot}.${namespace}.${pid}-${processStat(pid)?.start ?? UNKNOWN}`
}

/** @returns undefined where that is no key */
export function pidOf(key: ProcessKey): number | undefined {
	return read(key)?.pid
}

/** Nothing is known of it here: it runs, or ran, on another machine or in a container with numbers of its own. */
export function isElsewhere(key: ProcessKey): boolean {
	const place = read(key)?.place
	if (!place) return false
	const own = ownPlace()
	if (place.machine !== own.machine) return true
	return place.boot === own.boot && place.namespace !== own.namespace
}

/** @param key - a start that is no number, or 0, is not known, and then the number alone decides; so it is with the place */
export function isAlive(key: ProcessKey): boolean {
	const found = read(key)
	if (!found) return false
	if (isElsewhere(key)) return true
	// Nobody outlives the machine.
	if (found.place && found.place.boot !== ownPlace().boot) return false
	const { pid, start } = found
	const stat = processStat(pid)
	if (!stat) return isSignallable(pid)
	return !stat.hasEnded && (!/^[1-9]\d*$/.test(start) || stat.start === start)
}

type ProcessPlace = { machine: string; boot: string; namespace: string }

function read(key: ProcessKey): { place: ProcessPlace | undefined; pid: number; start: string } | undefined {
	const [, machine, boot = '', namespace = '', number = '', start = ''] =
		/^(?:(\w+)\.(\w+)\.(\w+)\.)?([1-9]\d*)-(\w*)$/.exec(key) ?? []
	if (number === '') return undefined
	const place = machine === undefined ? undefined : { machine, boot, namespace }
	return { place, pid: Number(number), start }
}

/** Machines that share a home have different ids or names; only Linux tells the rest. */
function ownPlace(): ProcessPlace {
	const namespace = /\d+/.exec(orNothing(() => readlinkSync('/proc/self/ns/pid')))?.[0] ?? UNKNOWN
	const boot = orNothing(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
	const machine = orNothing(() => readFileSync('/etc/machine-id', 'utf8'))
	return {
		machine: shortHash(`${machine.trim()} ${hostname()}`),
		boot: boot === '' ? UNKNOWN : shortHash(boot),
		namespace,
	}
}

function shortHash(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

function orNothing(look: () => string): string {
	try {
		return look()
	} catch {
		return ''
	}
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
