// What every store of memory owes the rest of the program.

import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { MemoryBatch, MemoryQuery, MemoryStore, Passage } from '../../src/core/memory.ts'
import type { AuthContext } from '../../src/core/services/auth-context.ts'

/** Of which each holds a word or two of what is asked. */
const CHATTER = [
	'We run the tests of release',
	'The migrations come with release',
	'On the next day comes branch',
	'It must be in branch',
	'Nobody reads page',
	'They never wait for build',
]

const NOW = Date.UTC(2026, 10, 21)
const DAY = 86_400_000

export function memoryStoreContract(
	kind: string,
	makeStore: (owner: AuthContext) => Promise<MemoryStore>,
): void {
	const open = () => makeStore(OWNER)

	describe(`the ${kind} store`, () => {
		test('finds a passage by other forms of its words, and says where they are', async () => {
			const store = await open()
			await store.write([batch('s1', ['We retried the upload twice.', 'The header is blue.'])])
			const [hit, ...others] = await store.search(ask('retrying uploads'))
			assert.deepEqual(others, [])
			assert.equal(hit!.text, 'We retried the upload twice.')
			assert.deepEqual(
				hit!.matches.map(({ start, end }) => hit!.text.slice(start, end)),
				['retried', 'upload'],
			)
			assert.deepEqual(hit!.source, { name: 's1', kind: 'session', path: '/logs/s1', project: '/work' })
		})

		test.each([
			['parse config', 'The fault is in `parseConfig`, on line 7.'],
			['parseConfig', 'Somebody should parse the config only once.'],
			['parse_config', 'The fault is in `parseConfig`, on line 7.'],
			['src/loop/run.ts', 'I changed src/loop/run.ts and nothing else.'],
			['run.ts in the loop folder', 'I changed src/loop/run.ts and nothing else.'],
			['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'],
			['TS2589', 'error TS2589: excessively deep'],
			['Zürich', 'The server is in zurich.'],
			['日本語', 'ラベルは日本語です'],
			['Welche Warteschlange leert der Dienst?', 'The service drains its queue every morning.'],
			['Wie hoch ist die Einrichtungsgebühr der Kunden?', 'Each customer pays a setup fee of nine.'],
			['How long is the retention of backups?', 'Für Sicherungen gilt eine Aufbewahrung von acht Jahren.'],
			['Who is the administrator of the environment?', 'この環境の管理者は田中さん'],
			['Wann wurde das Journal migriert?', 'The ledger journal was migrated in spring.'],
			['Wo liegt die Pilotmappe mit der Schule?', 'The pilot school is in Uppsala.'],
		])('%s finds: %s', async (question, text) => {
			const store = await open()
			await store.write([batch('s1', ['Nothing of the kind.', text, 'The weather is fine.'])])
			assert.deepEqual(
				(await store.search(ask(question))).map(hit => hit.text),
				[text],
			)
		})

		test('what is not about the question is not found', async () => {
			const store = await open()
			await store.write([batch('s1', ['The retry limit is five.', 'The colour is blue.'])])
			assert.deepEqual(await store.search(ask('How tall is Kilimanjaro?')), [])
			assert.deepEqual(await store.search(ask('and then what about that?')), [])
			assert.deepEqual(await store.search(ask('" OR * NEAR( -- )')), [])
			assert.deepEqual(await store.search(ask('Wie groß ist der Kilimandscharo?')), [])
		})

		test('with all words wanted, one that is missing is enough to be left out', async () => {
			const store = await open()
			await store.write([batch('s1', ['alpha beta', 'alpha gamma', 'beta alpha gamma'])])
			const found = await store.search({ ...ask('alpha beta'), words: 'all', leastCoverage: 0 })
			assert.deepEqual(found.map(hit => hit.text).toSorted(), ['alpha beta', 'beta alpha gamma'])
			assert.deepEqual(await store.search({ ...ask('alpha delta'), words: 'all', leastCoverage: 0 }), [])
		})

		test('a project, a session and an owner are searched alone when that is wanted', async () => {
			const store = await open()
			const elsewhere = batch('s3', ['The token is short lived, elsewhere.'], { project: '/other' })
			const ours = { project: '', kind: 'notes' as const }
			await store.write([
				batch('s1', ['The token expires after an hour.']),
				batch('s2', ['The token is a JWT, signed with RS256.']),
				elsewhere,
				batch('notes', ['Never print a token anywhere.'], ours),
			])
			const found = async (query: Partial<MemoryQuery>) =>
				(await store.search({ ...ask('token'), ...query })).map(hit => hit.source.name).toSorted()
			assert.deepEqual(await found({}), ['notes', 's1', 's2', 's3'])
			assert.deepEqual(await found({ project: '/work' }), ['notes', 's1', 's2'])
			assert.deepEqual(await found({ project: '/nowhere' }), ['notes'])
			assert.deepEqual(await found({ source: 's2' }), ['s2'])
			assert.deepEqual(await found({ source: 'nobody' }), [])
		})

		test('writing the same twice changes nothing, and the mark says how far it is', async () => {
			const store = await open()
			const first = batch('s1', ['one thing', 'another thing'])
			await store.write([first])
			await store.write([first])
			const more = batch('s1', ['a third thing'], {}, 2)
			await store.write([{ ...more, mark: { ...more.mark, coveredBytes: 200 } }])
			assert.equal((await store.status()).passages, 3)
			assert.deepEqual(
				(await store.marks()).map(({ source, coveredBytes }) => [source.name, coveredBytes]),
				[['s1', 200]],
			)
		})

		test('a source that begins anew has nothing of before, and a forgotten one nothing at all', async () => {
			const store = await open()
			await store.write([batch('s1', ['an apple', 'a pear'])])
			await store.write([{ ...batch('s1', ['a plum']), resets: true }])
			assert.deepEqual(await texts(store, 'apple pear plum', { leastCoverage: 0 }), ['a plum'])
			await store.forget('s1')
			assert.deepEqual(await texts(store, 'apple pear plum', { leastCoverage: 0 }), [])
			assert.deepEqual(await store.marks(), [])
			assert.equal((await store.status()).passages, 0)
		})

		test('what the user went back on is only found when that is wanted', async () => {
			const store = await open()
			await store.write([batch('s1', ['the lemon plan', 'the melon plan', 'the grape plan'])])
			await store.write([{ ...batch('s1', []), undone: [{ after: 1, before: 3 }] }])
			assert.deepEqual(await texts(store, 'melon'), [])
			assert.deepEqual(await texts(store, 'melon', { withUndone: true }), ['the melon plan'])
			assert.deepEqual(await texts(store, 'grape'), ['the grape plan'])
		})

		test('what the user went back on after all is found again', async () => {
			const store = await open()
			await store.write([batch('s1', ['the lemon plan', 'the melon plan', 'the grape plan'])])
			await store.write([{ ...batch('s1', []), undone: [{ after: 1, before: 4 }] }])
			await store.write([{ ...batch('s1', ['more'], {}, 3), undone: [] }])
			assert.deepEqual(await texts(store, 'melon'), [])
			await store.write([{ ...batch('s1', []), undone: [{ after: 2, before: 9 }] }])
			assert.deepEqual(await texts(store, 'melon'), ['the melon plan'])
			assert.deepEqual(await texts(store, 'grape'), [])
		})

		test('the same said twice is found once, and as many as are wanted', async () => {
			const store = await open()
			const same = 'The release is on Friday at noon, in the usual channel.'
			const others = Array.from(
				{ length: 9 },
				(_, day) => `release ${'abcdefghi'[day]}${day} of the ${day}th kind`,
			)
			await store.write([batch('s1', [same, ...others]), batch('fork', [same])])
			assert.deepEqual(await texts(store, 'release Friday noon', { leastCoverage: 0.5 }), [same])
			assert.equal((await texts(store, 'release', { limit: 4 })).length, 4)
		})

		test('a text that stands in several places is kept once, and every place is known, the newest first', async () => {
			const store = await open()
			const text = 'The gull nests on the roof.'
			const file = { path: '/work/roof.md', firstLine: 3, lastLine: 3, sha256: 'abc' }
			await store.write([
				batch('s1', [
					{ kind: 'result', text, at: NOW - DAY },
					{ kind: 'result', text, at: NOW, file },
				]),
				batch('s2', [{ kind: 'answer', text, at: NOW - 2 * DAY }]),
			])
			const { passages, occurrences } = await store.status()
			assert.deepEqual([passages, occurrences], [1, 3])
			const [hit, ...others] = await store.search(ask('gull roof'))
			assert.deepEqual(others, [])
			assert.deepEqual([hit!.source.name, hit!.seq, hit!.file], ['s1', 2, file])
			assert.deepEqual(
				hit!.occurrences.map(({ source, seq }) => [source.name, seq]),
				[
					['s1', 2],
					['s1', 1],
					['s2', 1],
				],
			)
			await store.forget('s1')
			const [left] = await store.search(ask('gull roof'))
			assert.deepEqual([left!.source.name, left!.occurrences.length], ['s2', 1])
			await store.forget('s2')
			assert.equal((await store.status()).passages, 0)
			assert.deepEqual(await store.search(ask('gull roof')), [])
		})

		test('what stands in very many sources is found in each of them, and only in those of the scope', async () => {
			const store = await open()
			const text = 'The heron waits.'
			for (let number = 0; number < 80; number++)
				await store.write([batch(`s${number}`, [text], { project: number < 40 ? '/work' : '/other' })])
			for (const source of ['s0', 's33', 's79'])
				assert.deepEqual(
					(await store.search({ ...ask('heron waits'), source })).map(hit => hit.source.name),
					[source],
				)
			assert.equal(
				(await store.search({ ...ask('heron waits'), project: '/other' }))[0]!.source.project,
				'/other',
			)
			assert.deepEqual(await texts(store, 'heron waits', { project: '/nowhere' }), [])
		})

		test('the session that asks is in scope wherever it is, and what it was copied from up to there', async () => {
			const store = await open()
			await store.write([
				batch('own', ['the plover is early'], { project: '/moved' }),
				batch('parent', ['the plover is late', 'the plover is lost'], { project: '/else' }),
				batch('stranger', ['the plover is loud'], { project: '/else' }),
			])
			const own = [{ name: 'own' }, { name: 'parent', upToSeq: 1 }]
			assert.deepEqual((await texts(store, 'plover', { project: '/work', own })).toSorted(), [
				'the plover is early',
				'the plover is late',
			])
			assert.deepEqual(await texts(store, 'plover', { project: '/work' }), [])
		})

		test('of a copy the session that asks says whether it still holds', async () => {
			const store = await open()
			const said = ['the wren plan', 'the finch plan']
			await store.write([batch('parent', said), batch('fork', said)])
			await store.write([{ ...batch('fork', []), undone: [{ after: 0, before: 2 }] }])
			const asked = (own: MemoryQuery['own']) => texts(store, 'plan', own ? { own } : {})
			const fork = [{ name: 'fork' }, { name: 'parent', upToSeq: 9 }]
			assert.deepEqual(await asked(fork), ['the finch plan'])
			assert.deepEqual((await asked([{ name: 'parent' }])).toSorted(), ['the finch plan', 'the wren plan'])
			const [hit] = await store.search({ ...ask('wren'), own: fork, withUndone: true })
			assert.deepEqual([hit!.isUndone, hit!.source.name], [true, 'fork'])
			// A copy that has not been read yet.
			await store.forget('fork')
			assert.deepEqual((await asked(fork)).toSorted(), ['the finch plan', 'the wren plan'])
		})

		test('what the user said next, and did not take back, is known', async () => {
			const store = await open()
			await store.write([
				batch('s1', [
					{ kind: 'prompt', text: 'use port 8080' },
					{ kind: 'answer', text: 'Done.' },
					{ kind: 'prompt', text: 'no, 8082' },
					{ kind: 'prompt', text: 'make that 8081' },
				]),
			])
			const next = async (after: number) =>
				(await store.promptsAfter('s1', after, 5)).map(({ seq, text }) => [seq, text])
			assert.deepEqual(await next(1), [
				[3, 'no, 8082'],
				[4, 'make that 8081'],
			])
			await store.write([{ ...batch('s1', []), undone: [{ after: 2, before: 4 }] }])
			assert.deepEqual(await next(1), [[4, 'make that 8081']])
			assert.deepEqual(await store.promptsAfter('s2', 0, 5), [])
		})

		test('what came close is told with the reason why it was not enough', async () => {
			const store = await open()
			const same = 'The tern and the gull share the pier in winter, as they did last year.'
			await store.write([
				batch('s1', [same, `${same} Yes.`, 'The pier is old.', 'A gull and a tern by the pier.']),
			])
			const { hits, missed } = await store.explain({ ...ask('tern gull pier winter'), limit: 1 })
			assert.equal(hits.length, 1)
			assert.deepEqual(hits[0]!.lists.map(({ list, rank }) => [list, rank]).slice(0, 1), [['words', 1]])
			assert.ok(hits[0]!.coverage > 0.9)
			const reasons = new Map(missed.map(({ hit, reason }) => [hit.text, reason]))
			assert.equal(reasons.get('A gull and a tern by the pier.'), 'limit')
			assert.equal(reasons.get('The pier is old.'), 'threshold')
		})

		test('of two passages with the same words a person’s and the newer one come first', async () => {
			const store = await open()
			await store.write([
				batch('s1', [
					{ kind: 'result', text: 'kiwi: shipped by boat' },
					{ kind: 'prompt', text: 'the kiwi is shipped by train' },
				]),
				batch('s2', [{ kind: 'prompt', text: 'the kiwi was shipped by plane', at: NOW - 400 * DAY }]),
			])
			const found = await texts(store, 'how is the kiwi shipped')
			assert.deepEqual(found, [
				'the kiwi is shipped by train',
				'the kiwi was shipped by plane',
				'kiwi: shipped by boat',
			])
		})

		test('who has asked the same before comes behind what answers it', async () => {
			const store = await open()
			const asked = 'Let us come back to this later: to which address was the connection refused?'
			const said = 'dial tcp 10.44.0.19:6380: connection refused'
			await store.write([batch('s1', [said, asked])])
			assert.deepEqual(
				(await store.search(ask('to which address was the connection refused?'))).map(({ text }) => text),
				[said, asked],
			)
		})

		test('common words are evidence where nearly all of a question stands together, for who asks for a fact', async () => {
			const store = await open()
			const said = 'You must never run migrations on a Monday'
			const chatter = Array.from({ length: 150 }, (_, at) => `${CHATTER[at % CHATTER.length]} ${at}.`)
			const typed = [...chatter, said].map(text => ({ kind: 'prompt' as const, text }))
			await store.write([batch('s1', typed)])
			const bar = { leastCoverage: 0, leastEvidence: 0.84 }
			const found = async (text: string) => (await store.search({ ...ask(text), ...bar }))[0]?.text
			assert.equal(await found('on which day must migrations never run?'), said)
			assert.equal(await found('which tests should run on which release?'), undefined)
		})

		test('what kind of thing is asked for need not be said again, also in two words', async () => {
			const store = await open()
			const said = 'Take bun for this repository'
			const chatter = Array.from({ length: 150 }, (_, at) => `${CHATTER[at % CHATTER.length]} ${at}.`)
			const others = ['A package came by train.', 'The manager is ill.', 'Take the train.', 'A repository.']
			const typed = [...chatter, ...others, said].map(text => ({ kind: 'prompt' as const, text }))
			await store.write([batch('s1', typed)])
			const bar = { leastCoverage: 0, leastEvidence: 0.84 }
			const asked = 'which package manager to take for this repository?'
			assert.deepEqual(await texts(store, asked, bar), [said])
		})

		test('what holds both halves of a compound of another language holds more of it than what holds one', async () => {
			const store = await open()
			const said = 'The model file weighs 3.7 GiB'
			const others = ['The model is by Ida', 'Your file is open', 'The file server is slow', 'A model train']
			const chatter = Array.from({ length: 90 }, (_, at) => `${CHATTER[at % CHATTER.length]} ${at}.`)
			const typed = [...chatter, said, ...others].map(text => ({ kind: 'prompt' as const, text }))
			await store.write([batch('s1', typed)])
			const bar = { leastCoverage: 0, leastEvidence: 0.84 }
			assert.equal((await texts(store, 'wie groß ist die Modelldatei?', bar))[0], said)
		})

		test('a few key words are no question: what has nothing else but everyday words is not behind the rest', async () => {
			const store = await open()
			const said = 'We changed it: the API is versioned by path prefix'
			const others = ['geocoder', 'ledger', 'courier'].map(
				each => `Look at the ${each} before we release the next version`,
			)
			await store.write([batch('s1', [...others, said])])
			assert.equal((await texts(store, 'versioned'))[0], said)
		})

		test.each([
			['à quelle heure tourne la sauvegarde de la base ?', 'The backup of the database runs at 4:20'],
			[
				"dans quel dossier l'imprimante met-elle les factures ?",
				'The printer puts invoices into folder tern',
			],
			['¿cuánto vale el límite de la cola?', 'The limit of the queue is 77'],
			['qual é a senha da conta de demonstração?', 'The password of the demo account is gull-9'],
			['quale porta usa il server di prova?', 'The test server uses port 8674'],
			['auf welchen Branch wird gemergt?', 'We merge into the branch wren'],
			['キューの上限はいくつですか？', 'The limit of the queue is 77'],
			['where is the licence server?', 'Der Lizenzserver steht im Keller'],
			['welches Dateisystem ist voll?', 'filesystem /srv/blobs is full'],
			['which bucket has the images?', '画像はバケットhinokiに保存します'],
			['what is hinoki?', '画像はバケットhinokiに保存します'],
			['when are temporary files deleted?', 'Los archivos temporales se borran después de 31 horas'],
		])('who asks in another language is told what was said: %s', async (question, said) => {
			const store = await open()
			const others = [
				'The pier is old.',
				'Please look at the gulls when you are done.',
				'Tell the tern to wait.',
			]
			await store.write([batch('s1', [...others, said])])
			assert.equal((await texts(store, question))[0], said)
		})

		test('a mention of the same comes behind what tells more, also where it asks behind a colon', async () => {
			const store = await open()
			const said = 'type Receipt = { signedBy: string; nonce: Uint8Array }, and its fields are fixed'
			const asks = 'Let us come back to this later: which fields does type Receipt have.'
			const mentions = 'Let us come back to this later: fields type Receipt.'
			await store.write([batch('s1', [asks, said, mentions])])
			const found = await store.search(ask('which fields does type Receipt have?'))
			assert.deepEqual(
				found.map(({ text, isHollow }) => [text, isHollow]),
				[
					[said, false],
					[mentions, true],
					[asks, true],
				],
			)
		})

		test('vectors find what words do not, and only those of the same embedder are compared', async () => {
			const store = await open()
			await store.write([batch('s1', ['bread and butter', 'nuts and bolts', 'sun and moon'])])
			const waiting = await store.unembedded('e1', 10)
			assert.deepEqual(waiting.map(({ text }) => text).toSorted(), [
				'bread and butter',
				'nuts and bolts',
				'sun and moon',
			])
			const [newest, ...older] = waiting
			assert.deepEqual(await store.unembedded('e1', 10, { below: newest!.id }), older)
			assert.equal(await store.hasVectors('e1', '/work'), false)
			const vectors = {
				'bread and butter': [1, 0, 0.1],
				'nuts and bolts': [0, 1, 0],
				'sun and moon': [0, 0, 1],
			}
			await store.embed(
				'e1',
				waiting.map(({ id, text }) => ({
					id,
					parts: [Float32Array.from(vectors[text as keyof typeof vectors])],
				})),
			)
			assert.deepEqual(await store.unembedded('e1', 10), [])
			assert.deepEqual((await store.status()).vectors, [{ embedder: 'e1', count: 3 }])
			assert.equal(await store.hasVectors('e1', '/work'), true)
			assert.equal(await store.hasVectors('e2', '/work'), false)
			assert.equal(await store.hasVectors('e1', '/other'), false)
			const food = Float32Array.from([0.9, 0.1, 0])
			const found = (embedder: string) => texts(store, 'breakfast', { vector: { embedder, values: food } })
			assert.deepEqual(await found('e1'), ['bread and butter'])
			assert.deepEqual(await found('e2'), [])
			await store.forget('s1')
			assert.deepEqual(
				(await store.status()).vectors.filter(({ count }) => count > 0),
				[],
			)
		})

		test('an embedder that gives other dimensions than before is asked for all again, once', async () => {
			const store = await open()
			await store.write([batch('s1', ['bread and butter', 'nuts and bolts'])])
			const give = async (dimensions: number, limit: number) => {
				const waiting = await store.unembedded('e1', limit)
				const parts = [Float32Array.from({ length: dimensions }, () => 1)]
				await store.embed(
					'e1',
					waiting.map(({ id }) => ({ id, parts })),
				)
			}
			await give(3, 10)
			await store.write([batch('s2', ['sun and moon'])])
			await give(4, 1)
			assert.equal((await store.unembedded('e1', 10)).length, 2)
			await give(4, 10)
			assert.deepEqual(await store.unembedded('e1', 10), [])
			// Of one that cannot make up its mind there is no end.
			await store.write([batch('s3', ['day and night'])])
			await give(5, 1)
			assert.deepEqual(await store.unembedded('e1', 10), [])
		})
	})
}

const OWNER: AuthContext = { app: 'test', user: 'ann' }

type Said = string | (Pick<Passage, 'kind' | 'text' | 'file'> & { at?: number })

function batch(
	name: string,
	said: readonly Said[],
	more: { project?: string; kind?: 'session' | 'notes' } = {},
	after = 0,
): MemoryBatch {
	const source = {
		name,
		kind: more.kind ?? 'session',
		path: `/logs/${name}`,
		project: more.project ?? '/work',
	}
	const passages = said.map((each, index): Passage => {
		const given = typeof each === 'string' ? { kind: 'answer' as const, text: each } : each
		return { seq: after + index + 1, part: 0, at: NOW, ...given }
	})
	return { mark: { source, coveredBytes: 100, stamp: '' }, passages, resets: false, undone: [] }
}

function ask(text: string): MemoryQuery {
	return { text, words: 'some', leastCoverage: 0.3, withUndone: false, limit: 10, now: NOW }
}

async function texts(store: MemoryStore, text: string, more: Partial<MemoryQuery> = {}): Promise<string[]> {
	return (await store.search({ ...ask(text), ...more })).map(hit => hit.text)
}
