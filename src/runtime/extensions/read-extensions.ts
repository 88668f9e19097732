// Extensions as a runtime uses them: commands, skills and agents read from their files, once for all its sessions.

import { type AgentDefinition, readAgentDefinitions } from '../../extensions/agents/agent-definition.ts'
import { type CustomCommand, readCustomCommands } from '../../extensions/commands/custom-command.ts'
import { type Invocables, invocables } from '../../extensions/commands/invocables.ts'
import { type ExtensionFiles, NO_EXTENSIONS } from '../../extensions/extension-files.ts'
import { readSkills, type Skill } from '../../extensions/skills/skill.ts'

export type ReadExtensions = {
	commands: readonly CustomCommand[]
	skills: readonly Skill[]
	agents: readonly AgentDefinition[]
	invocables: Invocables
	/** Whole sentences. */
	problems: readonly string[]
}

export async function readExtensions(files: ExtensionFiles = NO_EXTENSIONS): Promise<ReadExtensions> {
	const [{ commands, ...fromCommands }, { skills, ...fromSkills }, { agents, ...fromAgents }] =
		await Promise.all([readCustomCommands(files), readSkills(files), readAgentDefinitions(files)])
	const called = invocables(commands, skills)
	const problems = [fromCommands, fromSkills, fromAgents, called].flatMap(each => each.problems)
	return { commands, skills, agents, invocables: called, problems }
}
