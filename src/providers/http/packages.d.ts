// What a package exports and its types leave out: the half of `ws` that knows frames.

import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'

declare module 'ws' {
	class Receiver extends Writable {
		constructor(options: { isServer: boolean })
	}

	class Sender {
		constructor(socket: Socket, extensions: object)
		send(data: Uint8Array, frame: { binary: boolean; compress: boolean; fin: boolean; mask: boolean }): void
		pong(data: Uint8Array, mask: boolean): void
		close(code: number, reason: string, mask: boolean): void
	}
}
