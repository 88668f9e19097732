// MCP: what configured servers cost at the start. The first key and the program itself must not notice them; a headless
// run asks as soon as the last of them has answered.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ModelServer, startModelServer } from '../test/support/model-server/model-server.ts'
import { interleaved, type Measure, median } from './figure.ts'
import { makePlace, type Place } from './place.ts'
import { firstEchoMs, openScreen } from './screen.ts'

const COUNTS = [0, 1, 10] as const
const SERVER = new URL('../test/support/mcp/raw-server.mjs', import.meta.url).pathname

export const mcpStart: Measure = {
	row: 'MCP',
	what: 'start with MCP servers',
	async run({ node, agent, runs }) {
		const places = await Promise.all(COUNTS.map(count => placeWith(count, node)))
		const server = await startModelServer()
		server.onRequest(() => ({ text: ['Hello ', 'there.'] }))
		const held = new Map<number, number[]>(COUNTS.map(count => [count, []]))
		const lingers = new Map<number, number[]>(COUNTS.map(count => [count, []]))
		const firstKey = async (place: Place) => {
			const screen = await openScreen({ file: node, args: [agent, '-m', 'demo/demo'], ...place })
			try {
				return await firstEchoMs(screen)
			} finally {
				await screen.close()
			}
		}
		const firstRequest = async (place: Place, count: number) => {
			const run = await runOnce({ node, agent, place, server })
			held.get(count)!.push(run.heldMiB)
			lingers.get(count)!.push(run.lingerMs)
			return run.requestMs
		}
		try {
			const [none, one, ten] = places as [Place, Place, Place]
			const ms = await interleaved(runs, {
				keyNone: () => firstKey(none),
				keyOne: () => firstKey(one),
				keyTen: () => firstKey(ten),
				none: () => firstRequest(none, 0),
				one: () => firstRequest(one, 1),
				ten: () => firstRequest(ten, 10),
				// What ten of them take to start, with nobody else there: all at once, as a session starts them.
				alone: () => startAll(10, node),
			})
			const figure = (what: string, value: number, beside?: string) => ({
				row: 'MCP',
				what,
				value,
				unit: 'ms' as const,
				...(beside !== undefined && { beside }),
			})
			return [
				{
					...figure('first key, 1 server', ms.keyOne, `none: ${ms.keyNone.toFixed(0)} ms`),
					target: { atMost: ms.keyNone * 1.1, why: 'as without' },
				},
				{
					...figure('first key, 10 servers', ms.keyTen, `none: ${ms.keyNone.toFixed(0)} ms`),
					target: { atMost: ms.keyNone * 1.1, why: 'as without' },
				},
				figure('agent run, first request, no server', ms.none),
				figure('agent run, first request, 1 server', ms.one),
				figure('agent run, first request, 10 servers', ms.ten, `10 servers alone: ${ms.alone.toFixed(0)} ms`),
				...COUNTS.map(count =>
					figure(`agent run, result to exit, ${count} servers`, median(lingers.get(count)!)),
				),
				...COUNTS.map(count => ({
					row: 'MCP',
					what: `agent run, memory at the first request, ${count} servers`,
					value: median(held.get(count)!),
					unit: 'MiB' as const,
				})),
			]
		} finally {
			await server.close()
			for (const place of places) await place.remove()
		}
	},
}

async function placeWith(count: number, node: string): Promise<Place> {
	const place = await makePlace()
	const folder = place.environment.KEELSON_HOME!
	await mkdir(folder, { recursive: true })
	const servers = Array.from({ length: count }, (_, index) => [
		`s${index}`,
		{ command: node, args: [SERVER, 'plain'] },
	])
	await writeFile(join(folder, 'settings.json'), JSON.stringify({ mcpServers: Object.fromEntries(servers) }))
	return place
}

async function runOnce({
	node,
	agent,
	place,
	server,
}: {
	node: string
	agent: string
	place: Place
	server: ModelServer
}): Promise<{ requestMs: number; heldMiB: number; lingerMs: number }> {
	const startMs = performance.now()
	let [requestMs, heldMiB, lastByteMs] = [Number.NaN, Number.NaN, Number.NaN]
	const child = spawn(node, [agent, 'run', '-m', 'openai/test-model', 'hi'], {
		cwd: place.cwd,
		env: { ...place.environment, ...server.environment },
		stdio: ['ignore', 'pipe', 'ignore'],
	})
	server.onRequest(() => {
		requestMs = performance.now() - startMs
		heldMiB = residentMiB(child.pid!)
		return { text: ['Hello ', 'there.'] }
	})
	child.stdout.on('data', () => {
		lastByteMs = performance.now()
	})
	const [exitCode] = await once(child, 'exit')
	if (exitCode !== 0) throw new Error(`agent run ended with ${exitCode}`)
	return { requestMs, heldMiB, lingerMs: performance.now() - lastByteMs }
}

function residentMiB(pid: number): number {
	const [, kilobytes = ''] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
	return Number(kilobytes) / 1024
}

/** Until the last of them has answered the first question. */
async function startAll(count: number, node: string): Promise<number> {
	const startMs = performance.now()
	const question = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } }
	const children = Array.from({ length: count }, () =>
		spawn(node, [SERVER, 'plain'], { stdio: ['pipe', 'pipe', 'ignore'], env: { PATH: process.env.PATH } }),
	)
	await Promise.all(
		children.map(async child => {
			child.stdin.write(`${JSON.stringify(question)}\n`)
			await once(child.stdout, 'data')
		}),
	)
	const tookMs = performance.now() - startMs
	for (const child of children) child.kill('SIGKILL')
	return tookMs
}
