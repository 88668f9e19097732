// An agent over whatever opens sessions: one-shot and typed calls are a session each.

import type { SessionSelector } from '../core/commands.ts'
import type { JsonSchema } from '../core/json.ts'
import type { Agent } from './runtime.ts'
import { finished } from './session/run-result.ts'
import type { Session } from './session/session.ts'
import { type TypedCall, typedAnswer } from './session/typed-answer.ts'
import type { ToolShelf } from './tools/tool-shelf.ts'

export type AgentParts = {
	open(selector: SessionSelector, how: { outputSchema?: JsonSchema; fork?: boolean }): Promise<Session>
	tools: ToolShelf
	schemaProblem: TypedCall['schemaProblem']
}

export function agentOver({ open, tools, schemaProblem }: AgentParts): Agent {
	const openNew = (outputSchema?: JsonSchema) => open({ kind: 'new' }, outputSchema ? { outputSchema } : {})
	return {
		session: () => openNew(),
		resume: (selector, { fork = false } = {}) =>
			open(typeof selector === 'string' ? { kind: 'named', selector } : { kind: 'last' }, { fork }),
		async run(prompt, options) {
			const session = await openNew()
			try {
				return finished(await session.prompt(prompt, options).result)
			} finally {
				await session.close()
			}
		},
		// What comes back fits the schema, and what type that is the caller has said or the validator knows.
		ask: (
			prompt: Parameters<Agent['ask']>[0],
			schema: Parameters<Agent['ask']>[1],
			options?: Parameters<Agent['ask']>[2],
		) => typedAnswer(prompt, schema, { open: openNew, schemaProblem, options }) as Promise<never>,
		registerTool: tool => tools.put(tool),
	}
}
