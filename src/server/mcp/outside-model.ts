// The outside model: a program that calls our tools over MCP is, to a session, the model whose reply they are. So its calls
// go through the same run as everybody's: the gate, the log, the checkpoint, the order of calls.

import type { ModelPart, Provider } from '../../core/model.ts'

export type OutsideCall = { callId: string; tool: string; arguments: string }

export class OutsideModel implements Provider {
	readonly id = 'mcp'
	#calls: readonly OutsideCall[] = []

	/** What the next reply will be. After it, the results are answered with an end. */
	willCall(calls: readonly OutsideCall[]): void {
		this.#calls = calls
	}

	async *stream(): AsyncGenerator<ModelPart> {
		const calls = this.#calls
		this.#calls = []
		for (const call of calls) yield { type: 'tool-call', ...call }
		if (calls.length === 0) yield { type: 'text-delta', text: 'done' }
		yield { type: 'finish', reason: calls.length === 0 ? 'stop' : 'tool-calls', usage: undefined }
	}
}
