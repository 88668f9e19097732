// Own tools as a program writes them: a name, words for the model, a schema for the arguments, and a function.

import { AgentError, messageOf } from '../../core/errors.ts'
import type { JsonObject, JsonSchema, JsonValue } from '../../core/json.ts'
import type { Tier } from '../../core/permission.ts'
import { failedResult, okResult, resultWithout, type ToolResult } from '../../core/tool.ts'
import {
	isStandardSchema,
	jsonSchemaOf,
	type OutputOf,
	type StandardSchema,
	validated,
} from '../schema/standard-schema.ts'
import type { HandlerContext } from './tool-services.ts'

/** What `defineTool` takes. `Args` is what `run` is called with. */
export type ToolDefinition<Args> = {
	/** As the model calls it: letters, digits, `_` and `-`, at most 64. */
	name: string
	/** Written for a model, and sent with every request: a few plain sentences. */
	description: string
	/**
	 * `read-only`: runs without a question, and beside others. `side-effecting` (when left out) and `privileged`: the
	 * approval mode and the user's rules decide, and in the mode `ask` somebody is asked.
	 */
	tier?: Tier
	/**
	 * What it does with files of this machine, for the user's rules about those. Left out, a `read-only` tool may read any
	 * file and every other may change any, so that a rule such as `deny read(secret/**)` makes each call ask.
	 */
	access?: 'none' | 'read' | 'write'
	/** How to work with it: a paragraph of the system prompt. Authored text only. */
	guidance?: string
	/** What one call would do, for whoever is asked: `refund 12.50 € to order 4711`. Left out, its arguments. */
	title?(args: Args): string
	/**
	 * Does it. What it returns is told to the model: text as it is, any other JSON as JSON, nothing as `done`. What it
	 * throws is told as the reason why the call failed; the run goes on.
	 */
	run(args: Args, context: HandlerContext): ToolOutput | Promise<ToolOutput>
}

export type ToolOutput = string | JsonValue | ToolResult | undefined

/** A tool, whatever its arguments are. Made by `defineTool`. */
export type DefinedTool = {
	readonly name: string
	readonly description: string
	readonly inputSchema: JsonSchema
	readonly tier: Tier
	readonly access: 'none' | 'read' | 'write' | undefined
	readonly guidance: string | undefined
	/** @param input - fits the schema @returns one call, or what is wrong with its arguments */
	prepare(input: JsonValue): Promise<DefinedCall | { problem: string }>
}

export type DefinedCall = { title: string; run(context: HandlerContext): Promise<ToolResult> }

/**
 * A tool of your own. Its calls go the way of every other: arguments are checked, the permission decision is made, somebody
 * is asked where that is the decision, the intent is stored, secrets are masked in what comes back.
 * @param definition.parameters - a JSON Schema (give the type of the arguments: `defineTool<{ city: string }>`), or a
 * Standard Schema such as zod's, from which the type follows
 * @throws AgentError `usage` for a name that models cannot call, or a schema that cannot be told to them
 */
export function defineTool<Schema extends StandardSchema>(
	definition: ToolDefinition<OutputOf<Schema>> & { parameters: Schema },
): DefinedTool
export function defineTool<Args = JsonObject>(
	definition: ToolDefinition<Args> & { parameters: JsonSchema },
): DefinedTool
export function defineTool(
	definition: ToolDefinition<unknown> & { parameters: JsonSchema | StandardSchema },
): DefinedTool {
	const { name, description, parameters, tier = 'side-effecting', access, guidance } = definition
	if (!/^[A-Za-z0-9_-]{1,64}$/.test(name) || name.startsWith('mcp__'))
		throw new AgentError(
			'usage',
			`a tool cannot be called ${JSON.stringify(name)}: letters, digits, _ and -, at most 64, and not mcp__… `,
		)
	const validator = isStandardSchema(parameters) ? parameters : undefined
	const inputSchema = isStandardSchema(parameters) ? jsonSchemaOf(parameters) : parameters
	return {
		name,
		description,
		inputSchema,
		tier,
		access: access ?? (tier === 'read-only' ? 'read' : undefined),
		guidance,
		async prepare(input) {
			const read = validator ? await validated(validator, input) : { value: input }
			if (read.problem !== undefined) return { problem: read.problem }
			const { value } = read
			return {
				title: definition.title?.(value) ?? JSON.stringify(input),
				run: async context => outcomeOf(name, () => definition.run(value, context), context),
			}
		},
	}
}

async function outcomeOf(
	name: string,
	run: () => ToolOutput | Promise<ToolOutput>,
	{ signal }: HandlerContext,
): Promise<ToolResult> {
	try {
		return resultOf(await run())
	} catch (error) {
		if (signal.aborted) return resultWithout('cancelled', 'cancelled')
		return failedResult(`${name} failed: ${messageOf(error)}`)
	}
}

function resultOf(output: ToolOutput): ToolResult {
	if (output === undefined) return okResult('done')
	if (typeof output === 'string') return okResult(output)
	return isResult(output) ? output : okResult(JSON.stringify(output))
}

function isResult(output: object | number | boolean | null): output is ToolResult {
	return (
		typeof output === 'object' &&
		output !== null &&
		'outcome' in output &&
		Array.isArray(Object(output).content)
	)
}
