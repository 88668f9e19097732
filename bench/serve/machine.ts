// What processes use of the machine, and what stands in a row of numbers.

import { readdir, readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'

export async function memoryOf(pids: readonly number[]): Promise<number> {
	const texts = await Promise.all(pids.map(pid => readFile(`/proc/${pid}/status`, 'utf8')))
	return texts.reduce((sum, text) => sum + 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1] ?? 0), 0)
}

export type CpuUse = Record<'servers' | 'postgres' | 'driver', number>

/** Milliseconds of processors that were used so far. */
export async function cpuOf(servers: readonly number[], postmaster: number): Promise<CpuUse> {
	const own = process.cpuUsage()
	const used = { servers: 0, postgres: 0, driver: (own.user + own.system) / 1_000 }
	for (const name of (await readdir('/proc')).filter(each => /^\d+$/.test(each))) {
		const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
		const [parent, user = 0, system = 0, ended = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(at =>
			Number(fields[at] ?? 0),
		)
		const pid = Number(name)
		if (servers.includes(pid)) used.servers += 10 * (user + system)
		else if (pid === postmaster) used.postgres += 10 * (user + system + ended + endedSystem)
		else if (parent === postmaster) used.postgres += 10 * (user + system)
	}
	return used
}

export async function parentOf(pid: number): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
	return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

/** Of one processor, in per cent. */
export function shares(before: CpuUse, after: CpuUse, ms: number): CpuUse {
	const share = (name: keyof CpuUse) => (100 * (after[name] - before[name])) / ms
	return { servers: share('servers'), postgres: share('postgres'), driver: share('driver') }
}

/** Of the whole machine, in the last one, five and fifteen minutes. */
export function load(): string {
	return loadavg()
		.map(each => each.toFixed(1))
		.join(' ')
}

export function percentile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b)
	return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
