import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { createHttpFetch } from '../../../src/providers/http/http-fetch.ts'
import { openWebSocket, type WebSocketLine } from '../../../src/providers/http/web-socket.ts'

const open = new Set<Socket>()
let url: string
let close: () => Promise<void>
/** What the server does with a handshake. */
let answer: (message: IncomingMessage, head: Buffer) => void

beforeEach(async () => {
	const server = createServer()
	server.on('connection', (socket: Socket) => {
		open.add(socket)
		socket.once('close', () => open.delete(socket))
	})
	server.on('upgrade', (message, _, head) => answer(message, head))
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/talk`
	close = () => {
		for (const socket of open) socket.destroy()
		return new Promise(resolve => server.close(() => resolve()))
	}
})
afterEach(() => close())

function connect(): Promise<WebSocketLine> {
	const fetch = createHttpFetch()
	return openWebSocket(headers => fetch(url, { headers }))
}

/** Both ends of one connection. */
async function pair(): Promise<{ line: WebSocketLine; server: WebSocket }> {
	const sockets = new WebSocketServer({ noServer: true })
	const accepted = new Promise<WebSocket>(resolve => {
		answer = (message, head) => sockets.handleUpgrade(message, message.socket, head, resolve)
	})
	const line = await connect()
	return { line, server: await accepted }
}

describe('a line', () => {
	test('carries messages both ways, however long and in whatever frames', async () => {
		const { line, server } = await pair()
		const long = '“ß” 😀 '.repeat(50_000)
		const heard = once(server, 'message')
		line.send(Buffer.from(long))
		const [data, isBinary] = await heard
		assert.deepEqual([data.toString(), isBinary], [long, false])

		server.send('Hel', { fin: false })
		server.send('lo.', { fin: true })
		assert.deepEqual(await line.next(), ['Hello.'])
		server.send(long)
		assert.deepEqual(await line.next(), [long])
	})

	test('hands out at once what came together, text that was sent as bytes, too', async () => {
		const { line, server } = await pair()
		const pong = once(server, 'pong')
		server.send('one')
		server.send(Buffer.from('zwölf'), { binary: true })
		server.send('two')
		server.ping('still there?')
		assert.equal(String((await pong)[0]), 'still there?')
		assert.equal(line.isQuiet, false)
		assert.deepEqual(await line.next(), ['one', 'zwölf', 'two'])
		assert.equal(line.isQuiet, true)
	})

	test('hands out what was said before it was closed, and then nothing', async () => {
		const { line, server } = await pair()
		server.send('last words')
		server.close(1001)
		await once(server, 'close')
		assert.deepEqual(await line.next(), ['last words'])
		assert.equal(await line.next(), undefined)
		assert.equal(line.ending, 'the server closed it (1001)')
	})

	test('tells the server when it is closed, and ends whoever waits', async () => {
		const { line, server } = await pair()
		const closed = once(server, 'close')
		const waiting = line.next()
		line.close()
		assert.equal(await waiting, undefined)
		assert.deepEqual((await closed)[0], 1000)
	})

	for (const [what, breakOff, ending] of [
		['is dropped', (socket: Socket) => socket.destroy(), /^the connection was dropped$/],
		['is reset', (socket: Socket) => socket.resetAndDestroy(), /^the connection broke: .*ECONNRESET/],
		[
			'carries something else',
			(socket: Socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'),
			/no WebSocket frame/,
		],
	] as const) {
		test(`ends when the connection ${what}`, async () => {
			const { line } = await pair()
			for (const socket of open) breakOff(socket)
			assert.equal(await line.next(), undefined)
			assert.match(line.ending ?? '', ending)
		})
	}
})

describe('a handshake', () => {
	test('is not good enough without the proof that it was understood', async () => {
		answer = ({ socket }) =>
			socket.write(
				'HTTP/1.1 101 Fine\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-accept: no\r\n\r\n',
			)
		await assert.rejects(connect(), { message: 'the server agreed to something else' })
	})

	test('is refused with the status that the server gives', async () => {
		answer = ({ socket }) => socket.end('HTTP/1.1 426 No\r\ncontent-length: 0\r\n\r\n')
		await assert.rejects(connect(), { message: 'the server answered 426 to the handshake' })
	})

	test('may be followed by words in the same breath', async () => {
		const sockets = new WebSocketServer({ noServer: true })
		answer = (message, head) => {
			message.socket.cork()
			sockets.handleUpgrade(message, message.socket, head, server => server.send('Welcome.'))
			message.socket.uncork()
		}
		const line = await connect()
		assert.deepEqual(await line.next(), ['Welcome.'])
	})
})
