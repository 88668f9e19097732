// Whether a proxy stands between us and a server. In doubt it does: this is asked by what does without one.

export type ProxyEnvironment = Readonly<Record<string, string | undefined>>

export function isProxied(url: string, env: ProxyEnvironment): boolean {
	const { protocol, hostname, port } = new URL(url)
	const read = (name: string) => env[name.toLowerCase()] || env[name] || ''
	const proxy = read(protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') || read('ALL_PROXY')
	if (proxy === '') return false
	const host = hostname.replace(/^\[|\]$/g, '')
	return !read('NO_PROXY')
		.split(/[\s,]+/)
		.some(entry => isExempt(entry.toLowerCase(), host, port))
}

/** `*`, a host, its domain with or without a leading `*` or dot, and any of them with a port. */
function isExempt(entry: string, host: string, port: string): boolean {
	if (entry === '') return false
	if (entry === '*') return true
	const [, name = '', onlyPort] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(entry) ?? []
	if (onlyPort !== undefined && onlyPort !== port) return false
	const domain = name.replace(/^\*?\./, '')
	return host === domain || host.endsWith(`.${domain}`)
}
