// Model servers on this machine: which ones there usually are, and whether they answer.

import { isObject, parseJson } from '../core/json.ts'

export type LocalServer = { name: string; port: number }

export const LOCAL_SERVERS: readonly LocalServer[] = [
	{ name: 'Ollama', port: 11434 },
	{ name: 'LM Studio', port: 1234 },
	{ name: 'llama.cpp', port: 8080 },
	{ name: 'vLLM', port: 8000 },
]

/** @returns the names of its models, or undefined when nothing that speaks OpenAI's API is there */
export function modelsOf({ port }: LocalServer, timeoutMs: number): Promise<readonly string[] | undefined> {
	const http = process.getBuiltinModule('node:http')
	return new Promise(resolve => {
		const request = http.get({ host: '127.0.0.1', port, path: '/v1/models', agent: false }, response => {
			let text = ''
			response.setEncoding('utf8')
			response.on('data', (chunk: string) => {
				text += chunk
				if (text.length > LIMIT_CHARACTERS) request.destroy()
			})
			response.on('end', () => resolve(response.statusCode === 200 ? modelNames(text) : undefined))
		})
		const giveUp = setTimeout(() => request.destroy(), timeoutMs)
		request.on('error', () => {})
		request.on('close', () => {
			clearTimeout(giveUp)
			resolve(undefined)
		})
	})
}

const LIMIT_CHARACTERS = 1_000_000

/** Some other program may well listen there: anything but the shape we expect is not a model server. */
function modelNames(text: string): readonly string[] | undefined {
	const answer = parseJson(text)
	if (!isObject(answer) || !Array.isArray(answer.data)) return undefined
	return answer.data.flatMap(model => (isObject(model) && typeof model.id === 'string' ? [model.id] : []))
}
