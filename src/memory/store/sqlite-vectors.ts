// The vectors of the SQLite index: which texts have none yet, and putting them there.

import type { MemoryStore } from '../../core/memory.ts'
import { worthCondition } from '../worth-embedding.ts'
import { idOf, type Sql } from './statements.ts'
import { packedLength, packVectors } from './vectors.ts'

export function createVectorRows({
	sql,
	ownerId,
	transaction,
}: {
	sql: Sql
	/** 0 where there is none yet. */
	ownerId(): number
	transaction(work: () => void): void
}): Pick<MemoryStore, 'unembedded' | 'embed' | 'hasVectors'> {
	/** Once each: one that gives now these, now those would never be done. */
	const changed = new Set<string>()

	/** Another model answers to the name: what the one before gave can be compared with nothing any more. */
	function dropOthers(embedder: string, dimensions: number | undefined): void {
		if (dimensions === undefined || changed.has(embedder)) return
		const one = packedLength(dimensions)
		const known = sql('SELECT length(bytes) AS id FROM vector WHERE embedder = ? LIMIT 1').get(embedder)
		if (known === undefined || idOf(known)! % one === 0) return
		changed.add(embedder)
		sql('DELETE FROM vector WHERE embedder = ? AND length(bytes) % ? <> 0').run(embedder, one)
	}

	return {
		async unembedded(embedder, limit, { below = Number.MAX_SAFE_INTEGER, of } = {}) {
			const isWorth = of
				? `AND EXISTS (SELECT 1 FROM passage WHERE passage.content = content.id AND ${worthCondition(of)})`
				: ''
			const rows = sql(`SELECT id, text FROM content WHERE owner = ? AND id < ? AND NOT EXISTS (
					SELECT 1 FROM vector WHERE vector.content = content.id AND vector.embedder = ?
				) ${isWorth} ORDER BY id DESC LIMIT ?`).all(ownerId(), below, embedder, limit)
			return rows.map(({ id, text }) => ({ id: Number(id), text: String(text) }))
		},
		embed: async (embedder, vectors) =>
			transaction(() => {
				const insert = sql(`INSERT OR REPLACE INTO vector (embedder, project, content, bytes)
					SELECT DISTINCT ?, source.project, content, ? FROM passage JOIN source ON source.id = passage.source
					WHERE content = ?`)
				const packed = vectors.map(({ id, parts }) => ({ id, bytes: packVectors(parts) }))
				dropOthers(embedder, vectors[0]?.parts[0]?.length)
				for (const { id, bytes } of packed) insert.run(embedder, bytes, id)
			}),
		hasVectors: async (embedder, root) =>
			sql(`SELECT 1 AS id FROM vector WHERE embedder = ? AND project IN (
				SELECT id FROM project WHERE owner = ? AND root IN (?, '')) LIMIT 1`).get(
				embedder,
				ownerId(),
				root,
			) !== undefined,
	}
}
