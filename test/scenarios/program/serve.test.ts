import assert from 'node:assert/strict'
import { watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { hasEnded } from '../../../src/core/services/tasks.ts'
import { startModelServer } from '../../support/model-server/model-server.ts'
import { type Desk, makeDesk, runAgent, type StartedAgent, startAgent } from '../../support/run-agent.ts'
import { type Client, clientOf } from '../../support/server/client.ts'

test('a server killed in the stream, in a tool and in an approval goes on with all three, and does nothing twice', async () => {
	const model = await startModelServer()
	const desk = await makeDesk()
	const commands = {
		'in a tool': 'echo ran >> runs.txt; while kill -0 $PPID; do sleep 0.1; done',
		'in an approval': 'echo asked >> runs.txt',
	}
	model.onRequest(({ bytes }) => {
		const text = bytes.toString()
		const what = ['in the stream', 'in a tool', 'in an approval'].find(each => text.includes(each)) ?? ''
		const goesOn = text.includes('another one takes it up here')
		if (what === 'in the stream' && !goesOn)
			return { text: ['half a ', 'word'], fault: { kind: 'stall', after: 'text' } }
		if (what === 'in a tool' && !goesOn)
			return { calls: [{ name: 'shell', arguments: { command: commands[what] } }] }
		if (what === 'in an approval' && !text.includes('exit code 0'))
			return { calls: [{ name: 'shell', arguments: { command: commands[what] } }] }
		return { text: `done ${what}` }
	})
	let server: Served | undefined
	try {
		server = await startServer(desk, model.environment)
		const { client } = server
		const [stream, tool, approval] = await Promise.all(
			['in the stream', 'in a tool', 'in an approval'].map(prompt => client.create(prompt)),
		)
		const isAsking = ({ state }: { state: string }) => state === 'input-required'
		await answer(client, tool!)
		await client.until(approval!, isAsking)
		await fileHas(desk, 'runs.txt', 'ran')
		for await (const { data } of await client.stream(`/v1/tasks/${stream}/events`))
			if (data.event?.type === 'text-delta') break
		server.agent.child.kill('SIGKILL')
		await server.agent.ended

		server = await startServer(desk, model.environment)
		const again = server.client
		await answer(again, approval!)
		const ended = await Promise.all(
			[stream, tool, approval].map(id => again.until(id!, ({ state }) => hasEnded(state))),
		)
		assert.deepEqual(
			ended.map(({ state, result, runs, waiting }) => [state, result, runs.length, waiting]),
			['in the stream', 'in a tool', 'in an approval'].map(what => [
				'completed',
				`done ${what}`,
				2,
				undefined,
			]),
		)
		assert.equal(await readFile(join(desk.cwd, 'runs.txt'), 'utf8'), 'ran\nasked\n')
		const { items } = (await again.ask('GET', `/v1/tasks/${tool}/events`)).json
		const results = items.filter(({ event }: { event: { type: string } }) => event.type === 'tool-end')
		assert.match(JSON.stringify(results), /may have run/)
		assert.deepEqual(new Set(items.map(({ runId }: { runId: string }) => runId)), new Set(ended[1]?.runs))

		// The same by the command line, which finds the server and its token by itself.
		const shown = await runAgent(['tasks', 'follow', tool!], { desk })
		assert.deepEqual([shown.code, shown.stdout], [0, 'done in a tool\n'])
		// The web page, from where the build has put it.
		const [page, script] = [await again.ask('GET', '/'), await again.ask('GET', '/page.js')]
		assert.deepEqual([page.status, script.status], [200, 200])
		assert.match(page.text, /<script src="page.js" defer>/)
		assert.match(script.text, /Last-Event-ID/)
		const other = await runAgent(['serve'], { desk })
		assert.equal(other.code, 1)
		assert.match(other.stderr, new RegExp(`process ${server.agent.child.pid}`))

		const waiting = await again.create('in the stream, and on')
		await again.until(waiting, ({ state }) => state === 'working')
		server.agent.child.kill('SIGTERM')
		assert.equal((await server.agent.ended).code, 143)
		server = await startServer(desk, model.environment)
		const taken = await server.client.until(waiting, ({ state }) => hasEnded(state))
		assert.deepEqual([taken.state, taken.result], ['completed', 'done in the stream'])
	} finally {
		server?.agent.child.kill('SIGKILL')
		await server?.agent.ended
		await model.close()
		await desk.remove()
	}
}, 60_000)

type Served = { agent: StartedAgent; client: Client }

async function startServer(desk: Desk, env: Readonly<Record<string, string>>): Promise<Served> {
	const agent = startAgent(['serve', '-m', 'openai/test-model', '--approve', 'ask'], { desk, env })
	await agent.says('"listening"')
	const url = await readFile(join(desk.home, 'tasks', '.listening'), 'utf8')
	const token = await readFile(join(desk.home, 'server-token'), 'utf8')
	return { agent, client: clientOf(url.trim(), token.trim()) }
}

async function answer(client: Client, id: string): Promise<void> {
	const { waiting } = await client.until(id, ({ state }) => state === 'input-required')
	assert.ok(waiting?.for === 'approval')
	const body = { approval: waiting.approvalId, decision: 'once' }
	assert.equal((await client.ask('POST', `/v1/tasks/${id}/input`, { body })).status, 202)
}

/** Resolves as soon as the file has the text. */
async function fileHas({ cwd }: Desk, name: string, text: string): Promise<void> {
	const watcher = watch(cwd)
	try {
		await new Promise<void>(resolve => {
			const look = () =>
				readFile(join(cwd, name), 'utf8').then(
					found => {
						if (found.includes(text)) resolve()
					},
					() => undefined,
				)
			watcher.on('change', look)
			void look()
		})
	} finally {
		watcher.close()
	}
}
