// The kinds of sub-agents: two of our own, and those that files define. Only our own have words in the system prompt;
// what a file says stands in the agent's first message.

import type { ApprovalMode } from '../../core/approval.ts'
import type { AgentDefinition } from '../../extensions/agents/agent-definition.ts'

export type AgentKind = Pick<
	AgentDefinition,
	| 'name'
	| 'description'
	| 'tools'
	| 'disallowedTools'
	| 'model'
	| 'effort'
	| 'maxTurns'
	| 'permissionMode'
	| 'isolation'
	| 'background'
> & {
	/** Of ours: a paragraph of its system prompt, and its tools are what its parent has of them. */
	words?: string
	/** Of a file: what it is told first, and where that stands. */
	told?: { text: string; path: string }
}

export const BUILT_IN_AGENTS: readonly AgentKind[] = [
	{
		name: 'explore',
		description: 'finds things out in the folder and changes nothing',
		tools: ['read', 'list', 'glob', 'grep', 'outline', 'shell'],
		permissionMode: 'plan',
		words: `You explore: find what was asked for, and change nothing. Search broadly first, several calls at once, then read what matters. Answer with what you found, every claim with its path:line, and say what you looked for and did not find.`,
	},
	{
		name: 'general',
		description: 'does a whole piece of work with the tools you have',
		words: `Do the whole of what you were asked, check it, and say what you changed, how you checked it and what is left.`,
	},
]

/** A file may not take the name of one of ours: what `explore` may do is what everybody knows it to be. */
export function agentKinds(defined: readonly AgentDefinition[]): readonly AgentKind[] {
	const own = new Set(BUILT_IN_AGENTS.map(({ name }) => name))
	return [
		...BUILT_IN_AGENTS,
		...defined
			.filter(({ name }) => !own.has(name))
			.map(({ prompt, path, ...kind }) => ({ ...kind, told: { text: prompt, path } })),
	]
}

/** What it does cannot be in anybody's way, whatever it is asked. */
export function isReadOnly({ tools, permissionMode }: Pick<AgentKind, 'tools' | 'permissionMode'>): boolean {
	return permissionMode === 'plan' || (tools?.every(name => READING.has(name)) ?? false)
}

/** The loosest mode it may work in; never looser than what holds above it. */
export function limitOf(kind: Pick<AgentKind, 'tools' | 'permissionMode'>): ApprovalMode {
	return isReadOnly(kind) ? { kind: 'plan' } : MODES[kind.permissionMode ?? 'bypassPermissions']
}

const MODES: Readonly<Record<NonNullable<AgentKind['permissionMode']>, ApprovalMode>> = {
	default: { kind: 'ask' },
	acceptEdits: { kind: 'auto-edit' },
	plan: { kind: 'plan' },
	dontAsk: { kind: 'none' },
	bypassPermissions: { kind: 'all' },
}

const READING: ReadonlySet<string> = new Set(['read', 'list', 'glob', 'grep', 'outline', 'recall'])

/** The agents of files, for the first message of a session that may delegate. Foreign text, one line each. */
export function agentList(defined: readonly AgentDefinition[]): string | undefined {
	const [first] = defined
	if (!first) return undefined
	const lines = defined.slice(0, LISTED).map(({ name, description }) => `- ${name}: ${oneLine(description)}`)
	const more = defined.length > LISTED ? `\n(and ${defined.length - LISTED} more)` : ''
	return `<agents>\nFurther agents for delegate, as their files describe them:\n${lines.join('\n')}${more}\n</agents>`
}

const LISTED = 40
const DESCRIPTION_CHARACTERS = 300

function oneLine(text: string): string {
	const line = text.trim().replaceAll(/\s+/g, ' ').replaceAll('<', '‹')
	return line.length > DESCRIPTION_CHARACTERS
		? `${line.slice(0, DESCRIPTION_CHARACTERS - 1).toWellFormed()}…`
		: line
}
