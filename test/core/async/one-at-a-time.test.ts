import assert from 'node:assert/strict'
import { test } from 'vitest'
import { OneAtATime } from '../../../src/core/async/one-at-a-time.ts'

test('work begins when what was asked for before has ended, also where that failed', async () => {
	const queue = new OneAtATime()
	const story: string[] = []
	let release = () => {}
	const first = queue.run(async () => {
		story.push('first begins')
		await new Promise<void>(resolve => {
			release = resolve
		})
		story.push('first fails')
		throw new Error('no')
	})
	const second = queue.run(() => story.push('second'))
	const all = queue.settled()
	await Promise.resolve()
	assert.deepEqual(story, ['first begins'])
	release()
	await assert.rejects(first, /no/)
	assert.equal(await second, 3)
	await all
	assert.deepEqual(story, ['first begins', 'first fails', 'second'])
})
