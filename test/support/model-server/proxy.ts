// A forward proxy on loopback, for requests and for tunnels, that may want a password or refuse.

import { createServer, request } from 'node:http'
import { connect, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type ProxyServer = { url: string; asked: string[] }

/** @returns its port; until the test is over */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
	const open = new Set<Socket>()
	server.on('connection', socket => {
		open.add(socket)
		socket.on('close', () => open.delete(socket))
	})
	await new Promise<void>(resolve => server.listen(0, host, resolve))
	onTestFinished(() => {
		for (const socket of open) socket.destroy()
		server.close()
	})
	const address = server.address()
	if (address === null || typeof address === 'string') throw new Error('it listens on no port')
	return address.port
}

/** A forward proxy as they are in the world. */
export async function startProxy({
	password,
	answer,
}: {
	password?: string
	answer?: number
} = {}): Promise<ProxyServer> {
	const asked: string[] = []
	const isKnown = (header: string | undefined) =>
		password === undefined || header === `Basic ${Buffer.from(password).toString('base64')}`
	const server = createServer((message, response) => {
		asked.push(message.url ?? '')
		if (!isKnown(message.headers['proxy-authorization'])) return response.writeHead(407).end()
		if (answer !== undefined)
			return response.writeHead(answer, { 'content-type': 'text/html' }).end('<html>No.</html>')
		const { 'proxy-authorization': _, ...headers } = message.headers
		message.pipe(
			request(message.url ?? '', { method: message.method, headers }, far => {
				response.writeHead(far.statusCode ?? 0, far.headers)
				far.pipe(response)
			}),
		)
	})
	server.on('connect', (message, near) => {
		asked.push(message.url ?? '')
		if (!isKnown(message.headers['proxy-authorization']))
			return near.end('HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\r\n')
		if (answer !== undefined) return near.end(`HTTP/1.1 ${answer} No\r\ncontent-length: 0\r\n\r\n`)
		const [, port] = (message.url ?? '').split(':')
		const far = connect(Number(port), '127.0.0.1', () => {
			near.write('HTTP/1.1 200 OK\r\n\r\n')
			far.pipe(near).pipe(far)
		})
		far.on('error', () => near.destroy())
		near.on('error', () => far.destroy())
	})
	return { url: `127.0.0.1:${await listen(server)}`, asked }
}
