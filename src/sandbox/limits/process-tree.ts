// The processes below one process: how many there are, and what memory they take. Only Linux tells.

import { readdirSync, readFileSync } from 'node:fs'
import { MEGABYTE } from './limits.ts'

export type TreeUse = { pids: readonly number[]; tasks: number; memoryMb: number }

/** @param enough - counting ends with so many processes and threads */
export function useOf(pid: number, enough: number): TreeUse {
	const pids = [pid]
	let tasks = 0
	let pages = 0
	for (let at = 0; at < pids.length && tasks <= enough; at++) {
		const threads = namesIn(`/proc/${pids[at]}/task`)
		tasks += threads.length
		// All of it, less what is shared with files and other processes.
		const [, resident = 0, shared = 0] = textOf(`/proc/${pids[at]}/statm`).split(' ').map(Number)
		pages += resident - shared
		for (const thread of threads)
			for (const child of textOf(`/proc/${pids[at]}/task/${thread}/children`).split(' '))
				if (child !== '') pids.push(Number(child))
	}
	return { pids, tasks, memoryMb: (pages * PAGE_BYTES) / MEGABYTE }
}

/** What forked processes have in common is counted once. Takes longer, so only who seems to take too much is asked. */
export function exactMemoryMb(pids: readonly number[]): number {
	const kilobytes = pids.map(pid => {
		const text = textOf(`/proc/${pid}/smaps_rollup`)
		const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
		return of('Pss_Anon') + of('Pss_Shmem')
	})
	return kilobytes.reduce((sum, each) => sum + each, 0) / 1024
}

/** On machines with larger pages too little is counted first, and the exact look is not taken. */
const PAGE_BYTES = 4096

function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder)
	} catch {
		return []
	}
}

function textOf(path: string): string {
	try {
		return readFileSync(path, 'utf8')
	} catch {
		return ''
	}
}
