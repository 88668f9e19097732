import assert from 'node:assert/strict'
import { readdir, readFile, watch } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { jsonLines, makeDesk, runAgent, startAgent } from '../../support/run-agent.ts'
import { longer, SOAK_SEED } from '../../support/soak.ts'

const ROUNDS = longer(8)
const LANES = 2
const TURNS = 20

describe.concurrent('a process killed at a random moment of a 20-turn tool loop', () => {
	for (let lane = 0; lane < LANES; lane++)
		test(
			`lane ${lane}: every message that was shown is there, nothing runs twice, the session goes on`,
			async () => {
				for (let round = 0; round < ROUNDS / LANES; round++)
					await killAndResume(SOAK_SEED + lane * 100_000 + round)
			},
			longer(300_000),
		)
})

test('what a command that was killed kept free is not taken for something the folder brings along', async () => {
	const server = await startModelServer()
	const desk = await makeDesk()
	const stop = new AbortController()
	try {
		server.script(
			{ calls: [{ name: 'shell', arguments: { command: 'echo > begun; sleep 600' } }] },
			{ text: 'on we go' },
		)
		const args = ['run', '-m', 'openai/test-model', '--approve', 'all']
		const changes = watch(desk.cwd, { signal: stop.signal })
		const first = startAgent([...args, 'wait'], { desk, env: server.environment })
		for await (const { filename } of changes) if (filename === 'begun') break
		first.child.kill('SIGKILL')
		await first.ended
		const second = await runAgent([...args, 'go on'], { desk, env: server.environment })
		assert.deepEqual([second.code, second.stdout], [0, 'on we go\n'])
		assert.doesNotMatch(second.stderr, /regular file|not trusted/)
		assert.deepEqual(await readdir(desk.cwd), ['begun'])
	} finally {
		stop.abort()
		await server.close()
		await desk.remove()
	}
})

async function killAndResume(seed: number): Promise<void> {
	const server = await startModelServer()
	const desk = await makeDesk()
	try {
		loop(server)
		const args = [
			'run',
			'-m',
			WIRES[seed % WIRES.length]!,
			'--approve',
			'all',
			'--output-format',
			'stream-json',
		]
		const first = startAgent([...args, 'count'], { desk, env: server.environment })
		// From before the first request to after the last: start-up takes about 100 ms, the loop about 400.
		await new Promise(resolve => setTimeout(resolve, 60 + random(seed) * 500))
		first.child.kill('SIGKILL')
		const { stdout } = await first.ended
		const shown = jsonLines(stdout.slice(0, stdout.lastIndexOf('\n') + 1)).filter(
			line => line.type === 'assistant',
		)

		const sessions = await logs(desk.home)
		if (sessions.length === 0) return assert.deepEqual(shown, [])
		const [{ sessionId, text }] = sessions as [{ sessionId: string; text: string }]
		for (const line of shown)
			for (const id of callIds(line))
				assert.ok(text.includes(id), `round ${seed}: ${id} was shown and is not stored`)

		const second = await runAgent([...args, '--resume', sessionId, 'go on'], {
			desk,
			env: server.environment,
		})
		assert.equal(second.code, 0, `round ${seed}: ${second.stderr}\n${second.stdout.slice(-2_000)}`)
		const counted = (await readFile(join(desk.cwd, 'count.txt'), 'utf8')).trim().split('\n')
		assert.deepEqual(counted, [...new Set(counted)], `round ${seed}: a side effect ran twice`)
		assertAccepted(server, seed)
	} finally {
		await server.close()
		await desk.remove()
	}
}

/** Each request is answered with one more number to write down, until there are enough results. */
function loop(server: ModelServer): void {
	let number = 0
	server.onRequest(request => {
		const results =
			JSON.stringify(request.body).match(/"(function_call_output|tool_result|role":"tool)"/g) ?? []
		if (results.length >= TURNS) return { text: 'counted' }
		number += 1
		return {
			text: `number ${number}`,
			calls: [{ name: 'shell', arguments: { command: `echo ${number} >> count.txt` } }],
		}
	})
}

const WIRES = ['openai/test-model', 'openai-chat/test-model', 'anthropic/test-model']

/** The server refuses whatever a real one would; a refused request would be an invalid history. */
function assertAccepted(server: ModelServer, seed: number): void {
	const exhausted = /has no reply/
	try {
		server.assertFinished()
	} catch (error) {
		if (!exhausted.test(String(error))) throw new Error(`round ${seed}`, { cause: error })
	}
}

function callIds(line: { [key: string]: unknown }): readonly string[] {
	const { content } = line.message as { content: { type: string; id?: string }[] }
	return content.flatMap(part => (part.type === 'tool_use' && part.id ? [part.id] : []))
}

async function logs(home: string): Promise<readonly { sessionId: string; text: string }[]> {
	const folder = join(home, 'sessions')
	const projects = await readdir(folder).catch(() => [])
	const found = await Promise.all(
		projects.map(async project => {
			const names = (await readdir(join(folder, project))).filter(name => name.endsWith('.jsonl'))
			return Promise.all(
				names.map(async name => ({
					sessionId: name.replace('.jsonl', ''),
					text: await readFile(join(folder, project, name), 'utf8'),
				})),
			)
		}),
	)
	return found.flat()
}

/** Between 0 and 1, the same for the same seed: a round that fails can be run again. */
function random(seed: number): number {
	const x = Math.sin(seed + 1) * 10_000
	return x - Math.floor(x)
}
