// What typing and turns cost while the memory index of many sessions is built: `node bench/memory-beside.ts [sessions]`,
// 2 000 if left out. The built program in a terminal, in a home with those sessions and no index, works through a loop
// of tool calls while somebody types, and then does nothing while somebody types; beside it the same in an empty home.

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { startModelServer } from '../test/support/model-server/model-server.ts'
import { makePlace } from './place.ts'
import { firstEchoMs, MARK_BYTES, MARK_KEY, openScreen, type Screen, soon } from './screen.ts'
import { writeSessionLogs } from './session-logs.ts'

const sessions = Number(process.argv[2] ?? 2_000)
const ROUNDS = 2
const KEYS = 60
const KEY_EVERY_MS = 120
const agent = new URL('../bin/agent.cjs', import.meta.url).pathname

type Beside = { keysMs: number[]; gapsMs: number[]; idleKeysMs: number[]; indexBytes: number }

const found: Record<string, Beside[]> = { 'no sessions': [], [`${sessions} sessions`]: [] }
for (let round = 0; round < ROUNDS; round++) {
	found['no sessions']!.push(await oneRun(0))
	found[`${sessions} sessions`]!.push(await oneRun(sessions))
}
for (const [name, runs] of Object.entries(found)) {
	const all = (of: (run: Beside) => number[]) => spread(runs.flatMap(of))
	process.stdout.write(
		`${name} (median, p95, longest in ms)
  own time of a turn             ${all(run => run.gapsMs)}
  key to screen, turns beside    ${all(run => run.keysMs)}
  key to screen, nothing beside  ${all(run => run.idleKeysMs)}
  index afterwards               ${runs.map(run => `${(run.indexBytes / 1e6).toFixed(1)} MB`).join(', ')}\n`,
	)
}

async function oneRun(count: number): Promise<Beside> {
	const place = await makePlace()
	const server = await startModelServer()
	const home = join(place.home, 'keelson')
	try {
		if (count > 0) await writeSessionLogs(join(home, 'sessions'), count)
		let isTyped = false
		server.onRequest((_, index) => {
			const read = { name: 'read', arguments: { path: 'note.txt', offset: (index % 1_900) + 1, limit: 1 } }
			return isTyped ? { text: 'THE-END' } : { text: `Turn ${index}.`, calls: [read] }
		})
		const args = [agent, '-m', 'openai-chat/test-model', '--max-turns', '100000']
		const environment = { ...place.environment, ...server.environment }
		const screen = await openScreen({ file: process.execPath, args, cwd: place.cwd, environment })
		try {
			await firstEchoMs(screen)
			screen.type('please read on')
			await quiet(500)
			screen.type('\r')
			await soon(server.waitForRequest(3), () => 'no turn was asked for')
			const keysMs = await typed(screen)
			isTyped = true
			await screen.shows('THE-END')
			const { requests } = server
			const gapsMs = requests.slice(3).map((request, at) => request.atMs - requests[at + 2]!.endedAtMs)
			const idleKeysMs = await typed(screen)
			return { keysMs, gapsMs, idleKeysMs, indexBytes: await indexBytes(home) }
		} finally {
			await screen.close()
		}
	} finally {
		await server.close()
		await place.remove()
	}
}

async function typed(screen: Screen): Promise<number[]> {
	const keysMs: number[] = []
	for (let press = 0; press < KEYS; press++) {
		const [from, pressedMs] = [screen.output().length, performance.now()]
		screen.type(MARK_KEY)
		keysMs.push((await screen.shows(MARK_BYTES, from)) - pressedMs)
		await quiet(KEY_EVERY_MS)
	}
	return keysMs
}

async function indexBytes(home: string): Promise<number> {
	const sizes = ['index.db', 'index.db-wal'].map(name =>
		stat(join(home, name)).then(
			({ size }) => size,
			() => 0,
		),
	)
	return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

function spread(times: readonly number[]): string {
	const sorted = times.toSorted((a, b) => a - b)
	return [0.5, 0.95, 1]
		.map(share => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1))
		.join(', ')
}

function quiet(ms: number): Promise<void> {
	return new Promise(resolve => setTimeout(resolve, ms))
}
