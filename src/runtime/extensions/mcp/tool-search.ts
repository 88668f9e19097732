// tool_search: where MCP servers offer more tools than a request should hold, it lists them by name and loads those that are
// wanted. A tool's list is foreign text, so it stands in a tool's description and never in the system prompt.

import type { CheckSchema } from '../../../core/json.ts'
import type { ToolSpec } from '../../../core/model.ts'
import { advice, problem } from '../../../core/problems/problem.ts'
import { failedResult, okResult } from '../../../core/tool.ts'
import { toolLine } from '../../../extensions/mcp/server-tools.ts'
import { defineTool } from '../../../tools/executor/define-tool.ts'
import type { Tool } from '../../../tools/executor/tool.ts'
import { TOOL_SEARCH } from './server-pattern.ts'

export function createToolSearch(deps: {
	/** All that can be loaded, in an order that does not change. */
	specs: readonly ToolSpec[]
	checkSchema: CheckSchema
	/** @returns those of them that were not loaded yet */
	load(names: readonly string[]): readonly string[]
}): Tool {
	const { specs, checkSchema, load } = deps
	return defineTool<{ query: string }>({
		name: TOOL_SEARCH,
		description:
			'Loads further tools of MCP servers, which can be called from then on. ' +
			`query: their names, or words for what is wanted. There are:\n${toolList(specs)}`,
		inputSchema: {
			type: 'object',
			properties: { query: { type: 'string', minLength: 1 } },
			required: ['query'],
			additionalProperties: false,
		},
		checkSchema,
		subject: ({ query }) => query,
		facts: { access: 'none', phase: 'plan' },
		tier: 'read-only',
		async run({ query }) {
			const found = search(query, specs)
			if (found.length === 0)
				return failedResult(
					problem`no tool fits ${JSON.stringify(query)}${advice('; try a name from the list, or other words')}`,
				)
			const news = load(found.map(({ name }) => name))
			const lines = found.map(spec => `${spec.name}: ${toolLine({ spec })}`)
			const counted = { type: 'counted', count: news.length, unit: 'loaded tool' } as const
			return okResult(`These can be called now:\n${lines.join('\n')}`, counted)
		},
	})
}

/** Names that stand in the query, or else what fits its words best. */
function search(query: string, specs: readonly ToolSpec[]): readonly ToolSpec[] {
	const words = query
		.toLowerCase()
		.split(/[^\p{L}\p{N}_-]+/u)
		.filter(word => word !== '')
	const named = specs.filter(({ name }) => words.includes(name.toLowerCase()))
	if (named.length > 0) return named.slice(0, MOST_NAMED)
	return specs
		.map(spec => ({ spec, score: scoreOf(spec, words) }))
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score)
		.slice(0, MOST_FOUND)
		.map(({ spec }) => spec)
}

/** A word in the name says more than one in the description, and a whole word more than a part of one. */
function scoreOf({ name, description }: ToolSpec, words: readonly string[]): number {
	const [names, told] = [name, description].map(text => text.toLowerCase())
	const parts = new Set(names!.split(/[_-]+/))
	return words.reduce((score, word) => {
		const inName = parts.has(word) || names!.endsWith(`__${word}`) ? 6 : names!.includes(word) ? 3 : 0
		return score + inName + (told!.includes(word) ? 1 : 0)
	}, 0)
}

/** With a line for each as long as there is room, else with their names, else with the first of them. */
function toolList(specs: readonly ToolSpec[]): string {
	const lines = specs.map(spec => `${spec.name}: ${toolLine({ spec })}`).join('\n')
	if (lines.length <= MOST_LIST) return lines
	const names = specs.map(({ name }) => name)
	if (names.join('\n').length <= MOST_LIST) return names.join('\n')
	const some: string[] = []
	for (
		let length = 0;
		length < MOST_LIST && some.length < names.length;
		length += names[some.length - 1]!.length + 1
	)
		some.push(names[some.length]!)
	return `${some.join('\n')}\nand ${names.length - some.length} more`
}

const MOST_NAMED = 20
const MOST_FOUND = 5
/** Characters, some six thousand tokens. */
const MOST_LIST = 24_000
