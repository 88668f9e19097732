// A runtime with hooks: real scripts in a folder of their own, each of which writes down that it ran and what it was given.

import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject, JsonValue } from '../../../src/core/json.ts'
import { NO_EXTENSIONS } from '../../../src/extensions/extension-files.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from './start-runtime.ts'

export type HookScene = StartedRuntime & {
	scripts: string
	/** What the script of this name was given, each time it ran. */
	given(script: string): Promise<readonly JsonObject[]>
}

/**
 * A script that first keeps its input and then does the rest. It starts no program for the first: where much is going on
 * that alone can take longer than a hook is given.
 * @param rest - bash, with the input in `$INPUT`
 */
export function script(name: string, rest: string): string {
	return `#!/bin/bash
IFS= read -r -d '' INPUT
printf '%s\\n' "$INPUT" >> "\${0%/*}/${name}.ran"
${rest}
`
}

/** How such scripts look into their input where there is no jq: \`field .tool_input.command\`. */
export const FIELD = `field() { printf '%s' "$INPUT" | python3 -c '
import json, sys
value = json.load(sys.stdin)
for key in sys.argv[1].strip(".").split("."):
    value = value.get(key, "") if isinstance(value, dict) else ""
print(value)' "$1"; }
`

/**
 * @param scripts - by name; each is written into the folder \`$HOOKS\` stands for in the hooks
 * @param hooks - as they stand in settings
 */
export async function startHooked(
	scripts: Readonly<Record<string, string>>,
	hooks: (folder: string) => JsonValue,
	options: StartOptions,
	start: (options: StartOptions) => Promise<StartedRuntime> = startRuntime,
): Promise<HookScene> {
	const folder = await mkdtemp(join(tmpdir(), 'keelson-hooks-'))
	for (const [name, rest] of Object.entries(scripts)) {
		await writeFile(join(folder, name), script(name, rest))
		await chmod(join(folder, name), 0o755)
	}
	const config = { origin: { scope: 'user' } as const, path: '/settings.json', value: hooks(folder) }
	const runtime = await start({
		...options,
		runtime: { extensions: { ...NO_EXTENSIONS, hooks: [config] }, ...options.runtime },
	})
	return {
		...runtime,
		scripts: folder,
		given: name => givenTo(join(folder, `${name}.ran`)),
		stop: async () => {
			await runtime.stop()
			await rm(folder, { recursive: true, force: true, maxRetries: 5 })
		},
	}
}

export async function givenTo(file: string): Promise<readonly JsonObject[]> {
	if (!existsSync(file)) return []
	const text = await readFile(file, 'utf8')
	// A last line without an end is still being written.
	const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n')
	return lines.filter(line => line !== '').map(line => JSON.parse(line))
}
