// A search in PostgreSQL: texts are proposed word by word, from the rarest on, and loaded with the places where they stand.
// What is chosen among them, and in which order, is decided as for every other store.

import type {
	MemoryFindings,
	MemoryQuery,
	MemorySource,
	Occurrence,
	PassageFile,
	PassageKind,
} from '../../../core/memory.ts'
import type { AuthContext } from '../../../core/services/auth-context.ts'
import { type Alike, type Candidate, choose } from '../../../memory/ranking/choose.ts'
import { type Concept, conceptsOf, termsAsked } from '../../../memory/ranking/query.ts'
import { createRating, type Worth } from '../../../memory/ranking/rank.ts'
import type { Rarity } from '../../../memory/ranking/rarity.ts'
import type { Spelling } from '../../../memory/ranking/spelling.ts'
import type { Synonyms } from '../../../memory/ranking/synonyms.ts'
import type { Translations } from '../../../memory/ranking/translations.ts'
import type { CandidateLists } from '../../../memory/store/candidates.ts'
import { occurrencesInScope } from '../../../memory/store/occurrences.ts'
import { createCosines, outstanding } from '../../../memory/store/vectors.ts'
import type { Query } from '../database/database.ts'
import { spellingsOf, type TenantKey } from './passage-spelling.ts'
import { EVERY_TEXT } from './passage-writing.ts'

export async function searchPostgres(
	query: Query,
	auth: AuthContext,
	asked: MemoryQuery,
	{ synonyms, translations }: { synonyms: Synonyms; translations: Translations },
): Promise<MemoryFindings> {
	const tenant = [auth.app, auth.user] as const
	const scope = await scopeOf(query, tenant, asked)
	if (!scope) return { hits: [], missed: [] }
	const concepts =
		asked.words === 'all'
			? conceptsOf(asked.text, synonyms, () => [])
			: conceptsOf(
					asked.text,
					synonyms,
					await spellingsOf(query, tenant, {
						projects: [...scope.projects, ...scope.ownProjects],
						terms: termsAsked(asked.text),
					}),
					translations,
				)
	const postings = await postingsOf(query, tenant, scope, concepts)
	const { worth, ...rating } = createRating(concepts, postings.rarity, asked)
	const ids = candidateIds(asked, concepts, postings, worth)
	const byVector = await alike(query, tenant, scope, asked)
	const loaded = await load(query, tenant, asked, [
		...ids.words,
		...ids.trigrams,
		...byVector.map(({ id }) => id),
	])
	const all = (list: readonly number[]) => list.flatMap(id => loaded.get(id) ?? [])
	const vectors = byVector.flatMap(({ id, ...likeness }) => {
		const candidate = loaded.get(id)
		return candidate ? [{ ...candidate, ...likeness }] : []
	})
	return choose({ words: all(ids.words), trigrams: all(ids.trigrams), vectors }, { ...rating, query: asked })
}

type PassageScope = {
	projects: readonly number[]
	/** Sources whose texts count although their project may not. */
	own: readonly number[]
	ownProjects: readonly number[]
}

/** @returns undefined where there is nothing to search in */
async function scopeOf(
	query: Query,
	tenant: TenantKey,
	{ project, source, own = [] }: MemoryQuery,
): Promise<PassageScope | undefined> {
	const names = source === undefined ? own.map(({ name }) => name) : [source]
	const sources = await query<{ id: number; project: number }>(
		'select id, project from keelson.memory_source where app = $1 and usr = $2 and name = any($3)',
		[...tenant, names],
	)
	const mine = { own: sources.map(({ id }) => id), ownProjects: sources.map(each => each.project) }
	if (source !== undefined) return sources.length === 0 ? undefined : { projects: [], ...mine }
	const projects = await query<{ id: number }>(
		`select id from keelson.memory_project
			where app = $1 and usr = $2 and ($3::text is null or root = $3 or root = '')`,
		[...tenant, project ?? null],
	)
	if (projects.length === 0 && mine.own.length === 0) return undefined
	const inScope = new Set(projects.map(({ id }) => id))
	return {
		projects: [...inScope],
		own: mine.own.filter((_, index) => !inScope.has(mine.ownProjects[index]!)),
		ownProjects: mine.ownProjects.filter(id => !inScope.has(id)),
	}
}

