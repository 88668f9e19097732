// A session that was deleted is in the index until that is brought up to date: what has no file any more is not found.

import { existsSync } from 'node:fs'
import type { MemoryHit } from '../../core/memory.ts'

export function existingHits(hits: readonly MemoryHit[]): readonly MemoryHit[] {
	return hits.filter(hit => existsSync(hit.source.path))
}
