// `agent acp`: Keelson behind the Agent Client Protocol, version 1, over stdin and stdout.

import { Readable } from 'node:stream'
import { type AgentApp, agent, methods, ndJsonStream } from '@agentclientprotocol/sdk'
import { AcpAgent, type AcpSetup } from './acp-agent.ts'
import { answeredStream } from './answered-stream.ts'
import { requestError } from './wire-error.ts'

/** Resolves when the client has gone, or `signal` fires, and everything that was going on has ended. */
export async function serveAcp(setup: AcpSetup & { signal: AbortSignal }): Promise<void> {
	const live = new AcpAgent(setup)
	const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>
	const stream = answeredStream(ndJsonStream(toStdout(), input), () => live.cancelAll(), ANSWERS_PATIENCE_MS)
	const connection = acpApp(live).connect(stream)
	setup.signal.addEventListener('abort', stream.end, { once: true })
	if (setup.signal.aborted) stream.end()
	// Whoever reads us is gone, and nobody closes what was theirs.
	process.stdout.once('error', () => connection.close())
	await connection.closed
	await live.closeAll()
	process.stdin.destroy()
}

/** The agent to connect to a client, over whatever stream. */
export function acpApp(live: AcpAgent): AgentApp {
	const { agent: on } = methods
	return agent({ name: 'keelson' })
		.onRequest(on.initialize, ({ params }) => live.initialize(params))
		.onRequest(on.authenticate, ({ params }) => answer(() => live.authenticate(params.methodId)))
		.onRequest(on.logout, () => answer(() => live.logout()))
		.onRequest(on.session.new, ({ params, client, signal }) =>
			answer(() => live.begin(params, client, signal)),
		)
		.onRequest(on.session.load, ({ params, client }) => answer(() => live.load(params, client)))
		.onRequest(on.session.resume, ({ params, client }) => answer(() => live.resume(params, client)))
		.onRequest(on.session.list, ({ params }) => answer(() => live.list(params)))
		.onRequest(on.session.delete, ({ params }) => answer(() => live.delete(params.sessionId)))
		.onRequest(on.session.close, ({ params }) => answer(() => live.close(params.sessionId)))
		.onRequest(on.session.setMode, ({ params }) =>
			answer(() => live.find(params.sessionId).setMode(params.modeId)),
		)
		.onRequest(on.session.setConfigOption, ({ params }) =>
			answer(async () => {
				const session = live.find(params.sessionId)
				return { configOptions: await session.setOption(params.configId, params.value) }
			}),
		)
		.onRequest(on.session.prompt, ({ params, signal }) =>
			answer(() => live.find(params.sessionId).prompt(params.prompt, signal)),
		)
		.onNotification(on.session.cancel, ({ params }) => live.cancel(params.sessionId))
}

/** What goes wrong is told in our words, by the table that all servers share. */
async function answer<Result>(work: () => Promise<Result>): Promise<Result> {
	try {
		return await work()
	} catch (error) {
		throw requestError(error)
	}
}

function toStdout(): WritableStream<Uint8Array> {
	return new WritableStream({
		write: bytes =>
			new Promise(resolve => {
				if (process.stdout.write(bytes)) resolve()
				else process.stdout.once('drain', resolve)
			}),
	})
}

/** What was cancelled ends at once; a command that does not listen is killed after two seconds. */
const ANSWERS_PATIENCE_MS = 10_000
