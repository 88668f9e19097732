// What plain full-text search gives on the log of the memory probe: BM25 over words, and trigrams, over every text
// cut into passages, with no threshold. As many passages count as memory may put in front of a prompt.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Asked } from '../test/support/memory/probe-measure.ts'

export type Baseline = { name: string; finds(asked: Asked): boolean }

const PASSAGE_CHARACTERS = 800
const PASSAGES = 7

/** @param session - whose log, and whose parent's, is searched */
export async function plainBaselines(home: string, session: string): Promise<readonly Baseline[]> {
	const texts = readdirSync(home, { recursive: true, withFileTypes: true })
		.filter(({ name }) => name.endsWith('.jsonl'))
		.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
		.filter(text => text.includes(session))
		.flatMap(text => text.split('\n').filter(line => line !== ''))
		.flatMap(line => [...textsIn(JSON.parse(line))])
	const passages = [...new Set(texts.flatMap(cut))]
	return [baseline('BM25', 'unicode61', passages, words), baseline('trigrams', 'trigram', passages, trigrams)]
}

function baseline(
	name: string,
	tokenizer: string,
	passages: readonly string[],
	split: (text: string) => readonly string[],
): Baseline {
	const db = new DatabaseSync(':memory:')
	db.exec(`create virtual table passages using fts5(text, tokenize = '${tokenizer}')`)
	const insert = db.prepare('insert into passages (text) values (?)')
	for (const passage of passages) insert.run(passage)
	const find = db.prepare('select text from passages where passages match ? order by rank limit ?')
	return {
		name,
		finds: ({ question, fact }) => {
			const query = split(question)
				.map(term => `"${term.replaceAll('"', '""')}"`)
				.join(' OR ')
			const holds = 'newProof' in fact ? fact.newProof : fact.proof
			return query !== '' && find.all(query, PASSAGES).some(row => String(row.text).includes(holds))
		},
	}
}

function words(text: string): readonly string[] {
	return text.match(/[\p{L}\p{N}_]+/gu) ?? []
}

function trigrams(text: string): readonly string[] {
	const letters = [...text.toLowerCase()]
	return [...new Set(letters.slice(2).map((_, at) => letters.slice(at, at + 3).join('')))]
}

function cut(text: string): readonly string[] {
	const pieces: string[] = []
	for (let at = 0; at < text.length; at += PASSAGE_CHARACTERS / 2)
		pieces.push(text.slice(at, at + PASSAGE_CHARACTERS))
	return pieces
}

/** Every string worth the name in an event. */
function* textsIn(value: unknown): Generator<string> {
	if (typeof value === 'string') {
		if (value.length >= 4) yield value
	} else if (Array.isArray(value)) for (const each of value) yield* textsIn(each)
	else if (typeof value === 'object' && value !== null)
		for (const each of Object.values(value)) yield* textsIn(each)
}
