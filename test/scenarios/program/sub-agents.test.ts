import assert from 'node:assert/strict'
import { readdir, readFile, watch } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, onTestFinished, test } from 'vitest'
import { deferred } from '../../support/deferred.ts'
import { type RecordedRequest, startModelServer } from '../../support/model-server/model-server.ts'
import type { ScriptedReply } from '../../support/model-server/reply/reply.ts'
import { type Desk, jsonLines, makeDesk, runAgent, startAgent } from '../../support/run-agent.ts'

const WIRES = ['openai/test-model', 'openai-chat/test-model', 'anthropic/test-model']
const NAMES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

const args = (model: string, ...more: string[]) => [
	'run',
	'-m',
	model,
	'--approve',
	'all',
	'--output-format',
	'stream-json',
	...more,
]

async function scene(files: Readonly<Record<string, string>> = {}) {
	const [server, desk] = [await startModelServer(), await makeDesk(files)]
	onTestFinished(async () => {
		await server.close()
		await desk.remove()
	})
	return { server, desk, env: server.environment }
}

const delegate = (agent: string, prompt: string, more: object = {}) => ({
	name: 'delegate',
	arguments: { agent, prompt, ...more },
})

const said = ({ body }: RecordedRequest) => JSON.stringify(body.input ?? body.messages)
const results = (request: RecordedRequest) =>
	said(request).match(/"function_call_output"|"tool_result"|"role":"tool"/g)?.length ?? 0

describe.each(WIRES)('over %s', model => {
	test('eight exploring agents read at the same time, and the history with their results is valid', async () => {
		const { server, desk, env } = await scene({ 'a.txt': 'first line\n' })
		const all = deferred()
		const asked = new Set<string>()
		server.onRequest(async (request): Promise<ScriptedReply> => {
			if (said(request).includes('ask them all'))
				return results(request) === 0
					? { calls: NAMES.map(name => delegate('explore', `count to ${name}.`)) }
					: { text: 'all are done' }
			const name = NAMES.find(each => said(request).includes(`count to ${each}.`))!
			if (results(request) > 0) return { text: `${name} is done` }
			// Nobody is answered before all have asked.
			asked.add(name)
			if (asked.size === NAMES.length) all.resolve()
			await all.promise
			return { calls: [{ name: 'read', arguments: { path: 'a.txt' } }] }
		})
		const { code, stdout, stderr } = await runAgent(args(model, 'ask them all'), { desk, env })
		assert.equal(code, 0, stderr)
		const lines = jsonLines(stdout)
		const ends = lines.filter(({ subtype }) => subtype === 'agent_end')
		assert.deepEqual(
			ends.map(({ reason }) => reason),
			NAMES.map(() => 'finished'),
		)
		assert.equal(lines.filter(({ subtype }) => subtype === 'agent_start').length, 8)
		const result = lines.at(-1)!
		assert.deepEqual([result.subtype, result.result, result.num_turns], ['success', 'all are done', 2])
		const used = result.usage as { output_tokens: number }
		const own = ends.reduce((sum, { usage }) => sum + (usage as typeof used).output_tokens, 0)
		assert.ok(own > 0 && used.output_tokens > own, `${used.output_tokens} with ${own} of the agents`)
		server.assertFinished()
	})
})

test('a parent that is killed is gone on with: the call may have run, and names the session of the agent', async () => {
	const { server, desk, env } = await scene()
	server.onRequest((request): ScriptedReply => {
		const text = said(request)
		if (text.includes('go on')) return { text: 'on we go' }
		if (text.includes('ask somebody')) return { calls: [delegate('general', 'make a file')] }
		return { calls: [{ name: 'shell', arguments: { command: 'echo > begun; sleep 600' } }] }
	})
	const stop = new AbortController()
	const changes = watch(desk.cwd, { signal: stop.signal })
	const first = startAgent(args(WIRES[0]!, 'ask somebody'), { desk, env })
	for await (const { filename } of changes) if (filename === 'begun') break
	stop.abort()
	first.child.kill('SIGKILL')
	const { stdout } = await first.ended
	// The last line may have been cut off by it.
	const whole = stdout.slice(0, stdout.lastIndexOf('\n') + 1)
	const begun = jsonLines(whole).find(({ subtype }) => subtype === 'agent_start')!
	const agentId = String(begun.agent_id)
	const parent = String(begun.session_id)

	const second = await runAgent(args(WIRES[0]!, '--resume', parent, 'go on'), { desk, env })
	assert.equal(second.code, 0, second.stderr)
	const log = (await logs(desk)).get(parent)!
	const interrupted = log.find(({ event }) => event.type === 'tool-end')!
	assert.match(
		JSON.stringify(interrupted.event.result),
		new RegExp(
			`it may have run\\. Check before running it again\\. What the agent did is in its session ${agentId}`,
		),
	)
	const end = log.find(({ event }) => event.type === 'agent-end')!
	assert.deepEqual([end.event.agentId, end.event.reason, end.event.turns], [agentId, 'failed', 1])
	assert.ok((end.event.usage as { outputTokens: number }).outputTokens > 0, 'what it had spent is counted')

	const list = async (...more: string[]) =>
		(await runAgent(['sessions', 'list', ...more], { desk, env })).stdout
	assert.doesNotMatch(await list(), new RegExp(agentId))
	assert.match(await list('--all'), new RegExp(`${agentId}.*make a file.*agent of ${parent}`))
	const shown = await runAgent(['sessions', 'show', agentId], { desk, env })
	assert.match(shown.stdout, /make a file/)
	const page = await runAgent(['sessions', 'export', parent, '--format', 'md'], { desk, env })
	assert.match(
		page.stdout,
		/The agent general worked on this[\s\S]*sleep 600[\s\S]*of the agent general ends/,
	)
	const lines = jsonLines(
		(await runAgent(['sessions', 'export', parent, '--format', 'jsonl'], { desk, env })).stdout,
	)
	assert.deepEqual(new Set(lines.map(({ sessionId }) => sessionId)), new Set([parent, agentId]))
	const went = await runAgent(args(WIRES[0]!, '-c', 'go on again'), { desk, env })
	assert.equal(String(jsonLines(went.stdout).at(-1)!.session_id), parent, 'the newest session is the user’s')

	await runAgent(['sessions', 'delete', parent], { desk, env })
	assert.equal(await list('--all'), '')
})

type Line = { event: { type: string; [key: string]: unknown } }

/** Of every session, by its id. */
async function logs({ home }: Desk): Promise<ReadonlyMap<string, readonly Line[]>> {
	const folder = join(home, 'sessions')
	const found = new Map<string, readonly Line[]>()
	for (const project of await readdir(folder))
		for (const name of (await readdir(join(folder, project))).filter(each => each.endsWith('.jsonl'))) {
			const text = await readFile(join(folder, project, name), 'utf8')
			found.set(
				name.slice(0, -'.jsonl'.length),
				text
					.trim()
					.split('\n')
					.map(line => JSON.parse(line)),
			)
		}
	return found
}
