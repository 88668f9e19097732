// The answer to `initialize`, with which Claude's SDK begins: what there is here, and what of its wishes was not taken.

import { isObject, type JsonObject, type JsonValue } from '../../../../core/json.ts'
import { modelName } from '../../../../core/model-ref.ts'
import type { RuntimePort } from '../../../../core/runtime-port.ts'

/** `not_taken`: each wish of the request that nobody here fulfils, and what does it instead. */
export async function greeting(request: JsonObject, { queries }: RuntimePort): Promise<JsonObject> {
	const [models, extensions] = await Promise.all([queries.models(), queries.extensions?.()])
	const { hooks, mcpServers, sdkMcpServers, plugins } = request
	return {
		commands: (extensions?.commands ?? []).map(({ name, description, argumentHint = '' }) => ({
			name,
			description,
			argumentHint,
		})),
		agents: (extensions?.agents ?? []).map(({ name, description, model }) => ({
			name,
			description,
			...(model !== undefined && { model }),
		})),
		output_style: 'default',
		available_output_styles: ['default'],
		models: models.map(({ ref }) => ({
			value: modelName(ref),
			displayName: modelName(ref),
			description: '',
		})),
		account: {},
		...(isWish(hooks) && { hooks_applied: false }),
		...((isWish(mcpServers) || isWish(sdkMcpServers)) && { mcp_servers_applied: false }),
		...(isWish(plugins) && { plugins_applied: false }),
		not_taken: notTaken(request),
	}
}

/** In the order of the request. */
export function notTaken(request: JsonObject): { field: string; reason: string }[] {
	return Object.entries(request).flatMap(([field, wish]) => {
		if (field === 'subtype' || NOTHING_LOST.has(field) || !isWish(wish)) return []
		return [{ field, reason: INSTEAD.get(field) ?? 'it is not known here' }]
	})
}

const INSTEAD: ReadonlyMap<string, string> = new Map([
	['hooks', 'hooks stand in the settings, as Claude Code writes them; agent hooks list shows those in force'],
	[
		'sdkMcpServers',
		'a server inside of the calling program is not reached; start it by itself: agent mcp add',
	],
	['mcpServers', 'MCP servers stand in .mcp.json or the settings: agent mcp add'],
	['agents', 'sub-agents are Markdown files in .keelson/agents or .claude/agents'],
	['plugins', 'plugins are installed: agent plugin add'],
	['skills', 'skills are folders in .agents/skills or .claude/skills'],
	['systemPrompt', 'the system prompt is given at the start: --system-prompt'],
	['appendSystemPrompt', 'it is given at the start: --append-system-prompt'],
	['jsonSchema', 'a schema is for one answer: agent run --json-schema FILE'],
	['title', 'a session is named after its first prompt; agent sessions rename gives it another name'],
])

/** About displays and caches there are none of here: left out, nothing is different. */
const NOTHING_LOST: ReadonlySet<string> = new Set([
	'sdkMcpServerConfigs',
	'sdkMcpServerManifests',
	'sdkMcpServerManifestsOrigin',
	'systemPromptSnapshot',
	'excludeDynamicSections',
	'promptSuggestions',
	'agentProgressSummaries',
	'forwardSubagentText',
	'supportedDialogKinds',
	'perTaskStopAffordance',
])

/** The SDK sends empty forms of what was not asked for, as `"systemPrompt": [""]`. */
function isWish(value: JsonValue | undefined): boolean {
	if (Array.isArray(value)) return value.some(isWish)
	if (isObject(value)) return Object.keys(value).length > 0
	return value !== undefined && value !== null && value !== '' && value !== false
}
