// Names of tools that come with MCP servers, as `--tools` and settings write them.

export const TOOL_SEARCH = 'tool_search'

/** A wish for tools that come from servers, which are not there yet when the others are granted. */
export function isServerPattern(pattern: string): boolean {
	return pattern.startsWith('mcp__') || pattern === TOOL_SEARCH
}
