// Changing the user's own settings file. Keys that this version does not know stay as they are.

import { chmod, mkdir } from 'node:fs/promises'
import { dirname, parse } from 'node:path'
import type { JsonValue } from '../../core/json.ts'
import { withFileLock } from '../../process/file-lock.ts'
import { readTextFile } from '../places/text-file.ts'
import { parseSettings } from './settings-file.ts'

export type UserSettings = {
	readonly path: string
	/** A key such as `budget.maxTurns`; dots inside a name are written `\.`. */
	get(key: string): JsonValue | undefined
	/** One process at a time, and on top of what another one has written meanwhile. */
	set(key: string, value: JsonValue): Promise<void>
	unset(key: string): Promise<void>
}

/** @throws AgentError `config-invalid` when the file is there and is not JSON: it is not overwritten */
export async function openUserSettings(path: string): Promise<UserSettings> {
	const text = await readTextFile(path)
	if (text !== undefined) parseSettings(path, text)
	const folder = dirname(path)
	await mkdir(folder, { recursive: true, mode: 0o700 })
	// A file that a person made with an editor may be open to others, and headers may hold secrets.
	if (text !== undefined) await chmod(path, 0o600)
	const { default: Conf } = await import('conf')
	const { name, ext } = parse(path)
	const conf = new Conf<Record<string, JsonValue>>({
		cwd: folder,
		configName: name,
		fileExtension: ext.slice(1),
		configFileMode: 0o600,
		deserialize: content => parseSettings(path, content) as Record<string, JsonValue>,
	})
	return {
		path,
		get: key => conf.get(key),
		set: (key, value) => withFileLock(path, async () => conf.set(key, value)),
		unset: key => withFileLock(path, async () => conf.delete(key)),
	}
}
