// P10: how much of a request is the one before it, byte for byte, in the order in which a provider's cache reads it.

import type { JsonValue } from '../src/core/json.ts'
import type { RecordedRequest } from '../test/support/model-server/model-server.ts'
import type { Measure } from './figure.ts'
import { runToolLoop } from './tool-loop.ts'

const PROVIDERS = ['openai', 'openai-chat', 'anthropic']

export const prefix: Measure = {
	row: 'P10',
	what: 'bytes shared with the request before, 20-turn loop',
	async run(bench) {
		const figures = []
		for (const provider of PROVIDERS) {
			const { requests } = await runToolLoop(bench, provider, 20)
			const seen = requests.map(cacheView)
			const bodies = requests.map(request => request.bytes)
			figures.push({
				row: 'P10',
				what: `${prefix.what}, ${provider}`,
				value: leastShared(seen),
				unit: '%' as const,
				target: { atLeast: 99 },
				beside: `of the body as sent: ${leastShared(bodies).toFixed(1)} %`,
			})
		}
		return figures
	},
}

/** Tools, then system prompt, then messages. Where a mark stands decides what is cached, not what is read, so marks are left out. */
function cacheView({ body }: RecordedRequest): Buffer {
	const { tools = [], instructions = null, system = null, input = null, messages = null } = body
	const parts: JsonValue[] = [tools, instructions, system, input ?? messages]
	// The closing brackets are no part of what is shared.
	return Buffer.from(
		JSON.stringify(parts, (key, value) => (key === 'cache_control' ? undefined : value)).replace(/\]+$/, ''),
	)
}

function leastShared(requests: readonly Buffer[]): number {
	const shares = requests.slice(1).map((request, index) => {
		const before = requests[index] ?? Buffer.alloc(0)
		let shared = 0
		while (shared < before.length && before[shared] === request[shared]) shared++
		return (100 * shared) / before.length
	})
	return Math.min(...shares)
}
