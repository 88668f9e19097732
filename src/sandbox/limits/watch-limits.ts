// The watch over what a sandboxed command takes. Who takes too much is ended as a whole, and it is said which setting
// would allow more.

import { type StatsFs, statfsSync, writeFileSync } from 'node:fs'
import { processStat } from '../../process/process-alive.ts'
import { MEGABYTE, memoryMb, type SandboxLimits } from './limits.ts'
import { exactMemoryMb, useOf } from './process-tree.ts'

export type LimitWatch = {
	/** @param pid - the first process inside: with it all others end. @param start - when it began, as the kernel has it */
	started(pid: number, start: string): void
	/** @returns why it was ended, or nothing */
	stop(): readonly string[]
}

/** @param folders - where it writes */
export function watchLimits(limits: SandboxLimits, folders: readonly string[]): LimitWatch {
	const most = memoryMb(limits)
	const disks = folders.map(folder => ({
		folder,
		atLeastMb: Math.min(limits.keepFreeMb, freeMb(folder) / 2),
	}))
	let timer: NodeJS.Timeout | undefined
	let why: readonly string[] = []
	const tooMuch = (pid: number): string | undefined => {
		const { pids, tasks, memoryMb: roughMb } = useOf(pid, limits.maxProcesses)
		for (const each of pids) firstToGo(each)
		// The kernel may keep it from ever getting there.
		if (tasks >= limits.maxProcesses * NEARLY)
			return `it had ${tasks} processes and threads, and sandbox.maxProcesses is ${limits.maxProcesses}`
		if (roughMb > most && exactMemoryMb(pids) > most)
			return `its processes took ${Math.round(roughMb)} MB of memory, and sandbox.maxMemoryMb is ${most}`
		const full = disks.find(({ folder, atLeastMb }) => freeMb(folder) < atLeastMb)
		return (
			full &&
			`it left less than ${Math.round(full.atLeastMb)} MB on the disk of ${full.folder} (sandbox.keepFreeMb)`
		)
	}
	return {
		started(pid, start) {
			const look = () => {
				const begunMs = performance.now()
				const found = tooMuch(pid)
				if (found !== undefined && processStat(pid)?.start === start) {
					why = [`the command was ended: ${found}`]
					kill(pid)
					return
				}
				const restMs = Math.max(LOOK_EVERY_MS, (performance.now() - begunMs) * RESTS)
				timer = setTimeout(look, restMs).unref()
			}
			timer = setTimeout(look, LOOK_EVERY_MS).unref()
		},
		stop() {
			clearTimeout(timer)
			return why
		},
	}
}

const LOOK_EVERY_MS = 200

/** Times what a look takes. */
const RESTS = 20

const NEARLY = 0.95

/** When the whole machine runs out of memory, the kernel takes these before us. */
function firstToGo(pid: number): void {
	try {
		writeFileSync(`/proc/${pid}/oom_score_adj`, '500')
	} catch {
		// It has ended, or the system does not let us.
	}
}

function kill(pid: number): void {
	try {
		process.kill(pid, 'SIGKILL')
	} catch {
		// It was quicker.
	}
}

function freeMb(folder: string): number {
	try {
		const { bavail, bsize }: StatsFs = statfsSync(folder)
		return (bavail * bsize) / MEGABYTE
	} catch {
		return Number.POSITIVE_INFINITY
	}
}
