// Search engines behind an address in the settings: what they are asked, and what their answers mean. Pure.

import { isObject, type JsonObject, parseJson } from '../../core/json.ts'
import type { WebOrder } from './web-request.ts'

export type SearchEndpoint = {
	/** With `{query}` where the words go. */
	url: string
	format: 'searxng' | 'brave' | 'tavily'
	/** Undefined where it wants none. */
	key: string | undefined
}

export type SearchHit = { title: string; url: string; excerpt: string }

export function searchOrder(
	{ url, format, key }: SearchEndpoint,
	query: string,
): { url: string; order: WebOrder } {
	const accept = { accept: 'application/json' }
	switch (format) {
		case 'searxng':
			return { url: withFormat(withQuery(url, query)), order: { headers: { ...accept, ...bearer(key) } } }
		case 'brave':
			return {
				url: withQuery(url, query),
				order: { headers: { ...accept, ...(key !== undefined && { 'x-subscription-token': key }) } },
			}
		case 'tavily':
			return {
				url: url.replaceAll('{query}', encodeURIComponent(query)),
				order: {
					method: 'POST',
					headers: { ...accept, 'content-type': 'application/json', ...bearer(key) },
					body: JSON.stringify({ query, max_results: MOST_HITS }),
				},
			}
	}
}

/** @returns undefined for what is no answer of such an engine */
export function searchHits(
	format: SearchEndpoint['format'],
	answer: string,
): readonly SearchHit[] | undefined {
	const said = parseJson(answer)
	if (!isObject(said)) return undefined
	const holder = format === 'brave' ? said.web : said
	// Brave leaves out what it has found nothing of.
	if (format === 'brave' && holder === undefined) return []
	const results = isObject(holder) ? holder.results : undefined
	if (!Array.isArray(results)) return undefined
	return results.filter(isObject).flatMap(hitOf).slice(0, MOST_HITS)
}

export const MOST_HITS = 10
const EXCERPT_CHARACTERS = 500

function hitOf(result: JsonObject): SearchHit[] {
	const { url } = result
	if (typeof url !== 'string' || !URL.canParse(url)) return []
	const excerpt = plain(result.content ?? result.description).slice(0, EXCERPT_CHARACTERS)
	return [{ title: plain(result.title) || url, url, excerpt }]
}

/** On one line, and without the marks around the words that were found. */
function plain(value: unknown): string {
	if (typeof value !== 'string') return ''
	return value
		.replace(/<\/?(?:strong|b|em|mark)>/gi, '')
		.replace(/\s+/g, ' ')
		.trim()
}

function withQuery(url: string, query: string): string {
	const words = encodeURIComponent(query)
	if (url.includes('{query}')) return url.replaceAll('{query}', words)
	return `${url}${url.includes('?') ? '&' : '?'}q=${words}`
}

function withFormat(url: string): string {
	return /[?&]format=/.test(url) ? url : `${url}&format=json`
}

function bearer(key: string | undefined): Record<string, string> {
	return key === undefined ? {} : { authorization: `Bearer ${key}` }
}
