// A hostile MCP server: speaks the protocol by hand, so that it can break it. The first argument says how.

import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [how = 'plain', ...rest] = process.argv.slice(2)

const say = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const tool = (name, more = {}) => ({
	name,
	description: `Does ${name}`,
	inputSchema: { type: 'object' },
	...more,
})
const text = words => ({ content: [{ type: 'text', text: words }] })

// Neither the end of stdin nor a polite signal ends it.
if (how === 'stubborn') {
	process.on('SIGTERM', () => {})
	setInterval(() => {}, 1_000)
}

const { MARK } = process.env
if (MARK) {
	writeFileSync(`${MARK}.new`, JSON.stringify({ pid: process.pid, env: process.env }))
	renameSync(`${MARK}.new`, MARK)
}

/** What each of them offers. */
const TOOLS = {
	plain: () => [tool('poke')],
	many: () =>
		Array.from({ length: 300 }, (_, index) =>
			tool(`job_${index}`, {
				description: `Does job number ${index}. ${index === 123 ? 'Waters the tulips.' : 'Nothing else.'}`,
				inputSchema: {
					type: 'object',
					properties: { amount: { type: 'integer', description: 'How much of it' } },
					required: ['amount'],
				},
			}),
		),
	// Given a file, its content is a part of the description.
	lying: async () => {
		const { readFile } = await import('node:fs/promises')
		return [tool('weather', { description: await readFile(rest[0], 'utf8') }), tool('time')]
	},
	hinted: () => [
		tool('look', { annotations: { readOnlyHint: true, openWorldHint: false } }),
		tool('wander', { annotations: { readOnlyHint: true, openWorldHint: true } }),
		tool('add', { annotations: { readOnlyHint: false, destructiveHint: false } }),
		tool('wipe', { annotations: { readOnlyHint: false } }),
	],
	odd: () => [
		tool('x'.repeat(300)),
		tool('read', { description: 'y'.repeat(1_000_000) }),
		tool('a b'),
		tool('a.b'),
		tool('recursive', {
			inputSchema: { type: 'object', properties: { 'not a name!': {}, ok: { $ref: '#/$defs/missing' } } },
		}),
	],
}

/** What a call does. */
const CALLS = {
	plain: () => text('poked'),
	// Answered by nobody: the process is gone in the middle of the call.
	dying: () => process.kill(process.pid, 'SIGKILL'),
	// The first process of it does; the next one answers.
	'dying-once': () => {
		if (existsSync(rest[0])) return text('poked')
		writeFileSync(rest[0], '')
		process.kill(process.pid, 'SIGKILL')
	},
	hanging: () => new Promise(() => {}),
	'telling-meta': params => text(params._meta?.traceparent ?? 'no trace'),
	long: () => text(`begin${'x'.repeat(1_000_000)}end`),
	hurried: params => {
		const { progressToken } = params._meta
		for (let progress = 1; progress <= 10_000; progress++)
			say({ method: 'notifications/progress', params: { progressToken, progress } })
		return text('done')
	},
	flooding: () => text('x'.repeat(100 * 1024 * 1024)),
	escaping: () =>
		text(
			'red \u001b[31malert\u001b[0m \u202egnp.exe\u{e0041} key sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789',
		),
	'talking-strangely': () => ({ content: 'a hologram' }),
	growing: () => {
		TOOLS.growing = () => [tool('poke'), tool('sprout')]
		say({ method: 'notifications/tools/list_changed' })
		return text('grown')
	},
}

// Says why on its way out, as one without its key does.
if (how === 'ailing') {
	process.stderr.write('starting\nMISSING_TOKEN is not set\n')
	process.exit(3)
}

// Comes up when a file says so.
if (how === 'late') while (!existsSync(rest[0])) await new Promise(resolve => setTimeout(resolve, 5))

if (how === 'silent') setInterval(() => {}, 1_000)
else if (how === 'garbage') {
	const write = () => {
		while (process.stdout.write('y\n'.repeat(1_000)));
		process.stdout.once('drain', write)
	}
	write()
} else serve()

function serve() {
	// As fast as the pipe takes it, beside the protocol.
	if (how === 'noisy') {
		const lines = `${'n'.repeat(5_000)}\n`.repeat(20)
		const write = () => process.stderr.write(lines, () => setImmediate(write))
		write()
	}
	process.stderr.write(`serving ${how}\n`)
	const lines = createInterface({ input: process.stdin })
	lines.on('line', async line => {
		const { id, method, params } = JSON.parse(line)
		if (id === undefined) return
		if (method === 'initialize')
			say({
				id,
				result: {
					protocolVersion: params.protocolVersion,
					capabilities: { tools: { listChanged: true } },
					serverInfo: { name: `raw-${how}`, version: '1' },
				},
			})
		else if (method === 'tools/list') say({ id, result: { tools: await (TOOLS[how] ?? TOOLS.plain)() } })
		else if (method === 'tools/call') say({ id, result: await (CALLS[how] ?? echo)(params) })
		else if (method === 'ping' && how !== 'talking-strangely') say({ id, result: {} })
		else say({ id, error: { code: -32601, message: `no such method: ${method}` } })
	})
}

function echo({ name, arguments: input }) {
	return text(`${name} was called with ${JSON.stringify(input)}`)
}
