import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, test } from 'vitest'
import type { Message } from '../../../src/core/messages.ts'
import type { ProviderConfig } from '../../../src/core/model.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import { PICTURE } from '../../support/picture.ts'
import { type Loopback, startLoopback } from '../../support/providers/loopback.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from '../../support/runtime/start-runtime.ts'

const open: { stop(): Promise<void> }[] = []
afterEach(async () => {
	for (const each of open.splice(0).reverse()) await each.stop()
})

async function start(options: StartOptions): Promise<StartedRuntime> {
	const runtime = await startRuntime(options)
	open.push(runtime)
	return runtime
}

const imagesIn = (messages: readonly Message[] = []) =>
	messages.flatMap(message => message.content.filter(part => part.type === 'image'))

/** Everything below a folder as one text. */
async function everythingIn(folder: string): Promise<string> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true })
	const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
	return (await Promise.all(files.map(file => readFile(file, 'latin1')))).join('\n')
}

describe('a picture named in a prompt', () => {
	const files = { 'shot.png': PICTURE.bytes }

	test('reaches the model, also when the prompt waits in the queue and when the session is resumed', async () => {
		const provider = scriptedProvider(answer('a grey pixel'), answer('still grey'), answer('yes'))
		const runtime = await start({ provider, files })
		await runtime.prompt('What is in @shot.png?')
		await runtime.prompt('And in @shot.png now?')
		await runtime.until('run-end')
		await runtime.until('run-end')
		assert.deepEqual(
			provider.requests.map(request => imagesIn(request.messages).length),
			[1, 2],
		)
		assert.deepEqual(imagesIn(provider.requests[0]?.messages), [PICTURE.part])
		await runtime.port.send({ type: 'shutdown' })
		const again = await start({ provider, in: runtime, selector: { kind: 'last' } })
		await again.prompt('Are you sure?')
		for (let ended = 0; ended < 3; ended++) await again.until('run-end')
		assert.deepEqual(imagesIn(provider.requests[2]?.messages), [PICTURE.part, PICTURE.part])
	})

	test('is refused before anything is asked when the model takes none', async () => {
		const provider = scriptedProvider()
		const models = { 'test/scripted': { images: false } }
		const runtime = await start({ provider, files, runtime: { settings: { ...DEFAULT_SETTINGS, models } } })
		await assert.rejects(runtime.prompt('What is in @shot.png?'), /test\/scripted takes no images/)
		assert.equal(
			runtime.envelopes.some(({ event }) => event.type === 'run-start'),
			false,
		)
		provider.assertFinished()
	})
})

describe('generate_image', () => {
	const draws = toolCalls(['1', 'generate_image', { prompt: 'a grey pixel', path: 'pixel.png' }])

	async function painter(): Promise<{ server: Loopback; config: ProviderConfig }> {
		const server = await startLoopback()
		open.push({ stop: server.close })
		server.answerWith(response => {
			response.end(JSON.stringify({ data: [{ b64_json: PICTURE.base64 }] }))
		})
		const key = async () => ({ value: 'sk-painter-0123456789', source: 'PAINTER_KEY' })
		const baseUrl = `${server.url}/v1`
		return {
			server,
			config: { id: 'painter', api: 'chat', baseUrl, key, keyName: 'PAINTER_KEY', keyOptional: false },
		}
	}

	test('is asked about, then draws, shows and writes; the bytes are stored once and never in the log', async () => {
		const { server, config } = await painter()
		const provider = scriptedProvider(draws, answer('There it is.'))
		const runtime = await start({
			provider,
			runtime: { providers: [config], imageModel: { provider: 'painter', model: 'gpt-image-x' } },
		})
		await runtime.prompt('Draw a grey pixel.')
		const { request } = await runtime.until('approval-request')
		assert.equal(request.permission.title, 'generate_image a grey pixel → pixel.png')
		await runtime.port.send({
			type: 'approve',
			approvalId: request.approvalId,
			decision: { answer: 'once' },
		})
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		assert.deepEqual(await readFile(join(runtime.cwd, 'pixel.png')), PICTURE.bytes)
		assert.deepEqual(imagesIn(provider.requests[1]?.messages), [PICTURE.part])
		assert.equal(server.asked.length, 1)
		await runtime.port.send({ type: 'shutdown' })
		const kept = await everythingIn(runtime.home)
		assert.equal(kept.split(PICTURE.bytes.toString('latin1')).length - 1, 1)
		assert.equal(kept.includes(PICTURE.base64), false)
		assert.equal(kept.includes('sk-painter-0123456789'), false)
	})

	test('is not there without somebody who draws, nor in plan mode', async () => {
		const { config } = await painter()
		const provider = scriptedProvider(answer('hi'), answer('hi'))
		const without = await start({ provider })
		await without.prompt('hello')
		await without.until('run-end')
		const planning = await start({
			provider,
			approvals: { kind: 'plan' },
			runtime: { providers: [config], imageModel: { provider: 'painter', model: 'gpt-image-x' } },
		})
		await planning.prompt('hello')
		await planning.until('run-end')
		const offered = provider.requests.flatMap(request => request.tools.map(tool => tool.name))
		assert.equal(offered.includes('generate_image'), false)
	})
})
