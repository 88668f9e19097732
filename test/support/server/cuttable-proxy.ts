// A proxy on loopback whose connections can all be cut, and refused until it is mended.

import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type CuttableProxy = {
	url: string
	/** As a server behind it sees itself called. */
	host: string
	/** What each connection has sent first. */
	heads: string[]
	to(port: number): void
	cut(): void
	mend(): void
}

export async function cuttableProxy(): Promise<CuttableProxy> {
	const open = new Set<Socket>()
	const heads: string[] = []
	let target = 0
	let isCut = false
	const server = createServer(client => {
		if (isCut) return void client.destroy()
		const behind = connect({ host: '127.0.0.1', port: target })
		for (const [one, other] of [
			[client, behind],
			[behind, client],
		] as const) {
			open.add(one)
			one
				.on('error', () => {})
				.once('close', () => {
					open.delete(one)
					other.destroy()
				})
			one.pipe(other)
		}
		client.on('data', chunk => heads.push(chunk.toString('latin1')))
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	const address = server.address()
	if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
	const cutAll = () => {
		for (const socket of open) socket.destroy()
	}
	onTestFinished(() => {
		cutAll()
		server.close()
	})
	const host = `127.0.0.1:${address.port}`
	return {
		url: `http://${host}`,
		host,
		heads,
		to: port => {
			target = port
		},
		cut: () => {
			isCut = true
			cutAll()
		},
		mend: () => {
			isCut = false
		},
	}
}
