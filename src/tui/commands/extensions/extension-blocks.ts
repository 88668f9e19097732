// Lists of extensions: one row for each, its name with where it is from, and what it is for.

import type { ExtensionList } from '../../../core/runtime-port.ts'
import type { Block } from '../../state/view-block.ts'
import { sanitizeLine } from '../../text/sanitize.ts'

export function skillBlocks({ skills }: ExtensionList): readonly Block[] {
	if (skills.length === 0) return [hint('There are no skills. .agents/skills/<name>/SKILL.md is one.')]
	const rows = skills.map(({ name, description, from, isForModel }) =>
		row(`${name} (${from})`, isForModel ? description : `${description} (only you can load it)`),
	)
	return [
		{ kind: 'table', title: 'Skills', rows },
		hint('/name or $name in a prompt loads one; the model loads one when a task is what it is for.'),
	]
}

export function agentBlocks(agents: ExtensionList['agents']): readonly Block[] {
	if (agents.length === 0) return [hint('There are no agents of your own. .keelson/agents/<name>.md is one.')]
	const rows = agents.map(({ name, description, from, tools, model }) => {
		const granted = tools === undefined ? 'all tools' : tools.length === 0 ? 'no tools' : tools.join(', ')
		return row(`${name} (${from})`, `${description} [${granted}${model === undefined ? '' : `; ${model}`}]`)
	})
	return [{ kind: 'table', title: 'Agents', rows }]
}

export function pluginBlocks({ plugins }: ExtensionList): readonly Block[] {
	if (plugins.length === 0) return [hint('There are no plugins. “agent plugin add” installs one.')]
	const rows = plugins.map(({ name, version, description = '', isUsed }) =>
		row(
			version === undefined ? name : `${name} ${version}`,
			isUsed ? description : 'not used: it has changed since it was trusted',
		),
	)
	return [
		{ kind: 'table', title: 'Plugins', rows },
		hint('“agent plugin show”, “update” and “remove” look after them.'),
	]
}

function row(left: string, right: string): readonly [string, string] {
	return [sanitizeLine(left), sanitizeLine(right)]
}

function hint(text: string): Block {
	return { kind: 'notice', level: 'info', text }
}
