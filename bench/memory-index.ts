// What the memory index of many sessions costs: `node bench/memory-index.ts [sessions]`, 2 000 if left out.
// Sessions in 20 projects that prompt, think, read and change files of this repository and run commands, made from a
// seed. Told are the size, the first build, how long a search takes, and what else waits while it is built quietly.

import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { StoredEvent } from '../src/core/events.ts'
import type { CallId, SessionId } from '../src/core/ids.ts'
import type { MemoryQuery } from '../src/core/memory.ts'
import type { AssistantPart } from '../src/core/messages.ts'
import { LOCAL_OWNER } from '../src/runtime/memory/memory.ts'
import { MemoryIndex } from '../src/runtime/memory/memory-index.ts'
import { logsIn } from '../src/runtime/memory/memory-logs.ts'
import { createJsonlStore } from '../src/sessions/store/jsonl-store.ts'
import { noise } from '../test/support/memory/recall-noise.ts'
import { MODEL, runEnd, runStart, sessionStart, story, toolEnd } from '../test/support/sessions/story.ts'

const ROOT = new URL('..', import.meta.url).pathname
const PROJECTS = 20
const RUNS_A_SESSION = 12
const sessions = Number(process.argv[2] ?? 2_000)
const folder = await mkdtemp(join(tmpdir(), 'keelson-index-'))
try {
	await measure()
} finally {
	await rm(folder, { recursive: true, force: true })
}

async function measure(): Promise<void> {
	await writeLogs(await sources())
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
		'of one session': { source: idOf(sessions >> 1) },
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

async function sources(): Promise<readonly { path: string; text: string }[]> {
	const names = await readdir(join(ROOT, 'src'), { recursive: true })
	const files = names.filter(name => name.endsWith('.ts')).map(name => join('src', name))
	return Promise.all(files.map(async path => ({ path, text: await readFile(join(ROOT, path), 'utf8') })))
}

async function writeLogs(files: readonly { path: string; text: string }[]): Promise<void> {
	await mkdir(join(folder, 'sessions'))
	const store = createJsonlStore({ folder: join(folder, 'sessions') })
	for (let session = 0; session < sessions; session++) {
		const cwd = `/work/p${session % PROJECTS}`
		const log = store.create(idOf(session), cwd)
		const said = noise(RUNS_A_SESSION * 5, session)
		const events = Array.from({ length: RUNS_A_SESSION }, (_, run) =>
			runOf(said.slice(run * 5, run * 5 + 5), session, run, files),
		).flat()
		await log.append(story([sessionStart(cwd), ...events], idOf(session)), { durable: false })
		await log.close()
	}
}

/** A file read, which others have read, too; one written, which is new; and what a command printed. */
function runOf(
	said: readonly { text: string }[],
	session: number,
	run: number,
	files: readonly { path: string; text: string }[],
): readonly StoredEvent[] {
	const file = files[(session * 31 + run * 17) % files.length]!
	const [prompt, thought, answer, ...printed] = said.map(({ text }) => text)
	const lines = file.text.split('\n').slice(0, 400)
	const id = (name: string) => `${name}${run}` as CallId
	const written = lines
		.slice(0, 60)
		.map((line, at) => (at % 4 === 0 ? `${line} // ${session}-${run}-${at}` : line))
	const parts: readonly AssistantPart[] = [
		{ type: 'reasoning', text: thought! },
		{ type: 'text', text: answer! },
		call(id('r'), 'read', { path: file.path }),
		call(id('w'), 'write', { path: `out/${run}.ts`, content: written.join('\n') }),
		call(id('s'), 'shell', { command: 'npm test' }),
	]
	const path = `/work/p${session % PROJECTS}/${file.path}`
	const sha256 = createHash('sha256').update(file.text).digest('hex')
	const read = lines.map((line, at) => `${at + 1}\t${line}`).join('\n')
	return [
		runStart(prompt!),
		{ type: 'message-end', message: { role: 'assistant', model: MODEL, content: parts, stop: 'tool-calls' } },
		{
			type: 'tool-end',
			callId: id('r'),
			tool: 'read',
			result: {
				outcome: 'ok',
				content: [{ type: 'text', text: read }],
				detail: { type: 'files', seen: [{ path, sha256 }] },
			},
		},
		toolEnd(id('s'), `${printed.join('\n')}\nsession ${session}, run ${run}: ${session * run} tests passed`),
		runEnd(),
	]
}

function call(callId: CallId, tool: string, input: Record<string, string>): AssistantPart {
	return { type: 'tool-call', callId, tool, arguments: JSON.stringify(input) }
}

function idOf(session: number): SessionId {
	return `261121-${String(session).padStart(6, '0')}-aaaa` as SessionId
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
