// A tool, and one call of it on its way: prepared when the model has made it, assessed when its turn comes, run once it
// may. Each step is made from the one before, so nothing is looked at twice and what was judged is what gets done.

import type { JsonValue } from '../../core/json.ts'
import type { ToolSpec } from '../../core/model.ts'
import type { PermissionDecision, Tier } from '../../core/permission.ts'
import type { ToolContext, ToolFacts, ToolResult } from '../../core/tool.ts'
import type { Touches } from '../../safety/permissions/call-subject.ts'
import type { RunAccess } from './run-access.ts'

/** Made with `defineTool`, which checks the input. */
export type Tool = {
	readonly spec: ToolSpec
	/** Left out, it may do anything, and what may do anything asks. */
	readonly facts?: ToolFacts
	/** How to work with it: a paragraph of the system prompt. Tools may share one, word for word. */
	readonly guidance?: string
	/** Once for each call. Needs no I/O but to fetch the code that judges. @returns the call, or what was wrong and what was expected */
	prepare(input: JsonValue): Promise<PreparedCall | { problem: string }>
}

export type PreparedCall = {
	/** Of this call, not of the tool. Decides what may run side by side. */
	tier: Tier
	/** It may run beside others whatever its tier: nothing it does is in their way. */
	isParallel?: boolean
	/** What it is about, for the row that shows it: a path, a command, a question. */
	subject?: string
	/** Arguments the tool does not know, which it was prepared without. */
	unknown: readonly string[]
	/** When its turn comes, so that it is about the files as they are then. */
	assess(context: AssessContext): Promise<AssessedCall>
}

export type AssessContext = Pick<ToolContext, 'host' | 'signal'>

export type AssessedCall = {
	permission: PermissionDecision
	touches: Touches
	/**
	 * Asks the user once for all whether calls like it run without a question, where they have not said so yet.
	 * @returns the decision in the light of the answer
	 */
	chooseUnasked?(ask: ToolContext['ask']): Promise<PermissionDecision>
	/** Returns a result for every failure it can name; throws only for a bug, which the executor turns into one too. */
	run(context: CallContext): Promise<ToolResult>
}

export type CallContext = ToolContext & {
	/** For a call that starts an agent. Left out where none can be. */
	run?: RunAccess | undefined
	/** Puts a call of another tool, without input, through the gate in the name of this one. */
	perform?(tool: Tool): Promise<ToolResult>
}
