// A process killed while history is condensed: whatever was acknowledged is there, and the session goes on within its window.

import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { isObject, type JsonObject, parseJson } from '../../../src/core/json.ts'
import { type CountTokens, loadTokenCounter } from '../../../src/runtime/context/tokens/token-counter.ts'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { type Desk, makeDesk, runAgent, startAgent } from '../../support/run-agent.ts'
import { requestTokens } from '../../support/runtime/request-tokens.ts'
import { longer, SOAK_SEED } from '../../support/soak.ts'

const ROUNDS = longer(4)
const LANES = 2
const WINDOW = 9_000
const WIRES = ['openai', 'openai-chat', 'anthropic']
const GOAL = 'Count the plums in the icebox.'

describe.concurrent('a process killed in the middle of a compaction', () => {
	for (let lane = 0; lane < LANES; lane++)
		test(
			`lane ${lane}: nothing acknowledged is lost, and the next request is valid and fits`,
			async () => {
				const count = await loadTokenCounter()
				for (let round = 0; round < ROUNDS / LANES; round++)
					await await killAndResume(SOAK_SEED + lane * 100_000 + round, count)
			},
			longer(900_000),
		)
})

async function killAndResume(seed: number, count: CountTokens): Promise<void> {
	const wire = WIRES[seed % WIRES.length]!
	const server = await startModelServer()
	const desk = await makeDesk({ 'big.txt': 'plum after plum after plum\n'.repeat(4_000) })
	try {
		await writeSettings(desk, `${wire}/test-model`)
		const options = { desk, env: server.environment }
		const args = ['run', '-m', `${wire}/test-model`, '--approve', 'all', '--output-format', 'stream-json']
		const first = startAgent([...args, GOAL], options)
		// Somewhere around the first compaction: while the summary streams, while it is stored, just after.
		const summarising = reading(server, random(seed) * 20)
		await Promise.race([summarising, first.ended])
		await new Promise(resolve => setTimeout(resolve, random(seed + 500) * 150))
		first.child.kill('SIGKILL')
		const { stdout } = await first.ended

		const [log] = await logs(desk)
		assert.ok(log, `round ${seed}: there is no session`)
		const shown = stdout.slice(0, stdout.lastIndexOf('\n') + 1)
		for (const [, id] of shown.matchAll(/"tool_use_id":"([^"]+)"/g))
			assert.ok(
				log.text.includes(`"tool-end","callId":"${id}"`),
				`round ${seed}: ${id} was shown, not stored`,
			)

		const before = server.requests.length
		const second = await runAgent([...args, '--resume', log.sessionId, 'And now?'], options)
		assert.equal(second.code, 0, `round ${seed}: ${second.stderr}\n${second.stdout.slice(-2_000)}`)
		for (const request of server.requests.slice(before)) {
			const tokens = requestTokens(request, count)
			assert.ok(tokens <= 0.9 * WINDOW, `round ${seed}: a request of ${tokens} tokens`)
			assert.ok(request.bytes.includes(GOAL), `round ${seed}: the first prompt is gone`)
		}
		server.assertFinished()
	} finally {
		await server.close()
		await desk.remove()
	}
}

/** Each turn reads a page; summaries come slowly. Resolves some time after the first summary was asked for. */
function reading(server: ModelServer, moreMs: number): Promise<void> {
	let turn = 0
	return new Promise(resolve => {
		server.onRequest(({ bytes }) => {
			if (bytes.includes('Do not call tools, and do not answer')) {
				setTimeout(resolve, moreMs)
				return { text: Array.from({ length: 12 }, (_, index) => `So far ${index}. `), deltaDelayMs: 3 }
			}
			turn += 1
			if (bytes.includes('And now?') || turn > 60) return { text: 'Many.' }
			return {
				text: `Page ${turn}.`,
				calls: [{ name: 'read', arguments: { path: 'big.txt', offset: turn * 40, limit: 100 } }],
			}
		})
	})
}

async function writeSettings(desk: Desk, model: string): Promise<void> {
	await mkdir(desk.home, { recursive: true })
	const settings = { models: { [model]: { windowTokens: WINDOW, maxOutputTokens: 2_000 } } }
	await writeFile(join(desk.home, 'settings.json'), JSON.stringify(settings))
}

async function logs({ home }: Desk): Promise<readonly { sessionId: string; text: string }[]> {
	const folder = join(home, 'sessions')
	const names = await readdir(folder, { recursive: true }).catch(() => [])
	return Promise.all(
		names
			.filter(name => name.endsWith('.jsonl'))
			.map(async name => {
				const text = await readFile(join(folder, name), 'utf8')
				const first = parseJson(text.split('\n', 1)[0]!)
				return { sessionId: idOf(isObject(first) ? first : {}), text }
			}),
	)
}

function idOf({ sessionId }: JsonObject): string {
	assert.equal(typeof sessionId, 'string')
	return String(sessionId)
}

/** Between 0 and 1, the same for the same seed: a round that fails can be run again. */
function random(seed: number): number {
	const x = Math.sin(seed + 1) * 10_000
	return x - Math.floor(x)
}
