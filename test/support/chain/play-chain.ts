// Plays one failure of the first of two providers, over real sockets with only time in our own hands, and then asks again
// as another process would.

import { readFile } from 'node:fs/promises'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import type { AgentEvent } from '../../../src/core/events.ts'
import type { ProviderConfig } from '../../../src/core/model.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import { type HandClock, handClock } from '../hand-clock.ts'
import { startModelServer } from '../model-server/model-server.ts'
import type { Wire } from '../model-server/reply/reply.ts'
import { type StartedRuntime, startRuntime } from '../runtime/start-runtime.ts'
import { freePort } from '../server/free-port.ts'
import type { ChainCase } from './chain-cases.ts'

export type ChainOutcome = {
	asked: readonly [first: number, second: number]
	/** The line that was told, or the error. */
	said: string
	end: string
	/** The first rests in the next process, too, which says so and does not say that it waits for it. */
	rests: boolean
}

export async function playChain(wire: Wire['name'], { reply, without }: ChainCase): Promise<ChainOutcome> {
	const [first, second] = [
		await startModelServer({ wires: [wire] }),
		await startModelServer({ wires: [wire] }),
	]
	const clock = handClock(Date.UTC(2026, 0, 1, 12))
	first.onRequest(() => reply ?? { text: 'Never said.' })
	second.onRequest(() => ({ text: 'All is well.' }))
	const untrusted = without === 'trust' ? await listen(createTlsServer(await ownCertificate())) : undefined
	const url = untrusted?.url ?? (without === 'server' ? `http://localhost:${await freePort()}/v1` : first.url)
	const providers = [
		provider('first', wire, url, without !== 'key'),
		provider('second', wire, second.url, true),
	]
	const models = { 'first/m': { windowTokens: 100_000 }, 'second/m': { windowTokens: 200_000 } }
	const chain = {
		models: [
			{ provider: 'first', model: 'm' },
			{ provider: 'second', model: 'm' },
		],
		isChosen: true,
	}
	const start = (before?: StartedRuntime) =>
		startRuntime({
			...(before && { in: before }),
			runtime: { clock, providers, settings: { ...DEFAULT_SETTINGS, models }, chain },
		})
	const runtime = await start()
	const events = await run(runtime, clock)
	const asked = [first.requests.length, second.requests.length] as const
	const other = await start(runtime)
	const later = await run(other, clock)
	await other.stop()
	await runtime.stop()
	untrusted?.server.close()
	await Promise.all([first.close(), second.close()])
	const rests = noticesIn(later).some(text => /rests for another/.test(text)) && !waitsForFirst(later)
	return { asked, ...endOf(events), rests }
}

function waitsForFirst(events: readonly AgentEvent[]): boolean {
	return events.some(event => event.type === 'progress' && event.text === 'Waiting for first/m')
}

function provider(id: string, api: Wire['name'], baseUrl: string, hasKey: boolean): ProviderConfig {
	const keyName = `${id.toUpperCase()}_API_KEY`
	const key = async () => (hasKey ? { value: 'test-key-0123456789', source: keyName } : undefined)
	return { id, api, baseUrl, key, keyName, keyOptional: false, socket: false }
}

/** Nobody waits: what is slept is over as soon as it has begun. */
async function run(runtime: StartedRuntime, clock: HandClock): Promise<readonly AgentEvent[]> {
	const reading = new AbortController()
	const envelopes = runtime.port.events(Number.MAX_SAFE_INTEGER, reading.signal)
	const events: AgentEvent[] = []
	const heard = (async () => {
		for await (const { event } of envelopes) {
			events.push(event)
			if (event.type === 'retry-wait')
				await clock.asleepFor(event.waitMs).then(() => clock.advance(event.waitMs))
			if (event.type === 'run-end') return
		}
	})()
	await runtime.prompt('How is it?')
	await heard
	reading.abort()
	return events
}

function endOf(events: readonly AgentEvent[]): Pick<ChainOutcome, 'said' | 'end'> {
	const end = events.findLast(event => event.type === 'run-end')
	const said = end?.error ? [end.error.message] : noticesIn(events)
	const code = end?.error && end.error.code !== end.reason ? ` ${end.error.code}` : ''
	return { said: said.join(' | '), end: `${end?.reason}${code}` }
}

function noticesIn(events: readonly AgentEvent[]): readonly string[] {
	return events.flatMap(event => (event.type === 'notice' ? [event.text] : []))
}

async function ownCertificate(): Promise<{ key: string; cert: string }> {
	const pem = await readFile(new URL('../../fixtures/tls/localhost.pem', import.meta.url), 'utf8')
	return { key: pem, cert: pem }
}

async function listen(server: Server): Promise<{ url: string; server: Server }> {
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo
	return { url: `https://localhost:${port}/v1`, server }
}
