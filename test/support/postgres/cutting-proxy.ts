// A proxy in front of PostgreSQL that breaks a connection at one moment, when a statement has been carried out and before
// whoever sent it hears of that; or holds a statement back, as a server does that is asleep.

import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { deferred } from '../../../src/core/async/deferred.ts'

export type CuttingProxy = {
	port: number
	/** Resolves when it has been done to the next statement that has this in it. */
	cutAnswerTo(text: string): Promise<void>
	/** The next statement that has this in it waits for `release`. */
	hold(text: string): { held: Promise<void>; release(): void }
	close(): Promise<void>
}

export async function startCuttingProxy(to: number): Promise<CuttingProxy> {
	let wanted: { text: string; done(): void } | undefined
	let holding: { text: string; until: Promise<void>; held(): void } | undefined
	const sockets = new Set<Socket>()
	const server = createServer(client => {
		const database = connect(to, '127.0.0.1')
		let cutting: (() => void) | undefined
		for (const socket of [client, database]) {
			sockets.add(socket)
			socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
		}
		client.on('data', bytes => {
			if (holding && bytes.includes(holding.text)) {
				const { until, held } = holding
				holding = undefined
				client.pause()
				held()
				void until.then(() => {
					database.write(bytes)
					client.resume()
				})
				return
			}
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
		hold(text) {
			const held = deferred<void>()
			const released = deferred<void>()
			holding = { text, until: released.promise, held: held.resolve }
			return { held: held.promise, release: released.resolve }
		},
		async close() {
			for (const socket of sockets) socket.destroy()
			await new Promise(resolve => server.close(resolve))
		},
	}
}
