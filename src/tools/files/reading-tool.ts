// The frame of every tool that looks at one path: located and judged once, and looked at only if it still leads there.

import type { CheckSchema, JsonSchema } from '../../core/json.ts'
import { advice, problem } from '../../core/problems/problem.ts'
import { failedResult, type ToolContext, type ToolFacts, type ToolResult } from '../../core/tool.ts'
import {
	hadLinks,
	judgeRead,
	locate,
	type ResolvedPath,
	stillLeadsThere,
	type Workspace,
} from '../../safety/paths/paths.ts'
import type { PermissionRules } from '../../safety/permissions/hidden-places.ts'
import { defineTool } from '../executor/define-tool.ts'
import type { Tool } from '../executor/tool.ts'
import type { SeenFiles } from './seen-files.ts'

/** What every file tool is made with. */
export type FileToolDeps = {
	workspace: Workspace
	seen: SeenFiles
	checkSchema: CheckSchema
	/** What a folder holds and must not be shown all the same. Left out, there are no rules. */
	permissions?: PermissionRules | undefined
}

export type ReadingTool<Input> = {
	name: string
	description: string
	inputSchema: JsonSchema
	/** What rules deny below a folder it leaves out by itself, or shows no folders. Left out, a folder above it asks. */
	hidesDenied?: true
	/** It reads through `Files.checked` alone, which refuses a link that has come into the path since it was judged. */
	readsChecked?: true
	kind?: NonNullable<ToolFacts['kind']>
	/** Left out, it is the path. */
	subject?(input: Input): string
	run(input: Input, place: ResolvedPath, context: ToolContext): Promise<ToolResult>
}

/** A `path` left out means the working folder. */
export function defineReadingTool<Input extends { path?: string }>(
	tool: ReadingTool<Input>,
	{ workspace, checkSchema }: FileToolDeps,
): Tool {
	return defineTool<Input>({
		name: tool.name,
		description: tool.description,
		inputSchema: tool.inputSchema,
		checkSchema,
		facts: { access: 'read', phase: 'plan', forOthers: true, ...(tool.kind && { kind: tool.kind }) },
		subject: input => tool.subject?.(input) ?? input.path ?? '',
		prepare: input => ({
			tier: 'read-only',
			async assess({ host }) {
				const place = await locate(input.path ?? '.', workspace, host.files)
				const judgement = judgeRead(place, workspace)
				const isSearched = !tool.hidesDenied && (await host.files.stat(place.real))?.kind === 'folder'
				const title = `${tool.name} ${place.shown}`
				return {
					permission: { tier: 'read-only', isWorkspaceEdit: false, title, ...judgement },
					touches: { places: [place], ...(isSearched && { searched: [place] }) },
					run: context => look(tool, input, { place, context }),
				}
			},
		}),
	})
}

async function look<Input>(
	tool: ReadingTool<Input>,
	input: Input,
	{ place, context }: { place: ResolvedPath; context: ToolContext },
): Promise<ToolResult> {
	const isSafe = tool.readsChecked && !hadLinks(place)
	if (isSafe || (await stillLeadsThere(place, context.host.files))) return tool.run(input, place, context)
	return failedResult(
		problem`${place.shown} leads elsewhere than when it was judged; nothing was read.${advice(' Try again.')}`,
	)
}
