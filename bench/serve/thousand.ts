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
}

export const A_THOUSAND: ThousandOptions = {
	sessions: 1_000,
	readers: 100,
	perSecond: 5,
	idleMs: 30_000,
	thinkMs: 20_000,
	turns: 3,
	deltas: 40,
}

const TENANTS: readonly AuthContext[] = Array.from({ length: 20 }, (_, index) => ({
	app: 'bench',
	user: `user${index}`,
}))

/** @param postgres - one that counts */
export async function thousandFigures(
	postgres: Postgres,
	{ sessions, readers, perSecond, idleMs, thinkMs, turns, deltas }: ThousandOptions,
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
		const asked = new Map<number, number[]>()
		servers.model.onRequest(async ({ bytes, atMs }): Promise<ScriptedReply> => {
			// What others were asked may have been recalled in front of it.
			const index = Number([...bytes.toString().matchAll(/go #(\d+)/g)].at(-1)?.[1])
			const before = asked.get(index) ?? []
			asked.set(index, [...before, atMs])
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
					given[index] = await post(servers, index)
				}),
			)
			while (asked.size < sessions) await pause(100)
		})
		const starts = given.map(({ at }, index) => (asked.get(index)?.[0] ?? Number.NaN) - at)
		figures.push(
			figure('handed in → its model is asked, p50', percentile(starts, 0.5)),
			figure('handed in → its model is asked, p95', percentile(starts, 0.95)),
			figure('refused meanwhile, to come again', refusals, 'count'),
		)
		await pause(restAt - performance.now())
		figures.push(
			figure(
				'memory of a session that waits for its model',
				((await memoryOf(servers.pids)) - empty) / sessions / 1024 ** 2,
				'MiB',
			),
		)
		await phase('waiting for a minute', (sessions * idleMs) / 60_000, () => pause(idleMs - 1_000))

		const seen: Seen = { stored: [], live: [] }
		const looking = given
			.slice(0, readers)
			.map(one => look(servers, one, seen).catch(error => process.stderr.write(`reader: ${error}\n`)))
		const work = await phase('at work', sessions, async () => {
			while ([...asked.values()].some(times => times.length <= turns)) await pause(1_000)
			for (const one of given) while (!(await hasEnded(servers, one))) await pause(500)
		})
		await Promise.all(looking)
		const appends = work.counts.find(({ text }) => /^select keelson\.append/.test(text))?.calls ?? 0
		figures.push(
			figure('an event is written → a reader on the other server has it, p50', percentile(seen.stored, 0.5)),
			figure('an event is written → a reader on the other server has it, p95', percentile(seen.stored, 0.95)),
			figure('text is shown → a reader on the other server has it, p50', percentile(seen.live, 0.5)),
			figure('text is shown → a reader on the other server has it, p95', percentile(seen.live, 0.95)),
			figure('appends per second meanwhile', (1_000 * appends) / work.ms, 'count'),
			figure('turns per second meanwhile', (1_000 * sessions * turns) / work.ms, 'count'),
		)
		return figures
	} finally {
		await counter.close()
		await servers.close()
	}
}

/** Answers that said: come again. */
let refusals = 0

type Given = { id: string; token: string; at: number }

async function post(servers: Servers, index: number): Promise<Given> {
	const token = tokenOf(index)
	for (const at = performance.now(); ; ) {
		const response = await servers.answer('POST', '/v1/tasks', { prompt: `go #${index}` }, token)
		if (response.status === 201) return { id: ((await response.json()) as { id: string }).id, token, at }
		if (![429, 503].includes(response.status)) throw new Error(`${response.status} ${await response.text()}`)
		refusals++
		await response.arrayBuffer()
		await pause(1_000)
	}
}

type Seen = { stored: number[]; live: number[] }

async function hasEnded(servers: Servers, { id, token }: Given): Promise<boolean> {
	const response = await servers.answer('GET', `/v1/tasks/${id}`, undefined, token)
	if (response.status === 503) refusals++
	const task = (await response.json()) as { state?: string }
	if (task.state === 'failed') throw new Error(JSON.stringify(task))
	return task.state === 'completed'
}

/** From the server that does not run it, until it has ended. */
async function look(servers: Servers, { id, token }: Given, seen: Seen): Promise<void> {
	const task = (await servers.ask('GET', `/v1/tasks/${id}`, undefined, token)) as { server: string }
	const other = task.server.startsWith('a-') ? 'b' : 'a'
	const response = await fetch(`${servers.urlOf(other)}/v1/tasks/${id}/events`, {
		headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
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
