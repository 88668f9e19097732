// How much of one tenant the index holds.

import type { MemoryStore } from '../../../core/memory.ts'
import { EMBEDDED, worthCondition } from '../../../memory/worth-embedding.ts'
import type { Query } from '../database/database.ts'
import { worth } from './worth-keeping.ts'

export async function passageCounts(
	query: Query,
	tenant: readonly [string, string],
): ReturnType<MemoryStore['status']> {
	const count = async (table: string) =>
		Number(
			(
				await query<{ count: string }>(
					`select count(*) from keelson.${table} where app = $1 and usr = $2`,
					tenant,
				)
			)[0]?.count,
		)
	const vectors = await query<{ embedder: string; count: string }>(
		'select embedder, count(*) from keelson.memory_vector where app = $1 and usr = $2 group by embedder',
		tenant,
	)
	const [size] = await query<{ bytes: string | null }>(
		'select sum(octet_length(text)) as bytes from keelson.memory_content where app = $1 and usr = $2',
		tenant,
	)
	return {
		kind: 'postgres' as const,
		sources: await count('memory_source'),
		passages: await count('memory_content'),
		worthEmbedding: Number(
			(
				await query<{ count: string }>(
					`select count(*) from keelson.memory_content c where app = $1 and usr = $2
						and ${worth(EMBEDDED.map(of => `(${worthCondition(of)})`).join(' or '))}`,
					tenant,
				)
			)[0]?.count,
		),
		occurrences: await count('memory_passage'),
		vectors: vectors.map(({ embedder, count: some }) => ({ embedder, count: Number(some) })),
		sizeBytes: Number(size?.bytes ?? 0),
	}
}
