// The `skill` tool: loads a skill's text into the conversation, once.

import type { CheckSchema } from '../../core/json.ts'
import { advice, problem } from '../../core/problems/problem.ts'
import { SKILL_TOOL } from '../../core/text/loaded-text.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { failedResult, okResult, type Problem } from '../../core/tool.ts'
import { commandsIn } from '../../extensions/commands/template.ts'
import type { Skill } from '../../extensions/skills/skill.ts'
import { defineTool } from '../../tools/executor/define-tool.ts'
import type { Tool } from '../../tools/executor/tool.ts'
import { loadedSkill } from '../extensions/loaded-skill.ts'
import type { LoadableSkills } from '../extensions/session-extensions.ts'

export type SkillToolDeps = LoadableSkills & { checkSchema: CheckSchema }

export function createSkillTool({ skills, isLoaded, checkSchema }: SkillToolDeps): Tool {
	return defineTool<{ name: string }>({
		name: SKILL_TOOL,
		description: 'Loads the instructions of a skill by its name, as listed.',
		inputSchema: {
			type: 'object',
			properties: { name: { type: 'string', minLength: 1 } },
			required: ['name'],
			additionalProperties: false,
		},
		checkSchema,
		subject: ({ name }) => name,
		facts: { access: 'none', phase: 'plan' },
		tier: 'read-only',
		async run({ name }) {
			const skill = skills.find(each => each.name === name)
			if (!skill) return failedResult(noSuchSkill(name, skills))
			const text = await loadedSkill(skill)
			if (isLoaded(text)) return okResult(`${name} is loaded already: its text stands above.`)
			return okResult(commandsIn(skill.text).length > 0 ? `${text}\n${NOT_RUN}` : text)
		},
	})
}

const NOT_RUN =
	'(Commands in it that stand as !`…` have not been run; run them yourself where you need what they say.)'

function noSuchSkill(name: string, skills: readonly Skill[]): Problem {
	const names = skills.map(skill => skill.name)
	const near = nearestNames(name, names, { orPart: true })
	const others = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There are: ${names.join(', ')}.`
	return problem`there is no skill ${JSON.stringify(name)} that ${MODEL} may load.${advice(` ${others}`)}`
}

const MODEL = { told: 'you', cause: 'the model' }
