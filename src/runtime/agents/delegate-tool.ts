// `delegate`: gives a task to a sub-agent. The call itself needs no approval: each call the agent makes is judged by
// itself, under the same rules and questions as its parent's.

import { AgentError, messageOf } from '../../core/errors.ts'
import type { CheckSchema } from '../../core/json.ts'
import { advice, ProblemError, problem } from '../../core/problems/problem.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { failedResult, okResult, type Problem, type ToolResult } from '../../core/tool.ts'
import { defineTool } from '../../tools/executor/define-tool.ts'
import type { CallContext, Tool } from '../../tools/executor/tool.ts'
import { removeWorktree, type Worktree } from '../../workspace/worktrees/worktree.ts'
import { type AgentKind, isReadOnly } from './agent-kinds.ts'
import { type AgentOrder, DELEGATE, type OrderInput, orderOf } from './agent-order.ts'
import { agentResult } from './agent-result.ts'
import type { Isolation } from './isolation.ts'
import type { AgentRequest, SessionAgents } from './session-agents.ts'

type Input = { agent: string; prompt: string; background?: boolean; isolation?: 'worktree' }

export type DelegateDeps = {
	agents: SessionAgents
	kinds(): Promise<readonly AgentKind[]>
	maxDepth: number
	/** Whether the session has every tool there is. */
	hasAll: boolean
	choose: OrderInput['choose']
	checkSchema: CheckSchema
	isolation: Isolation
}

export function createDelegateTool(deps: DelegateDeps): Tool {
	return defineTool<Input>({
		name: DELEGATE,
		description:
			'Gives a task to a sub-agent with a context of its own; returns its last message. It sees nothing of this conversation: say everything in prompt. Agents: explore (finds things out, changes nothing; start several in one reply), general (a whole piece of work with your tools), and others the first message may list.',
		inputSchema: {
			type: 'object',
			required: ['agent', 'prompt'],
			additionalProperties: false,
			properties: {
				agent: { type: 'string' },
				prompt: { type: 'string', minLength: 1 },
				background: { type: 'boolean', description: 'Return at once; the result comes as a message.' },
				isolation: { enum: ['worktree'], description: 'Work in a copy, merged back after review.' },
			},
		},
		checkSchema: deps.checkSchema,
		facts: { access: 'none', phase: 'plan', hasOwnLimits: true },
		subject: ({ agent, prompt }) => `${agent}: ${firstLine(prompt)}`,
		prepare: async input => {
			const kind = (await deps.kinds()).find(({ name }) => name === input.agent)
			const tier = !kind || isReadOnly(kind) ? 'read-only' : 'side-effecting'
			// What changes nothing needs no copy.
			const isIsolated = tier !== 'read-only' && (input.isolation ?? kind?.isolation) !== undefined
			return {
				tier,
				...(isIsolated && { isParallel: true }),
				assess: async () => ({
					permission: {
						// Plan mode lets it through: the agent is in plan mode then as well.
						tier: 'read-only',
						outcome: 'allow',
						isWorkspaceEdit: false,
						title: `${DELEGATE} ${input.agent}: ${firstLine(input.prompt)}`,
						reasons: [],
						sessionKeys: [],
					},
					run: context => delegate({ ...input, isIsolated }, kind, deps, context),
				}),
			}
		},
	})
}

async function delegate(
	input: Input & { isIsolated: boolean },
	kind: AgentKind | undefined,
	deps: DelegateDeps,
	context: CallContext,
): Promise<ToolResult> {
	const { run } = context
	if (!run) return failedResult('nothing can be delegated here')
	if (!kind) return failedResult(unknownAgent(input.agent, await deps.kinds()))
	let worktree: Worktree | undefined
	try {
		const { agents, maxDepth, hasAll, choose } = deps
		const order = orderOf(
			{ kind, prompt: input.prompt, depth: agents.depth + 1, maxDepth, hasAll, choose },
			run,
		)
		const isBackground = input.background ?? kind.background ?? false
		if (input.isIsolated) worktree = await deps.isolation.open(order.agent)
		const copy = worktree
		const request: AgentRequest = {
			order: copy ? { ...order, worktree: copy.cwd } : order,
			task: firstLine(input.prompt),
			isBackground,
			...(copy && { ended: end => deps.isolation.close(copy, end, context) }),
		}
		const started = await agents.start(request, context, run)
		worktree = undefined
		const ended = isBackground ? undefined : await Promise.race([started.outcome, started.sentAway])
		if (!ended)
			return okResult(
				`The agent ${order.agent} works in the background as ${started.agentId}. Its result will come as a message; do something else meanwhile, or end your turn.`,
			)
		if (ended.end.reason === 'tool-denied') context.denied(ended.end.error?.message ?? 'a call was refused')
		return agentResult(started, ended.end, [ended.added, leftOut(order)])
	} catch (error) {
		// It was never worked in.
		if (worktree) await removeWorktree(worktree)
		if (error instanceof ProblemError) return failedResult(error.problem)
		if (error instanceof AgentError && error.code !== 'storage-failed') return failedResult(messageOf(error))
		throw error
	}
}

function unknownAgent(name: string, kinds: readonly AgentKind[]): Problem {
	const names = kinds.map(kind => kind.name)
	const [nearest] = nearestNames(name, names, { orPart: true })
	const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
	return problem`there is no agent named ${JSON.stringify(name)}.${advice(`${hint} The agents are: ${names.join(', ')}.`)}`
}

function leftOut({ missing, problem }: AgentOrder): string | undefined {
	const without = missing.length > 0 ? [`without ${missing.join(', ')}, which there is none of here`] : []
	const notes = [...without, ...(problem === undefined ? [] : [problem])]
	return notes.length === 0 ? undefined : `[${notes.join('; ')}]`
}

function firstLine(prompt: string): string {
	const line = prompt.trim().split('\n', 1)[0]!.trim()
	return line.length > TASK_CHARACTERS ? `${line.slice(0, TASK_CHARACTERS - 1).toWellFormed()}…` : line
}

const TASK_CHARACTERS = 120
