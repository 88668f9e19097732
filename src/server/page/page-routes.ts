// The web page as routes: one HTML file, one stylesheet, one script, open to whoever asks. Nothing of any task is in them;
// what the page shows, it asks for with the token that its reader types.

import { SECURITY_HEADERS } from '../http/answers.ts'
import type { Headers } from '../http/refusal.ts'
import type { Route } from '../http/route.ts'

export type PageFile = 'page.html' | 'page.css' | 'page.js'

/** @param read - asked once for each file, when somebody wants it */
export function pageRoutes(read: (file: PageFile) => Promise<string>): readonly Route[] {
	return FILES.map(({ path, file, type }) => {
		let text: Promise<string> | undefined
		return {
			method: 'GET',
			path,
			isOpen: true,
			async handle({ response }) {
				text ??= read(file)
				const bytes = Buffer.from(await text)
				response.writeHead(200, {
					...PAGE_HEADERS,
					'Content-Type': `${type}; charset=utf-8`,
					'Content-Length': String(bytes.length),
				})
				response.end(bytes)
			},
		} satisfies Route
	})
}

/** Nothing inline, nothing from elsewhere, and no text becomes markup or code: a browser that knows trusted types refuses it. */
export const PAGE_POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"connect-src 'self'",
	"style-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
	"require-trusted-types-for 'script'",
	"trusted-types 'none'",
].join('; ')

const PAGE_HEADERS: Headers = {
	...SECURITY_HEADERS,
	'Content-Security-Policy': PAGE_POLICY,
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
}

const FILES: readonly { path: string; file: PageFile; type: string }[] = [
	{ path: '/', file: 'page.html', type: 'text/html' },
	{ path: '/page.css', file: 'page.css', type: 'text/css' },
	{ path: '/page.js', file: 'page.js', type: 'text/javascript' },
]
