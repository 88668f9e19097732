// A session that was deleted is in the index until that is brought up to date: what has no file any more is not found.
// What never was one, as in a database, leaves the index with its session.

import { existsSync } from 'node:fs'
import type { MemoryHit } from '../../core/memory.ts'

export function existingHits(hits: readonly MemoryHit[]): readonly MemoryHit[] {
	return hits.filter(hit => hit.source.path === '' || existsSync(hit.source.path))
}
