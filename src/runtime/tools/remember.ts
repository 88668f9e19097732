// The `remember` tool: keeps a note beyond the session. What is kept is read at the beginning of every later one, so
// a person sees it first.

import type { NoteScope } from '../../core/commands.ts'
import type { CheckSchema } from '../../core/json.ts'
import type { PermissionDecision } from '../../core/permission.ts'
import { okResult } from '../../core/tool.ts'
import { defineTool } from '../../tools/executor/define-tool.ts'
import type { Tool } from '../../tools/executor/tool.ts'

export type RememberInput = { text: string; tags?: string[]; scope?: NoteScope }

/** @returns where the note is, and whether it was there already */
export type Remember = (text: string, scope: NoteScope) => Promise<{ path: string; isNew: boolean }>

export function createRememberTool(deps: { checkSchema: CheckSchema; remember: Remember }): Tool {
	return defineTool<RememberInput>({
		name: 'remember',
		description:
			'Keeps a short note: a wish of the user, a decision, a fact about the project that later sessions need. ' +
			'scope project (default), user for all projects, session for a scratchpad that survives condensing. No secrets.',
		inputSchema: {
			type: 'object',
			properties: {
				text: { type: 'string', minLength: 1, maxLength: 2_000 },
				tags: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 40 }, maxItems: 8 },
				scope: { type: 'string', enum: ['project', 'user', 'session'] },
			},
			required: ['text'],
			additionalProperties: false,
		},
		checkSchema: deps.checkSchema,
		subject: ({ text }) => text,
		facts: { access: 'none', phase: 'act' },
		prepare: input => ({
			tier: 'side-effecting',
			assess: async () => ({
				permission: decisionOn(input),
				async run() {
					const { path, isNew } = await deps.remember(noteOf(input), input.scope ?? 'project')
					return okResult(isNew ? `noted in ${path}` : `that is noted in ${path} already`)
				},
			}),
		}),
	})
}

function decisionOn(input: RememberInput): PermissionDecision {
	const scope = input.scope ?? 'project'
	const title = `remember for ${FOR[scope]}: ${noteOf(input)}`
	const common = { tier: 'side-effecting', isWorkspaceEdit: false, title } as const
	// The scratchpad goes with the session and reaches nobody else.
	if (scope === 'session') return { ...common, outcome: 'allow', reasons: [], sessionKeys: [] }
	const reasons = [`The note is read in every later session of ${FOR[scope]}.`]
	return { ...common, outcome: 'ask', reasons, sessionKeys: [`remember:${scope}`] }
}

const FOR: Record<NoteScope, string> = {
	project: 'this project',
	user: 'all projects',
	session: 'this session',
}

function noteOf({ text, tags = [] }: RememberInput): string {
	const marks = tags.map(tag => ` #${tag.trim().replaceAll(/\s+/g, '-').replace(/^#+/, '')}`).join('')
	return `${text.trim()}${marks}`
}
