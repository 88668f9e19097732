import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { AgentError } from '../../src/core/errors.ts'
import type { ProviderConfig } from '../../src/core/model.ts'
import { createEmbedder } from '../../src/providers/embeddings.ts'
import { EmbedderQueue } from '../../src/runtime/memory-embedder.ts'
import { MemoryIndex } from '../../src/runtime/memory-index.ts'

test('vectors come in the order of the texts, whatever the order of the answer', async () => {
	const server = await startServer(texts =>
		texts.map((text, index) => ({ index, embedding: [text.length] })).reverse(),
	)
	const vectors = await server.embedder.embed(['a', 'bbb', 'cc'], new AbortController().signal)
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
	const queue = new EmbedderQueue(
		index,
		async () => server.embedder,
		text => told.push(text),
	)
	await queue.work(new AbortController().signal)
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
	const queue = new EmbedderQueue(index, async () => server.embedder, tellOnce)
	const { signal } = new AbortController()
	await queue.work(signal)
	assert.equal(await queue.vectorOf('a question', signal), undefined)
	assert.equal(told.length, 1)
	assert.match(told[0]!, /words alone/)
})

test('a question does not wait for an embedder that takes too long', async () => {
	const server = await startServer(() => 'silence')
	const { index, told } = await openIndex(1)
	const queue = new EmbedderQueue(
		index,
		async () => server.embedder,
		text => told.push(text),
	)
	assert.equal(await queue.vectorOf('a question', AbortSignal.timeout(50)), undefined)
	assert.deepEqual(told, [])
})

type Answer = readonly { index: number; embedding: readonly number[] }[] | number | 'silence'
type Heard = {
	url: string | undefined
	authorization: string | undefined
	body: { model: string; input: string[] }
}

async function startServer(answer: (texts: readonly string[]) => Answer) {
	const requests: Heard[] = []
	const server = createServer(async (request, response) => {
		const body = JSON.parse(await textOf(request))
		requests.push({ url: request.url, authorization: request.headers.authorization, body })
		const said = answer(body.input)
		if (said === 'silence') return
		const status = typeof said === 'number' ? said : 200
		response.writeHead(status, { 'content-type': 'application/json' })
		response.end(JSON.stringify(typeof said === 'number' ? { error: { message: 'no' } } : { data: said }))
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => {
		server.closeAllConnections()
		server.close()
	})
	const { port } = server.address() as AddressInfo
	const config: ProviderConfig = {
		id: 'mine',
		api: 'chat',
		baseUrl: `http://127.0.0.1:${port}/v1`,
		key: async () => ({ value: 'key-of-mine', source: 'MINE_KEY' }),
		keyName: 'MINE_KEY',
		keyOptional: false,
	}
	const embedder = createEmbedder({ config, model: 'small', clock: { now: () => 0 }, proxyEnv: {} })
	return { embedder, requests }
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
		tell: text => told.push(text),
	})
	onTestFinished(async () => {
		await index.close()
		await rm(folder, { recursive: true, force: true })
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
	await index.use(store => store.write([{ mark, passages: said, restarts: false, undone: [] }]))
	return { index, told }
}

async function textOf(request: IncomingMessage): Promise<string> {
	let text = ''
	for await (const chunk of request.setEncoding('utf8')) text += chunk
	return text
}

function isError(code: string, message: RegExp): (error: unknown) => boolean {
	return error => error instanceof AgentError && error.code === code && message.test(error.message)
}
