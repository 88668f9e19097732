// A proxy in front of PostgreSQL that breaks a connection at one moment: when a statement has been carried out, and
// before whoever sent it hears of that.

import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type CuttingProxy = {
	port: number
	/** Resolves when it has been done to the next statement that has this in it. */
	cutAnswerTo(text: string): Promise<void>
	close(): Promise<void>
}

export async function startCuttingProxy(to: number): Promise<CuttingProxy> {
	let wanted: { text: string; done(): void } | undefined
	const sockets = new Set<Socket>()
	const server = createServer(client => {
		const database = connect(to, '127.0.0.1')
		let cutting: (() => void) | undefined
		for (const socket of [client, database]) {
			sockets.add(socket)
			socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
		}
		client.on('data', bytes => {
			if (wanted && bytes.includes(wanted.text)) {
				cutting = wanted.done
				wanted = undefined
			}
			database.write(bytes)
		})
		database.on('data', bytes => {
			// The first bytes of an answer to a statement on its own come after it is committed.
			if (!cutting) return client.write(bytes)
			client.destroy()
			database.destroy()
			cutting()
		})
		client.on('close', () => database.destroy())
		database.on('close', () => client.destroy())
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const address = server.address()
	if (address === null || typeof address === 'string') throw new Error('no port')
	return {
		port: address.port,
		cutAnswerTo: text =>
			new Promise(resolve => {
				wanted = { text, done: resolve }
			}),
		async close() {
			for (const socket of sockets) socket.destroy()
			await new Promise(resolve => server.close(resolve))
		},
	}
}
