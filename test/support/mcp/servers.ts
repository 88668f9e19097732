// MCP servers for tests: the reference ones from npm, and what a runtime is told of them.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { JsonObject, JsonValue } from '../../../src/core/json.ts'
import { type ExtensionFiles, NO_EXTENSIONS } from '../../../src/extensions/extension-files.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../src/workspace/settings/settings-schema.ts'
import { freePort } from '../server/free-port.ts'

const PACKAGES = fileURLToPath(new URL('../../../node_modules/@modelcontextprotocol', import.meta.url))
const HERE = fileURLToPath(new URL('.', import.meta.url))

/** Compiled once for all tests: a server is started without our variables. */
const { NODE_COMPILE_CACHE } = process.env
const COMPILED = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }

/** A reference server over stdio. */
export function npmServer(name: 'everything' | 'filesystem' | 'memory', ...args: string[]): JsonObject {
	return {
		command: process.execPath,
		args: [`${PACKAGES}/server-${name}/dist/index.js`, ...args],
		env: COMPILED,
	}
}

/** One of the scripts beside this file. */
export function ownServer(script: string, ...args: string[]): JsonObject {
	return { command: process.execPath, args: [`${HERE}${script}`, ...args] }
}

/** A server is waited for about as long as a test may take in all: a busy machine takes its time to start one. */
export const PATIENT: Settings = { ...DEFAULT_SETTINGS, mcp: { waitMs: 25_000 } }

/** As they would stand in the user's settings, or in the project's. */
export function configured(
	servers: Readonly<Record<string, JsonValue>>,
	scope: 'user' | 'project' = 'user',
): ExtensionFiles {
	const path = scope === 'user' ? '/home/me/settings.json' : '/work/.mcp.json'
	return { ...NO_EXTENSIONS, servers: [{ origin: { scope }, path, value: servers }] }
}

/** The reference server behind a URL. Resolves when it listens. */
export async function startEverything(
	transport: 'streamableHttp' | 'sse',
): Promise<{ url: string; stop(): Promise<void> }> {
	const port = await freePort()
	const child = spawn(process.execPath, [`${PACKAGES}/server-everything/dist/index.js`, transport], {
		env: { ...COMPILED, PATH: process.env.PATH, PORT: String(port) },
		stdio: ['ignore', 'ignore', 'pipe'],
	})
	await new Promise<void>((resolve, reject) => {
		let said = ''
		child.stderr.setEncoding('utf8').on('data', (text: string) => {
			said += text
			if (/on port/.test(said)) resolve()
		})
		child.once('exit', code => reject(new Error(`it ended with ${code}: ${said}`)))
	})
	return {
		url: `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`,
		async stop() {
			child.kill('SIGKILL')
			if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
		},
	}
}
