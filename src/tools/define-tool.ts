// The one way to write a tool: its schema checks the input, its tier says what must happen before it runs.

import type { CheckSchema, JsonSchema } from '../core/json.ts'
import type { PermissionDecision, Tier } from '../core/permission.ts'
import type { Parsed, Tool, ToolContext, ToolFacts, ToolResult } from '../core/tool.ts'
import { wrongInput } from './correct.ts'
import { fitInput } from './fit-input.ts'

export type ToolDefinition<Input> = {
	name: string
	/** Written for a model, and sent with every request: a few plain sentences. */
	description: string
	/** Describes `Input` exactly: it is all that stands between the model's JSON and `run`. */
	inputSchema: JsonSchema
	checkSchema: CheckSchema
	/** Awaited before `tierOf`. */
	load?(): Promise<void>
	/** Left out, a read-only call just runs and any other needs an approval. */
	assess?(input: Input, context: Pick<ToolContext, 'host' | 'signal'>): Promise<PermissionDecision>
	run(input: Input, context: ToolContext): Promise<ToolResult>
} & (
	| { facts: ToolFacts; tier: Tier }
	| { facts: ToolFacts; tierOf(input: Input): Tier }
	// Nothing is known of it, so every call is privileged.
	| { facts?: undefined }
)

export function defineTool<Input>(definition: ToolDefinition<Input>): Tool<Input> {
	const { name, description, inputSchema, checkSchema } = definition
	const tier = (input: Input): Tier => {
		if (!definition.facts) return 'privileged'
		return 'tier' in definition ? definition.tier : definition.tierOf(input)
	}
	return {
		spec: { name, description, inputSchema },
		...(definition.facts && { facts: definition.facts }),
		parse(json): Parsed<Input> {
			const { input, unknown } = fitInput(json, inputSchema)
			const problems = checkSchema(inputSchema, input)
			// The schema describes `Input`, so a value that fits the one is the other.
			return problems.length === 0
				? { ok: true, input: input as Input, unknown: unknown.map(({ path }) => path) }
				: { ok: false, problem: wrongInput(problems, unknown) }
		},
		...(definition.load && { load: definition.load }),
		tier,
		assess: async (input, context) =>
			definition.assess?.(input, context) ?? assessmentByTier(name, tier(input)),
		run: (input, context) => definition.run(input, context),
	}
}

function assessmentByTier(name: string, tier: Tier): PermissionDecision {
	const isReadOnly = tier === 'read-only'
	return {
		tier,
		outcome: isReadOnly ? 'allow' : 'ask',
		isWorkspaceEdit: false,
		title: name,
		reasons: isReadOnly ? [] : [`${name} is ${tier}.`],
		sessionKeys: isReadOnly ? [] : [`tool:${name}`],
	}
}
