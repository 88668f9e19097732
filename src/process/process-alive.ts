// Whether a process is alive. A process number is given out again, so a process is known by its number and the time it
// began; and it means something only where it was given: on that machine, since it was started, in that container.
// Whoever is not provably dead is alive.

import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { isOnLocalDisk } from './local-disk.ts'

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
export function isElsewhere(key: ProcessKey, file?: string): boolean {
	const found = read(key)
	return found !== undefined && lifeOf(found, file) === 'unknown'
}

/**
 * @param key - a start that is no number, or 0, is not known, and then the number alone decides; so it is with the place
 * @param file - where the key was found; without it nothing can be said of who ran before this machine was started
 */
export function isAlive(key: ProcessKey, file?: string): boolean {
	const found = read(key)
	return found !== undefined && lifeOf(found, file) !== 'dead'
}

/** Both run, or ran, under one kernel since it was started, so that what it says of the other one is proof. */
export function isOfThisKernel(key: ProcessKey): boolean {
	const boot = read(key)?.place?.boot
	return boot !== undefined && boot !== UNKNOWN && boot === ownPlace().boot
}

function lifeOf({ place, pid, start }: KnownProcess, file: string | undefined): 'alive' | 'dead' | 'unknown' {
	const own = ownPlace()
	if (place && !isSamePlace(place, own))
		return file !== undefined && isOfEarlierStart(place, own) && isOnLocalDisk(file) ? 'dead' : 'unknown'
	const stat = processStat(pid)
	if (!stat) return isSignallable(pid) ? 'alive' : 'dead'
	const isSame = !/^[1-9]\d*$/.test(start) || stat.start === start
	return !stat.hasEnded && isSame ? 'alive' : 'dead'
}

type ProcessPlace = { machine: string; boot: string; namespace: string }
type KnownProcess = { place: ProcessPlace | undefined; pid: number; start: string }

/** Numbers mean the same in both. What could not be found out is nowhere the same, but for systems that know no such thing. */
function isSamePlace(one: ProcessPlace, other: ProcessPlace): boolean {
	if (one.machine !== other.machine) return false
	const isKnown = one.boot !== UNKNOWN && one.namespace !== UNKNOWN
	return (
		(isKnown || process.platform !== 'linux') && one.boot === other.boot && one.namespace === other.namespace
	)
}

/** So it seems: containers on two machines may be told apart by nothing else. */
function isOfEarlierStart(one: ProcessPlace, own: ProcessPlace): boolean {
	const isKnown = one.boot !== UNKNOWN && own.boot !== UNKNOWN
	return isKnown && one.machine === own.machine && one.boot !== own.boot
}

function read(key: ProcessKey): KnownProcess | undefined {
	const [, machine, boot = '', namespace = '', number = '', start = ''] =
		/^(?:(\w+)\.(\w+)\.(\w+)\.)?([1-9]\d*)-(\w*)$/.exec(key) ?? []
	if (number === '') return undefined
	const place = machine === undefined ? undefined : { machine, boot, namespace }
	return { place, pid: Number(number), start }
}

/** Machines that share a home have different ids or names; only Linux tells the rest. */
function ownPlace(): ProcessPlace {
	const machine = orNothing(() => readFileSync('/etc/machine-id', 'utf8'))
	const boot = bootId()
	return {
		machine: shortHash(`${machine.trim()} ${hostname()}`),
		boot: boot === '' ? UNKNOWN : shortHash(boot),
		namespace: namespace(),
	}
}

/** Some sandboxes have no id of their start, but its time. */
function bootId(): string {
	const id = orNothing(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
	return id === ''
		? (/^btime \d+$/m.exec(orNothing(() => readFileSync('/proc/stat', 'utf8')))?.[0] ?? '')
		: id
}

/** Numbers are given out by namespace; starts are told by another clock in a time namespace that is not the first one. */
function namespace(): string {
	const numberOf = (name: string) => /\d+/.exec(orNothing(() => readlinkSync(`/proc/self/ns/${name}`)))?.[0]
	const time = numberOf('time')
	const pids = numberOf('pid') ?? UNKNOWN
	return time === undefined || time === FIRST_TIME_NAMESPACE ? pids : `${pids}_${time}`
}

const FIRST_TIME_NAMESPACE = '4026531834'

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
		// `/proc` may be that of another namespace, where the number is somebody else's.
		const isOurs = readlinkSync('/proc/self') === String(process.pid)
		if (!isOurs && pid !== process.pid) return undefined
		const stat = readFileSync(`/proc/${isOurs ? pid : 'self'}/stat`, 'utf8')
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
