import assert from 'node:assert/strict'
import { test } from 'vitest'
import { readWebAddress } from '../../../src/tools/web/web-address.ts'
import { askWeb } from '../../../src/tools/web/web-request.ts'

test('a request that nobody waits for any more leaves no failed look-up behind', async () => {
	const address = readWebAddress('https://receiver.example/hook')
	assert.ok('url' in address)
	const failed: unknown[] = []
	const keep = (error: unknown) => failed.push(error)
	process.on('unhandledRejection', keep)
	try {
		const internet = {
			resolve: () => Promise.reject(new Error('there is no such name')),
			connect: () => assert.fail('nothing is to be connected to'),
		}
		const network = { userAgent: 'test', allowedHosts: [], internet }
		await assert.rejects(askWeb(address, network, AbortSignal.abort(new Error('left'))), /left/)
		// Rejections are told of when the queue of promises is empty.
		await new Promise(resolve => setImmediate(resolve))
		assert.deepEqual(failed, [])
	} finally {
		process.off('unhandledRejection', keep)
	}
})
