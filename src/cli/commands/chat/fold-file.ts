// The fold file: how blocks of sessions were left folded, those of the sessions looked at last. In the cache, for it can
// be lost without harm, and it has nothing but numbers in it.

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isObject, parseJson } from '../../../core/json.ts'
import { type FoldServices, isFold, type StoredFolds } from '../../../tui/state/fold-services.ts'
import { homeFolders } from '../../../workspace/places/home-folders.ts'

export function foldFile(env: Readonly<Record<string, string | undefined>>): FoldServices {
	const { cache } = homeFolders({ env, home: homedir(), cwd: process.cwd() })
	const path = join(cache, 'folds.json')
	return {
		read: async sessionId => (await readAll(path)).get(sessionId),
		async write(sessionId, folds) {
			const all = await readAll(path)
			// Changed last, forgotten last.
			all.delete(sessionId)
			if (folds.usual !== 'shown' || Object.keys(folds.blocks).length > 0) all.set(sessionId, folds)
			const sessions = Object.fromEntries([...all].slice(-MOST_SESSIONS))
			await mkdir(cache, { recursive: true, mode: 0o700 })
			const temporary = `${path}.${process.pid}.tmp`
			await writeFile(temporary, JSON.stringify({ format: FORMAT, sessions }), { mode: 0o600 })
			await rename(temporary, path)
		},
	}
}

/** Empty where the file is missing or no longer what was written. */
async function readAll(path: string): Promise<Map<string, StoredFolds>> {
	const json = parseJson(await readFile(path, 'utf8').catch(() => ''))
	if (!isObject(json) || json.format !== FORMAT || !isObject(json.sessions)) return new Map()
	return new Map(
		Object.entries(json.sessions).flatMap(([sessionId, folds]) => {
			const stored = storedFolds(folds)
			return stored ? [[sessionId, stored] as const] : []
		}),
	)
}

function storedFolds(folds: unknown): StoredFolds | undefined {
	if (!isObject(folds) || !isFold(folds.usual) || !isObject(folds.blocks)) return undefined
	const blocks = Object.entries(folds.blocks).flatMap(([key, fold]) =>
		isFold(fold) ? [[key, fold] as const] : [],
	)
	return { usual: folds.usual, blocks: Object.fromEntries(blocks) }
}

const FORMAT = 1
const MOST_SESSIONS = 100
