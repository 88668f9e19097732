import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import type { Passage } from '../../../src/core/memory.ts'
import type { ProviderConfig } from '../../../src/core/model.ts'
import { snippet } from '../../../src/memory/text/snippet.ts'
import { modelInfo } from '../../../src/providers/discovery/catalogue.ts'
import { createEmbedder } from '../../../src/providers/embeddings.ts'
import {
	createEmbeddingAllowance,
	type EmbeddingAllowance,
} from '../../../src/runtime/memory/embedding-allowance.ts'
import { EmbedderQueue } from '../../../src/runtime/memory/memory-embedder.ts'
import { MemoryIndex } from '../../../src/runtime/memory/memory-index.ts'
import { type EmbeddingPayer, paidEmbedder } from '../../../src/runtime/memory/paid-embedder.ts'
import {
	anyVectors,
	type EmbeddingAnswer,
	startEmbeddings,
} from '../../support/providers/embedding-server.ts'

test('vectors come in the order of the texts, whatever the order of the answer', async () => {
	const server = await startServer(texts =>
		texts.map((text, index) => ({ index, embedding: [text.length] })).reverse(),
	)
	const { vectors } = await server.embedder.embed(['a', 'bbb', 'cc'], new AbortController().signal)
	assert.deepEqual(
		vectors,
		[1, 3, 2].map(length => Float32Array.from([length])),
	)
	const [request] = server.requests
	assert.deepEqual(request!.body, { model: 'small', input: ['a', 'bbb', 'cc'], encoding_format: 'float' })
	assert.equal(request!.url, '/v1/embeddings')
	assert.equal(request!.authorization, 'Bearer key-of-mine')
	assert.equal(server.embedder.id, 'mine/small')
})

test('an answer with a vector too few is an error, and so is a refusal', async () => {
	const few = await startServer(() => [{ index: 0, embedding: [1] }])
	const { signal } = new AbortController()
	await assert.rejects(
		few.embedder.embed(['a', 'b'], signal),
		isError('empty-reply', /1 vectors for 2 texts/),
	)
	const refusing = await startServer(() => 401)
	await assert.rejects(refusing.embedder.embed(['a'], signal), isError('auth-failed', /MINE_KEY/))
})

test('what has no vector yet gets one, in batches, and a busy server is asked again', async () => {
	let asked = 0
	const server = await startServer(texts =>
		asked++ === 0 ? 503 : texts.map((_, index) => ({ index, embedding: [1, 0] })),
	)
	const { index, told } = await openIndex(150)
	const queue = queueOf(index, server, text => told.push(text))
	await queue.work(NO_LIMIT, new AbortController().signal)
	const { vectors } = await index.use(store => store.status())
	assert.deepEqual(vectors, [{ embedder: 'mine/small', count: 150 }])
	assert.deepEqual(
		server.requests.map(({ body }) => body.input.length),
		[64, 64, 64, 22],
	)
	assert.deepEqual(told, [])
})

test('an embedder that does not work is told once, and nothing else fails', async () => {
	const server = await startServer(() => 400)
	const { index, told } = await openIndex(3)
	const tellOnce = (text: string) => {
		if (!told.includes(text)) told.push(text)
	}
	const queue = queueOf(index, server, tellOnce)
	const { signal } = new AbortController()
	await queue.work(NO_LIMIT, signal)
	assert.equal(await queue.vectorOf(question('/work'), signal), undefined)
	assert.equal(told.length, 1)
	assert.match(told[0]!, /words alone/)
})

test('a question does not wait for an embedder that takes too long', async () => {
	const server = await startServer(() => 'silence')
	const { index, told } = await openIndex(1)
	await embedAs(index, server)
	const queue = queueOf(index, server, text => told.push(text))
	const late = new AbortController()
	const asking = queue.vectorOf(question('/work'), late.signal)
	await server.asked(1)
	late.abort()
	assert.equal(await asking, undefined)
	assert.equal(server.requests.length, 1)
	assert.deepEqual(told, [])
})

