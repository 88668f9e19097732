// Tool grants: which tools an agent may see. A sub-agent's grants are part of its parent's, never more.

import { AgentError } from '../../core/errors.ts'
import { nearestNames } from '../../core/text/nearest.ts'

/**
 * @param held - what the one who grants has itself, in the order of the registry
 * @param wanted - names, or `prefix*` as in `mcp__github__*`; undefined asks for everything that is held
 * @returns the granted names in the order of `held`
 * @throws AgentError `config-invalid` for a name that is not held: a wider request is an error, not a smaller grant
 */
export function grant(held: readonly string[], wanted: readonly string[] | undefined): readonly string[] {
	if (wanted === undefined) return held
	for (const pattern of wanted) {
		if (!held.some(name => fits(name, pattern))) throw notGranted(pattern, held)
	}
	return held.filter(name => wanted.some(pattern => fits(name, pattern)))
}

/** What is left after some are taken away. A name that is not held takes nothing. */
export function withhold(held: readonly string[], unwanted: readonly string[]): readonly string[] {
	return held.filter(name => !unwanted.some(pattern => fits(name, pattern)))
}

/** What both lists name, patterns included. Left out, the first one has everything. */
export function inBoth(held: readonly string[] | undefined, wanted: readonly string[]): readonly string[] {
	if (held === undefined) return wanted
	const covered = (names: readonly string[], by: readonly string[]) =>
		names.filter(name => by.some(pattern => fits(name, pattern)))
	return [...new Set([...covered(wanted, held), ...covered(held, wanted)])]
}

function fits(name: string, pattern: string): boolean {
	return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}

function notGranted(pattern: string, held: readonly string[]): AgentError {
	const nearest = nearestNames(pattern, held, { orPart: true })
	const hint = nearest.length > 0 ? `; did you mean ${nearest.join(' or ')}?` : ''
	return new AgentError(
		'config-invalid',
		`tool ${JSON.stringify(pattern)} cannot be granted, only ${held.join(', ') || 'nothing'} can${hint}`,
	)
}
