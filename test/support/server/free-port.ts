// Ports at which nobody listens, and nobody will but the test that asked.

import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below those from which the system takes one for whoever names none: such a port, once given back, may be the one that
 * the next server of another test is given, or the one from which somebody connects to it.
 */
const FIRST = 20_000
/** Processes of tests that run at once have ids near each other. */
const PROCESSES = 500
const OF_EACH = 24
let given = 0

export async function freePort(): Promise<number> {
	for (let looks = 0; looks < OF_EACH; looks++) {
		const port = FIRST + (process.pid % PROCESSES) * OF_EACH + (given++ % OF_EACH)
		if (await isFree(port)) return port
	}
	throw new Error('each port that this process may use is taken')
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer().listen(port, '127.0.0.1')
	try {
		await once(server, 'listening')
	} catch {
		return false
	}
	server.close()
	await once(server, 'close')
	return true
}
