import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { openBody, type WhenFree } from '../../../src/providers/http/answer-body.ts'
import { createHttpFetch } from '../../../src/providers/http/http-fetch.ts'
import {
	type Answer,
	type Loopback,
	startLoopback,
	streams,
	streamsOn,
} from '../../support/providers/loopback.ts'

describe('our fetch', () => {
	let server: Loopback
	beforeEach(async () => {
		server = await startLoopback()
	})
	afterEach(() => server.close())

	test('sends what it is given and hands back what comes', async () => {
		server.answerWith(response => {
			response.writeHead(201, { 'x-request-id': 'r1', 'set-cookie': ['a=1', 'b=2'] }).end('{"ok":true}')
		})
		const fetch = createHttpFetch()
		const response = await fetch(`${server.url}/v1/x?y=1`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: '{"ä":1}',
		})
		assert.deepEqual([response.ok, response.status, response.statusText], [true, 201, 'Created'])
		assert.equal(response.headers.get('X-Request-Id'), 'r1')
		assert.equal(response.headers.get('set-cookie'), 'a=1, b=2')
		assert.deepEqual(await response.json(), { ok: true })
		const [asked] = server.asked
		assert.equal(asked?.path, '/v1/x?y=1')
		assert.equal(asked?.text, '{"ä":1}')
		assert.equal(asked?.headers['content-length'], '8')
	})

	test('reads an answer that a gateway has compressed, piece by piece, and says what it cannot read', async () => {
		const fetch = createHttpFetch()
		const text = 'data: {"ä":1}\n\n'
		for (const [encoding, bytes] of [
			['gzip', gzipSync(text)],
			['BR', brotliCompressSync(text)],
			['deflate, gzip', gzipSync(deflateSync(text))],
			['identity', Buffer.from(text)],
		] as const) {
			server.answerWith(response => void response.writeHead(200, { 'content-encoding': encoding }).end(bytes))
			assert.equal(await (await fetch(server.url)).text(), text, encoding)
		}

		const half = createGzip()
		let cut = () => {}
		server.answerWith(response => {
			cut = () => response.destroy()
			half.pipe(response.writeHead(200, { 'content-encoding': 'gzip' }))
			half.write(text)
			half.flush()
		})
		const pieces = (await fetch(server.url)).body[Symbol.asyncIterator]()
		assert.equal(Buffer.from((await pieces.next()).value ?? []).toString(), text)
		cut()
		await assert.rejects(pieces.next(), /aborted/)

		server.answerWith(response => void response.writeHead(200, { 'content-encoding': 'snappy' }).end('x'))
		await assert.rejects(fetch(server.url), /the answer is compressed as snappy, which cannot be read/)
	})

	test.each([
		['in the same piece', (end: () => void) => end()],
		['in a piece of its own', (end: () => void) => setImmediate(end)],
	])('uses one connection for requests that follow at once, where an answer ends %s', async (_, later) => {
		const ports = new Set<number | undefined>()
		server.answerWith((response, asked) => {
			ports.add(response.socket?.remotePort)
			response.write(`data: ${asked.path}\n\n`)
			later(() => response.end())
		})
		const fetch = createHttpFetch()
		for (const path of ['/1', '/2', '/3']) {
			// Left at the first chunk, as a stream is at its final event.
			for await (const _ of (await fetch(server.url + path)).body) break
		}
		assert.equal(ports.size, 1)
	})

	test('uses it also where the end of the answer came while this process was busy with something else', async () => {
		const ports = new Set<number | undefined>()
		let end = () => {}
		server.answerWith(response => {
			ports.add(response.socket?.remotePort)
			response.write('data: 1\n\n')
			end = () => response.end()
		})
		const fetch = createHttpFetch()
		for (const _ of [1, 2, 3]) {
			for await (const _ of (await fetch(server.url)).body) break
			const endThis = end
			// By then the next request waits for it, and has waited for long enough.
			setImmediate(() => {
				const until = performance.now() + 20
				while (performance.now() < until);
				endThis()
			})
		}
		assert.equal(ports.size, 1)
	})

	test('waits no longer for the connection of an answer that does not end', async () => {
		server.answerWith(streamsOn('data: 1\n\n'))
		const fetch = createHttpFetch()
		for await (const _ of (await fetch(server.url)).body) break
		for await (const _ of (await fetch(server.url)).body) break
		assert.equal(server.asked.length, 2)
	})

	test('waits for no connection that the server has closed behind a whole answer', async () => {
		// Without a length: only the end of the connection is the end of the answer.
		const raw = createServer(socket => socket.end('HTTP/1.1 200 OK\r\n\r\ndata: 1\n\n')).listen(0)
		await once(raw, 'listening')
		const request = httpRequest({ port: (raw.address() as AddressInfo).port }).end()
		const [message]: IncomingMessage[] = await once(request, 'response')
		let whenFree: WhenFree | undefined
		const body = await openBody({ request, message: message! }, free => {
			whenFree = free
		})
		const pieces = body[Symbol.asyncIterator]()
		await pieces.next()
		// In this moment all of the answer is here, and its end has not been read.
		await new Promise<void>(resolve => {
			request.once('close', () => {
				void pieces.return?.()
				resolve()
			})
		})
		raw.close()
		assert(whenFree)
		await whenFree()
	})

	test('leaves an answer that does not end, and the process is not held by it', async () => {
		const closed = new Promise<void>(resolve => {
			server.answerWith((response, asked) => {
				response.on('close', resolve)
				return streamsOn('data: 1\n\n')(response, asked)
			})
		})
		for await (const _ of (await createHttpFetch()(server.url)).body) break
		await closed
	})

	test.each([true, false])(
		'asks once more on a connection that had just been closed, if it may: %s',
		async may => {
			let connections = 0
			const raw = createServer(socket => {
				connections++
				const mine = connections
				let requests = 0
				socket.on('error', () => {})
				socket.on('data', () => {
					requests++
					if (mine === 1 && requests === 2) return socket.resetAndDestroy()
					socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
				})
			})
			await new Promise<void>(resolve => raw.listen(0, '127.0.0.1', resolve))
			const address = raw.address()
			assert.ok(address && typeof address === 'object')
			const fetch = createHttpFetch()
			const ask = async () => {
				const response = await fetch(`http://127.0.0.1:${address.port}/`, { mayAskAgain: () => may })
				return response.text()
			}
			assert.equal(await ask(), 'ok')
			await new Promise(resolve => setImmediate(resolve))
			const second = await ask().catch((error: NodeJS.ErrnoException) => error.code)
			assert.deepEqual([second, connections], may ? ['ok', 2] : ['ECONNRESET', 1])
			raw.close()
		},
	)

	test('gives up on a server that does not begin to answer', async () => {
		server.answerWith(() => {})
		const error = await createHttpFetch({ headersTimeoutMs: 30 })(server.url).catch(each => each)
		assert.ok(error instanceof AgentError)
		assert.equal(error.code, 'timeout')
		assert.match(error.message, /did not begin to answer within 0\.03 s/)
	})

	test('stops waiting for an answer when it is told to', async () => {
		const stop = new AbortController()
		server.answerWith(() => stop.abort())
		await assert.rejects(createHttpFetch()(server.url, { signal: stop.signal }), { name: 'AbortError' })
	})

	test('ends an answer when it is told to, and leaves the connection of one that is whole', async () => {
		const ports = new Set<number | undefined>()
		const answer =
			(text: string): Answer =>
			(response, asked) => {
				ports.add(response.socket?.remotePort)
				return (text === '' ? streamsOn('data: 1\n\n') : streams(text))(response, asked)
			}
		server.answerWith(answer('whole'), answer('whole'), answer(''), answer('whole'))
		const fetch = createHttpFetch()
		for (const _ of [1, 2]) {
			const stop = new AbortController()
			const { text } = await fetch(server.url, { signal: stop.signal })
			assert.equal(await text(), 'whole')
			stop.abort()
		}
		assert.equal(ports.size, 1)
		const stop = new AbortController()
		const { body } = await fetch(server.url, { signal: stop.signal })
		const reading = (async () => {
			for await (const _ of body) stop.abort()
		})()
		await assert.rejects(reading)
		await assert.rejects(fetch(server.url, { signal: stop.signal }), { name: 'AbortError' })
		assert.equal(server.asked.length, 3)
	})

	test('says what a base URL begins with', async () => {
		await assert.rejects(createHttpFetch()('ftp://example.org'), /begins with http:\/\/ or https:\/\//)
	})
})
