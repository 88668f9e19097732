import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, test } from 'vitest'
import type { JsonObject } from '../../../src/core/json.ts'
import { textOf } from '../../../src/core/messages.ts'
import type { ModelPart } from '../../../src/core/model.ts'
import { untilConnected } from '../../support/mcp/connected.ts'
import { configured, npmServer, PATIENT, startEverything } from '../../support/mcp/servers.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from '../../support/runtime/start-runtime.ts'

const stopping: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const stop of stopping.splice(0).reverse()) await stop()
})

async function startWith(
	servers: Readonly<Record<string, JsonObject>>,
	replies: readonly (readonly ModelPart[])[],
	options: Partial<StartOptions> = {},
): Promise<StartedRuntime> {
	const provider = scriptedProvider(...replies)
	const runtime = await startRuntime({
		provider,
		isInteractive: false,
		approvals: { kind: 'all' },
		...options,
		runtime: { extensions: configured(servers), settings: PATIENT, ...options.runtime },
	})
	stopping.push(async () => {
		await runtime.stop()
		provider.assertFinished()
	})
	return runtime
}

/** The results of the calls, in order. */
async function resultsOf(runtime: StartedRuntime, prompt = 'go') {
	await runtime.prompt(prompt)
	await runtime.until('run-end')
	return runtime.envelopes.flatMap(({ event }) => (event.type === 'tool-end' ? [event.result] : []))
}

describe('tools of an MCP server', () => {
	test('are called like our own', async () => {
		const runtime = await startWith({ everything: npmServer('everything') }, [
			toolCalls(['c1', 'mcp__everything__echo', { message: 'hello' }]),
			answer('done'),
		])
		const [echoed] = await resultsOf(runtime)
		assert.deepEqual(echoed, { outcome: 'ok', content: [{ type: 'text', text: 'Echo: hello' }] })
	})

	test.each(['streamableHttp', 'sse'] as const)('are called over %s', async transport => {
		const server = await startEverything(transport)
		stopping.push(server.stop)
		const runtime = await startWith({ everything: { url: server.url } }, [
			toolCalls(['c1', 'mcp__everything__echo', { message: 'hello' }]),
			answer('done'),
		])
		const [echoed] = await resultsOf(runtime)
		assert.equal(textOf(echoed!.content), 'Echo: hello')
		const [status] = await runtime.port.queries.servers()
		assert.equal(status?.state.kind, 'connected')
	})

	test('give text, images, structured content and links in a form that a model takes', async () => {
		const runtime = await startWith({ everything: npmServer('everything') }, [
			toolCalls(
				['c1', 'mcp__everything__get-tiny-image', {}],
				['c2', 'mcp__everything__get-structured-content', { location: 'New York' }],
				['c3', 'mcp__everything__get-resource-links', { count: 2 }],
				['c4', 'mcp__everything__get-resource-reference', { resourceType: 'Text', resourceId: 1 }],
				['c5', 'mcp__everything__get-sum', { a: 'no number' }],
			),
			answer('done'),
		])
		const [image, structured, links, embedded, wrong] = await resultsOf(runtime)
		const [, picture] = image!.content
		assert.equal(picture?.type === 'image' && picture.mediaType, 'image/png')
		assert.match(textOf(structured!.content), /"temperature"/)
		assert.match(textOf(links!.content), /; read it with the path everything:demo:\/\/resource\//)
		assert.match(textOf(embedded!.content), /\[resource demo:\/\/resource\/dynamic\/text\/1\]\n/)
		assert.equal(wrong!.outcome, 'failed')
		assert.match(
			textOf(wrong!.content),
			/b: expected number, got nothing; a: expected number, got string "no number"/,
		)
	})

	test('report how far they are, and are told when nobody waits any more', async () => {
		const runtime = await startWith({ everything: npmServer('everything') }, [
			toolCalls(['c1', 'mcp__everything__trigger-long-running-operation', { duration: 100, steps: 1_000 }]),
		])
		await runtime.prompt('go')
		const { text } = await runtime.until('tool-progress')
		assert.match(text, /^\d+\/1000\n$/)
		await runtime.port.send({ type: 'cancel', runId: runtime.runId() })
		assert.equal((await runtime.until('tool-end')).result.outcome, 'cancelled')
		assert.equal((await runtime.until('run-end')).reason, 'cancelled')
	})

	test('ask with the call itself and cover only that tool when the user says yes for the session', async () => {
		const runtime = await startWith(
			{ everything: npmServer('everything') },
			[
				toolCalls(['c1', 'mcp__everything__echo', { message: 'one' }]),
				toolCalls(
					['c2', 'mcp__everything__echo', { message: 'two' }],
					['c3', 'mcp__everything__get-sum', { a: 1, b: 2 }],
				),
				answer('done'),
			],
			{ approvals: { kind: 'ask' }, isInteractive: true },
		)
		await untilConnected(runtime)
		await runtime.prompt('go')
		const first = (await runtime.until('approval-request')).request
		const { tier, title, reasons, sessionKeys } = first.permission
		assert.deepEqual(
			{ tier, title, reasons, sessionKeys },
			{
				tier: 'privileged',
				title: 'mcp__everything__echo',
				reasons: ['Nobody vouches for what a tool of the MCP server everything does.'],
				sessionKeys: ['mcp:everything:echo'],
			},
		)
		await runtime.port.send({
			type: 'approve',
			approvalId: first.approvalId,
			decision: { answer: 'session' },
		})
		const second = (await runtime.until('approval-request')).request
		assert.equal(second.tool, 'mcp__everything__get-sum')
		await runtime.port.send({ type: 'approve', approvalId: second.approvalId, decision: { answer: 'no' } })
		await runtime.until('run-end')
		const outcomes = runtime.envelopes.flatMap(({ event }) =>
			event.type === 'tool-end' ? [event.result.outcome] : [],
		)
		assert.deepEqual(outcomes, ['ok', 'ok', 'refused'])
	})
})

test('the files and the memory of the reference servers are used beside each other', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'keelson-memory-'))
	stopping.push(() => rm(folder, { recursive: true }))
	const server = npmServer('memory')
	const memory = {
		...server,
		env: { ...(server.env as object), MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
	}
	const runtime = await startWith(
		{ files: npmServer('filesystem', '.'), memory },
		[
			toolCalls(['c1', 'mcp__files__read_text_file', { path: 'notes.txt' }]),
			toolCalls([
				'c2',
				'mcp__memory__create_entities',
				{ entities: [{ name: 'milk', entityType: 'food', observations: ['is missing'] }] },
			]),
			answer('done'),
		],
		{ files: { 'notes.txt': 'remember the milk' } },
	)
	const [notes, created] = await resultsOf(runtime)
	assert.match(textOf(notes!.content), /remember the milk/)
	assert.match(textOf(created!.content), /is missing/)
})
