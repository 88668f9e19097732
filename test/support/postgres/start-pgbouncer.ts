// A PgBouncer in front of a PostgreSQL of a test, run as a user who is not root.

import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../server/free-port.ts'
import { unprivileged } from './start-postgres.ts'

export type PgBouncer = { port: number; end(): Promise<void> }

/** Where Debian, or whoever set the path, has it. */
export const PGBOUNCER = ['/usr/sbin', ...(process.env.PATH ?? '').split(':')]
	.map(folder => join(folder, 'pgbouncer'))
	.find(path => existsSync(path))

/** @param isRoundRobin - what was idle longest is lent first */
export async function startPgBouncer(
	to: number,
	mode: 'transaction' | 'session',
	{ isRoundRobin = false } = {},
): Promise<PgBouncer> {
	const folder = mkdtempSync('/tmp/keelson-pgbouncer-')
	chmodSync(folder, 0o755)
	const port = await freePort()
	const config = join(folder, 'pgbouncer.ini')
	writeFileSync(
		config,
		`[databases]
* = host=127.0.0.1 port=${to} user=plain password=hunter2secret
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 30
${isRoundRobin ? 'server_round_robin = 1\n' : ''}`,
	)
	const child = spawn(PGBOUNCER ?? '', [config], { stdio: ['ignore', 'ignore', 'pipe'], ...unprivileged() })
	const ended = new Promise(resolve => child.once('exit', resolve))
	let said = ''
	await new Promise<void>(resolve => {
		void ended.then(() => resolve())
		child.stderr.setEncoding('utf8').on('data', text => {
			said += text
			if (said.includes('process up')) resolve()
		})
	})
	if (!(await listens(port))) throw new Error(`pgbouncer did not start: ${said}`)
	return {
		port,
		async end() {
			child.kill('SIGKILL')
			await ended
			rmSync(folder, { recursive: true, force: true })
		},
	}
}

function listens(port: number): Promise<boolean> {
	return new Promise(resolve => {
		const socket = connect(port, '127.0.0.1')
		socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
		socket.once('connect', () => socket.destroy())
	})
}
