// The vendors themselves, as against the many servers that speak their formats.

export function isOpenAiHost(baseUrl: string): boolean {
	return isHostOf(baseUrl, 'openai.com')
}

/** Their own models make their calls as calls: what looks like one in their text was put there by somebody else. */
export function isVendorHost(baseUrl: string): boolean {
	return isOpenAiHost(baseUrl) || isHostOf(baseUrl, 'anthropic.com')
}

function isHostOf(baseUrl: string, domain: string): boolean {
	const { hostname } = new URL(baseUrl)
	return hostname === domain || hostname.endsWith(`.${domain}`)
}
