// A client of a server's HTTP, for tests: whole answers, streams message by message, tasks as soon as they are so.

import { type IncomingMessage, request as send } from 'node:http'
import type { Task } from '../../../src/core/services/tasks.ts'
import { createSseDecoder } from '../../../src/providers/http/sse.ts'

export type Answer = {
	status: number
	headers: Readonly<Record<string, string | string[] | undefined>>
	text: string
	// biome-ignore lint/suspicious/noExplicitAny: what a test looks into as it likes
	json: any
}

export type Asked = {
	token?: string | undefined
	headers?: Readonly<Record<string, string>>
	body?: unknown
	/** Sent as it stands. */
	raw?: string | Buffer
}

export type Message = {
	event: string
	// biome-ignore lint/suspicious/noExplicitAny: what a test looks into as it likes
	data: any
	id: string | undefined
}

export type Client = {
	ask(method: string, path: string, asked?: Asked): Promise<Answer>
	/** Ends with the server's end, or when the loop is left. */
	stream(path: string, asked?: Asked): Promise<AsyncGenerator<Message, undefined>>
	/** Creates a task. @returns its id */
	create(prompt: string, more?: object, token?: string): Promise<string>
	/** The task as soon as it is so. */
	until(id: string, isSo: (task: Task) => boolean, token?: string): Promise<Task>
}

/** @param own - the token where none is given */
export function clientOf(url: string, own: string): Client {
	const ask: Client['ask'] = async (method, path, asked = {}) => {
		const response = await answerTo(url, method, path, { token: own, ...asked })
		const chunks: Buffer[] = []
		for await (const chunk of response) chunks.push(chunk)
		const text = Buffer.concat(chunks).toString()
		const isJson = response.headers['content-type']?.startsWith('application/json')
		return {
			status: response.statusCode ?? 0,
			headers: response.headers,
			text,
			json: isJson && text !== '' ? JSON.parse(text) : undefined,
		}
	}
	const client: Client = {
		ask,
		async stream(path, asked = {}) {
			const headers = { Accept: 'text/event-stream', ...asked.headers }
			const response = await answerTo(url, 'GET', path, { token: own, ...asked, headers })
			if (response.statusCode !== 200) throw new Error(`${response.statusCode} instead of a stream`)
			return messagesOf(response)
		},
		async create(prompt, more = {}, token = own) {
			const { status, text, json } = await ask('POST', '/v1/tasks', { token, body: { prompt, ...more } })
			if (status !== 201) throw new Error(`${status}: ${text}`)
			return json.id
		},
		async until(id, isSo, token = own) {
			for await (const { event, data } of await client.stream(`/v1/tasks/${id}/events`, { token }))
				if (event === 'task' && isSo(data)) return data
			throw new Error('it has ended otherwise')
		},
	}
	return client
}

function answerTo(url: string, method: string, path: string, { token = '', headers, body, raw }: Asked) {
	const bytes = raw ?? (body === undefined ? undefined : JSON.stringify(body))
	return new Promise<IncomingMessage>((resolve, reject) => {
		const request = send(
			`${url}${path}`,
			{
				method,
				agent: false,
				headers: {
					...(token !== '' && { Authorization: `Bearer ${token}` }),
					...(bytes !== undefined && { 'Content-Type': 'application/json' }),
					...headers,
				},
			},
			resolve,
		)
		request.once('error', reject)
		request.end(bytes)
	})
}

async function* messagesOf(response: AsyncIterable<Buffer>): AsyncGenerator<Message, undefined> {
	const decoder = createSseDecoder()
	const characters = new TextDecoder()
	let text = ''
	for await (const chunk of response) {
		text += characters.decode(chunk, { stream: true })
		const whole = text.lastIndexOf('\n\n') + 2
		if (whole === 1) continue
		const blocks = text.slice(0, whole).split('\n\n')
		text = text.slice(whole)
		for (const block of blocks) {
			// The decoder of the client does not keep ids; here they are what is looked at.
			for (const { event, data } of decoder.push(Buffer.from(`${block}\n\n`)))
				yield { event, data: JSON.parse(data), id: /^id: (.*)$/m.exec(block)?.[1] }
		}
	}
	return undefined
}
