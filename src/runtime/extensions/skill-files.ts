// The files that are bundled with a skill, by their relative paths. Links are not followed, and nothing is opened.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export type BundledFiles = { shown: readonly string[]; more: number }

/** Without its `SKILL.md`. Of a folder that is too large to be looked through, what was seen until then. */
export async function skillFiles(folder: string): Promise<BundledFiles> {
	const found: string[] = []
	const open = [{ steps: '', depth: 0 }]
	for (let at = 0, seen = 0; at < open.length && seen < MOST_ENTRIES; at++) {
		const { steps, depth } = open[at]!
		const entries = await readdir(join(folder, steps), { withFileTypes: true }).catch(() => [])
		seen += entries.length
		for (const entry of entries) {
			if (IGNORED.has(entry.name) || /[\p{Cc}\p{Cf}]/u.test(entry.name)) continue
			const path = `${steps}${entry.name}`
			if (entry.isFile() && path !== 'SKILL.md') found.push(path)
			else if (entry.isDirectory() && depth < MAX_DEPTH) open.push({ steps: `${path}/`, depth: depth + 1 })
		}
	}
	found.sort()
	return { shown: found.slice(0, MOST_SHOWN), more: Math.max(0, found.length - MOST_SHOWN) }
}

const IGNORED: ReadonlySet<string> = new Set(['.git', 'node_modules', '__pycache__', '.DS_Store'])
const MOST_SHOWN = 50
const MOST_ENTRIES = 2_000
const MAX_DEPTH = 6
