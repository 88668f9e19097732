// Tool names: what other agents' files call the tools, and what they are called here. One table for agents, commands,
// skills and hooks.

import { nearestNames } from '../core/text/nearest.ts'

/** What can be granted here by name; tools of MCP servers are granted by theirs. */
export const OWN_TOOL_NAMES: readonly string[] = [
	'apply_patch',
	'ask_user',
	'delegate',
	'edit',
	'fetch',
	'generate_image',
	'glob',
	'grep',
	'list',
	'outline',
	'read',
	'recall',
	'remember',
	'shell',
	'shell_output',
	'skill',
	'todo',
	'tool_search',
	'web_search',
	'write',
]

/** What a `!` in a command's text runs by. */
export const COMMAND_TOOL = 'shell'

/** Without an effect of their own: whoever may do less may still keep a plan and ask. */
const ALWAYS_GRANTED = ['ask_user', 'skill', 'todo', 'tool_search']

/** The tools of a list with those that go with them: who may start a command may read what it says, who may edit may patch. */
export function withCompanions(names: readonly string[]): readonly string[] {
	const together = [
		...(names.includes('shell') ? ['shell_output'] : []),
		...(names.includes('edit') && names.includes('write') ? ['apply_patch'] : []),
	]
	return [...new Set([...names, ...together, ...ALWAYS_GRANTED])]
}

/** In Claude's words and in ours. A rule about one of them means whatever changes files. */
export const FILE_CHANGERS: readonly string[] = ['Edit', 'MultiEdit', 'Write', 'edit', 'write', 'apply_patch']

/** Claude's names in lower case. `undefined`: a tool that there is none of here, so naming it grants nothing. */
const CLAUDE_TOOLS: ReadonlyMap<string, string | undefined> = new Map([
	['agent', 'delegate'],
	['askuserquestion', 'ask_user'],
	['bash', 'shell'],
	['bashoutput', 'shell_output'],
	['edit', 'edit'],
	['glob', 'glob'],
	['grep', 'grep'],
	['killbash', 'shell_output'],
	['killshell', 'shell_output'],
	['ls', 'list'],
	['multiedit', 'edit'],
	['read', 'read'],
	['skill', 'skill'],
	['task', 'delegate'],
	['taskcreate', 'todo'],
	['taskget', 'todo'],
	['tasklist', 'todo'],
	['taskoutput', 'shell_output'],
	['taskstop', 'shell_output'],
	['taskupdate', 'todo'],
	['todoread', 'todo'],
	['todowrite', 'todo'],
	['toolsearch', 'tool_search'],
	['webfetch', 'fetch'],
	['websearch', 'web_search'],
	['write', 'write'],
	...[
		'enterplanmode',
		'exitplanmode',
		'listmcpresourcestool',
		'lsp',
		'notebookedit',
		'notebookread',
		'readmcpresourcetool',
		'sendmessage',
		'slashcommand',
	].map(name => [name, undefined] as const),
])

/** The names Claude's files have for a tool of ours, in Claude's spelling, the usual one first. */
const CLAUDE_SPELLINGS: ReadonlyMap<string, readonly string[]> = new Map([
	['apply_patch', ['Edit', 'MultiEdit', 'Write']],
	['ask_user', ['AskUserQuestion']],
	['delegate', ['Task', 'Agent']],
	['edit', ['Edit', 'MultiEdit']],
	['fetch', ['WebFetch']],
	['glob', ['Glob']],
	['grep', ['Grep']],
	['list', ['LS']],
	['read', ['Read']],
	['shell', ['Bash']],
	['shell_output', ['BashOutput', 'KillShell']],
	['skill', ['Skill']],
	['todo', ['TodoWrite']],
	['tool_search', ['ToolSearch']],
	['web_search', ['WebSearch']],
	['write', ['Write']],
])

/** For hooks, whose matchers go by Claude's names. Empty for a tool that Claude has none of. */
export function claudeNames(tool: string): readonly string[] {
	return CLAUDE_SPELLINGS.get(tool) ?? []
}

export type NamedTools = {
	/** Ours, each once. */
	names: readonly string[]
	/** Tools with what they are narrowed to: `Bash(git add:*)`. A name of these is not in `names`. */
	narrowed: readonly { tool: string; specifier: string; written: string }[]
	/** `*`: whatever there is. */
	isAll: boolean
	/** Whole sentences: what nobody here is called. */
	problems: readonly string[]
}

/** @param written - one name each, with its specifier in parentheses if it has one */
export function namedTools(written: readonly string[]): NamedTools {
	const names = new Set<string>()
	const narrowed: NamedTools['narrowed'][number][] = []
	const problems: string[] = []
	let isAll = false
	for (const one of written) {
		const [, name = '', specifier] = /^([^(]*)(?:\((.*?)\)?)?$/s.exec(one) ?? []
		if (name === '*' && specifier === undefined) isAll = true
		else {
			const found = ownName(name)
			if ('problem' in found) problems.push(found.problem)
			else if (found.tool === undefined) continue
			else if (specifier === undefined || specifier === '*' || specifier === '') names.add(found.tool)
			else narrowed.push({ tool: found.tool, specifier, written: one })
		}
	}
	return { names: [...names], narrowed: narrowed.filter(({ tool }) => !names.has(tool)), isAll, problems }
}

function ownName(name: string): { tool: string | undefined } | { problem: string } {
	if (name.startsWith('mcp__') || OWN_TOOL_NAMES.includes(name)) return { tool: name }
	const folded = name.toLowerCase()
	if (CLAUDE_TOOLS.has(folded)) return { tool: CLAUDE_TOOLS.get(folded) }
	const claude = [...CLAUDE_SPELLINGS.values()]
		.flat()
		.filter(one => !OWN_TOOL_NAMES.includes(one.toLowerCase()))
	const near = nearestNames(name, [...OWN_TOOL_NAMES, ...claude])
	const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
	return { problem: `there is no tool ${JSON.stringify(name)}.${hint}` }
}
