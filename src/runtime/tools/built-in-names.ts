// Names of built-in tools that a program asks for. A slip would leave its agent without the tool, and nobody would know.

import { AgentError } from '../../core/errors.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { OWN_TOOL_NAMES } from '../../extensions/tool-names.ts'

/** @throws AgentError `usage` for a name that none of them has */
export function requireBuiltIn(option: string, names: readonly string[]): readonly string[] {
	const unknown = names.find(name => !OWN_TOOL_NAMES.includes(name))
	if (unknown === undefined) return names
	const near = nearestNames(unknown, OWN_TOOL_NAMES)
	const hint = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : ''
	throw new AgentError(
		'usage',
		`${option}: no tool is called ${JSON.stringify(unknown)}; there are ${OWN_TOOL_NAMES.join(', ')}${hint}`,
	)
}
