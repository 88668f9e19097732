import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, beforeEach, test } from 'vitest'
import { createHttpClient } from '../../../src/providers/http/http-fetch.ts'

/** For each request, which of the connections it came over. */
let askedOver: number[]
let server: Server
let url: string

beforeEach(async () => {
	askedOver = []
	const sockets: Socket[] = []
	server = createServer((request, response) => {
		askedOver.push(sockets.indexOf(request.socket))
		response.end('fine')
	})
	server.on('connection', socket => sockets.push(socket))
	await once(server.listen(0, '127.0.0.1'), 'listening')
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(
	() =>
		new Promise<void>(resolve => {
			server.close(() => resolve())
			server.closeAllConnections()
		}),
)

async function connected(client: ReturnType<typeof createHttpClient>): Promise<Socket> {
	const connection = once(server, 'connection')
	client.connect(`${url}/v1`)
	const [socket] = await connection
	return socket
}

test('a connection is there before anything is asked, and the request goes over it', async () => {
	const client = createHttpClient()
	await connected(client)
	client.connect(url)
	assert.deepEqual(askedOver, [])
	assert.equal(await (await client.fetch(`${url}/v1/x`)).text(), 'fine')
	const both = await Promise.all([client.fetch(url), client.fetch(url)])
	for (const answer of both) await answer.text()
	// The second of two at once needs another; a third was never made.
	assert.deepEqual(askedOver.toSorted(), [0, 0, 1])
})

test('one that the server has closed meanwhile is not used', async () => {
	const client = createHttpClient()
	const socket = await connected(client)
	socket.end()
	await once(socket, 'close')
	assert.equal(await (await client.fetch(url)).text(), 'fine')
	assert.deepEqual(askedOver, [1])
})

test('what a server says of a connection that nothing came over is no answer', async () => {
	const client = createHttpClient()
	const socket = await connected(client)
	socket.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n')
	// Whoever asks otherwise and has an answer has what came before it, too.
	await (await createHttpClient().fetch(url)).text()
	const answer = await client.fetch(url)
	assert.deepEqual([answer.status, await answer.text()], [200, 'fine'])
	assert.deepEqual(askedOver, [1, 2])
})

test('where the server has closed what was used, another is opened, and as long as there is one none is', async () => {
	const sockets: Socket[] = []
	server.on('connection', socket => sockets.push(socket))
	const client = createHttpClient()
	await (await client.fetch(url)).text()
	client.connect(url)
	await (await client.fetch(url)).text()
	// Whoever comes later is accepted later.
	await (await createHttpClient().fetch(url)).text()
	assert.deepEqual([sockets.length, askedOver], [2, [0, 0, 1]])
	const gone = once(sockets[0]!, 'close')
	sockets[0]!.end()
	await gone
	await connected(client)
	assert.equal(await (await client.fetch(url)).text(), 'fine')
	assert.deepEqual(askedOver, [0, 0, 1, 2])
})

test('one that was upgraded is one, until it is closed', async () => {
	server.on('upgrade', (_, socket) =>
		socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n'),
	)
	const sockets: Socket[] = []
	server.on('connection', socket => sockets.push(socket))
	const client = createHttpClient()
	const { upgraded } = await client.fetch(url, { headers: { connection: 'upgrade', upgrade: 'echo' } })
	client.connect(url)
	await (await createHttpClient().fetch(url)).text()
	assert.deepEqual([sockets.length, askedOver], [2, [1]])
	const gone = once(upgraded!.socket, 'close')
	upgraded!.socket.destroy()
	await gone
	await connected(client)
	assert.equal(sockets.length, 3)
	sockets[0]!.destroy()
})

test('one that is reset as the request is sent is made anew', async () => {
	const client = createHttpClient()
	const socket = await connected(client)
	socket.once('data', () => socket.resetAndDestroy())
	assert.equal(await (await client.fetch(url)).text(), 'fine')
})

test('where nobody listens only the request says so, and an address that is none does nothing', async () => {
	const client = createHttpClient()
	const nobody = url
	await new Promise(resolve => server.close(resolve))
	client.connect(nobody)
	client.connect('none')
	await assert.rejects(client.fetch(nobody), { code: 'ECONNREFUSED' })
	await once(server.listen(0, '127.0.0.1'), 'listening')
})

test('behind a proxy nothing is opened', async () => {
	const client = createHttpClient({ proxyEnv: { HTTP_PROXY: url } })
	client.connect('http://nowhere.invalid/v1')
	assert.equal(await (await client.fetch('http://nowhere.invalid/v1')).text(), 'fine')
	assert.deepEqual(askedOver, [0])
})
