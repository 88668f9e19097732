// The proxy that stands between us and a server, as the environment names it. One that cannot be understood is an error:
// who set it does not want to be passed by.

import { AgentError } from '../../core/errors.ts'

export type ProxyEnvironment = Readonly<Record<string, string | undefined>>

export type HttpProxy = {
	url: URL
	/** Where it was read: `HTTPS_PROXY`. */
	variable: string
}

/** @throws AgentError `config-invalid` for an address that no HTTP proxy has */
export function proxyFor(target: URL, env: ProxyEnvironment): HttpProxy | undefined {
	const named = namedProxy(target, env)
	if (!named) return undefined
	const { variable, value } = named
	const address = value.includes('://') ? value : `http://${value}`
	const url = URL.canParse(address) ? new URL(address) : undefined
	if (url && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '')
		return { url, variable }
	const problem =
		url?.protocol.startsWith('socks') === true
			? `names a SOCKS proxy (${url.protocol}//${url.host}), which is not spoken here`
			: `is no address of a proxy: ${JSON.stringify(value.replace(/\/\/[^@/]*@/, '//…@'))}`
	throw new AgentError('config-invalid', `${variable} ${problem}; it looks like http://proxy.example:3128`)
}

/** Also by one that cannot be understood: this is asked by what does without a proxy. */
export function isProxied(url: string, env: ProxyEnvironment): boolean {
	return namedProxy(new URL(url), env) !== undefined
}

/** The variable whose proxy would be asked, were the server not named in `NO_PROXY`. */
export function exemptedVariable(target: URL, env: ProxyEnvironment): string | undefined {
	if (namedProxy(target, env)) return undefined
	return namedProxy(target, { ...env, no_proxy: '', NO_PROXY: '' })?.variable
}

/** As people may read it: without the password. */
export function shownProxy({ url, variable }: HttpProxy): string {
	return `the proxy ${url.protocol}//${url.host} (from ${variable})`
}

/** What the proxy is to be told of who asks, where its address has a name in it. */
export function proxyAuthorization({ url }: HttpProxy): string | undefined {
	if (url.username === '' && url.password === '') return undefined
	const credentials = `${decoded(url.username)}:${decoded(url.password)}`
	return `Basic ${Buffer.from(credentials).toString('base64')}`
}

/** A percent sign that nobody has escaped is one. */
export function decoded(text: string): string {
	return text.replaceAll(/%[0-9a-f]{2}(?:%[0-9a-f]{2})*/gi, bytes => {
		try {
			return decodeURIComponent(bytes)
		} catch {
			return bytes
		}
	})
}

function namedProxy(
	{ protocol, hostname, port }: URL,
	env: ProxyEnvironment,
): { variable: string; value: string } | undefined {
	const variables = [protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY', 'ALL_PROXY']
	const variable = variables.flatMap(name => [name.toLowerCase(), name]).find(name => env[name])
	if (variable === undefined) return undefined
	const host = hostname.replace(/^\[|\]$/g, '')
	const exempt = (env.no_proxy || env.NO_PROXY || '').split(/[\s,]+/)
	if (exempt.some(entry => isExempt(entry.toLowerCase(), host, port))) return undefined
	return { variable, value: env[variable]!.trim() }
}

/** `*`, a host, its domain with or without a leading `*` or dot, and any of them with a port; an address, a network of them. */
function isExempt(entry: string, host: string, port: string): boolean {
	if (entry === '') return false
	if (entry === '*') return true
	const { BlockList, isIP, isIPv6 } = process.getBuiltinModule('node:net')
	// Its last group would be taken for a port.
	if (isIPv6(entry)) return entry === host
	const [, network = '', bits] = /^([\da-f.:]+)\/(\d{1,3})$/.exec(entry) ?? []
	const family = isIP(network)
	if (bits !== undefined && family !== 0 && Number(bits) <= (family === 4 ? 32 : 128)) {
		if (isIP(host) !== family) return false
		const type = family === 4 ? 'ipv4' : 'ipv6'
		const networks = new BlockList()
		networks.addSubnet(network, Number(bits), type)
		return networks.check(host, type)
	}
	const [, name = '', onlyPort] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(entry) ?? []
	if (onlyPort !== undefined && onlyPort !== port) return false
	const domain = name.replace(/^\*?\./, '')
	return host === domain || host.endsWith(`.${domain}`)
}
