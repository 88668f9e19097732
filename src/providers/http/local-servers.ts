// The model servers that people run on their own machine: what they are called, where they listen when nobody told
// them otherwise, and what they are like.

import type { ProviderConfig } from '../../core/model.ts'

export type LocalServer = {
	/** Also the id of its provider. */
	id: 'ollama' | 'lmstudio' | 'llamacpp' | 'vllm'
	name: string
	port: string
	/** How it is started. */
	start: string
	/** A prompt that does not fit loses its beginning, and nobody is told. */
	cutsSilently: boolean
	/** How it is given a longer window. */
	widen: string
}

export const LOCAL_SERVERS: readonly LocalServer[] = [
	{
		id: 'ollama',
		name: 'Ollama',
		port: '11434',
		start: 'ollama serve',
		cutsSilently: true,
		widen: 'OLLAMA_CONTEXT_LENGTH=64000 ollama serve',
	},
	{
		id: 'lmstudio',
		name: 'LM Studio',
		port: '1234',
		start: 'lms server start',
		cutsSilently: true,
		widen: 'lms load MODEL --context-length 64000',
	},
	{
		id: 'llamacpp',
		name: 'llama.cpp',
		port: '8080',
		start: 'llama-server -m MODEL.gguf --jinja',
		cutsSilently: false,
		widen: 'llama-server --ctx-size 64000',
	},
	{
		id: 'vllm',
		name: 'vLLM',
		port: '8000',
		start: 'vllm serve MODEL',
		cutsSilently: false,
		widen: 'vllm serve MODEL --max-model-len 64000',
	},
]

/** By its provider's id, or by its usual port on this machine under whatever name it was configured. */
export function localServerOf({ id, baseUrl }: ProviderConfig): LocalServer | undefined {
	return (
		LOCAL_SERVERS.find(server => server.id === id) ?? (URL.canParse(baseUrl) ? serverAt(baseUrl) : undefined)
	)
}

function serverAt(baseUrl: string): LocalServer | undefined {
	const url = new URL(baseUrl)
	return isLoopback(url) ? LOCAL_SERVERS.find(server => server.port === url.port) : undefined
}

export function isLoopback({ hostname }: URL): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
