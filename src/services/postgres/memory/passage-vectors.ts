// Vectors of passages in PostgreSQL: what still wants one, and keeping those that were made.

import type { MemoryStore } from '../../../core/memory.ts'
import { packedLength, packVectors } from '../../../memory/store/vectors.ts'
import { worthCondition } from '../../../memory/worth-embedding.ts'
import type { Query } from '../database/database.ts'
import { EVERY_TEXT } from './passage-writing.ts'
import { worth } from './worth-keeping.ts'

type InTenant = <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>

/** @param writing - one write of the tenant at a time */
export function passageVectors(
	tenant: readonly [string, string],
	{ inTenant, writing }: { inTenant: InTenant; writing: InTenant },
): Pick<MemoryStore, 'unembedded' | 'embed' | 'hasVectors'> {
	/** Once each: one that gives now these, now those would never be done. */
	const changed = new Set<string>()
	/** Another model answers to the name: what the one before gave can be compared with nothing any more. */
	async function dropOthers(query: Query, embedder: string, dimensions: number | undefined): Promise<void> {
		if (dimensions === undefined || changed.has(embedder)) return
		const one = packedLength(dimensions)
		const [known] = await query<{ length: number }>(
			`select octet_length(bytes) as length from keelson.memory_vector
				where app = $1 and usr = $2 and embedder = $3 limit 1`,
			[...tenant, embedder],
		)
		if (!known || known.length % one === 0) return
		changed.add(embedder)
		await query(
			`delete from keelson.memory_vector where app = $1 and usr = $2 and embedder = $3 and octet_length(bytes) % $4 <> 0`,
			[...tenant, embedder, one],
		)
	}

	return {
		unembedded: (embedder, limit, { below = MOST_TEXTS, of } = {}) =>
			inTenant(query =>
				query(
					`select id, text from keelson.memory_content c where app = $1 and usr = $2 and id < $4 and not exists (
							select from keelson.memory_vector v
							where v.app = $1 and v.usr = $2 and v.embedder = $3 and v.content = c.id)
						${of ? `and ${worth(worthCondition(of))}` : ''} order by id desc limit $5`,
					[...tenant, embedder, below, limit],
				),
			),
		embed: (embedder, vectors) =>
			writing(async query => {
				const packed = vectors.map(({ id, parts }) => ({ id, bytes: Buffer.from(packVectors(parts)) }))
				await dropOthers(query, embedder, vectors[0]?.parts[0]?.length)
				await query(
					`insert into keelson.memory_vector (app, usr, embedder, content, bytes)
						select $1, $2, $3, c.id, t.bytes from unnest($4::int[], $5::bytea[]) as t (id, bytes)
						join keelson.memory_content c on c.app = $1 and c.usr = $2 and c.id = t.id
						on conflict (app, usr, embedder, content) do update set bytes = excluded.bytes`,
					[...tenant, embedder, packed.map(({ id }) => id), packed.map(({ bytes }) => bytes)],
				)
			}),
		async hasVectors(embedder, root) {
			const found = await inTenant(query =>
				query(
					`select 1 from keelson.memory_vector where app = $1 and usr = $2 and embedder = $3 and content in (
							select unnest(contents) from keelson.memory_posting
							where app = $1 and usr = $2 and term = '${EVERY_TEXT}' and project in (
								select id from keelson.memory_project where app = $1 and usr = $2 and root in ($4, '')))
						limit 1`,
					[...tenant, embedder, root],
				),
			)
			return found.length > 0
		},
	}
}

const MOST_TEXTS = 2_147_483_647
