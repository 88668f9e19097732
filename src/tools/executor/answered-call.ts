// A call and what the user answers about it: words that go to the model with a yes, and another command in the place of
// the one that was asked about. That one is prepared, heard by hooks, assessed and judged like any other.

import type { DecidedBy, Decision } from '../../core/approval.ts'
import { isObject, parseJson } from '../../core/json.ts'
import type { ToolCall } from '../../core/messages.ts'
import type { PermissionDecision, Tier } from '../../core/permission.ts'
import { keptProblem, resultWithout, type ToolResult } from '../../core/tool.ts'
import type { ExecuteHooks } from './hooked-call.ts'

/** What runs instead of what the model has called. */
export type ChangedCall = { arguments: string; subject?: string }

type AnsweringDeps = {
	approve(
		permission: PermissionDecision,
		until?: AbortSignal,
		command?: string,
	): Promise<{ decision: Decision; by: DecidedBy }>
	/** Of the call that is being executed. */
	command?: string | undefined
	started(tier: Tier, changed?: ChangedCall): Promise<void> | undefined
	scrub(text: string): string
	hooks?: ExecuteHooks | undefined
}

type AnsweredCall = { call: ToolCall; tier: Tier; subject?: string }

export async function executeAnswered<Ready extends AnsweredCall, Deps extends AnsweringDeps>(
	ready: Ready,
	deps: Deps,
	steps: {
		prepare(call: ToolCall): Promise<Ready>
		execute(ready: Ready, deps: Deps): Promise<ToolResult>
	},
): Promise<ToolResult> {
	const notes: string[] = []
	let current = ready
	let changed: ChangedCall | undefined
	for (;;) {
		let edited: string | undefined
		const approve: AnsweringDeps['approve'] = async (permission, until, command) => {
			const answer = await deps.approve(permission, until, command)
			const { decision } = answer
			if (decision.answer === 'edit') edited = decision.command
			else if ('remark' in decision && decision.remark !== undefined && decision.remark.trim() !== '')
				notes.push(`The user allowed it and says: ${decision.remark.trim()}`)
			return answer
		}
		const { hooks } = deps
		const listening: Deps = {
			...deps,
			approve,
			command: commandOf(current.call),
			started: (tier: Tier) => deps.started(tier, changed),
			// Of a call that another one takes the place of there is no result.
			...(hooks && {
				hooks: {
					...hooks,
					after: async (call: ToolCall, result: ToolResult) =>
						edited === undefined ? await hooks.after(call, result) : result,
				},
			}),
		}
		const result = await steps.execute(current, listening)
		if (edited === undefined) {
			const text =
				changed && `The user changed the command. This is the result of: ${commandOf(current.call)}`
			return [...(text ? [text] : []), ...notes].reduce(
				(all, note) => withNote(all, deps.scrub(note)),
				result,
			)
		}
		const next = await steps.prepare(withCommand(ready.call, edited))
		// What only reads runs beside other calls, and what changes something beside none.
		if (ready.tier === 'read-only' && next.tier !== 'read-only')
			return resultWithout(
				'refused',
				deps.scrub(`not run: the user wants another command instead, alone: ${edited}`),
			)
		const masked = withCommand(ready.call, deps.scrub(edited))
		changed = {
			arguments: masked.arguments,
			...(next.subject !== undefined && { subject: deps.scrub(next.subject) }),
		}
		current = next
	}
}

/** At the end, where it is kept when the middle of a long result goes. */
export function withNote(result: ToolResult, note: string): ToolResult {
	const { content } = result
	const last = content.at(-1)
	if (last?.type !== 'text')
		return { ...result, ...keptProblem(result, note), content: [...content, { type: 'text', text: note }] }
	const added = `${last.text === '' || last.text.endsWith('\n') ? '' : '\n'}${note}`
	const text = `${last.text}${added}`
	return { ...result, ...keptProblem(result, added), content: [...content.slice(0, -1), { ...last, text }] }
}

function commandOf(call: ToolCall): string | undefined {
	const input = parseJson(call.arguments)
	return isObject(input) && typeof input.command === 'string' ? input.command : undefined
}

function withCommand(call: ToolCall, command: string): ToolCall {
	const input = parseJson(call.arguments)
	return { ...call, arguments: JSON.stringify({ ...(isObject(input) ? input : {}), command }) }
}
