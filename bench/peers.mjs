// Side by side with other agents in one run: one short answer, a tool loop, 5 000 deltas. Every round runs each of them
// once, in turn, so that what else the machine does hits all alike. Agents that are not there are left out.
//   node bench/peers.mjs [--pi PATH] [--codex PATH] [--rounds N]
// The server here is not strict as that of the tests is, for it has to please clients that are not ours.

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
	options: { pi: { type: 'string' }, codex: { type: 'string' }, rounds: { type: 'string', default: '7' } },
})
const TURNS = 21
const DELTAS = 5_000
const agent = new URL('../bin/agent.cjs', import.meta.url).pathname

const place = mkdtempSync(join(tmpdir(), 'keelson-peers-'))
const cwd = join(place, 'project')
mkdirSync(cwd)
writeFileSync(join(cwd, 'note.txt'), Array.from({ length: 100 }, (_, line) => `line ${line}\n`).join(''))

/** What the server is to answer next, and when requests came and answers ended. */
let scene = { kind: 'answer', seen: 0, arrivals: [], ends: [] }
const server = createServer((incoming, response) => {
	const arrivedMs = performance.now()
	const chunks = []
	incoming.on('data', chunk => chunks.push(chunk))
	incoming.on('end', () => {
		const isReply = incoming.method === 'POST' && /\/(responses|chat\/completions)$/.test(incoming.url ?? '')
		if (!isReply) return response.writeHead(404).end('{}')
		const body = JSON.parse(Buffer.concat(chunks).toString())
		scene.arrivals.push(arrivedMs)
		const isLoop = scene.kind === 'loop' && scene.seen < TURNS - 1
		const index = scene.seen++
		const call = isLoop ? callFor(body, index) : undefined
		const deltas = scene.kind === 'deltas' ? DELTAS : 1
		const text = incoming.url.endsWith('/responses') ? responses(call, deltas) : chat(call, deltas)
		response.writeHead(200, { 'content-type': 'text/event-stream' })
		response.end(text, () => scene.ends.push(performance.now()))
	})
})

function callFor({ tools = [] }, index) {
	const names = tools.map(tool => tool.name ?? tool.function?.name)
	if (names.includes('read')) return ['read', { path: 'note.txt', offset: index + 1, limit: 1 }]
	if (names.includes('exec_command')) return ['exec_command', { cmd: `sed -n ${index + 1}p note.txt` }]
	return ['shell', { command: ['sed', '-n', `${index + 1}p`, 'note.txt'] }]
}

const event = data => `data: ${JSON.stringify(data)}\n\n`
const named = data => `event: ${data.type}\n${event(data)}`
const USAGE = {
	input_tokens: 100,
	input_tokens_details: { cached_tokens: 0 },
	output_tokens: 5,
	output_tokens_details: { reasoning_tokens: 0 },
	total_tokens: 105,
}
let ids = 0

function responses(call, deltas) {
	const id = `resp_${++ids}`
	const response = { id, object: 'response', status: 'in_progress', model: 'test-model', output: [] }
	const item = call
		? {
				type: 'function_call',
				id: `fc_${ids}`,
				call_id: `call_${ids}`,
				name: call[0],
				arguments: JSON.stringify(call[1]),
				status: 'completed',
			}
		: {
				type: 'message',
				id: `msg_${ids}`,
				role: 'assistant',
				status: 'completed',
				content: [{ type: 'output_text', text: 'word '.repeat(deltas), annotations: [] }],
			}
	const start = call
		? { ...item, arguments: '', status: 'in_progress' }
		: { ...item, content: [], status: 'in_progress' }
	const part = { item_id: item.id, output_index: 0 }
	const middle = call
		? [
				named({ type: 'response.function_call_arguments.delta', ...part, delta: item.arguments }),
				named({ type: 'response.function_call_arguments.done', ...part, arguments: item.arguments }),
			]
		: [
				named({
					type: 'response.content_part.added',
					...part,
					content_index: 0,
					part: { type: 'output_text', text: '', annotations: [] },
				}),
				...Array.from({ length: deltas }, () =>
					named({ type: 'response.output_text.delta', ...part, content_index: 0, delta: 'word ' }),
				),
				named({ type: 'response.output_text.done', ...part, content_index: 0, text: item.content[0].text }),
			]
	return [
		named({ type: 'response.created', response }),
		named({ type: 'response.output_item.added', output_index: 0, item: start }),
		...middle,
		named({ type: 'response.output_item.done', output_index: 0, item }),
		named({
			type: 'response.completed',
			response: { ...response, status: 'completed', output: [item], usage: USAGE },
		}),
	].join('')
}

function chat(call, deltas) {
	const chunk = (delta, reason = null) =>
		event({
			id: `c${++ids}`,
			object: 'chat.completion.chunk',
			created: 1,
			model: 'test-model',
			choices: [{ index: 0, delta, finish_reason: reason }],
		})
	const middle = call
		? [
				chunk({
					role: 'assistant',
					tool_calls: [
						{
							index: 0,
							id: `call_${ids}`,
							type: 'function',
							function: { name: call[0], arguments: JSON.stringify(call[1]) },
						},
					],
				}),
				chunk({}, 'tool_calls'),
			]
		: [...Array.from({ length: deltas }, () => chunk({ content: 'word ' })), chunk({}, 'stop')]
	return `${middle.join('')}data: [DONE]\n\n`
}

