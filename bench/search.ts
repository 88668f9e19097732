// What the memory index costs and gives at 100 000 messages: `node bench/search.ts [messages]`.
// The logs are made from a seed, 100 sessions in 10 projects; everything goes through the built program's own parts.

import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { SessionId } from '../src/core/ids.ts'
import type { MemoryQuery } from '../src/core/memory.ts'
import { LOCAL_OWNER } from '../src/runtime/memory/memory.ts'
import { MemoryIndex } from '../src/runtime/memory/memory-index.ts'
import { createJsonlStore } from '../src/sessions/store/jsonl-store.ts'
import { noise } from '../test/support/memory/recall-noise.ts'
import { message, runEnd, runStart, sessionStart, story, toolEnd } from '../test/support/sessions/story.ts'
import { median } from './figure.ts'

const SESSIONS = 100
const QUESTION = 'Where do we keep the tusk of the walrus, and in which file?'
const messages = Number(process.argv[2] ?? 100_000)
const folder = await mkdtemp(join(tmpdir(), 'keelson-search-'))
try {
	await measure()
} finally {
	await rm(folder, { recursive: true, force: true })
}

async function measure(): Promise<void> {
	await writeLogs()
	const index = openIndex()
	const started = performance.now()
	const startCpu = process.cpuUsage()
	const whole = { limitMs: Number.POSITIVE_INFINITY, signal: new AbortController().signal }
	await index.catchUp({ ...whole, restMs: 0, chunkBytes: 1 << 20 })
	const { passages, sizeBytes } = await index.use(store => store.status())
	const { user, system } = process.cpuUsage(startCpu)
	const wall = ((performance.now() - started) / 1_000).toFixed(1)
	tell(`rebuild: ${passages} passages`, `${wall} s, ${((user + system) / 1e6).toFixed(1)} s of CPU`)
	tell('size of the index', `${(sizeBytes / 1e6).toFixed(0)} MB`)
	await index.close()

	const questions: Record<string, Partial<MemoryQuery>> = {
		'two words of one message in 100 000': { text: 'walrus tusk', words: 'all' },
		'two common words': { text: 'customer test', words: 'all' },
		'four common words': { text: 'review the scheduler parser in query', words: 'all' },
		'words that are nowhere': { text: 'zeppelin hangar', words: 'all' },
		'a question in other words, one project': { text: QUESTION, words: 'some', project: '/work/p3' },
		'a question in other words, everywhere': { text: QUESTION, words: 'some' },
		'a question of common words only': { text: 'Which test handles the customer session?', words: 'some' },
	}
	for (const [name, question] of Object.entries(questions)) {
		const cold = openIndex()
		const query = {
			leastCoverage: 0.2,
			withUndone: true,
			limit: 20,
			now: Date.now(),
			...question,
		} as MemoryQuery
		const coldMs = await timed(() => cold.use(store => store.search(query)))
		const warm: number[] = []
		const cpu = process.cpuUsage()
		for (let round = 0; round < 21; round++)
			warm.push(await timed(() => cold.use(store => store.search(query))))
		const { user, system } = process.cpuUsage(cpu)
		const cpuMs = (user + system) / 1_000 / warm.length
		const slowest = Math.max(...warm)
		tell(
			name,
			`${median(warm).toFixed(1)} ms (slowest ${slowest.toFixed(1)}, first ${coldMs.toFixed(1)}; ${cpuMs.toFixed(1)} of CPU)`,
		)
		await cold.close()
	}
	await measureQuietly()
}

/** How long the index keeps everything else waiting when it is brought up to date beside a session. */
async function measureQuietly(): Promise<void> {
	const path = join(folder, 'quiet.db')
	const index = openIndex(path)
	// The index itself never keeps a process from ending.
	const awake = setInterval(() => {}, 1_000)
	const delay = monitorEventLoopDelay({ resolution: 1 })
	delay.enable()
	// What the questions before left to collect is not the index's doing.
	await new Promise(resolve => setTimeout(resolve, 300))
	delay.reset()
	const before = process.cpuUsage()
	const started = performance.now()
	const signal = AbortSignal.timeout(10_000)
	await index.catchUp({ limitMs: 10_000, signal, restMs: 30, chunkBytes: 8 * 1024 })
	const wallMs = performance.now() - started
	const { user, system } = process.cpuUsage(before)
	delay.disable()
	clearInterval(awake)
	const { passages } = await index.use(store => store.status())
	const ms = (nanoseconds: number) => (nanoseconds / 1e6).toFixed(1)
	tell('quietly, for 10 s: passages', `${passages}`)
	tell('quietly: share of a core', `${((user + system) / 10 / wallMs).toFixed(0)} %`)
	tell(
		'quietly: what else waits, median / 99 % / longest',
		`${ms(delay.percentile(50))} / ${ms(delay.percentile(99))} / ${ms(delay.max)} ms`,
	)
	await index.close()
}

function openIndex(path = join(folder, 'index.db')): MemoryIndex {
	return new MemoryIndex({
		path,
		sessionsFolder: join(folder, 'sessions'),
		owner: LOCAL_OWNER,
		projectOf: async cwd => cwd,
		notes: async () => [],
		scrub: text => text,
		notify: text => process.stderr.write(`${text}\n`),
	})
}

async function writeLogs(): Promise<void> {
	const store = createJsonlStore({ folder: join(folder, 'sessions') })
	await mkdir(join(folder, 'sessions'))
	const perSession = Math.ceil(messages / SESSIONS)
	for (let session = 0; session < SESSIONS; session++) {
		const cwd = `/work/p${session % 10}`
		const id = `261121-07${String(session).padStart(4, '0')}-aaaa` as SessionId
		const events = noise(perSession, session).flatMap(({ by, text }, number) => {
			if (by === 'user') return [runStart(text)]
			return [by === 'assistant' ? message(text) : toolEnd(`c${number}`, text)]
		})
		if (session === 53) events.splice(40, 0, message('The tusk of the walrus is in arctic/walrus.ts.'))
		const log = store.create(id, cwd)
		await log.append(story([sessionStart(cwd), ...events, runEnd()], id), { durable: false })
		await log.close()
	}
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const started = performance.now()
	await work()
	return performance.now() - started
}

function tell(what: string, figure: string): void {
	process.stdout.write(`${what.padEnd(52)}  ${figure}\n`)
}