type TermPostings = {
	rarity: Rarity
	/** Of each term that is anywhere: the newest texts that hold it, newest first. */
	texts: ReadonlyMap<string, readonly number[]>
}

async function postingsOf(
	query: Query,
	tenant: TenantKey,
	scope: PassageScope,
	concepts: readonly Concept[],
): Promise<TermPostings> {
	const terms = [
		...new Set(concepts.flatMap(({ term, others, spellings }) => [term, ...others, ...spelt(spellings)])),
	]
	const { projects, own, ownProjects } = scope
	const counted = await query<{ term: string; count: string }>(
		`select t.term, p.count from unnest($4::text[]) as t (term) cross join lateral (
				select sum(count) as count from keelson.memory_posting
				where app = $1 and usr = $2 and project = any($3::int[]) and term = t.term) p
			where p.count > 0`,
		[...tenant, projects, [EVERY_TEXT, ...terms]],
	)
	const counts = new Map(counted.map(({ term, count }) => [term, Number(count)]))
	const texts = new Map<string, readonly number[]>()
	const rows = await query<{ term: string; ids: number[] }>(
		`select t.term, b.contents as ids from unnest($4::text[]) as t (term) cross join lateral (
				select contents, sum(count) over (order by block desc) - count as newer from keelson.memory_posting p
				where p.app = $1 and p.usr = $2 and p.project = any($3::int[]) and p.term = t.term) b
			where b.newer < ${TEXTS_OF_A_TERM}`,
		[...tenant, projects, terms],
	)
	for (const { term, ids } of rows) texts.set(term, [...(texts.get(term) ?? []), ...ids])
	if (own.length > 0) {
		const mine = await query<{ term: string; ids: number[] }>(
			`with o as (select distinct content from keelson.memory_passage
					where app = $1 and usr = $2 and source = any($3::int[]))
				select p.term, array_agg(distinct c) as ids from keelson.memory_posting p cross join lateral unnest(p.contents) as c
				where p.app = $1 and p.usr = $2 and p.project = any($4::int[]) and p.term = any($5) and c in (select content from o)
				group by p.term`,
			[...tenant, own, ownProjects, [EVERY_TEXT, ...terms]],
		)
		for (const { term, ids } of mine) {
			const known = texts.get(term) ?? []
			const all = new Set([...known, ...ids])
			counts.set(term, (counts.get(term) ?? 0) + all.size - new Set(known).size)
			if (term !== EVERY_TEXT) texts.set(term, [...all])
		}
	}
	const newestFirst = [...texts].map(
		([term, ids]) => [term, [...new Set(ids)].sort((a, b) => b - a)] as const,
	)
	const passages = counts.get(EVERY_TEXT) ?? 0
	counts.delete(EVERY_TEXT)
	// What users typed is not counted apart.
	const rarity = { passages, counts, prompts: 0, promptCounts: new Map<string, number>() }
	return { rarity, texts: new Map(newestFirst) }
}

/** @returns the most promising first */
function candidateIds(
	{ words }: Pick<MemoryQuery, 'words'>,
	concepts: readonly Concept[],
	{ rarity, texts }: TermPostings,
	worth: Worth,
): CandidateLists {
	const asked = concepts.map(({ term }) => term)
	if (words === 'all') {
		const [first = [], ...others] = asked.map(term => texts.get(term) ?? [])
		const sets = others.map(ids => new Set(ids))
		return { words: first.filter(id => sets.every(set => set.has(id))).slice(0, CANDIDATES), trigrams: [] }
	}
	const rarestFirst = (terms: readonly string[]) =>
		[...new Set(terms)]
			.filter(term => texts.has(term))
			.sort((a, b) => (rarity.counts.get(a) ?? 0) - (rarity.counts.get(b) ?? 0))
	const promising = (terms: readonly string[]) => {
		const promise = new Map<number, number>()
		let left = TEXTS_BUDGET
		for (const term of terms) {
			const ids = (texts.get(term) ?? []).slice(0, Math.min(left, TEXTS_OF_A_TERM))
			left -= ids.length
			for (const id of ids) promise.set(id, (promise.get(id) ?? 0) + worth(term))
			if (left <= 0) break
		}
		return [...promise]
			.sort(([a, promiseOfA], [b, promiseOfB]) => promiseOfB - promiseOfA || b - a)
			.slice(0, CANDIDATES)
			.map(([id]) => id)
	}
	const alike = concepts.flatMap(({ spellings }) => spelt(spellings))
	return {
		words: promising([...rarestFirst(asked), ...rarestFirst(concepts.flatMap(({ others }) => others))]),
		trigrams: alike.length === 0 ? [] : promising(rarestFirst([...asked, ...alike])),
	}
}

