// Writing into memory in PostgreSQL: a text once, by its hash, each place where it stands, and its words for the projects
// it is in. All of it in a transaction of the tenant, whose row is held.

import { createHash } from 'node:crypto'
import type { MemoryBatch, MemoryMark, Passage } from '../../../core/memory.ts'
import type { AuthContext } from '../../../core/services/auth-context.ts'
import { wordsOf } from '../../../memory/text/words.ts'
import type { Query } from '../database/database.ts'

/** Numbers of texts in one row of a term. */
export const BLOCK = 4096

/** Of what every text has. */
export const EVERY_TEXT = ''

export async function writeBatches(
	query: Query,
	auth: AuthContext,
	batches: readonly MemoryBatch[],
): Promise<void> {
	const tenant = [auth.app, auth.user] as const
	await Promise.all([
		query('insert into keelson.memory_tenant (app, usr) values ($1, $2) on conflict do nothing', tenant),
		query('select 1 from keelson.memory_tenant where app = $1 and usr = $2 for update', tenant),
	])
	for (const { mark, passages, resets, undone } of batches) {
		if (resets) await query('select keelson.memory_forget($1, $2, $3)', [...tenant, [mark.source.name]])
		const ids = await madeSource(query, tenant, mark)
		if (passages.length > 0) await writePassages(query, tenant, ids, passages)
		if (undone.length > 0)
			await query(
				`update keelson.memory_passage set undone = exists (
						select from unnest($4::bigint[], $5::bigint[]) as u (after, before) where seq > after and seq < before)
					where app = $1 and usr = $2 and source = $3`,
				[
					...tenant,
					ids.source,
					undone.map(each => bounded(each.after)),
					undone.map(each => bounded(each.before)),
				],
			)
	}
}

type TenantPair = readonly [app: string, user: string]

type PassageIds = { source: number; project: number }

async function madeSource(
	query: Query,
	tenant: TenantPair,
	{ source, coveredBytes, stamp }: MemoryMark,
): Promise<PassageIds> {
	const { name, kind, path, project: root } = source
	const [project, known] = await Promise.all([
		numbered(
			query,
			[
				'select id from keelson.memory_project where app = $1 and usr = $2 and root = $3 order by id limit 1',
				[...tenant, root],
			],
			`with t as (update keelson.memory_tenant set last_project = last_project + 1
					where app = $1 and usr = $2 returning last_project)
				insert into keelson.memory_project (app, usr, id, root) select $1, $2, last_project, $3 from t returning id`,
		),
		query<{ id: number; project: number }>(
			`update keelson.memory_source set covered = greatest(covered, $4), stamp = $5, path = $6
				where app = $1 and usr = $2 and name = $3 returning id, project`,
			[...tenant, name, coveredBytes, stamp, path],
		),
	])
	if (known[0]) return { source: known[0].id, project: known[0].project }
	const [made] = await query<{ id: number }>(
		`with t as (update keelson.memory_tenant set last_source = last_source + 1
				where app = $1 and usr = $2 returning last_source)
			insert into keelson.memory_source (app, usr, id, project, kind, name, path, covered, stamp)
			select $1, $2, last_source, $3, $4, $5, $6, $7, $8 from t returning id`,
		[...tenant, project, kind, name, path, coveredBytes, stamp],
	)
	return { source: made!.id, project }
}

async function numbered(
	query: Query,
	[find, values]: readonly [string, readonly unknown[]],
	make: string,
): Promise<number> {
	const [known] = await query<{ id: number }>(find, values)
	if (known) return known.id
	const [made] = await query<{ id: number }>(make, values)
	return made!.id
}

type HashedText = { hash: string; text: string; terms: readonly string[] }

