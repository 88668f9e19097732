import assert from 'node:assert/strict'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { onTestFinished, test } from 'vitest'
import type { Envelope } from '../../../src/core/events.ts'
import { encode } from '../../../src/sessions/codec.ts'
import { readFromTail } from '../../../src/sessions/reading/read-tail.ts'
import { EMPTY_VIEW, type View } from '../../../src/tui/state/view.ts'
import { foldView } from '../../../src/tui/state/view-state.ts'
import { anyLongSession } from '../../support/sessions/any-long-session.ts'

test('a screen that saw only the end of a log knows what one that saw all of it knows', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'keelson-view-'))
	onTestFinished(() => rm(folder, { recursive: true, force: true }))
	const path = join(folder, 'log.jsonl')
	let tails = 0
	const property = fc.asyncProperty(anyLongSession, async log => {
		await writeFile(path, log.map(encode).join(''))
		const file = await open(path)
		const { read, offset } = await readFromTail(file).finally(() => file.close())
		if (offset > 0) tails++
		assert.deepEqual(known(read.envelopes), known(log))
	})
	await fc.assert(property, { numRuns: 200 })
	assert.ok(tails > 50, `only ${tails} of them were tails`)
})

function known(envelopes: readonly Envelope[]): Partial<View> {
	const { todo, usage, costMicroUsd, name, model, approvals, asked } = envelopes.reduce(foldView, EMPTY_VIEW)
	return { todo, usage, costMicroUsd, name, model, approvals, asked }
}
