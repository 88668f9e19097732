// What the memory index of many sessions costs: `node bench/memory-index.ts [sessions]`, 2 000 if left out.
// Told are the size, the first build, how long a search takes, and what else waits while it is built quietly.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { MemoryQuery } from '../src/core/memory.ts'
import { LOCAL_OWNER } from '../src/runtime/memory/memory.ts'
import { MemoryIndex } from '../src/runtime/memory/memory-index.ts'
import { logsIn } from '../src/runtime/memory/memory-logs.ts'
import { noise } from '../test/support/memory/recall-noise.ts'
import { sessionIdOf, writeSessionLogs } from './session-logs.ts'

const sessions = Number(process.argv[2] ?? 2_000)
const folder = await mkdtemp(join(tmpdir(), 'keelson-index-'))
try {
	await measure()
} finally {
	await rm(folder, { recursive: true, force: true })
}

async function measure(): Promise<void> {
	await writeSessionLogs(join(folder, 'sessions'), sessions)
	const logs = await logsIn(join(folder, 'sessions'))
	tell(`${logs.length} sessions`, megabytes(logs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)))
	const index = openIndex()
	const started = performance.now()
	const cpu = process.cpuUsage()
	const { signal } = new AbortController()
	await index.catchUp({ limitMs: Number.POSITIVE_INFINITY, signal, restMs: 0, chunkBytes: 1 << 20 })
	const { passages, occurrences, sizeBytes } = await index.use(store => store.status())
	tell('first build', `${seconds(performance.now() - started)}, ${cpuSeconds(cpu)} of CPU`)
	tell('texts, and the places where they stand', `${passages}, ${occurrences}`)
	tell('size of the index', megabytes(sizeBytes))
	await searches(index)
	const again = performance.now()
	await index.catchUp({ limitMs: Number.POSITIVE_INFINITY, signal, restMs: 0, chunkBytes: 1 << 20 })
	tell('finding that nothing is new', `${(performance.now() - again).toFixed(0)} ms`)
	await index.close()
	await quietly()
}

async function searches(index: MemoryIndex): Promise<void> {
	const questions = noise(400, 99)
		.filter(({ by }) => by === 'user')
		.map(({ text }) => text)
		.slice(0, 100)
	const scopes: Record<string, Partial<MemoryQuery>> = {
		'in a project': { project: '/work/p3' },
		'of one session': { source: sessionIdOf(sessions >> 1) },
		everywhere: {},
	}
	for (const [name, scope] of Object.entries(scopes)) {
		const times: number[] = []
		const cpuTimes: number[] = []
		for (const text of questions) {
			const query = {
				text,
				words: 'some',
				leastCoverage: 0.4,
				withUndone: false,
				limit: 10,
				now: Date.now(),
			} as const
			const cpu = process.cpuUsage()
			const started = performance.now()
			await index.use(store => store.search({ ...query, ...scope }))
			times.push(performance.now() - started)
			const { user, system } = process.cpuUsage(cpu)
			cpuTimes.push((user + system) / 1_000)
		}
		tell(`search ${name}: median, p95, longest`, spread(times))
		// On a machine that does something else, too.
		tell('  of the processor', spread(cpuTimes))
	}
}

/** A session that does nothing else: what a key press or the end of a reply would wait. */
async function quietly(): Promise<void> {
	const index = openIndex('quiet.db')
	// The index itself never keeps a process from ending.
	const awake = setInterval(() => {}, 1_000)
	const delay = monitorEventLoopDelay({ resolution: 1 })
	delay.enable()
	await new Promise(resolve => setTimeout(resolve, 300))
	delay.reset()
	const cpu = process.cpuUsage()
	const started = performance.now()
	await index.catchUp({
		limitMs: 10_000,
		signal: AbortSignal.timeout(10_000),
		restMs: 30,
		chunkBytes: 16 * 1024,
	})
	const { user, system } = process.cpuUsage(cpu)
	const wallMs = performance.now() - started
	delay.disable()
	clearInterval(awake)
	const ms = (nanoseconds: number) => (nanoseconds / 1e6).toFixed(1)
	tell('built quietly: share of a core', `${((user + system) / 10 / wallMs).toFixed(0)} %`)
	tell(
		'what else waits meanwhile: median, p95, p99, longest',
		`${ms(delay.percentile(50))}, ${ms(delay.percentile(95))}, ${ms(delay.percentile(99))}, ${ms(delay.max)} ms`,
	)
	const { passages } = await index.use(store => store.status())
	tell('texts that were read meanwhile', `${passages}`)
	await index.close()
}

function spread(times: readonly number[]): string {
	const sorted = times.toSorted((a, b) => a - b)
	const at = (share: number) => sorted[Math.floor(sorted.length * share)]!.toFixed(1)
	return `${at(0.5)}, ${at(0.95)}, ${at(0.999)} ms`
}

function openIndex(name = 'index.db'): MemoryIndex {
	return new MemoryIndex({
		path: join(folder, name),
		sessionsFolder: join(folder, 'sessions'),
		owner: LOCAL_OWNER,
		projectOf: async cwd => cwd,
		notes: async () => [],
		scrub: text => text,
		notify: text => process.stderr.write(`${text}\n`),
	})
}

function seconds(ms: number): string {
	return `${(ms / 1_000).toFixed(1)} s`
}

function cpuSeconds(before: NodeJS.CpuUsage): string {
	const { user, system } = process.cpuUsage(before)
	return `${((user + system) / 1e6).toFixed(1)} s`
}

function megabytes(bytes: number): string {
	return `${(bytes / 1e6).toFixed(0)} MB`
}

function tell(what: string, figure: string): void {
	process.stdout.write(`${what.padEnd(56)}  ${figure}\n`)
}