async function writePassages(
	query: Query,
	tenant: TenantPair,
	{ source, project }: PassageIds,
	given: readonly Passage[],
): Promise<void> {
	const there = await query<{ seq: string; part: number }>(
		`select seq, part from keelson.memory_passage
			where app = $1 and usr = $2 and source = $3 and seq = any($4::bigint[])`,
		[...tenant, source, [...new Set(given.map(({ seq }) => seq))]],
	)
	const places = new Set(there.map(({ seq, part }) => `${seq} ${part}`))
	const passages = given.filter(({ seq, part }) => {
		const place = `${seq} ${part}`
		const isNew = !places.has(place)
		places.add(place)
		return isNew
	})
	if (passages.length === 0) return
	const texts = new Map(passages.map(({ text }) => [text, textOf(text)]))
	const ids = await contentIds(query, tenant, [
		...new Map([...texts.values()].map(each => [each.hash, each])).values(),
	])
	const idOf = (passage: Passage) => ids.get(texts.get(passage.text)!.hash)!
	const inProject = await query<{ content: number }>(
		`select c.id as content from unnest($3::int[]) c (id) where exists (
			select from keelson.memory_passage p
				join keelson.memory_source s on s.app = p.app and s.usr = p.usr and s.id = p.source
				where p.app = $1 and p.usr = $2 and p.content = c.id and s.project = $4)`,
		[...tenant, [...ids.values()], project],
	)
	await query(
		`insert into keelson.memory_passage (app, usr, source, seq, part, content, kind, at, file)
			select $1, $2, $3, t.* from unnest($4::bigint[], $5::int[], $6::int[], $7::text[], $8::bigint[], $9::jsonb[]) t`,
		[
			...tenant,
			source,
			passages.map(({ seq }) => seq),
			passages.map(({ part }) => part),
			passages.map(idOf),
			passages.map(({ kind }) => kind),
			passages.map(({ at }) => Math.round(at)),
			passages.map(({ file }) => (file ? JSON.stringify({ ...file, path: storable(file.path) }) : null)),
		],
	)
	const known = new Set(inProject.map(({ content }) => content))
	const added = [...texts.values()].flatMap(({ hash, terms }) => {
		const id = ids.get(hash)!
		if (known.has(id)) return []
		known.add(id)
		return [{ id, terms }]
	})
	await addPostings(query, tenant, project, added)
}

/** By hash; what is not there yet is made. */
async function contentIds(
	query: Query,
	tenant: TenantPair,
	texts: readonly HashedText[],
): Promise<ReadonlyMap<string, number>> {
	const known = await query<{ id: number; hash: string }>(
		`select id, encode(hash, 'hex') as hash from keelson.memory_content
			where app = $1 and usr = $2 and hash = any(array(select decode(h, 'hex') from unnest($3::text[]) h))`,
		[...tenant, texts.map(({ hash }) => hash)],
	)
	const ids = new Map(known.map(({ id, hash }) => [hash, id]))
	const missing = texts.filter(({ hash }) => !ids.has(hash))
	if (missing.length === 0) return ids
	const [counted] = await query<{ last: number }>(
		`update keelson.memory_tenant set last_content = last_content + $3
			where app = $1 and usr = $2 returning last_content as last`,
		[...tenant, missing.length],
	)
	const first = counted!.last - missing.length + 1
	for (const [index, { hash }] of missing.entries()) ids.set(hash, first + index)
	await query(
		`insert into keelson.memory_content (app, usr, id, hash, text, terms)
			select $1, $2, id, decode(hash, 'hex'), text, terms
			from unnest($3::int[], $4::text[], $5::text[], $6::text[]) as t (id, hash, text, terms)`,
		[
			...tenant,
			missing.map((_, index) => first + index),
			missing.map(({ hash }) => hash),
			missing.map(({ text }) => text),
			missing.map(({ terms }) => terms.join(' ')),
		],
	)
	return ids
}

async function addPostings(
	query: Query,
	tenant: TenantPair,
	project: number,
	added: readonly { id: number; terms: readonly string[] }[],
): Promise<void> {
	const rows = new Map<string, { term: string; block: number; ids: number[] }>()
	for (const { id, terms } of added)
		for (const term of [EVERY_TEXT, ...terms]) {
			const block = Math.floor(id / BLOCK)
			const key = `${block} ${term}`
			const row = rows.get(key) ?? { term, block, ids: [] }
			rows.set(key, row)
			row.ids.push(id)
		}
	if (rows.size === 0) return
	const all = [...rows.values()]
	await query(
		`insert into keelson.memory_posting as p (app, usr, project, term, block, contents, count)
			select $1, $2, $3, term, block, ids::int[], cardinality(ids::int[])
			from unnest($4::text[], $5::int[], $6::text[]) as t (term, block, ids)
			on conflict (app, usr, project, term, block) do update
			set contents = p.contents || excluded.contents, count = p.count + excluded.count`,
		[
			...tenant,
			project,
			all.map(({ term }) => term),
			all.map(({ block }) => block),
			all.map(({ ids }) => `{${ids.join()}}`),
		],
	)
}

function textOf(given: string): HashedText {
	const text = storable(given)
	const terms = [...new Set(wordsOf(text).flatMap(word => word.terms))]
	// Half of a digest tells any number of texts apart.
	return { text, terms, hash: createHash('sha256').update(text).digest('hex').slice(0, 32) }
}

/** Zero bytes are what no text in PostgreSQL has. */
function storable(text: string): string {
	return text.replaceAll('\0', '\u{fffd}')
}

/** A number without end is none of a database. */
function bounded(seq: number): number {
	return Math.min(seq, Number.MAX_SAFE_INTEGER)
}
