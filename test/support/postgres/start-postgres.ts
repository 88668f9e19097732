// A PostgreSQL of our own: a new cluster in a temporary folder, run as a user who is not root, ended with its folder.

import { execFile, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '../server/free-port.ts'

export type Postgres = {
	/** Of a new database that belongs to a user without any privilege. */
	freshDatabase(): Promise<string>
	/** For a superuser. */
	url(database: string): string
	port: number
	/** `fast`: connections are cut. */
	stop(): Promise<void>
	start(): Promise<void>
	/** Also removes everything. */
	end(): Promise<void>
}

/** Where Debian, or whoever set the path, has it. */
export const POSTGRES_BIN = findBin()

/** Tests of it are skipped with this in their title where it is missing. */
export const hasPostgres = POSTGRES_BIN !== undefined

/**
 * @param options.passwords - asks everybody for one but the superuser
 * @param options.durable - writes to the disk as it would for others than tests
 * @param options.counts - counts what it is asked, in `pg_stat_statements` of each new database
 */
export async function startPostgres(
	options: { passwords?: boolean; durable?: boolean; counts?: boolean } = {},
): Promise<Postgres> {
	const user = unprivileged()
	const folder = mkdtempSync(join(tmpdir(), 'keelson-postgres-'))
	if (user) chownSync(folder, user.uid, user.gid)
	const run = (program: string, args: readonly string[]) =>
		promisify(execFile)(join(POSTGRES_BIN ?? '', program), [...args], { cwd: folder, ...user })
	const data = join(folder, 'data')
	await makeCluster(data, user)
	if (options.passwords)
		writeFileSync(
			join(data, 'pg_hba.conf'),
			'host all owner 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n',
		)
	const port = await freePort()
	const counting = options.counts ? ' -c shared_preload_libraries=pg_stat_statements' : ''
	const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder} -c fsync=${options.durable ? 'on' : 'off'} -c max_connections=200${counting}`
	const start = async () => {
		// Its output is a pipe that would stay open with it.
		await run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start'])
	}
	const stop = async () => {
		await run('pg_ctl', ['-D', data, '-m', 'fast', '-w', 'stop'])
	}
	await start()
	const url = (database: string) => `postgres://owner@127.0.0.1:${port}/${database}`
	let count = 0
	return {
		url,
		port,
		stop,
		start,
		async freshDatabase() {
			const name = `test${++count}`
			const client = new Client({ connectionString: url('postgres') })
			await client.connect()
			await client.query(
				`do $$ begin if not exists (select from pg_roles where rolname = 'plain') then create role plain login; end if; end $$`,
			)
			await client.query(`create database ${name} owner plain`)
			await client.end()
			if (options.counts) await makeCounter(url(name))
			return `postgres://plain@127.0.0.1:${port}/${name}`
		},
		async end() {
			await run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']).catch(() => undefined)
			rmSync(folder, { recursive: true, force: true })
		},
	}
}

/**
 * Making one takes ten times as long as copying it does, which is why `npm test` names a place for one that nobody
 * starts.
 */
async function makeCluster(data: string, user: User | undefined): Promise<void> {
	const unused = process.env.KEELSON_TEST_CLUSTER
	if (unused === undefined) return initialize(data, user)
	if (!existsSync(unused)) {
		const ours = mkdtempSync(`${unused}-`)
		if (user) chownSync(ours, user.uid, user.gid)
		await initialize(ours, user)
		try {
			renameSync(ours, unused)
		} catch {
			// Somebody else was first.
			rmSync(ours, { recursive: true })
		}
	}
	await promisify(execFile)('cp', ['-a', unused, data], { ...user })
}

async function initialize(data: string, user: User | undefined): Promise<void> {
	const args = ['-D', data, '-U', 'owner', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C']
	await promisify(execFile)(join(POSTGRES_BIN ?? '', 'initdb'), args, { cwd: '/', ...user })
}

async function makeCounter(url: string): Promise<void> {
	const client = new Client({ connectionString: url })
	await client.connect()
	await client.query('create extension pg_stat_statements')
	await client.end()
}

type User = { uid: number; gid: number }

/** It refuses to run as root. */
export function unprivileged(): User | undefined {
	if (process.getuid?.() !== 0) return undefined
	const idOf = (flag: string) =>
		Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout) || 65_534
	return { uid: idOf('-u'), gid: idOf('-g') }
}

function findBin(): string | undefined {
	const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
	const folders = versions
		.sort((a, b) => Number(b) - Number(a))
		.map(version => `/usr/lib/postgresql/${version}/bin`)
	return [...folders, ...(process.env.PATH ?? '').split(':')].find(
		folder => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')),
	)
}
