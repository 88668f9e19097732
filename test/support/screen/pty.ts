// A program on a pseudo-terminal of which all is heard before it is said to have ended.

import { type IPty, type IPtyForkOptions, spawn } from '@lydell/node-pty'

/** What reads from it, which is not told of. */
type Reading = {
	_socket: { on(event: 'data', hear: () => void): unknown; destroy(): unknown }
}

/**
 * Some systems do not say when the last program has left a terminal, so the package closes it 200 ms after the end of the
 * first one. Where this process was busy for so long, its last words have not been read by then.
 */
export function openPty(program: string, args: readonly string[], options: IPtyForkOptions): IPty {
	const terminal = spawn(program, [...args], options)
	const { _socket: socket } = terminal as IPty & Reading
	const close = socket.destroy.bind(socket)
	let heard = 0
	socket.on('data', () => heard++)
	const closeWhenRead = (before?: number): void => {
		if (heard === before) close()
		// In between, what is there is read.
		else setImmediate(closeWhenRead, heard)
	}
	socket.destroy = () => {
		closeWhenRead()
		return socket
	}
	return terminal
}
