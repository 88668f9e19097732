// Agent definitions: sub-agents as Markdown files, in Claude's spelling. What a file cannot be taken for is named, and
// never makes a grant wider.

import { isObject } from '../../core/json.ts'
import type { Effort } from '../../core/model.ts'
import type { ExtensionFiles, ExtensionOrigin, ExtensionText } from '../extension-files.ts'
import {
	booleanField,
	countField,
	type FrontMatter,
	field,
	listField,
	readFrontMatter,
	textField,
} from '../front-matter.ts'
import { effortOf } from '../model-fields.ts'
import { namedTools } from '../tool-names.ts'

export type AgentDefinition = {
	/** `reviewer`; a plugin's with the plugin's name in front: `tools:reviewer`. */
	name: string
	/** When to use it, for the model that chooses. Foreign text. */
	description: string
	/** What it is told first. Foreign text: never part of a system prompt. */
	prompt: string
	/** Ours and those of MCP servers. Left out: what its parent has. Empty: none. */
	tools?: readonly string[]
	disallowedTools?: readonly string[]
	/** As written: `anthropic/claude-…`, or one of Claude's short names. Left out: its parent's. */
	model?: string
	effort?: Effort
	maxTurns?: number
	permissionMode?: AgentPermissionMode
	/** Names of skills that it begins with. */
	skills?: readonly string[]
	/** It works in a work tree of its own. */
	isolation?: 'worktree'
	background?: boolean
	path: string
	origin: ExtensionOrigin
}

/** Claude's words. */
export type AgentPermissionMode = (typeof PERMISSION_MODES)[number]

export type AgentDefinitions = {
	/** One for each name, sorted by it: the project's before the user's. */
	agents: readonly AgentDefinition[]
	/** Whole sentences. */
	problems: readonly string[]
}

export async function readAgentDefinitions({
	agents: files,
}: Pick<ExtensionFiles, 'agents'>): Promise<AgentDefinitions> {
	const agents = new Map<string, AgentDefinition>()
	const problems: string[] = []
	for (const file of files) {
		const agent = await readAgentDefinition(file, problems)
		if (!agent) continue
		const before = agents.get(agent.name)
		if (before && before.origin.scope !== agent.origin.scope)
			problems.push(`The agent ${agent.name} of ${before.path} is hidden by the one of ${agent.path}.`)
		agents.set(agent.name, agent)
	}
	return { agents: [...agents.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), problems }
}

async function readAgentDefinition(
	file: ExtensionText,
	problems: string[],
): Promise<AgentDefinition | undefined> {
	const matter = await readFrontMatter(file.text)
	const tell = (what: string) => problems.push(`${file.path}: ${what}`)
	if (matter.problem) {
		tell(`line ${matter.problem.line}: ${matter.problem.message}; the agent is left out.`)
		return undefined
	}
	// A text without front matter beside agents is their README.
	if (!matter.hasFrontMatter) return undefined
	const name = textField(matter, 'name') ?? file.name.split('/').at(-1)!
	const description = textField(matter, 'description')
	if (description === undefined) {
		tell('it has no description, so nobody could choose it; the agent is left out.')
		return undefined
	}
	if (!/^[\p{L}\p{N}_][\p{L}\p{N}_. -]*$/u.test(name)) {
		tell(
			`${JSON.stringify(name)} cannot be an agent’s name; a colon belongs to plugins. The agent is left out.`,
		)
		return undefined
	}
	const { path, origin } = file
	return {
		name: origin.scope === 'plugin' ? `${origin.plugin}:${name}` : name,
		description,
		prompt: matter.body.trim(),
		...toolFields(matter, tell),
		...modelFields(matter, tell),
		...runFields(matter, tell),
		path,
		origin,
	}
}

type Tell = (what: string) => void

function toolFields(matter: FrontMatter, tell: Tell): Pick<AgentDefinition, 'tools' | 'disallowedTools'> {
	const written = field(matter, 'tools', 'allowed-tools')
	if (written === null) tell('tools names none, so the agent gets none; leave the line out to grant all.')
	const only = listField(matter, 'tools', 'allowed-tools')
	const without = [
		...(isObject(written) ? switchedOff(written) : []),
		...(listField(matter, 'disallowedTools', 'disallowed-tools') ?? []),
	]
	return {
		...(only && grantedTools(only, tell)),
		...(without.length > 0 && { disallowedTools: withheldTools(without, tell) }),
	}
}

/** Another agent's form: `tools: {write: false}` takes away and grants nothing. */
function switchedOff(written: Readonly<Record<string, unknown>>): readonly string[] {
	return Object.keys(written).filter(name => written[name] === false)
}

function grantedTools(written: readonly string[], tell: Tell): { tools?: readonly string[] } {
	const { names, narrowed, isAll, problems } = namedTools(written)
	for (const problem of problems) tell(problem)
	for (const { written: one, tool } of narrowed)
		tell(`${one}: an agent is granted a tool whole or not at all; ${tool} is not granted.`)
	return isAll ? {} : { tools: names }
}

/** Taking away more than was meant is on the safe side. */
function withheldTools(written: readonly string[], tell: Tell): readonly string[] {
	const { names, narrowed, isAll, problems } = namedTools(written)
	for (const problem of problems) tell(problem)
	if (isAll) tell('disallowedTools: * would leave it no tools at all; name them.')
	return [...new Set([...names, ...narrowed.map(({ tool }) => tool)])]
}

function modelFields(matter: FrontMatter, tell: Tell): Pick<AgentDefinition, 'model' | 'effort'> {
	const model = textField(matter, 'model')
	const effort = effortOf(matter)
	if (effort && 'problem' in effort) tell(effort.problem)
	return {
		...(model !== undefined && model !== 'inherit' && { model }),
		...(effort && 'effort' in effort && effort),
	}
}

function runFields(
	matter: FrontMatter,
	tell: Tell,
): Pick<AgentDefinition, 'maxTurns' | 'permissionMode' | 'skills' | 'isolation' | 'background'> {
	const maxTurns = countField(matter, 'maxTurns', 'max-turns')
	if (maxTurns === undefined && field(matter, 'maxTurns', 'max-turns') !== undefined)
		tell('maxTurns is no whole number above 0, and is not used.')
	const mode = textField(matter, 'permissionMode', 'permission-mode')
	const permissionMode = PERMISSION_MODES.find(known => known === mode)
	if (mode !== undefined && !permissionMode)
		tell(`permissionMode is ${JSON.stringify(mode)}; known are ${PERMISSION_MODES.join(', ')}.`)
	const isolation = textField(matter, 'isolation')
	if (isolation !== undefined && isolation !== 'worktree')
		tell(`isolation is ${JSON.stringify(isolation)}; the only kind there is is worktree.`)
	const skills = listField(matter, 'skills')
	const background = booleanField(matter, 'background')
	return {
		...(maxTurns !== undefined && { maxTurns }),
		...(permissionMode && { permissionMode }),
		...(skills && skills.length > 0 && { skills }),
		...(isolation === 'worktree' && { isolation }),
		...(background !== undefined && { background }),
	}
}

const PERMISSION_MODES = ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'] as const