await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
const base = `http://127.0.0.1:${server.address().port}/v1`
const PATHS = {
	PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
	HOME: join(place, 'home'),
	TERM: 'dumb',
}
mkdirSync(PATHS.HOME)

/** Over both wires: pi speaks Chat Completions here, codex Responses, which says everything twice. */
const CANDIDATES = {
	'keelson (responses)': keelson('openai'),
	'keelson (chat)': keelson('openai-chat'),
	...(values.pi && { pi: pi(values.pi) }),
	...(values.codex && { codex: codex(values.codex) }),
}

function keelson(provider) {
	const args = [agent, 'run', '-m', `${provider}/test-model`, '--approve', 'all', '--max-turns', '100', 'go']
	const env = { KEELSON_HOME: join(place, provider), OPENAI_BASE_URL: base, OPENAI_API_KEY: 'sk-test' }
	return { file: process.execPath, args, env }
}

function pi(file) {
	const folder = join(PATHS.HOME, '.pi/agent')
	mkdirSync(folder, { recursive: true })
	const mine = { baseUrl: base, api: 'openai-completions', apiKey: 'test', models: [{ id: 'test-model' }] }
	writeFileSync(join(folder, 'models.json'), JSON.stringify({ providers: { mine } }))
	return { file, args: ['--provider', 'mine', '--model', 'test-model', '-p', 'go'], env: { PI_OFFLINE: '1' } }
}

function codex(file) {
	const folder = join(PATHS.HOME, '.codex')
	mkdirSync(folder)
	writeFileSync(
		join(folder, 'config.toml'),
		`model = "test-model"\nmodel_provider = "mine"\ncheck_for_update_on_startup = false\n[model_providers.mine]\nname = "mine"\nbase_url = "${base}"\nwire_api = "responses"\nenv_key = "OPENAI_API_KEY"\n`,
	)
	const args = ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', 'go']
	return { file, args, env: { OPENAI_API_KEY: 'sk-test' } }
}

/** A loop that does nothing but ask: what the machine and the server take. */
async function bareGap() {
	const agentOf = { keepAlive: true }
	const ends = []
	const gaps = []
	for (let turn = 0; turn < TURNS; turn++) {
		scene = { kind: 'answer', seen: 0, arrivals: [], ends: [] }
		if (ends.length > 0) readFileSync(join(cwd, 'note.txt'), 'utf8')
		await new Promise((resolve, reject) => {
			const asked = request(
				`${base}/responses`,
				{ method: 'POST', ...agentOf, headers: { 'content-type': 'application/json' } },
				response => response.resume().on('end', resolve),
			)
			asked.on('error', reject).end(JSON.stringify({ input: 'x'.repeat(8_000), tools: [] }))
		})
		if (ends.length > 0) gaps.push(scene.arrivals[0] - ends.at(-1))
		ends.push(scene.ends[0] ?? performance.now())
	}
	return median(gaps)
}

function run({ file, args, env }, kind) {
	scene = { kind, seen: 0, arrivals: [], ends: [] }
	const startMs = performance.now()
	const script = 'TIMEFORMAT="cpu %U %S"; time "$0" "$@"'
	const child = spawn('bash', ['-c', script, file, ...args], {
		cwd,
		env: { ...PATHS, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	let errors = ''
	child.stdout.resume()
	child.stderr.on('data', text => (errors += text))
	return new Promise((resolve, reject) => {
		child.on('close', code => {
			const [, user, system] = /cpu ([\d.]+) ([\d.]+)\n$/.exec(errors) ?? []
			if (code !== 0 || scene.seen === 0) return reject(new Error(`${file}: ${code} ${errors.slice(-400)}`))
			const gaps = scene.arrivals.slice(1).map((at, index) => at - scene.ends[index])
			resolve({
				wallMs: performance.now() - startMs,
				cpuMs: (Number(user) + Number(system)) * 1000,
				gapMs: median(gaps.slice(1)),
				seen: scene.seen,
			})
		})
	})
}

function median(numbers) {
	const sorted = [...numbers].sort((a, b) => a - b)
	return sorted[sorted.length >> 1] ?? Number.NaN
}

const found = {}
function note(name, value) {
	found[name] ??= []
	found[name].push(value)
}
for (let round = 0; round <= Number(values.rounds); round++) {
	if (round > 0) note('bare loop: gap per turn, ms', await bareGap())
	for (const [name, candidate] of Object.entries(CANDIDATES)) {
		try {
			const one = await run(candidate, 'answer')
			const loop = await run(candidate, 'loop')
			const many = await run(candidate, 'deltas')
			if (loop.seen < TURNS) throw new Error(`${name} took ${loop.seen} of ${TURNS} turns`)
			if (round === 0) continue
			note(`${name}: one short answer, ms`, one.wallMs)
			note(`${name}: gap per turn, ms`, loop.gapMs)
			note(`${name}: 5 000 deltas over one, CPU ms`, many.cpuMs - one.cpuMs)
		} catch (error) {
			console.error(error.message)
			process.exitCode = 1
		}
	}
}
for (const [name, numbers] of Object.entries(found))
	console.log(`${name.padEnd(46)} ${median(numbers).toFixed(1)}`)
server.closeAllConnections()
server.close()
rmSync(place, { recursive: true, force: true })
