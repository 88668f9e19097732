// A model for the usual starts: over each wire it wants to read a note, and then has its answer.

import { createServer } from 'node:http'

const ANSWER = 'It is a note, and **that** is all.'
const CALL = { id: 'call_1', name: 'read', arguments: JSON.stringify({ path: 'note.txt' }) }

/** @returns {Promise<{ environment: Record<string, string>, answer: string, close(): Promise<void> }>} */
export async function startAnsweringServer() {
	const server = createServer((request, response) => {
		let body = ''
		request.on('data', chunk => (body += chunk))
		request.on('end', () => {
			const wire = WIRES.find(({ path }) => request.url.endsWith(path))
			if (!wire) return response.writeHead(404).end('{}')
			const events = body.includes('call_1') ? wire.answer() : wire.call()
			response.writeHead(200, { 'content-type': 'text/event-stream' })
			response.end(`${events.map(streamed).join('')}data: [DONE]\n\n`)
		})
	})
	await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
	const url = `http://127.0.0.1:${server.address().port}`
	return {
		environment: {
			OPENAI_BASE_URL: `${url}/v1`,
			OPENAI_API_KEY: 'sk-test',
			ANTHROPIC_BASE_URL: url,
			ANTHROPIC_API_KEY: 'sk-test',
		},
		answer: 'is all',
		close: () => new Promise(resolve => server.close(resolve)),
	}
}

/** Chat Completions does not name its events. */
function streamed(event) {
	const name = event.type ? `event: ${event.type}\n` : ''
	return `${name}data: ${JSON.stringify(event)}\n\n`
}

const WIRES = [
	{ path: '/responses', call: () => responses(responsesCall), answer: () => responses(responsesMessage) },
	{
		path: '/chat/completions',
		call: () => chat({ tool_calls: [chatCall()] }, 'tool_calls'),
		answer: () => chat({ content: ANSWER }, 'stop'),
	},
	{ path: '/messages', call: () => messages(messagesCall), answer: () => messages(messagesText) },
]

function responses({ item, deltas }) {
	const usage = {
		input_tokens: 9,
		input_tokens_details: { cached_tokens: 0 },
		output_tokens: 9,
		output_tokens_details: { reasoning_tokens: 0 },
		total_tokens: 18,
	}
	const events = [
		{ type: 'response.created', response: { id: 'r1', status: 'in_progress', output: [] } },
		{ type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
		...deltas,
		{ type: 'response.output_item.done', output_index: 0, item },
		{
			type: 'response.completed',
			response: { id: 'r1', status: 'completed', output: [item], usage },
		},
	]
	return events.map((event, index) => ({ ...event, sequence_number: index }))
}

const responsesCall = {
	item: { type: 'function_call', id: 'f1', call_id: CALL.id, name: CALL.name, arguments: CALL.arguments },
	deltas: [
		{
			type: 'response.function_call_arguments.delta',
			item_id: 'f1',
			output_index: 0,
			delta: CALL.arguments,
		},
	],
}

const responsesMessage = {
	item: {
		type: 'message',
		id: 'm1',
		role: 'assistant',
		status: 'completed',
		content: [{ type: 'output_text', text: ANSWER, annotations: [] }],
	},
	deltas: [
		{
			type: 'response.output_text.delta',
			item_id: 'm1',
			output_index: 0,
			content_index: 0,
			delta: ANSWER,
		},
	],
}

function chat(delta, reason) {
	const chunk = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'test-model' }
	return [
		{ ...chunk, choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }] },
		{ ...chunk, choices: [{ index: 0, delta: {}, finish_reason: reason }] },
	]
}

function chatCall() {
	const { id, ...called } = CALL
	return { index: 0, id, type: 'function', function: called }
}

function messages({ block, delta, reason }) {
	return [
		{
			type: 'message_start',
			message: {
				id: 'm1',
				type: 'message',
				role: 'assistant',
				model: 'test-model',
				content: [],
				stop_reason: null,
				usage: { input_tokens: 9, output_tokens: 1 },
			},
		},
		{ type: 'content_block_start', index: 0, content_block: block },
		{ type: 'content_block_delta', index: 0, delta },
		{ type: 'content_block_stop', index: 0 },
		{ type: 'message_delta', delta: { stop_reason: reason }, usage: { output_tokens: 9 } },
		{ type: 'message_stop' },
	]
}

const messagesCall = {
	block: { type: 'tool_use', id: CALL.id, name: CALL.name, input: {} },
	delta: { type: 'input_json_delta', partial_json: CALL.arguments },
	reason: 'tool_use',
}

const messagesText = {
	block: { type: 'text', text: '' },
	delta: { type: 'text_delta', text: ANSWER },
	reason: 'end_turn',
}
