import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { CallId } from '../../src/core/ids.ts'
import { textOf } from '../../src/core/messages.ts'
import type { Tool, ToolResult } from '../../src/core/tool.ts'
import { createCheckSchema } from '../../src/runtime/node-host/check-schema.ts'
import { defineTool } from '../../src/tools/define-tool.ts'
import { execute } from '../../src/tools/execute.ts'
import { createRegistry } from '../../src/tools/registry.ts'
import { handClock } from '../providers/hand-clock.ts'
import { openWorkFolder } from '../support/work-folder.ts'

/** Does nothing but wait, and lets go when it is told to. */
const patient: Tool = defineTool({
	name: 'patient',
	description: 'Waits.',
	inputSchema: { type: 'object' },
	checkSchema: createCheckSchema(),
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
	const ended = execute(
		{ type: 'tool-call', callId: 'c1' as CallId, tool: 'patient', arguments: '{}' },
		{
			tools: createRegistry([patient], ['patient']),
			host: { ...host, clock },
			signal: new AbortController().signal,
			standing: () => ({ mode: { kind: 'ask' }, covered: new Set(), yolo: false }),
			approve: async () => ({ decision: { answer: 'no' }, by: 'nobody' }),
			started: async () => {},
			progress: () => {},
			scrub: text => text,
			denied: () => {},
			limitMs: 60_000,
			askedMs,
		},
	)
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