test('a question is embedded only where there is something to compare it with', async () => {
	const server = await startServer(texts => texts.map((_, index) => ({ index, embedding: [1, 0] })))
	const { index } = await openIndex(1)
	const queue = queueOf(index, server)
	const { signal } = new AbortController()
	assert.equal(await queue.vectorOf(question('/work'), signal), undefined)
	assert.deepEqual(server.requests, [])
	await embedAs(index, server)
	assert.equal(await queue.vectorOf(question('/elsewhere'), signal), undefined)
	assert.deepEqual(server.requests, [])
	assert.equal((await queue.vectorOf(question('/work'), signal))?.embedder, 'mine/small')
})

test('nothing secret leaves the machine, whenever it came to be known', async () => {
	const server = await startServer(texts => texts.map((_, index) => ({ index, embedding: [1, 0] })))
	const { index } = await openIndex(1)
	const queue = queueOf(index, server, undefined, text => text.replaceAll('passage 0', '[REDACTED:known]'))
	const { signal } = new AbortController()
	await queue.work(NO_LIMIT, signal)
	await queue.vectorOf({ ...question('/work'), text: 'is passage 0 right?' }, signal)
	assert.deepEqual(
		server.requests.map(({ body }) => body.input),
		[['[REDACTED:known]'], ['is [REDACTED:known] right?']],
	)
})

test('what was embedded before the server failed stays, and is not asked for again', async () => {
	let asked = 0
	const server = await startServer(texts =>
		++asked === 2 ? 400 : texts.map((_, index) => ({ index, embedding: [1, 0] })),
	)
	const { index } = await openIndex(100)
	const { signal } = new AbortController()
	const done: number[] = []
	const embed = () => queueOf(index, server).embedAll(NO_LIMIT, signal, count => done.push(count))
	await assert.rejects(embed(), isError('bad-request', /./))
	await embed()
	assert.deepEqual(done, [64, 36])
	assert.deepEqual(
		server.requests.map(({ body }) => body.input.length),
		[64, 36, 36],
	)
})

test('what was said comes before what was printed, of that first what it begins with, and encoded runs never', async () => {
	const server = await startServer(anyVectors)
	const { index } = await openIndex(1)
	const long = Array.from({ length: 3 }, (_, part) => ({ ...printed(`output ${part}`), part }))
	const call = { ...printed('bash make'), seq: 8, kind: 'call' as const }
	const key = { ...printed(`the key is ${'QUJD'.repeat(30)} and so on`), seq: 9 }
	const picture = { ...printed('iVBORw0K'.repeat(90)), seq: 10 }
	const source = { name: 's2', kind: 'session' as const, path: '/logs/s2', project: '/work' }
	const mark = { source, coveredBytes: 1, stamp: '' }
	const passages = [...long, call, key, picture]
	await index.use(store => store.write([{ mark, passages, resets: false, undone: [] }]))
	await queueOf(index, server).work(NO_LIMIT, new AbortController().signal)
	assert.deepEqual(
		server.requests.map(({ body }) => body.input),
		[
			['passage 0'],
			['iVBORw0K'.repeat(8), 'the key is  …  and so on', 'output 0'],
			['bash make', 'output 2', 'output 1'],
		],
	)
	const { worthEmbedding, vectors } = await index.use(store => store.status())
	assert.deepEqual([worthEmbedding, vectors[0]?.count], [7, 7])
})

test('a sentence in the middle of a long text has a vector of its own, and is what is shown of it', async () => {
	const isMeant = (text: string) => /hedgehog|animal/.test(text)
	const server = await startServer(texts =>
		texts.map((text, at) => ({ index: at, embedding: isMeant(text) ? [0, 1] : [1, 0] })),
	)
	const { index } = await openIndex(1)
	const line = (at: number) => `Line ${at} is about nothing that anybody would ever ask for again.`
	const lines = Array.from({ length: 12 }, (_, at) => (at === 7 ? 'It runs on hedgehog-2.' : line(at)))
	const source = { name: 's2', kind: 'session' as const, path: '/logs/s2', project: '/work' }
	const mark = { source, coveredBytes: 1, stamp: '' }
	const passages = [{ ...printed(lines.join('\n')), kind: 'answer' as const }]
	await index.use(store => store.write([{ mark, passages, resets: false, undone: [] }]))
	const queue = queueOf(index, server)
	const { signal } = new AbortController()
	await queue.work(NO_LIMIT, signal)
	const text = 'which animal?'
	const vector = await queue.vectorOf({ ...question('/work'), text }, signal)
	assert.ok(vector)
	const query = { text, project: '/work', words: 'some' as const, leastCoverage: 0.1, withUndone: false }
	const [hit] = await index.use(store => store.search({ ...query, vector, limit: 1, now: 0 }))
	assert.match(snippet(hit!.text, hit!.matches, 240), /hedgehog-2/)
})

