// P7 and P8 for long sessions: how long until the newest words of one stand on the screen, what it takes in memory,
// and what one more event costs on disk.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionId } from '../src/core/ids.ts'
import type { StoredEnvelope } from '../src/sessions/session-store.ts'
import { createJsonlStore } from '../src/sessions/store/jsonl-store.ts'
import { startModelServer } from '../test/support/model-server/model-server.ts'
import { runChild } from './child.ts'
import { type Bench, type Figure, type Measure, median } from './figure.ts'
import { growSession, NEWEST } from './grow-session.ts'
import { makePlace, type Place } from './place.ts'
import { firstEchoMs, openScreen } from './screen.ts'

export const longSessions: Measure = {
	row: 'P8',
	what: 'resume of a long session',
	async run(bench) {
		const place = await makePlace()
		const server = await startModelServer()
		server.onRequest(() => ({ text: 'An answer of middling length, with `code` in it.' }))
		const environment = { ...place.environment, ...server.environment }
		const grown = (size: Parameters<typeof growSession>[1]) =>
			growSession(place.environment.KEELSON_HOME ?? '', size)
		try {
			const args = [bench.agent, 'run', '-m', 'openai/test-model', 'A question of middling length']
			await runChild({ file: bench.node, args, cwd: place.cwd, environment })
			const fresh = await opened(bench, place, ['-m', 'demo/demo'], undefined)
			const { sessionId } = await grown({ messages: 5000 })
			const long = await opened(bench, place, ['resume', sessionId], NEWEST)
			const whole = await grown({ events: 100_000 })
			const huge = await opened(bench, place, ['resume', sessionId], NEWEST)
			await grown({ events: 100_000, condensedEvery: 2000 })
			const condensed = await opened(bench, place, ['resume', sessionId], NEWEST)
			const beside = `fresh: first key ${fresh.echoMs.toFixed(0)} ms`
			return [
				{
					row: 'P7',
					what: 'memory after a resume of 5 000 messages',
					value: long.residentMiB,
					unit: 'MiB',
					target: { atMost: 150 },
				},
				{
					row: 'P8',
					what: 'resume of 5 000 messages: its newest words on the screen, over the first key of a fresh one',
					value: long.shownMs - fresh.echoMs,
					unit: 'ms',
					target: { atMost: 300 },
					beside: `${beside}, resumed ${long.echoMs.toFixed(0)} ms; processor ${cpu(fresh)} and ${cpu(long)}`,
				},
				{
					row: 'P8',
					what: 'resume of 100 000 events with compactions: its newest words on the screen',
					value: condensed.shownMs,
					unit: 'ms',
					target: { atMost: 1000 },
					beside: `${condensed.residentMiB.toFixed(0)} MiB, processor ${cpu(condensed)}`,
				},
				{
					row: 'P8',
					what: `resume of 100 000 events without one (${(whole.sizeBytes / 1e6).toFixed(0)} MB): its newest words on the screen`,
					value: huge.shownMs,
					unit: 'ms',
					beside: `${huge.residentMiB.toFixed(0)} MiB, processor ${cpu(huge)}`,
				},
			] satisfies Figure[]
		} finally {
			await server.close()
			await place.remove()
		}
	},
}

function cpu({ cpuMs }: { cpuMs: number }): string {
	return `${cpuMs.toFixed(0)} ms`
}

export const appending: Measure = {
	row: 'S1',
	what: 'one more event in the log',
	async run() {
		const folder = await mkdtemp(join(tmpdir(), 'keelson-bench-log-'))
		const log = createJsonlStore({ folder }).create('260101-000000-aaaa' as SessionId, '/bench')
		let seq = 0
		const microseconds = async (durable: boolean, count: number) => {
			const times: number[] = []
			for (let index = 0; index < count; index++) {
				const before = performance.now()
				await log.append([eventOf(++seq)], { durable })
				times.push((performance.now() - before) * 1000)
			}
			return median(times)
		}
		try {
			await microseconds(true, 5)
			const quick = await microseconds(false, 2000)
			const durable = await microseconds(true, 300)
			return [
				{
					row: 'S1',
					what: 'append, in the file',
					value: quick / 1000,
					unit: 'ms',
					beside: `${quick.toFixed(0)} µs`,
				},
				{
					row: 'S1',
					what: 'append, on the disk (fdatasync)',
					value: durable / 1000,
					unit: 'ms',
					beside: `${durable.toFixed(0)} µs`,
				},
			] satisfies Figure[]
		} finally {
			await log.close()
			await rm(folder, { recursive: true, force: true })
		}
	},
}

function eventOf(seq: number): StoredEnvelope {
	const result = { outcome: 'ok' as const, content: [{ type: 'text' as const, text: 'x'.repeat(1000) }] }
	return {
		seq,
		at: 1,
		sessionId: '260101-000000-aaaa' as SessionId,
		event: { type: 'tool-end', callId: `c${seq}` as never, tool: 'read', result },
	}
}

/** @param words - shown when the session is there; left out, the first key is all there is to wait for */
async function opened(
	{ node, agent, runs }: Bench,
	place: Place,
	args: readonly string[],
	words: string | undefined,
): Promise<{ echoMs: number; shownMs: number; cpuMs: number; residentMiB: number }> {
	const [echoesMs, showsMs, cpusMs, residentsMiB]: [number[], number[], number[], number[]] = [[], [], [], []]
	for (let run = 0; run < Math.ceil(runs / 3); run++) {
		const screen = await openScreen({ file: node, args: [agent, ...args], ...place })
		try {
			// Both are waited for at once: what is typed comes back long before the session is there.
			const shown = words === undefined ? undefined : screen.shows(words)
			echoesMs.push(await firstEchoMs(screen))
			if (shown) showsMs.push((await shown) - screen.startMs)
			cpusMs.push(await screen.cpuMs())
			await new Promise(resolve => setTimeout(resolve, 1500))
			residentsMiB.push(await screen.residentMiB())
		} finally {
			await screen.close()
		}
	}
	return {
		echoMs: median(echoesMs),
		shownMs: median(showsMs),
		cpuMs: median(cpusMs),
		residentMiB: median(residentsMiB),
	}
}
