// Words of a tenant's texts that are nearly written like those of a question. Those that one slip would make are looked up
// by their key; what begins or ends like them is seen in one look at all words, for which only an index is read.

import type { Spellings } from '../../../memory/ranking/query.ts'
import {
	bestSpellings,
	SPELT_RIGHT,
	type SpellingPlaces,
	spellingPlaces,
} from '../../../memory/ranking/spelling.ts'
import type { Query } from '../database/database.ts'

export type TenantKey = readonly [app: string, user: string]

/** @param searched - projects whose words count, and the terms of the question, the ones that are asked for first */
export async function spellingsOf(
	query: Query,
	tenant: TenantKey,
	{ projects, terms }: { projects: readonly number[]; terms: readonly string[] },
): Promise<Spellings> {
	const asked = terms.flatMap(term => {
		const places = spellingPlaces(term)
		return places ? [{ term, places }] : []
	})
	if (asked.length === 0 || projects.length === 0) return () => []
	const common = await commonAmong(
		query,
		tenant,
		asked.map(({ term }) => term),
	)
	const rare = asked.filter(({ term }) => !common.has(term)).slice(0, MOST_SPELT)
	if (rare.length === 0) return () => []
	const [whole, others] = await Promise.all([
		query<{ term: string }>(
			`select t.term from unnest($4::text[]) as t (term) cross join lateral (
					select from keelson.memory_posting p
					where p.app = $1 and p.usr = $2 and p.project = any($3::int[]) and p.term = t.term limit 1) p`,
			[...tenant, projects, [...new Set(rare.flatMap(({ places }) => places.words))]],
		),
		lookedOver(query, tenant, projects, rare),
	])
	const known = new Set(whole.map(({ term }) => term))
	const found = new Map(
		rare.map(({ term, places }) => [
			term,
			bestSpellings(term, [
				...places.words.filter(word => known.has(word)),
				...others.flatMap(row => (row.asked === term ? [row.term] : [])),
			]),
		]),
	)
	return term => found.get(term) ?? []
}

/** They stand in so many texts, of whichever projects, that they are no slips. */
async function commonAmong(
	query: Query,
	tenant: TenantKey,
	terms: readonly string[],
): Promise<ReadonlySet<string>> {
	const rows = await query<{ term: string }>(
		`select t.term from unnest($3::text[]) as t (term) cross join lateral (
				select count(*) as count from (
					select distinct c from keelson.memory_posting p cross join lateral unnest(p.contents) as c
					where p.app = $1 and p.usr = $2 and p.term = t.term and p.project = any(array(
						select id from keelson.memory_project where app = $1 and usr = $2))
					limit ${SPELT_RIGHT}) d) n
			where n.count = ${SPELT_RIGHT}`,
		[...tenant, [...new Set(terms)]],
	)
	return new Set(rows.map(({ term }) => term))
}

/** Of each what begins like it or all of it, or ends like it or all of it: words are told apart by a few letters there. */
async function lookedOver(
	query: Query,
	tenant: TenantKey,
	projects: readonly number[],
	asked: readonly { term: string; places: SpellingPlaces }[],
): Promise<readonly { asked: string; term: string }[]> {
	const looks = asked.flatMap(({ term, places: { beginning, holding } }) => [
		...(beginning ? [startLook(term, beginning.start, beginning)] : []),
		...holding.flatMap(({ part, most }) => [
			{ asked: term, isStart: false, letters: lettersOf(part).slice(-4).join(''), part, least: 0, most },
			...(part === term ? [startLook(term, part, { least: 0, most })] : []),
		]),
	])
	if (looks.length === 0) return []
	const letters = (isStart: boolean) => [
		...new Set(looks.filter(look => look.isStart === isStart).map(look => look.letters)),
	]
	// What stands at the end of one may be a slip or two before the end of the other. Most words are none of it: they are
	// passed over before anything is made of them.
	return query<{ asked: string; term: string }>(
		`select distinct l.asked, p.term from (
				select term from keelson.memory_posting
				where app = $1 and usr = $2 and project = any($3::int[]) limit ${MOST_WORDS}) p
			cross join lateral (values (true, left(p.term, 3)), (false, right(p.term, 4)),
				(false, left(right(p.term, 5), 4)), (false, left(right(p.term, 6), 4))) as k (is_start, letters)
			join unnest($4::text[], $5::boolean[], $6::text[], $7::text[], $8::int[], $9::int[])
				as l (asked, is_start, letters, part, least, most) on l.is_start = k.is_start and l.letters = k.letters
			where (left(p.term, 3) = any($10) or right(p.term, 4) = any($11)
					or left(right(p.term, 5), 4) = any($11) or left(right(p.term, 6), 4) = any($11))
				and length(p.term) between l.least and l.most
				and case when l.is_start then p.term ^@ l.part else strpos(p.term, l.part) > 0 end
			limit ${MOST_ALIKE}`,
		[
			...tenant,
			projects,
			looks.map(look => look.asked),
			looks.map(({ isStart }) => isStart),
			looks.map(look => look.letters),
			looks.map(({ part }) => part),
			looks.map(({ least }) => least),
			looks.map(({ most }) => most),
			letters(true),
			letters(false),
		],
	)
}

type SpellingLook = {
	asked: string
	isStart: boolean
	/** Which every word has there that is looked for. */
	letters: string
	part: string
	least: number
	most: number
}

function startLook(
	asked: string,
	part: string,
	{ least, most }: { least: number; most: number },
): SpellingLook {
	return { asked, isStart: true, letters: lettersOf(part).slice(0, 3).join(''), part, least, most }
}

/** As the database counts them. */
function lettersOf(text: string): readonly string[] {
	return [...text]
}

/** A question has few words that are rare; a pasted text has many, and what it is about is in its first ones. */
const MOST_SPELT = 24
/** Of the projects that are searched; a look at each takes about a microsecond. */
const MOST_WORDS = 200_000
const MOST_ALIKE = 10_000
