// The tools one agent sees, in an order that never changes: the list is part of the cached prefix of each request.

import type { ToolSpec } from '../core/model.ts'
import { grant } from './grants.ts'
import type { Tool } from './tool.ts'

export type Registry = {
	/** As the model is shown them. */
	readonly specs: readonly ToolSpec[]
	readonly names: readonly string[]
	/** Only finds what was granted. */
	find(name: string): Tool | undefined
}

/**
 * @param granted - names or `prefix*`, see `grant`; left out, all of them
 * @throws Error when two tools have one name
 */
export function createRegistry(tools: readonly Tool[], granted?: readonly string[]): Registry {
	const byName = new Map<string, Tool>()
	for (const tool of tools) {
		if (byName.has(tool.spec.name)) throw new Error(`two tools are named ${tool.spec.name}`)
		byName.set(tool.spec.name, tool)
	}
	const names = grant([...byName.keys()], granted)
	const seen = new Map(names.map(name => [name, byName.get(name)!]))
	return { specs: [...seen.values()].map(tool => tool.spec), names, find: name => seen.get(name) }
}
