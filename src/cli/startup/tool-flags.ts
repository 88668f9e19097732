// `--tools` and `--disallowed-tools`: names as they are here or as Claude has them. One that nobody has would take nothing
// away, and whoever typed it would believe that it did.

import { AgentError } from '../../core/errors.ts'
import { names, type RawFlags } from './flags.ts'

export type ToolChoice = { only: readonly string[] | undefined; without: readonly string[] }

/** @throws AgentError `config-invalid` for what cannot be taken away */
export async function toolChoice(flags: Pick<RawFlags, 'tools' | 'disallowedTools'>): Promise<ToolChoice> {
	const only = names(flags.tools)
	const without = names(flags.disallowedTools)
	if (!only && !without) return { only, without: [] }
	const { namedTools } = await import('../../extensions/tool-names.ts')
	const ownNames = (written: string): readonly string[] => {
		if (written.endsWith('*')) return [written]
		const { names: found, narrowed, problems } = namedTools([written])
		// Unknown ones are told where they are granted, with what can be.
		return problems.length > 0 || narrowed.length > 0 ? [written] : found
	}
	for (const written of without ?? []) {
		if (written.endsWith('*')) continue
		const { narrowed, problems } = namedTools([written])
		const whole = narrowed.map(
			({ tool }) => `a tool is taken away whole: ${tool}; parts of it are denied by permissions.deny`,
		)
		const [problem] = [...problems, ...whole]
		if (problem !== undefined)
			throw new AgentError('config-invalid', `--disallowed-tools ${written}: ${problem}`)
	}
	return { only: only?.flatMap(ownNames), without: (without ?? []).flatMap(ownNames) }
}
