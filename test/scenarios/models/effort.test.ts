import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import type { Effort } from '../../../src/core/model.ts'
import { answer, type ScriptedProvider, scriptedProvider } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from '../../support/runtime/start-runtime.ts'

const started: StartedRuntime[] = []
afterEach(async () => {
	for (const runtime of started.splice(0).reverse()) await runtime.stop()
})

async function start(provider: ScriptedProvider, options: Omit<StartOptions, 'provider'> = {}) {
	const runtime = await startRuntime({ ...options, provider })
	started.push(runtime)
	return runtime
}

const asked = (provider: ScriptedProvider) => provider.requests.map(request => request.effort)
/** Counting those of earlier processes, which are told again. */
async function untilRunsEnded(runtime: StartedRuntime, count: number): Promise<void> {
	for (let ended = 0; ended < count; ended++) await runtime.until('run-end')
}

const chosen = (level: Effort) => ({ effort: { level, isChosen: true } })
const configured = (level: Effort) => ({ effort: { level, isChosen: false } })

test('nobody having said anything, the model is left alone', async () => {
	const provider = scriptedProvider(answer('hi'))
	const runtime = await start(provider)
	await runtime.prompt('hello')
	assert.equal('effort' in (await runtime.until('run-start')).snapshot, false)
	await runtime.until('run-end')
	assert.deepEqual(asked(provider), [undefined])
})

test('set-effort holds from the next run on, also when the session is taken up again', async () => {
	const provider = scriptedProvider(answer('one'), answer('two'), answer('three'))
	const runtime = await start(provider, { runtime: configured('low') })
	await runtime.prompt('first')
	await runtime.until('run-end')
	await runtime.port.send({ type: 'set-effort', effort: 'high' })
	await runtime.prompt('second')
	await runtime.until('run-end')
	await runtime.port.send({ type: 'shutdown' })

	const again = await start(provider, {
		in: runtime,
		selector: { kind: 'last' },
		runtime: configured('low'),
	})
	assert.equal((await again.until('session-open')).effort, 'high')
	await again.prompt('third')
	await untilRunsEnded(again, 3)
	assert.deepEqual(asked(provider), ['low', 'high', 'high'])
})

test('a flag wins over what the session went by', async () => {
	const provider = scriptedProvider(answer('one'), answer('two'))
	const runtime = await start(provider, { runtime: chosen('high') })
	await runtime.prompt('first')
	await runtime.until('run-end')
	await runtime.port.send({ type: 'shutdown' })
	const again = await start(provider, { in: runtime, selector: { kind: 'last' }, runtime: chosen('none') })
	await again.prompt('second')
	await untilRunsEnded(again, 2)
	assert.deepEqual(asked(provider), ['high', 'none'])
})

test('an effort for a model that is not known to reason is told to change nothing', async () => {
	const words =
		'test/scripted is not known to reason, so effort changes nothing; if it does, set models.test/scripted.reasoning to true'
	const byFlag = await start(scriptedProvider(), { runtime: chosen('high') })
	assert.equal((await byFlag.until('notice')).text, words)
	const byCommand = await start(scriptedProvider())
	await byCommand.port.send({ type: 'set-effort', effort: 'low' })
	assert.equal((await byCommand.until('notice')).text, words)
})
