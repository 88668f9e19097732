// A loaded skill: its text as the model gets it, whoever loaded it, marked so that it can be found again in history.

import { wrapForeign } from '../foreign-text.ts'
import type { Skill } from './skill.ts'

/**
 * @param text - of the skill, with its arguments in place
 * @param files - bundled with it, relative to its folder
 */
export function skillText(
	skill: Pick<Skill, 'name' | 'folder' | 'tools' | 'fork'>,
	text: string,
	files: { shown: readonly string[]; more: number },
): string {
	const { name, folder, tools, fork } = skill
	const about = [
		`Folder of the skill, which its relative paths start from: ${folder}`,
		...(files.shown.length > 0 ? [`Files in it: ${filesLine(files)}`] : []),
		...(tools && !tools.isAll ? [`Tools it gets by with: ${toolsLine(tools)}`] : []),
		...(fork ? [`It is meant for a sub-agent (delegate${fork.agent ? `, ${fork.agent}` : ''}).`] : []),
	]
	return wrapForeign('skill', { name }, `${about.join('\n')}\n\n${text}`)
}

function filesLine({ shown, more }: { shown: readonly string[]; more: number }): string {
	return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function toolsLine({ names, narrowed }: NonNullable<Skill['tools']>): string {
	return [...names, ...narrowed.map(({ tool, specifier }) => `${tool} (${specifier})`)].join(', ')
}