function spelt(spellings: readonly Spelling[]): readonly string[] {
	return spellings.map(({ term }) => term)
}

type OccurrenceRow = {
	content: number
	text: string
	seq: string
	part: number
	kind: PassageKind
	at: string
	undone: boolean
	file: PassageFile | null
	name: string
	path: string
	source_kind: MemorySource['kind']
	root: string
}

async function load(
	query: Query,
	tenant: TenantKey,
	asked: MemoryQuery,
	ids: readonly number[],
): Promise<ReadonlyMap<number, Candidate>> {
	const own = asked.source === undefined ? (asked.own ?? []).map(({ name }) => name) : [asked.source]
	const rows = await query<OccurrenceRow>(
		`select c.id as content, c.text, p.seq, p.part, p.kind, p.at, p.undone, p.file, p.name, p.path, p.source_kind, p.root
			from unnest($3::int[]) as t (id)
			cross join lateral (
				select id, text from keelson.memory_content where app = $1 and usr = $2 and id = t.id) c
			cross join lateral (
				select p.*, s.name, s.path, s.kind as source_kind, j.root from keelson.memory_passage p
				join keelson.memory_source s on s.app = p.app and s.usr = p.usr and s.id = p.source
				join keelson.memory_project j on j.app = s.app and j.usr = s.usr and j.id = s.project
				where p.app = $1 and p.usr = $2 and p.content = c.id
				order by s.name = any($4) desc, p.at desc limit ${MOST_PLACES}) p`,
		[...tenant, [...new Set(ids)], own],
	)
	const places = new Map<number, { text: string; all: Occurrence[] }>()
	for (const row of rows) {
		const known = places.get(row.content) ?? { text: row.text, all: [] }
		places.set(row.content, known)
		known.all.push(occurrenceOf(row))
	}
	return new Map(
		[...places].flatMap(([id, { text, all }]) => {
			const occurrences = occurrencesInScope(all, asked)
			return occurrences.length === 0 ? [] : [[id, { id, text, occurrences }]]
		}),
	)
}

function occurrenceOf({
	seq,
	part,
	kind,
	at,
	undone,
	file,
	name,
	path,
	source_kind,
	root,
}: OccurrenceRow): Occurrence {
	const source = { name, path, kind: source_kind, project: root }
	return {
		seq: Number(seq),
		part,
		kind,
		at: Number(at),
		source,
		isUndone: undone,
		...(file && { file }),
	}
}

async function alike(
	query: Query,
	tenant: TenantKey,
	{ projects, own, ownProjects }: PassageScope,
	{ vector }: MemoryQuery,
): Promise<readonly Alike[]> {
	if (!vector) return []
	const cosinesOf = createCosines(vector.values)
	const rows = await query<{ content: number; bytes: Buffer }>(
		`select content, bytes from keelson.memory_vector where app = $1 and usr = $2 and embedder = $3 and content in (
				select unnest(contents) from keelson.memory_posting
				where app = $1 and usr = $2 and project = any($4::int[]) and term = '${EVERY_TEXT}')
			order by content desc limit ${MOST_COMPARED}`,
		[...tenant, vector.embedder, own.length === 0 ? projects : [...projects, ...ownProjects]],
	)
	const found = new Map(
		rows.flatMap(({ content, bytes }) => {
			const cosines = cosinesOf(bytes)
			return cosines ? [[content, cosines] as const] : []
		}),
	)
	return outstanding(
		[...found].map(([id, cosines]) => ({ id, cosines })),
		MOST_ALIKE,
	)
}

/** As the index of one machine has them. */
const CANDIDATES = 150
const TEXTS_BUDGET = 5_000
const TEXTS_OF_A_TERM = 1_000
const MOST_PLACES = 50
const MOST_ALIKE = 50
/** The newest: each is a kilobyte or two that the database has to send. */
const MOST_COMPARED = 4_000