test('unasked, no more is embedded on one day than is allowed, by all processes together', async () => {
	const server = await startServer(anyVectors)
	const { index, folder } = await openIndex(100)
	let now = Date.UTC(2026, 10, 23)
	// Three tokens for each of these texts.
	const allowance = () => createEmbeddingAllowance(folder, 100, { now: () => now })
	const { signal } = new AbortController()
	const work = () => queueOf(index, server, undefined, undefined, allowance()).work(NO_LIMIT, signal)
	await work()
	await work()
	assert.deepEqual(
		server.requests.map(({ body }) => body.input.length),
		[33],
	)
	assert.equal(await allowance().left(), 1)
	now += 24 * 3_600_000
	assert.equal(await allowance().left(), 100)
	await work()
	assert.deepEqual(
		server.requests.map(({ body }) => body.input.length),
		[33, 33],
	)
	assert.deepEqual(await readdir(join(folder, 'embedded-tokens')), ['2026-11-24'])
})

function printed(text: string): Passage {
	return { seq: 7, part: 0, kind: 'result', at: 0, text }
}

type Server = Awaited<ReturnType<typeof startServer>>

function queueOf(
	index: MemoryIndex,
	{ embedder }: Server,
	notify: (text: string) => void = () => {},
	scrub: (text: string) => string = text => text,
	allowance?: EmbeddingAllowance,
): EmbedderQueue {
	const paid = paidEmbedder(embedder, { model: MODEL, info: modelInfo, clock: { monotonicMs: () => 0 } })
	return new EmbedderQueue({ index, open: async () => paid, scrub, notify, allowance })
}

const MODEL = { provider: 'mine', model: 'small' }
const NO_LIMIT: EmbeddingPayer = { exceeded: () => undefined, paid: () => undefined }
const question = (project: string) => ({ text: 'a question', project, payer: NO_LIMIT })

/** As if the server had done so before. */
async function embedAs(index: MemoryIndex, { embedder }: Server): Promise<void> {
	await index.use(async store => {
		const waiting = await store.unembedded(embedder.id, 100)
		await store.embed(
			embedder.id,
			waiting.map(({ id }) => ({ id, parts: [Float32Array.from([1, 0])] })),
		)
	})
}

async function startServer(answer: (texts: readonly string[]) => EmbeddingAnswer) {
	const server = await startEmbeddings(answer)
	onTestFinished(() => server.close())
	const config: ProviderConfig = {
		id: 'mine',
		api: 'chat',
		baseUrl: server.url,
		key: async () => ({ value: 'key-of-mine', source: 'MINE_KEY' }),
		keyName: 'MINE_KEY',
		keyOptional: false,
	}
	const embedder = createEmbedder({ config, model: 'small', clock: { now: () => 0 }, proxyEnv: {} })
	return { embedder, requests: server.requests, asked: server.asked }
}

async function openIndex(passages: number) {
	const folder = await mkdtemp(join(tmpdir(), 'keelson-embedder-'))
	const told: string[] = []
	const index = new MemoryIndex({
		path: join(folder, 'index.db'),
		sessionsFolder: join(folder, 'sessions'),
		owner: { app: 'test', user: 'ann' },
		projectOf: async cwd => cwd,
		notes: async () => [],
		scrub: text => text,
		notify: text => told.push(text),
	})
	onTestFinished(async () => {
		await index.close()
		await rm(folder, { recursive: true, force: true, maxRetries: 5 })
	})
	const source = { name: 's1', kind: 'session' as const, path: '/logs/s1', project: '/work' }
	const said = Array.from({ length: passages }, (_, seq) => ({
		seq,
		part: 0,
		kind: 'answer' as const,
		at: 0,
		text: `passage ${seq}`,
	}))
	const mark = { source, coveredBytes: 1, stamp: '' }
	await index.use(store => store.write([{ mark, passages: said, resets: false, undone: [] }]))
	return { index, told, folder }
}

function isError(code: string, message: RegExp): (error: unknown) => boolean {
	return error => error instanceof AgentError && error.code === code && message.test(error.message)
}
