// A skill as it is loaded into a conversation: its text, where its files are, and which there are.

import { withFolders } from '../../extensions/commands/template.ts'
import type { Skill } from '../../extensions/skills/skill.ts'
import { skillText } from '../../extensions/skills/skill-text.ts'
import { skillFiles } from './skill-files.ts'

/** @param filled - with its arguments in place; left out, its text as it was written */
export async function loadedSkill(skill: Skill, filled?: string): Promise<string> {
	const { origin, folder } = skill
	const folders = {
		...(origin.scope === 'plugin' && { CLAUDE_PLUGIN_ROOT: origin.root }),
		CLAUDE_SKILL_DIR: folder,
	}
	return skillText(skill, filled ?? withFolders(skill.text, folders), await skillFiles(folder))
}
