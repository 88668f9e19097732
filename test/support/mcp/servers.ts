// MCP servers for tests: the reference ones from npm, and what a runtime is told of them.

import { fileURLToPath } from 'node:url'
import type { JsonObject, JsonValue } from '../../../src/core/json.ts'
import { type ExtensionFiles, NO_EXTENSIONS } from '../../../src/extensions/extension-files.ts'

const PACKAGES = fileURLToPath(new URL('../../../node_modules/@modelcontextprotocol', import.meta.url))
const HERE = fileURLToPath(new URL('.', import.meta.url))

/** A reference server over stdio. */
export function npmServer(name: 'everything' | 'filesystem' | 'memory', ...args: string[]): JsonObject {
	return { command: process.execPath, args: [`${PACKAGES}/server-${name}/dist/index.js`, ...args] }
}

/** One of the scripts beside this file. */
export function ownServer(script: string, ...args: string[]): JsonObject {
	return { command: process.execPath, args: [`${HERE}${script}`, ...args] }
}

/** As they would stand in the user's settings, or in the project's. */
export function configured(
	servers: Readonly<Record<string, JsonValue>>,
	scope: 'user' | 'project' = 'user',
): ExtensionFiles {
	const path = scope === 'user' ? '/home/me/settings.json' : '/work/.mcp.json'
	return { ...NO_EXTENSIONS, servers: [{ origin: { scope }, path, value: servers }] }
}
