// The order for one sub-agent: what it is granted, what it is told, which model answers for it. All of it is part of what
// the one that delegates has; a wider wish is an error that names it.

import { type ApprovalMode, stricter } from '../../core/approval.ts'
import { AgentError } from '../../core/errors.ts'
import type { UserMessage } from '../../core/messages.ts'
import type { Effort } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import { OWN_TOOL_NAMES } from '../../extensions/tool-names.ts'
import { grant, withhold } from '../../tools/executor/grants.ts'
import type { RunAccess } from '../../tools/executor/run-access.ts'
import { type AgentKind, isReadOnly, limitOf } from './agent-kinds.ts'

export type AgentOrder = {
	agent: string
	tools: readonly string[]
	/** Wished for, and nowhere in this program. */
	missing: readonly string[]
	chain: readonly ModelRef[]
	/** Why it is not the model that was wished for. */
	problem?: string
	effort: Effort | undefined
	maxTurns: number
	/** What its system prompt says of it, in our own words. */
	words: string
	message: UserMessage
	/** It may change what is in the folder. */
	writes: boolean
	/** Never looser than what holds above it. */
	mode(above: ApprovalMode): ApprovalMode
	/** Another folder than its parent's to work in. */
	worktree?: string
}

export type OrderInput = {
	kind: AgentKind
	prompt: string
	/** How deep the new one is, and how deep any may be. */
	depth: number
	maxDepth: number
	/** All tools of this program are granted to the one that delegates. */
	hasAll: boolean
	/** The models that a wish means, or why they stay as they are. */
	choose(wish: string, chain: readonly ModelRef[]): { chain: readonly ModelRef[] } | { problem: string }
}

export const DELEGATE = 'delegate'

/** @throws AgentError `config-invalid` for a wish that is wider than what the parent has */
export function orderOf(
	{ kind, prompt, depth, maxDepth, hasAll, choose }: OrderInput,
	{ granted, snapshot }: Pick<RunAccess, 'granted' | 'snapshot'>,
): AgentOrder {
	const isDeepest = depth >= maxDepth
	const held = isDeepest ? withhold(granted, [DELEGATE]) : granted
	const { wished, missing } = wishedTools(kind, held, hasAll)
	if (isDeepest && wished?.includes(DELEGATE))
		throw new AgentError(
			'config-invalid',
			`the agent ${kind.name} wants delegate, and agents.maxDepth is ${maxDepth}: agents this deep have none of their own`,
		)
	// Of many servers' tools only names are held: who has them all may pass on any.
	const deferred = hasAll && held.includes(TOOL_SEARCH) ? (wished ?? ['mcp__*']).filter(isServers) : []
	const verified = wished?.filter(name => !deferred.includes(name))
	const found = deferred.length > 0 ? [TOOL_SEARCH, ...deferred] : []
	const tools = withhold(
		[...new Set([...grantedTo(kind, held, verified), ...found])],
		kind.disallowedTools ?? [],
	)
	const wish = kind.model === undefined ? undefined : choose(kind.model, snapshot.chain)
	const chosen = { chain: snapshot.chain, ...wish }
	const limit = limitOf(kind)
	return {
		agent: kind.name,
		tools,
		missing,
		...chosen,
		effort: kind.effort ?? snapshot.effort,
		maxTurns: Math.min(kind.maxTurns ?? snapshot.maxTurns, snapshot.maxTurns),
		words: [SUB_AGENT, kind.words].filter(text => text !== undefined).join(' '),
		message: messageFor(kind, prompt),
		writes: !isReadOnly(kind),
		mode: above => stricter(above, limit),
	}
}

const TOOL_SEARCH = 'tool_search'

function isServers(name: string): boolean {
	return name.startsWith('mcp__')
}

const SUB_AGENT = `# You are a sub-agent
Another agent has given you this task. You see nothing of its conversation and it sees nothing of yours but your last message: put everything it needs into that one.`

function wishedTools(
	{ tools, words }: AgentKind,
	held: readonly string[],
	hasAll: boolean,
): { wished: readonly string[] | undefined; missing: readonly string[] } {
	if (!tools) return { wished: undefined, missing: [] }
	// Ours make do with what there is.
	if (words !== undefined) return { wished: tools.filter(name => held.includes(name)), missing: [] }
	// What nobody withholds and is not there all the same, this program does not offer: other agents do.
	const missing = hasAll
		? tools.filter(name => name !== DELEGATE && OWN_TOOL_NAMES.includes(name) && !held.includes(name))
		: []
	return { wished: tools.filter(name => !missing.includes(name)), missing }
}

function grantedTo(
	{ name }: AgentKind,
	held: readonly string[],
	wished: readonly string[] | undefined,
): readonly string[] {
	try {
		return grant(held, wished)
	} catch (error) {
		if (!(error instanceof AgentError)) throw error
		throw new AgentError(error.code, `the agent ${name} wants more than you have: ${error.message}`)
	}
}

/** What a file says is foreign text, so it is no part of the system prompt (SPEC A11). */
function messageFor({ name, told }: AgentKind, prompt: string): UserMessage {
	const task = { type: 'text' as const, text: prompt }
	if (!told || told.text === '') return { role: 'user', content: [task] }
	const text = `<agent name=${JSON.stringify(name)} file=${JSON.stringify(told.path)}>\n${told.text}\n</agent>\nThat is how you work. The task:\n\n`
	return { role: 'user', content: [{ type: 'text', text }, task] }
}
