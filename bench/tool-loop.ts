// A run in which the model calls one tool each turn, seen from the server's side of the socket.

import { type RecordedRequest, startModelServer } from '../test/support/model-server/model-server.ts'
import { runChild } from './child.ts'
import type { Bench } from './figure.ts'
import { makePlace, type Place } from './place.ts'

export type ToolLoop = { requests: readonly RecordedRequest[]; gapsMs: readonly number[] }

export type ToolLoopExtras<Found> = {
	/** Added to the program's environment. */
	environment?(place: Place): Record<string, string>
	/** What else is to be known, read before the place goes. */
	after?(place: Place): Promise<Found>
}

/** @param provider - decides the wire: `openai`, `openai-chat` or `anthropic` */
export async function runToolLoop<Found extends object = object>(
	bench: Bench,
	provider: string,
	turns: number,
	{ environment, after }: ToolLoopExtras<Found> = {},
): Promise<ToolLoop & Found> {
	const place = await makePlace()
	const server = await startModelServer()
	try {
		server.onRequest((_, index) => {
			// A line of its own each time: the same call again and again would end the run.
			const read = { name: 'read', arguments: { path: 'note.txt', offset: index + 1, limit: 1 } }
			const usage = { inputTokens: 1000, cachedInputTokens: 900, outputTokens: 20 }
			return index < turns - 1 ? { calls: [read], usage } : { text: 'done', usage }
		})
		await runChild({
			file: bench.node,
			args: [bench.agent, 'run', '-m', `${provider}/test-model`, '--max-turns', String(turns + 1), 'go'],
			cwd: place.cwd,
			environment: { ...place.environment, ...server.environment, ...environment?.(place) },
		})
		server.assertFinished()
		const { requests } = server
		if (requests.length !== turns) throw new Error(`${requests.length} requests came for ${turns} turns`)
		const found = (await after?.(place)) as Found
		return {
			...found,
			requests,
			gapsMs: requests.slice(1).map((request, index) => request.atMs - endOf(requests, index)),
		}
	} finally {
		await server.close()
		await place.remove()
	}
}

function endOf(requests: readonly RecordedRequest[], index: number): number {
	return requests[index]?.endedAtMs ?? Number.NaN
}
