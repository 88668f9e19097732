// The tools one agent sees, in an order that never changes: the list is part of the cached prefix of each request.

import type { ToolSpec } from '../../core/model.ts'
import { grant } from './grants.ts'
import type { Tool } from './tool.ts'

export type Registry = {
	/** As the model is shown them. */
	readonly specs: readonly ToolSpec[]
	readonly names: readonly string[]
	/** How to work with them, each paragraph once. */
	readonly guidance: readonly string[]
	/** Only finds what was granted. */
	find(name: string): Tool | undefined
}

/**
 * @param granting - names or `prefix*`, see `grant`; left out, all of them
 * @throws Error when two tools have one name
 */
export function createRegistry(tools: readonly Tool[], granting?: readonly string[]): Registry {
	const byName = new Map<string, Tool>()
	for (const tool of tools) {
		if (byName.has(tool.spec.name)) throw new Error(`two tools are named ${tool.spec.name}`)
		byName.set(tool.spec.name, tool)
	}
	const names = grant([...byName.keys()], granting)
	const seen = new Map(names.map(name => [name, byName.get(name)!]))
	const granted = [...seen.values()]
	const guidance = [...new Set(granted.flatMap(tool => tool.guidance ?? []))]
	return { specs: granted.map(tool => tool.spec), names, guidance, find: name => seen.get(name) }
}
