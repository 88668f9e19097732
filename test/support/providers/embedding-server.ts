// A real server on loopback that answers like OpenAI's embeddings, and remembers what it was asked.

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Vectors, a status to refuse with, or nothing at all. */
export type EmbeddingAnswer = readonly { index: number; embedding: readonly number[] }[] | number | 'silence'

export type EmbeddingRequest = {
	url: string | undefined
	authorization: string | undefined
	body: { model: string; input: string[] }
}

/** What it says of each, whatever it says. */
export const TOKENS_PER_TEXT = 10

export async function startEmbeddings(
	answer: (texts: readonly string[]) => EmbeddingAnswer | Promise<EmbeddingAnswer>,
) {
	const requests: EmbeddingRequest[] = []
	let heard = () => {}
	const server = createServer(async (request, response) => {
		const body = JSON.parse(await textOf(request))
		requests.push({ url: request.url, authorization: request.headers.authorization, body })
		heard()
		const said = await answer(body.input)
		if (said === 'silence') return
		const status = typeof said === 'number' ? said : 200
		response.writeHead(status, { 'content-type': 'application/json' })
		const usage = { prompt_tokens: TOKENS_PER_TEXT * body.input.length, total_tokens: 0 }
		response.end(
			JSON.stringify(typeof said === 'number' ? { error: { message: 'no' } } : { data: said, usage }),
		)
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo
	return {
		url: `http://127.0.0.1:${port}/v1`,
		requests,
		/** Resolves when it has been asked so often, or about this. */
		asked: (what: number | string) =>
			new Promise<void>(resolve => {
				heard = () => {
					const inputs = requests.map(({ body }) => body.input)
					if (typeof what === 'number' ? inputs.length >= what : inputs.some(texts => texts.includes(what)))
						resolve()
				}
				heard()
			}),
		close() {
			server.closeAllConnections()
			server.close()
		},
	}
}

/** Another direction for each text. */
export function anyVectors(texts: readonly string[]): EmbeddingAnswer {
	return texts.map((text, index) => ({ index, embedding: [1, text.length, text.charCodeAt(0)] }))
}

async function textOf(request: IncomingMessage): Promise<string> {
	let text = ''
	for await (const chunk of request.setEncoding('utf8')) text += chunk
	return text
}
