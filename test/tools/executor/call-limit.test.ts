import assert from 'node:assert/strict'
import { test } from 'vitest'
import { textOf } from '../../../src/core/messages.ts'
import type { ToolResult } from '../../../src/core/tool.ts'
import { createCheckSchema } from '../../../src/runtime/host/check-schema.ts'
import { defineTool } from '../../../src/tools/executor/define-tool.ts'
import type { Tool } from '../../../src/tools/executor/tool.ts'
import { handClock } from '../../support/hand-clock.ts'
import { callOf, executed, executing } from '../../support/tools/executing.ts'
import { openWorkFolder } from '../../support/tools/work-folder.ts'

/** Does nothing but wait, and lets go when it is told to. */
const patient: Tool = defineTool({
	name: 'patient',
	description: 'Waits.',
	inputSchema: { type: 'object' },
	checkSchema: createCheckSchema(),
	facts: { access: 'none', phase: 'plan' },
	tier: 'read-only',
	run: (_input, { signal }) =>
		new Promise<ToolResult>(resolve => {
			const end = () => resolve({ outcome: 'cancelled', content: [] })
			signal.addEventListener('abort', end, { once: true })
		}),
})

async function callOnce(askedMs: () => number) {
	const { host } = await openWorkFolder()
	const clock = handClock()
	const deps = executing([patient], { host: { ...host, clock }, limitMs: 60_000, askedMs })
	const ended = executed(callOf('patient', {}), deps)
	return { clock, ended: ended.then(({ outcome, content }) => `${outcome}: ${textOf(content)}`) }
}

const STOPPED = 'failed: stopped after 60 s, the limit for one call\n'

test('a call is stopped when its time is up', async () => {
	const { clock, ended } = await callOnce(() => 0)
	await clock.asleepFor(60_000)
	clock.advance(60_000)
	assert.equal(await ended, STOPPED)
})

test('what passes while somebody is asked is not of the call, and what was asked before it is nothing to it', async () => {
	let askedMs = 5_000
	const { clock, ended } = await callOnce(() => askedMs)
	await clock.asleepFor(60_000)
	askedMs += 45_000
	clock.advance(60_000)
	await clock.asleepFor(45_000)
	clock.advance(45_000)
	assert.equal(await ended, STOPPED)
})
