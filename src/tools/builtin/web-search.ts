// The `web_search` tool: what a search engine of the user's choice finds.

import type { CheckSchema } from '../../core/json.ts'
import { defineTool } from '../executor/define-tool.ts'
import type { Tool } from '../executor/tool.ts'
import type { SearchDeps } from '../web/search-calls.ts'

/** Also of what models do by themselves at their provider. */
export const WEB_SEARCH = 'web_search'

export function createWebSearchTool(deps: SearchDeps & { checkSchema: CheckSchema }): Tool {
	return defineTool<{ query: string }>({
		name: WEB_SEARCH,
		description: 'Searches the web: titles, addresses and excerpts. fetch gets a page.',
		inputSchema: {
			type: 'object',
			properties: { query: { type: 'string', minLength: 1, maxLength: 1_000 } },
			required: ['query'],
			additionalProperties: false,
		},
		checkSchema: deps.checkSchema,
		subject: ({ query }) => query,
		// It tells a stranger something, which plan mode does not allow.
		facts: { access: 'none', phase: 'act', kind: 'fetch', forOthers: true },
		prepare: async input => (await import('../web/search-calls.ts')).prepareSearch(input, deps),
	})
}
