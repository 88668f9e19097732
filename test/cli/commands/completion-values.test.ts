import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'vitest'
import { type Desk, makeDesk, runAgent } from '../../support/run-agent.ts'

let desk: Desk
beforeEach(async () => {
	desk = await makeDesk()
})
afterEach(() => desk.remove())

const values = async (kind: string) =>
	(await runAgent(['completion', '--values', kind], { desk })).stdout.split('\n').filter(Boolean)

test('sessions are offered by id and by name, but no name that a shell would act on', async () => {
	for (const prompt of ['one', 'two']) await runAgent(['run', '-m', 'demo', prompt], { desk })
	const [second, first, ...more] = await values('sessions')
	assert(first !== undefined && second !== undefined)
	assert.deepEqual(more, [])
	await runAgent(['sessions', 'rename', first, 'parser'], { desk })
	await runAgent(['sessions', 'rename', second, '$(touch hit)'], { desk })
	assert.deepEqual((await values('sessions')).toSorted(), [first, second, 'parser'].toSorted())
})

test('providers and models are those of the catalogue and of the settings', async () => {
	const config = (key: string, value: string) => runAgent(['config', 'set', key, value], { desk })
	await config('providers.mine', '{"api": "chat", "baseUrl": "http://127.0.0.1:1/v1"}')
	await config('models.mine/own', '{"windowTokens": 8192}')
	const providers = await values('providers')
	for (const id of ['anthropic', 'openai', 'demo', 'mine']) assert(providers.includes(id), id)
	const models = await values('models')
	assert(models.includes('mine/own'))
	assert(models.some(name => name.startsWith('anthropic/')))
})
