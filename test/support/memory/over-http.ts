// A scripted model behind a real server: what it says crosses a socket as Responses before the program reads it.

import assert from 'node:assert/strict'
import type { ModelPart, Provider } from '../../../src/core/model.ts'
import { createProviders } from '../../../src/providers/registry.ts'
import { startModelServer } from '../model-server/model-server.ts'
import type { ScriptedReply } from '../model-server/reply/reply.ts'

export async function overHttp(model: Provider): Promise<{ provider: Provider; close(): Promise<void> }> {
	const server = await startModelServer()
	const providers = createProviders({
		configs: [
			{
				id: model.id,
				api: 'responses',
				baseUrl: server.url,
				key: async () => undefined,
				keyName: undefined,
				keyOptional: true,
			},
		],
		media: { get: async () => undefined } as never,
		info: () => ({}) as never,
		clock: { now: Date.now },
	})
	const real = await providers.get(model.id)
	return {
		provider: {
			...real,
			stream: async function* (request, signal) {
				const parts: ModelPart[] = []
				for await (const part of model.stream(request, signal)) parts.push(part)
				server.script(replyOf(parts))
				const { endAfterTokens: _, ...plain } = request
				// Its window is small, and what it writes is not.
				yield* real.stream({ ...plain, maxOutputTokens: ROOMY_REPLY }, signal)
			},
		},
		close: async () => {
			server.assertFinished()
			await server.close()
		},
	}
}

const ROOMY_REPLY = 16_000

function replyOf(parts: readonly ModelPart[]): ScriptedReply {
	let [text, reasoning] = ['', '']
	const calls: { id: string; name: string; arguments: unknown }[] = []
	for (const part of parts) {
		if (part.type === 'text-delta') text += part.text
		else if (part.type === 'reasoning-delta') reasoning += part.text
		else if (part.type === 'tool-call')
			calls.push({ id: part.callId, name: part.tool, arguments: part.arguments })
		else assert.ok(part.type === 'finish' || part.type === 'reasoning-end', part.type)
	}
	return {
		...(text !== '' && { text }),
		...(reasoning !== '' && { reasoning }),
		...(calls.length > 0 && { calls }),
	}
}
