// Extension files: what the user's own folders, a trusted project and installed plugins bring along, as it was read. Only
// what may be used is in here; what becomes of it is for the folders beside this file.

import type { JsonValue } from '../core/json.ts'

export type ExtensionFiles = {
	/** Markdown with front matter. */
	commands: readonly ExtensionText[]
	agents: readonly ExtensionText[]
	/** `SKILL.md` of each skill. */
	skills: readonly ExtensionText[]
	/** What stands under `hooks`, in Claude's format. */
	hooks: readonly ExtensionConfig[]
	/** What stands under `mcpServers`. */
	servers: readonly ExtensionConfig[]
	/** Installed ones, also those that are not used. */
	plugins?: readonly PluginInfo[]
	/** Whole sentences: what was found and could not be read. */
	problems: readonly string[]
}

/** The later wins where two have one name; a plugin's names begin with the plugin's. */
export type ExtensionOrigin =
	| { scope: 'user' }
	| { scope: 'project' }
	/** `root`: its folder, absolute: `${CLAUDE_PLUGIN_ROOT}`. */
	| { scope: 'plugin'; plugin: string; root: string }

export type PluginInfo = {
	name: string
	/** Its folder, absolute. */
	root: string
	/** False where it is not as it was when it was trusted. */
	isUsed: boolean
	version?: string
	/** Foreign text, one line. */
	description?: string
}

export type ExtensionText = {
	origin: ExtensionOrigin
	/** Below the folder of its kind, without extension and with `/`: `git/commit`. Of a skill, its folder's name. */
	name: string
	/** Absolute. */
	path: string
	text: string
}

export type ExtensionConfig = { origin: ExtensionOrigin; path: string; value: JsonValue }

export const NO_EXTENSIONS: ExtensionFiles = {
	commands: [],
	agents: [],
	skills: [],
	hooks: [],
	servers: [],
	problems: [],
}
