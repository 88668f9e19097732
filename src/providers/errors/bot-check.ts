// Bot checks in front of a server: pages that only a browser passes, and that say nothing of the address or the key.

/** @returns what stands there, in words; undefined for any other answer */
export function botCheckIn({
	headers,
	text,
}: {
	headers: { get(name: string): string | null }
	text: string
}): string | undefined {
	if (headers.get('cf-mitigated') === 'challenge') return CHALLENGE
	const [, title = ''] = /<title>([^<]{0,200})/i.exec(text) ?? []
	if (/^just a moment/i.test(title)) return CHALLENGE
	return /^attention required! \| cloudflare/i.test(title) ? 'a block of Cloudflare' : undefined
}

const CHALLENGE = 'a bot check of Cloudflare (“Just a moment…”), which only a browser passes'
