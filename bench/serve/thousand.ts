// A thousand sessions at once on two `agent serve`: handed in one after the other, waiting for their models, then working
// through several turns with a tool, while some are looked at from the other server.

import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuthContext } from '../../src/core/services/auth-context.ts'
import type { ScriptedReply } from '../../test/support/model-server/reply/reply.ts'
import type { Postgres } from '../../test/support/postgres/start-postgres.ts'
import { Servers } from '../../test/support/server/servers.ts'
import type { Figure } from '../figure.ts'
import { cpuOf, load, memoryOf, percentile, shares } from './machine.ts'
import { countStatements, messagesOf, statementTable } from './statements.ts'

export type ThousandOptions = {
	sessions: number
	/** Of them, how many somebody looks at. */
	readers: number
	/** Handed in per second. */
	perSecond: number
	/** How long they only wait. The model says a word each 15 s then. */
	idleMs: number
	/** What a model takes until it begins to answer: up to twice as long. */
	thinkMs: number
	turns: number
	deltas: number
	/** What has not ended by then is counted as that. */
	limitMs: number
}

export const A_THOUSAND: ThousandOptions = {
	sessions: 1_000,
	readers: 100,
	perSecond: 5,
	idleMs: 30_000,
	thinkMs: 20_000,
	turns: 3,
	deltas: 40,
	limitMs: 540_000,
}

const TENANTS: readonly AuthContext[] = Array.from({ length: 20 }, (_, index) => ({
	app: 'bench',
	user: `user${index}`,
}))

