// The tools that a program has given an agent, in the order in which they came.

import { AgentError } from '../../core/errors.ts'
import type { OwnTool } from '../../tools/executor/own-tool.ts'
import type { DefinedTool } from './define-tool.ts'

export class ToolShelf {
	private readonly tools = new Map<string, DefinedTool>()

	/** @throws AgentError `usage` */
	constructor(tools: readonly DefinedTool[] = []) {
		if (!Array.isArray(tools))
			throw new AgentError('usage', 'tools: expected a list of what defineTool has made')
		for (const tool of tools) this.put(tool)
	}

	/** One of the same name gives up its place to it. @returns takes it away again, unless it has been replaced */
	put(tool: DefinedTool): () => void {
		if (typeof tool?.prepare !== 'function')
			throw new AgentError(
				'usage',
				`tool ${JSON.stringify(tool?.name ?? tool)}: expected what defineTool has made`,
			)
		this.tools.set(tool.name, tool)
		return () => {
			if (this.tools.get(tool.name) === tool) this.tools.delete(tool.name)
		}
	}

	/** Makes what there is now, each tool once. */
	maker(make: (tool: DefinedTool) => OwnTool): () => readonly OwnTool[] {
		/** A session knows a tool by what was made of it. */
		const known = new WeakMap<DefinedTool, OwnTool>()
		return () =>
			[...this.tools.values()].map(tool => {
				const own = known.get(tool) ?? make(tool)
				known.set(tool, own)
				return own
			})
	}
}
