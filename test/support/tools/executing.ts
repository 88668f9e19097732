// What a call is executed with where only some of it matters: nobody answers, nothing is told, nothing is masked.

import type { CallId } from '../../../src/core/ids.ts'
import type { ToolCall } from '../../../src/core/messages.ts'
import type { ToolResult } from '../../../src/core/tool.ts'
import { type ExecuteDeps, execute, prepareCall } from '../../../src/tools/executor/execute.ts'
import { createRegistry } from '../../../src/tools/executor/registry.ts'
import type { Tool } from '../../../src/tools/executor/tool.ts'

export function executing(
	tools: readonly Tool[],
	given: Pick<ExecuteDeps, 'host'> & Partial<ExecuteDeps>,
): ExecuteDeps {
	return {
		tools: createRegistry(
			tools,
			tools.map(({ spec }) => spec.name),
		),
		signal: new AbortController().signal,
		policy: () => ({ mode: { kind: 'ask' }, sessionGrants: new Set(), yolo: false }),
		approve: async () => ({ decision: { answer: 'no' }, by: 'nobody' }),
		ask: async () => undefined,
		started: async () => {},
		progress: () => {},
		scrub: text => text,
		denied: () => {},
		limitMs: 60_000,
		askedMs: () => 0,
		...given,
	}
}

/** A call's whole way. */
export async function executed(call: ToolCall, deps: ExecuteDeps): Promise<ToolResult> {
	return execute(await prepareCall(call, deps.tools), deps)
}

export function callOf(tool: string, input: unknown): ToolCall {
	return { type: 'tool-call', callId: 'c1' as CallId, tool, arguments: JSON.stringify(input) }
}