/** @param postgres - one that counts */
export async function thousandFigures(
	postgres: Postgres,
	{ sessions, readers, perSecond, idleMs, thinkMs, turns, deltas, limitMs }: ThousandOptions,
): Promise<Figure[]> {
	const url = await postgres.freshDatabase()
	const servers = await Servers.open(url, TENANTS)
	const counter = await countStatements(postgres.url(new URL(url).pathname.slice(1)))
	try {
		const slots = [
			'--max-running',
			String(sessions),
			'--per-user',
			String(sessions),
			'--approve',
			'all',
			'--sandbox',
			'off',
		]
		await writeFile(join(servers.desk.cwd, 'notes.txt'), 'a line of notes\n'.repeat(20))
		for (const name of ['a', 'b']) await servers.start(name, slots)
		const restAt = performance.now() + 1_150 * (sessions / perSecond) + 10_000
		const workAt = restAt + idleMs
		const overAt = Math.max(performance.now() + limitMs, workAt + LEAST_WORK_MS)
		const over = AbortSignal.timeout(Math.ceil(overAt - performance.now()))
		const requests = new Map<number, number[]>()
		servers.model.onRequest(async ({ bytes, atMs }): Promise<ScriptedReply> => {
			// What others were asked may have been recalled in front of it.
			const index = Number([...bytes.toString().matchAll(/go #(\d+)/g)].at(-1)?.[1])
			const before = requests.get(index) ?? []
			requests.set(index, [...before, atMs])
			// A model that says nothing at all is asked again.
			const left = workAt - performance.now()
			if (left > 0) {
				const text = Array.from({ length: Math.ceil(left / SIGN_MS) + 1 }, () => 'hm ')
				return { text, deltaDelayMs: SIGN_MS, calls: [{ name: 'read', arguments: { path: 'notes.txt' } }] }
			}
			await pause(thinkMs * (0.5 + Math.random()))
			const words = Array.from({ length: deltas }, (_, at) => `word${at} `)
			const isLast = before.length >= turns
			return {
				text: words,
				deltaDelayMs: 100,
				...(!isLast && { calls: [{ name: 'read', arguments: { path: 'notes.txt' } }] }),
			}
		})
		await warm(servers)
		const empty = await memoryOf(servers.pids)
		const figures: Figure[] = []
		const phase = async (name: string, units: number, work: () => Promise<void>) => {
			await counter.begin()
			const before = await cpuOf(servers.pids, counter.postmaster)
			const begun = performance.now()
			await work()
			const ms = performance.now() - begun
			const used = shares(before, await cpuOf(servers.pids, counter.postmaster), ms)
			const counts = await counter.read()
			process.stderr.write(
				`\n${name}: ${(ms / 1_000).toFixed(1)} s, load ${load()}; calls, time and WAL for each\n${statementTable(counts, units)}\n`,
			)
			figures.push(
				figure(`${name}: servers, of one processor`, used.servers, '%'),
				figure(`${name}: PostgreSQL, of one processor`, used.postgres, '%'),
				figure(`${name}: driver and model server, of one processor`, used.driver, '%'),
				figure(`${name}: messages to the database, for each session`, messagesOf(counts) / units, 'count'),
			)
			return { ms, counts }
		}

		const given: Given[] = []
		await phase('handed in', sessions, async () => {
			const begun = performance.now()
			await Promise.all(
				Array.from({ length: sessions }, async (_, index) => {
					await pause(begun + (1_000 * index) / perSecond - performance.now())
					const one = await post(servers, index, restAt)
					if (one) given.push(one)
				}),
			)
			while (requests.size < given.length && performance.now() < workAt) await pause(100)
		})
		const starts = given.flatMap(({ at, index }) =>
			(requests.get(index) ?? []).slice(0, 1).map(first => first - at),
		)
		figures.push(
			figure('handed in → its model is asked, p50', percentile(starts, 0.5)),
			figure('handed in → its model is asked, p95', percentile(starts, 0.95)),
			figure('refused meanwhile, to come again', refusals, 'count'),
			figure('handed in', given.length, 'count'),
			figure('whose model was asked by then', starts.length, 'count'),
		)
		await pause(restAt - performance.now())
		figures.push(
			figure(
				'memory of a session that waits for its model',
				((await memoryOf(servers.pids)) - empty) / starts.length / 1024 ** 2,
				'MiB',
			),
		)
		await phase('waiting for a minute', (sessions * idleMs) / 60_000, () => pause(idleMs - 1_000))

		const seen: Seen = { stored: [], live: [] }
		const before = turnsOf(requests)
		const looking = given.slice(0, readers).map(one =>
			look(servers, one, seen, over).catch(error => {
				if (!over.aborted) process.stderr.write(`reader: ${error}\n`)
			}),
		)
		const ends: string[] = []
		const work = await phase('at work', sessions, async () => {
			for (const one of given) ends.push(await endOf(servers, one, overAt))
		})
		const worked = turnsOf(requests) - before
		const ended = (state: string) => ends.filter(each => each === state).length
		await Promise.all(looking)
		const appends = work.counts.find(({ text }) => /^select keelson\.append/.test(text))?.calls ?? 0
		figures.push(
			figure('an event is written → a reader on the other server has it, p50', percentile(seen.stored, 0.5)),
			figure('an event is written → a reader on the other server has it, p95', percentile(seen.stored, 0.95)),
			figure('text is shown → a reader on the other server has it, p50', percentile(seen.live, 0.5)),
			figure('text is shown → a reader on the other server has it, p95', percentile(seen.live, 0.95)),
			figure('appends per second meanwhile', (1_000 * appends) / work.ms, 'count'),
			figure('turns per second meanwhile', (1_000 * worked) / work.ms, 'count'),
			figure('seconds at work', work.ms / 1_000, 'count'),
			figure('completed', ended('completed'), 'count'),
			figure('failed', ended('failed'), 'count'),
			figure(
				'had not ended when the time was over',
				ends.length - ended('completed') - ended('failed'),
				'count',
			),
		)
		return figures
	} finally {
		await counter.close()
		await servers.close()
	}
}

/** Answers that said: come again. */
let refusals = 0

type Given = { id: string; index: number; token: string; at: number }

/** @returns undefined where it was not taken until then */
async function post(servers: Servers, index: number, untilMs: number): Promise<Given | undefined> {
	const token = tokenOf(index)
	const body = { prompt: `go #${index}`, key: `go ${index}` }
	for (const at = performance.now(); performance.now() < untilMs; await pause(1_000)) {
		const answer = await asked(servers, { method: 'POST', path: '/v1/tasks', body, token })
		if (answer && 'id' in answer) return { id: String(answer.id), index, token, at }
	}
	return undefined
}

/** @returns undefined for what said: come again, and for what did not come */
async function asked(
	servers: Servers,
	{ method, path, body, token }: { method: string; path: string; body?: object; token: string },
): Promise<object | undefined> {
	const patience = AbortSignal.timeout(PATIENCE_MS)
	const late = once(patience, 'abort').then(() => undefined)
	const answer = servers.answer(method, path, body, token).then(async response => {
		const json: object = await response.json()
		if (response.ok) return json
		if (![429, 503].includes(response.status)) throw new Error(`${response.status} ${JSON.stringify(json)}`)
		return undefined
	})
	const found = await Promise.race([
		answer.catch(error => void process.stderr.write(`${method} ${path}: ${error}\n`)),
		late,
	])
	if (!found) refusals++
	return found ?? undefined
}

type Seen = { stored: number[]; live: number[] }

/** @returns its state in the end, or the one it was in when the time was over */
async function endOf(servers: Servers, { id, token }: Given, overAt: number): Promise<string> {
	for (;;) {
		const task = await asked(servers, { method: 'GET', path: `/v1/tasks/${id}`, token })
		const { state = 'unknown', error } = (task ?? {}) as { state?: string; error?: object }
		if (state === 'failed') process.stderr.write(`${id}: ${JSON.stringify(error)}\n`)
		if (['completed', 'failed', 'canceled'].includes(state) || performance.now() >= overAt) return state
		await pause(Math.min(500, overAt - performance.now()))
	}
}

function turnsOf(requests: ReadonlyMap<number, readonly number[]>): number {
	return [...requests.values()].reduce((sum, times) => sum + times.length, 0)
}

/** From the server that does not run it, until it has ended. */
async function look(servers: Servers, { id, token }: Given, seen: Seen, signal: AbortSignal): Promise<void> {
	const task = (await servers.ask('GET', `/v1/tasks/${id}`, undefined, token)) as { server: string }
	const other = task.server.startsWith('a-') ? 'b' : 'a'
	const response = await fetch(`${servers.urlOf(other)}/v1/tasks/${id}/events`, {
		headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
		signal,
	})
	const begun = Date.now()
	let text = ''
	for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
		const now = Date.now()
		text += chunk
		const messages = text.split('\n\n')
		text = messages.pop() ?? ''
		for (const each of messages) {
			const kind = /^(?:id: \d+\n)?event: (event|live)\n/.exec(each)?.[1]
			if (kind === undefined) continue
			const { at } = JSON.parse(each.slice(each.indexOf('data: ') + 6)) as { at: number }
			if (at > begun) seen[kind === 'live' ? 'live' : 'stored'].push(now - at)
		}
	}
}

/** What is compiled and loaded once is no session's. */
async function warm(servers: Servers): Promise<void> {
	for (const name of ['a', 'b'])
		await servers.answer('GET', '/v1/tasks', undefined, tokenOf(0), name).then(each => each.arrayBuffer())
}

const LEAST_WORK_MS = 120_000
/** For an answer. */
const PATIENCE_MS = 30_000
/** Of a model that is not ready yet. */
const SIGN_MS = 15_000

async function pause(ms: number): Promise<void> {
	if (ms > 0) await once(AbortSignal.timeout(Math.ceil(ms)), 'abort')
}

function tokenOf(index: number): string {
	return `bench-token-${index % TENANTS.length}-0123456789`
}

function figure(what: string, value: number, unit: Figure['unit'] = 'ms'): Figure {
	return { row: 'P14', what, value, unit }
}
