import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ProviderConfig } from '../../../src/core/model.ts'
import { keepModels } from '../../../src/providers/discovery/kept-models.ts'
import { nodeClock } from '../../../src/runtime/host/clock.ts'
import { createNodeFiles } from '../../../src/runtime/host/files.ts'
import { requireTaskModel } from '../../../src/runtime/tasks/task-model.ts'
import { temporaryFolder } from '../../support/sessions/temporary-folder.ts'

test('a model of a task is one that a provider has, as far as that is known without asking', async () => {
	const folders = { models: await temporaryFolder() }
	const mine: ProviderConfig = {
		id: 'mine',
		api: 'chat',
		baseUrl: 'http://127.0.0.1:9/v1',
		keyName: 'MINE',
		keyOptional: true,
		key: async () => undefined,
	}
	const settings = { models: { 'mine/own': {} } }
	const refused = (model: string) =>
		requireTaskModel(model, { providers: [mine], settings, folders }).then(
			() => undefined,
			error => [error.code, error.message],
		)
	assert.deepEqual(await refused('mien/large'), [
		'model-unknown',
		'there is no provider "mien" (from "mien/large"); did you mean mine/large? There are mine',
	])
	assert.deepEqual((await refused('large'))?.[0], 'usage')
	// Nobody knows what it has.
	assert.equal(await refused('mine/smal1'), undefined)

	const kept = { files: createNodeFiles(), folder: folders.models, clock: nodeClock }
	await keepModels(mine, [{ model: 'large-2026' }, { model: 'small' }], kept)
	assert.deepEqual(await refused('mine/smal1'), [
		'model-unknown',
		'mine has no model "smal1"; did you mean small?',
	])
	for (const model of ['mine/large', 'mine/small:free', 'mine/own', 'mine/smal1,mine/small'])
		assert.equal(await refused(model), undefined, model)
	const longAgo = { ...kept, clock: { now: () => Date.now() - 3_600_001 } }
	await keepModels(mine, [{ model: 'small' }], longAgo)
	assert.equal(await refused('mine/smal1'), undefined)
})
