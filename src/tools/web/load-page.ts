// Loads a page: follows its redirects, each judged like the first address, and reads a bounded body.

import type { IncomingMessage } from 'node:http'
import { messageOf } from '../../core/errors.ts'
import { problem } from '../../core/problems/problem.ts'
import type { Problem } from '../../core/tool.ts'
import { ACCEPT_ENCODING, type Body, decodeBody } from './decoded-body.ts'
import { isForbidden, readWebAddress, type WebAddress } from './web-address.ts'
import { askWeb, forbidden, WEB_LIMITS, WebFailure, type WebNetwork } from './web-request.ts'

export type LoadedPage = Body & {
	/** Where the redirects led. */
	url: URL
	status: number
	statusText: string
	/** Without parameters, lower case; empty where the server does not say. */
	mediaType: string
	charset: string | undefined
	/** The server says that its word about the media type is to be believed. */
	isTypeCertain: boolean
}

/** @returns why a redirect to another host must not be followed */
export type MayVisit = (address: WebAddress) => Promise<Problem | undefined>

/**
 * @param mayVisit - asked about each further host
 * @throws WebFailure, or the reason of `signal`
 */
export async function loadPage(
	start: WebAddress,
	network: WebNetwork,
	{ mayVisit, signal }: { mayVisit: MayVisit; signal: AbortSignal },
): Promise<LoadedPage> {
	const visited = new Set([start.url.href])
	const hosts = new Set([start.host])
	for (let address = start; ; ) {
		const answer = await askWeb(address, network, signal, { headers: HEADERS })
		const next = redirectOf(address, answer)
		if (!next) return readPage(address, answer, network, signal)
		answer.destroy()
		if (visited.has(next.url.href))
			throw new WebFailure(problem`${start.url.href} redirects in a circle, by way of ${next.url.href}.`)
		if (visited.size > MOST_REDIRECTS)
			throw new WebFailure(problem`${start.url.href} redirects more than ${MOST_REDIRECTS} times.`)
		// Before the question: a yes would not help.
		if (isForbidden(next, network.allowedHosts)) throw new WebFailure(forbidden(next))
		if (!hosts.has(next.host)) {
			const refusal = await mayVisit(next)
			if (refusal)
				throw new WebFailure(
					problem`${address.url.href} redirects to ${next.url.href}, which was not fetched: ${refusal}`,
				)
		}
		visited.add(next.url.href)
		hosts.add(next.host)
		address = next
	}
}

const MOST_REDIRECTS = 10

const HEADERS = {
	// Some sites have their pages as Markdown, for those who ask.
	accept:
		'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.8, application/json;q=0.8, */*;q=0.5',
	'accept-encoding': ACCEPT_ENCODING,
	'accept-language': 'en, *;q=0.5',
}

/** @throws WebFailure where it leads to no page */
function redirectOf(
	address: WebAddress,
	{ statusCode = 0, headers }: IncomingMessage,
): WebAddress | undefined {
	const { location } = headers
	if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return undefined
	const next = readWebAddress(location, address.url)
	if ('problem' in next)
		throw new WebFailure(
			problem`${address.url.href} redirects to ${JSON.stringify(location)}, which ${next.problem}.`,
		)
	return next
}

async function readPage(
	{ url }: WebAddress,
	answer: IncomingMessage,
	{ limits }: WebNetwork,
	signal: AbortSignal,
): Promise<LoadedPage> {
	const { headers, statusCode = 0, statusMessage = '' } = answer
	const [mediaType = '', ...parameters] = (headers['content-type'] ?? '').split(';')
	try {
		const body = await decodeBody(
			answer,
			headers['content-encoding'],
			limits?.bodyBytes ?? WEB_LIMITS.bodyBytes,
		)
		return {
			...body,
			url,
			status: statusCode,
			statusText: statusMessage,
			mediaType: mediaType.trim().toLowerCase(),
			charset: /charset\s*=\s*["']?([\w.:-]+)/i.exec(parameters.join(';'))?.[1],
			isTypeCertain: String(headers['x-content-type-options']).toLowerCase() === 'nosniff',
		}
	} catch (error) {
		if (signal.aborted) throw signal.reason
		throw new WebFailure(problem`The answer of ${url.host} broke off or cannot be read: ${messageOf(error)}.`)
	} finally {
		answer.destroy()
	}
}
