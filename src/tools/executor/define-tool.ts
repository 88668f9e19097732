// The one way to write a tool: its schema checks the input, its tier says what must happen before it runs.

import type { CheckSchema, JsonSchema } from '../../core/json.ts'
import type { PermissionDecision, Tier } from '../../core/permission.ts'
import type { ToolContext, ToolFacts, ToolResult } from '../../core/tool.ts'
import { wrongInput } from './correct.ts'
import { fitInput } from './fit-input.ts'
import type { AssessContext, AssessedCall, PreparedCall, Tool } from './tool.ts'

export type BuiltInToolDefinition<Input> = {
	name: string
	/** Written for a model, and sent with every request: a few plain sentences. */
	description: string
	/** Describes `Input` exactly: it is all that stands between the model's JSON and `run`. */
	inputSchema: JsonSchema
	checkSchema: CheckSchema
	/** How to work with it: a paragraph of the system prompt for those who have it. */
	guidance?: string
	/** What a call is about, for the row that shows it: a path, a command, a question. */
	subject?(input: Input): string
} & (
	| { facts: ToolFacts; prepare(input: Input): CallPlan | Promise<CallPlan> }
	/** A read-only call just runs, and any other needs an approval. */
	| { facts: ToolFacts; tier: Tier; run: RunTool<Input> }
	/** Nothing is known of it, so every call is privileged. */
	| { facts?: undefined; run: RunTool<Input> }
)

type RunTool<Input> = (input: Input, context: ToolContext) => Promise<ToolResult>

export type CallPlan = {
	tier: Tier
	/** Left out, its tier decides. */
	isParallel?: boolean
	assess(context: AssessContext): Promise<Omit<AssessedCall, 'touches'> & Partial<AssessedCall>>
}

export function defineTool<Input>(definition: BuiltInToolDefinition<Input>): Tool {
	const { name, description, inputSchema, checkSchema, facts } = definition
	return {
		spec: { name, description, inputSchema },
		...(facts && { facts }),
		...(definition.guidance !== undefined && { guidance: definition.guidance }),
		async prepare(json): Promise<PreparedCall | { problem: string }> {
			const { input, unknown } = fitInput(json, inputSchema)
			const problems = checkSchema(inputSchema, input)
			if (problems.length > 0) return { problem: wrongInput(problems, unknown) }
			// The schema describes `Input`, so a value that fits the one is the other.
			const { tier, isParallel, assess } = await planOf(definition, input as Input)
			return {
				tier,
				...(isParallel && { isParallel }),
				...(definition.subject && {
					subject: shortened(definition.subject(input as Input)),
				}),
				unknown: unknown.map(({ path }) => path),
				assess: async context => ({ touches: {}, ...(await assess(context)) }),
			}
		},
	}
}

/** What is not all of a command must not look like it. */
function shortened(subject: string): string {
	return subject.length <= SUBJECT_CHARACTERS ? subject : `${subject.slice(0, SUBJECT_CHARACTERS)}…`
}

/** More than there are rows for. */
const SUBJECT_CHARACTERS = 1_200

function planOf<Input>(definition: BuiltInToolDefinition<Input>, input: Input): CallPlan | Promise<CallPlan> {
	if ('prepare' in definition) return definition.prepare(input)
	const { name, run } = definition
	const tier = definition.facts ? definition.tier : 'privileged'
	const permission = decisionByTier(name, tier)
	return { tier, assess: async () => ({ permission, run: context => run(input, context) }) }
}

function decisionByTier(name: string, tier: Tier): PermissionDecision {
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
