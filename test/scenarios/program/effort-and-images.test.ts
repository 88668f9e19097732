import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import type { JsonObject } from '../../../src/core/json.ts'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { PICTURE } from '../../support/picture.ts'
import { type Desk, makeDesk, runAgent } from '../../support/run-agent.ts'

let server: ModelServer
let desk: Desk
beforeEach(async () => {
	server = await startModelServer()
	desk = await makeDesk()
	await writeFile(join(desk.cwd, 'shot.png'), PICTURE.bytes)
})
afterEach(async () => {
	await server.close()
	await desk.remove()
})

const agent = (...args: string[]) => runAgent(args, { desk, env: server.environment })
const settings = async (values: object) => {
	await mkdir(desk.home, { recursive: true })
	await writeFile(join(desk.home, 'settings.json'), JSON.stringify(values))
}

describe.each<[string, (body: JsonObject) => unknown, string]>([
	['openai/gpt-5.5', body => body.reasoning, '{"effort":"high","summary":"auto"}'],
	['openai-chat/gpt-5.5', body => body.reasoning_effort, '"high"'],
	['anthropic/claude-opus-4-8', body => body.output_config, '{"effort":"high"}'],
])('%s', (model, effortOf, expected) => {
	test('is told how much to think by a flag, and by a setting', async () => {
		server.script({ text: 'one' }, { text: 'two' })
		assert.equal((await agent('run', '-m', model, '--effort', 'high', 'hi')).code, 0)
		await settings({ effort: 'high' })
		assert.equal((await agent('run', '-m', model, 'hi')).code, 0)
		assert.deepEqual(
			server.requests.map(({ body }) => JSON.stringify(effortOf(body))),
			[expected, expected],
		)
	})

	test('that cannot be kept from thinking is asked for a little of it', async () => {
		const message = "Unsupported value: 'effort' does not support 'none' with this model."
		if (model.startsWith('openai')) server.script({ status: 400, error: { message } })
		server.script({ text: 'one' })
		const { code, stderr } = await agent('run', '-m', model, '--effort', 'none', 'hi')
		assert.equal(code, 0, stderr)
		assert.match(JSON.stringify(effortOf(server.requests.at(-1)!.body)), /"low"/)
	})

	test('sees the picture that a prompt names', async () => {
		server.script({ text: 'a grey pixel' })
		const { code, stderr } = await agent('run', '-m', model, 'What is in @shot.png?')
		assert.equal(code, 0, stderr)
		assert.equal(server.requests[0]?.bytes.includes(PICTURE.base64), true)
	})
})

test('an effort there is not is a mistake in how it was called', async () => {
	const { code, stderr } = await agent('run', '--effort', 'extreme', 'hi')
	assert.deepEqual([code, stderr], [2, 'error: --effort extreme: expected none, low, medium or high\n'])
})

test('a picture for a model that takes none is refused, and nothing is asked', async () => {
	await settings({ models: { 'openai/gpt-5.5': { images: false } } })
	const { code, stderr } = await agent('run', '-m', 'openai/gpt-5.5', 'What is in @shot.png?')
	assert.equal(code, 2)
	assert.match(stderr, /^error: openai\/gpt-5\.5 takes no images\. /)
	assert.equal(server.requests.length, 0)
})

test('generate_image is offered when OpenAI has a key, and only then', async () => {
	server.script({ text: 'one' }, { text: 'two' })
	const toolsOf = (index: number) => JSON.stringify(server.requests[index]?.body.tools)
	await agent('run', '-m', 'anthropic/test-model', 'hi')
	const { OPENAI_API_KEY: _, ...env } = server.environment
	await runAgent(['run', '-m', 'anthropic/test-model', 'hi'], { desk, env })
	assert.deepEqual(
		[0, 1].map(index => toolsOf(index).includes('generate_image')),
		[true, false],
	)
})
