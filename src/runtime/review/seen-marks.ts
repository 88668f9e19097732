// Seen marks: keys of changes that the user has looked through in this session, kept beside its checkpoints.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from '../../core/async/once.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { writeByRename } from '../../workspace/checkpoints/contents.ts'

export type SeenMarks = {
	list(): Promise<readonly string[]>
	mark(keys: readonly string[], isSeen: boolean): Promise<void>
}

/** @param folder - of the session; left out, they are gone with the process */
export function createSeenMarks(folder: string | undefined): SeenMarks {
	const file = folder === undefined ? undefined : join(folder, 'seen.json')
	const loaded = once(async () => new Set(file === undefined ? [] : await keysIn(file)))
	return {
		list: async () => [...(await loaded())],
		async mark(keys, isSeen) {
			const seen = await loaded()
			for (const key of keys) {
				seen.delete(key)
				if (isSeen) seen.add(key)
			}
			for (const oldest of [...seen].slice(0, Math.max(0, seen.size - MOST_KEYS))) seen.delete(oldest)
			if (file !== undefined) await writeByRename(file, Buffer.from(JSON.stringify({ seen: [...seen] })))
		},
	}
}

const MOST_KEYS = 20_000

async function keysIn(file: string): Promise<readonly string[]> {
	const marks = parseJson(await readFile(file, 'utf8').catch(() => '{}'))
	if (!isObject(marks) || !Array.isArray(marks.seen)) return []
	return marks.seen.filter(key => typeof key === 'string')
}
