// How a provider's credential is had: a key from the terminal or a pipe, a login in a browser, or one with a code on
// another device.

import { AgentError } from '../../core/errors.ts'
import type { Credential } from '../../providers/auth/credentials.ts'
import { createHttpFetch } from '../../providers/http/http-fetch.ts'
import { nodeClock } from '../../runtime/host/clock.ts'
import type { OAuthSettings } from '../../workspace/settings/groups/provider-settings.ts'
import { askHidden } from '../io/hidden-input.ts'
import { onEndSignal } from '../io/signals.ts'

export type LoginFlags = { key?: boolean; browser?: boolean; device?: boolean; profile?: string }

export type Wish = {
	flags: LoginFlags
	/** What the provider's settings say about a login; without it there is only the key. */
	oauth: OAuthSettings | undefined
	notify(text: string): void
}

/** @throws AgentError `usage`, `auth-failed` or `cancelled`, with words for the user */
export async function obtainCredential(id: string, wish: Wish): Promise<Credential> {
	const { flags, oauth, notify } = wish
	const way = await wayOf(id, flags, oauth)
	if (way.kind === 'key') return { type: 'key', key: await readKey(id) }
	const stop = new AbortController()
	const release = onEndSignal(() => stop.abort())
	const common = { fetch: createHttpFetch({ proxyEnv: process.env }), clock: nodeClock, signal: stop.signal }
	try {
		if (way.kind === 'device') {
			const { deviceLogin } = await import('../../providers/auth/device-login.ts')
			return await deviceLogin({
				...common,
				endpoints: way.endpoints,
				show: ({ url, code }) =>
					notify(`Open ${url.href} on any device and type this code: ${code}\nWaiting for that …\n`),
			})
		}
		const [{ browserLogin }, { openUrl }] = await Promise.all([
			import('../../providers/auth/browser-login.ts'),
			import('../io/open-url.ts'),
		])
		return await browserLogin({
			...common,
			endpoints: way.endpoints,
			show: url => {
				notify(`Log in in your browser. If it does not open by itself, this is the page:\n${url.href}\n`)
				openUrl(url, process.env)
			},
		})
	} finally {
		release()
	}
}

type LoginMethod =
	| { kind: 'key' }
	| { kind: 'browser'; endpoints: OAuthSettings & { authorizeUrl: string } }
	| { kind: 'device'; endpoints: OAuthSettings & { deviceUrl: string } }

async function wayOf(id: string, flags: LoginFlags, oauth: OAuthSettings | undefined): Promise<LoginMethod> {
	const browser = browserWay(oauth)
	const device = deviceWay(oauth)
	if (flags.browser) return browser ?? unset(id, 'authorizeUrl')
	if (flags.device) return device ?? unset(id, 'deviceUrl')
	if (flags.key || !oauth) return { kind: 'key' }
	// Over SSH the page would come back to the wrong machine.
	const { hasBrowser } = await import('../io/open-url.ts')
	return (hasBrowser(process.env) ? (browser ?? device) : (device ?? browser)) ?? { kind: 'key' }
}

function browserWay(oauth: OAuthSettings | undefined): LoginMethod | undefined {
	if (oauth?.authorizeUrl === undefined) return undefined
	return { kind: 'browser', endpoints: { ...oauth, authorizeUrl: oauth.authorizeUrl } }
}

function deviceWay(oauth: OAuthSettings | undefined): LoginMethod | undefined {
	if (oauth?.deviceUrl === undefined) return undefined
	return { kind: 'device', endpoints: { ...oauth, deviceUrl: oauth.deviceUrl } }
}

function unset(id: string, name: string): never {
	throw new AgentError('usage', `${id} has no such login: providers.${id}.oauth.${name} is not set`)
}

async function readKey(id: string): Promise<string> {
	const text = process.stdin.isTTY
		? await askHidden(`Key for ${id} (it is not shown): `)
		: await pipedText(`reading the key for ${id} from stdin`)
	const key = text.trim()
	if (key === '')
		throw new AgentError('usage', `there was no key: agent login ${id}, and paste it or pipe it in`)
	if (/^[\x21-\x7e]+$/.test(key)) return key
	throw new AgentError(
		'usage',
		'that is no key: it has a blank, a line break or another character that no header may have',
	)
}

async function pipedText(what: string): Promise<string> {
	if (process.stdin.readableEnded) return ''
	const chunks: Buffer[] = []
	const slow = setTimeout(() => process.stderr.write(`${what} …\n`), 1_000)
	try {
		for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
	} finally {
		clearTimeout(slow)
	}
	return Buffer.concat(chunks).toString('utf8')
}
