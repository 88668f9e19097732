// A server that never stops: what it sends is counted, so that it is known how much of it was let in.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { testInTurn } from '../../support/in-turn.ts'
import { type Answer, type Loopback, startLoopback } from '../../support/providers/loopback.ts'
import { type Desk, jsonLines, makeDesk, runAgent } from '../../support/run-agent.ts'

let server: Loopback
let desk: Desk
let sentCharacters = 0
beforeEach(async () => {
	server = await startLoopback()
	desk = await makeDesk()
	sentCharacters = 0
})
afterEach(async () => {
	await server.close()
	await desk.remove()
})

type Kind = 'text' | 'reasoning' | 'call'

/** The frames of each wire: one that begins, then those that add to it. */
const FRAMES: Record<string, (kind: Kind, text: string) => { begin: unknown[]; more: unknown }> = {
	openai: (kind, delta) => ({
		begin:
			kind === 'call'
				? [{ type: 'response.output_item.added', item: { id: 'i', type: 'function_call', name: 'write' } }]
				: [],
		more: {
			type: {
				text: 'response.output_text.delta',
				reasoning: 'response.reasoning_summary_text.delta',
				call: 'response.function_call_arguments.delta',
			}[kind],
			item_id: 'i',
			delta,
		},
	}),
	'openai-chat': (kind, text) => ({
		begin: [],
		more: {
			choices: [
				{
					delta: {
						text: { content: text },
						reasoning: { reasoning_content: text },
						call: { tool_calls: [{ index: 0, id: 'c', function: { name: 'write', arguments: text } }] },
					}[kind],
				},
			],
		},
	}),
	anthropic: (kind, text) => ({
		begin: [
			{ type: 'message_start', message: {} },
			{
				type: 'content_block_start',
				index: 0,
				content_block: {
					text: { type: 'text' },
					reasoning: { type: 'thinking' },
					call: { type: 'tool_use', id: 'c', name: 'write' },
				}[kind],
			},
		],
		more: {
			type: 'content_block_delta',
			index: 0,
			delta: {
				text: { type: 'text_delta', text },
				reasoning: { type: 'thinking_delta', thinking: text },
				call: { type: 'input_json_delta', partial_json: text },
			}[kind],
		},
	}),
}

/** @param text - by the number of the delta, counted from 0 */
function endless(wire: string, kind: Kind, text: (n: number) => string): Answer {
	return async response => {
		let isOpen = true
		const closed = once(response, 'close').then(() => {
			isOpen = false
		})
		response.writeHead(200, { 'content-type': 'text/event-stream' })
		const frame = (event: unknown) => `data: ${JSON.stringify(event)}\n\n`
		for (const event of FRAMES[wire]!(kind, '').begin) response.write(frame(event))
		for (let n = 0; isOpen; n++) {
			const said = text(n)
			sentCharacters += said.length
			if (!response.write(frame(FRAMES[wire]!(kind, said).more)))
				await Promise.race([once(response, 'drain'), closed])
		}
	}
}

/** What a socket holds that nobody has read is not what was let in. */
const IN_FLIGHT_CHARACTERS = 6_000_000

const SENTENCE = 'Wait, let me look at the file once more. '
const COUNTING = (n: number) => `This is line ${n} and not another one.\n`

describe.each(Object.keys(FRAMES))('a reply over %s that does not end', wire => {
	const testItsTurn = testInTurn(wire, Object.keys(FRAMES))
	const run = (...args: string[]) =>
		runAgent(['run', ...(args.includes('-m') ? [] : ['-m', `${wire}/test-model`]), ...args, 'go on'], {
			desk,
			env: {
				OPENAI_BASE_URL: `${server.url}/v1`,
				OPENAI_API_KEY: 'test',
				ANTHROPIC_BASE_URL: server.url,
				ANTHROPIC_API_KEY: 'test',
			},
		})

	test('and repeats a sentence is ended as looping', async () => {
		server.answerWith(endless(wire, 'text', () => SENTENCE))
		const { code, stdout, stderr } = await run('--output-format', 'json')
		const [result] = jsonLines(stdout)
		assert.deepEqual(
			[code, result?.subtype, result?.is_error, server.asked.length],
			[1, 'error_looping', true, 1],
			stderr,
		)
		assert.match(
			JSON.stringify(result?.error),
			/the model repeated the same passage of 41 characters over 7 KB/,
		)
		assert.match(
			String(result?.result),
			/^Wait, let me look at the file once more\. \n\[… \d+ characters that repeat this were left out here …\]$/,
		)
		assert.ok(sentCharacters < IN_FLIGHT_CHARACTERS)
	})

	testItsTurn('and repeats a thought goes on with the next model only if it was not shown', async () => {
		server.answerWith(endless(wire, 'reasoning', () => SENTENCE))
		const { code, stderr } = await run('-m', `${wire}/test-model,${wire}/other-model`)
		assert.deepEqual([code, server.asked.length], [1, 1])
		assert.match(stderr, /error: the model repeated the same thought/)
	})

	testItsTurn('and repeats what it writes into a call is ended, and the next model is asked', async () => {
		const [first, second] = [
			endless(wire, 'call', n => (n === 0 ? '{"content":"' : SENTENCE)),
			endless(wire, 'text', () => SENTENCE),
		]
		server.answerWith(first, second)
		const { code, stderr } = await run('-m', `${wire}/test-model,${wire}/other-model`)
		assert.deepEqual([code, server.asked.length], [1, 2])
		assert.match(stderr, /test-model failed: the model repeated the same passage of a tool call/)
		assert.match(stderr, /error: the model repeated the same passage of 41 characters/)
	})

	testItsTurn('and always says something else is ended at 64 000 tokens', async () => {
		server.answerWith(endless(wire, 'text', COUNTING))
		const { code, stdout, stderr } = await run()
		assert.equal(code, 1)
		assert.match(stderr, /error: the answer was cut off at the output limit of the model/)
		const lines = stdout.trimEnd().split('\n').length
		// Nine words, numbers and signs a line.
		assert.ok(lines > 5_500 && lines < 7_500, `${lines} lines`)
	})

	testItsTurn('is ended at the limit that the user has set, which is asked for as well', async () => {
		await mkdir(desk.home, { recursive: true })
		await writeFile(join(desk.home, 'settings.json'), '{ "budget": { "maxOutputTokens": 900 } }')
		server.answerWith(endless(wire, 'text', COUNTING))
		const { code, stdout } = await run()
		assert.equal(code, 1)
		const lines = stdout.trimEnd().split('\n').length
		assert.ok(lines > 80 && lines < 110, `${lines} lines`)
		assert.match(server.asked[0]!.text, /"max_(?:output_|completion_)?tokens":900\b/)
	})
})
