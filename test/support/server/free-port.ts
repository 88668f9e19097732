// A port of loopback for a server that has to be told one, or where nobody is to listen. Not one of those that the system
// gives to whoever connects, or listens without naming one: those are somebody else's a moment after they were free.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** Above the ports that the services of a machine have. */
const LOWEST = 10_000
/** Each process begins elsewhere: no two tests that run beside each other are given the same one. */
const OF_EACH_PROCESS = 40

let given = 0

export async function freePort(): Promise<number> {
	const first = firstOfSystem()
	// Where the system takes nearly all of them, those that are free now have to do.
	const count = (first >= LOWEST + OF_EACH_PROCESS ? first : 65_536) - LOWEST
	for (let tries = 0; tries < count; tries++) {
		const port = LOWEST + ((process.pid * OF_EACH_PROCESS + given++) % count)
		if (await isFree(port)) return port
	}
	throw new Error(`no port is free from ${LOWEST} to ${LOWEST + count}`)
}

/** The first of those that it gives away by itself. */
function firstOfSystem(): number {
	try {
		return Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10)
	} catch {
		// As IANA has it, and most systems.
		return 49_152
	}
}

function isFree(port: number): Promise<boolean> {
	const server = createServer()
	return new Promise(resolve => {
		server.once('error', () => resolve(false))
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
	})
}
