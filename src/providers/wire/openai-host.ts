// OpenAI itself, as against the many servers that speak its formats.

export function isOpenAiHost(baseUrl: string): boolean {
	const { hostname } = new URL(baseUrl)
	return hostname === 'openai.com' || hostname.endsWith('.openai.com')
}
