// What was asked of `agent serve`, read before anything is opened.

import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { AgentError } from '../../../core/errors.ts'
import { allowedPlace } from '../../../workspace/clones/clone-source.ts'
import { positiveInteger, type RawFlags } from '../../startup/flags.ts'

export type ServeFlags = RawFlags & {
	host?: string
	port?: string
	tokenFile?: string
	name?: string
	maxRunning?: string
	perUser?: string
	workspaces?: readonly string[]
	allowGit?: readonly string[]
	allowHost?: readonly string[]
	allowOrigin?: readonly string[]
	allowPushHost?: readonly string[]
	negotiate?: boolean
	database?: string
	migrate?: boolean
	/** False with `--no-page`. */
	page?: boolean
}

export type ServeWish = {
	host: string
	port: number
	tokenFile: string | undefined
	server: string
	slots: number
	perTenant: number
	workspaces: readonly string[] | undefined
	/** Hosts, and folders for `file://`, that repositories are cloned from. */
	allowedGit: readonly string[]
	allowedHosts: readonly string[]
	allowedOrigins: readonly string[]
	/** Of this machine or its network, that push notifications may go to. */
	allowedPushHosts: readonly string[]
	negotiate: boolean
	/** `postgres://…` */
	database: string | undefined
	migrate: boolean
	/** The web page is there. */
	hasPage: boolean
}

/** @throws AgentError `usage` */
export function serveWish(flags: ServeFlags, isLoopback: (host: string) => boolean): ServeWish {
	const { host = '127.0.0.1', tokenFile, name } = flags
	if (!isLoopback(host) && tokenFile === undefined)
		throw new AgentError(
			'usage',
			`--host ${host} lets other machines in, and needs --token-file to say who; a line is TOKEN APP/USER`,
		)
	if (name !== undefined && !SERVER_NAME.test(name))
		throw new AgentError('usage', `--name ${name}: expected letters, digits and ._-, at most 64`)
	const slots = positiveInteger('--max-running', flags.maxRunning) ?? 4
	return {
		host,
		port: portOf(flags.port ?? '0'),
		tokenFile,
		server: name ?? ownName(),
		slots,
		perTenant: positiveInteger('--per-user', flags.perUser) ?? slots,
		workspaces: flags.workspaces,
		allowedGit: (flags.allowGit ?? []).map(allowedPlace),
		allowedHosts: (flags.allowHost ?? []).map(host => hostOf('--allow-host', host)),
		allowedOrigins: (flags.allowOrigin ?? []).map(originOf),
		allowedPushHosts: (flags.allowPushHost ?? []).map(host => hostOf('--allow-push-host', host)),
		negotiate: flags.negotiate === true,
		database: databaseOf(flags.database),
		migrate: flags.migrate === true,
		hasPage: flags.page !== false,
	}
}

function portOf(text: string): number {
	if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
	throw new AgentError('usage', `--port ${text}: expected a number from 0 to 65535`)
}

/** It may hold a password: what is wrong with it is said without it. */
function databaseOf(text: string | undefined): string | undefined {
	if (text === undefined || /^postgres(?:ql)?:\/\/./.test(text)) return text
	throw new AgentError('usage', '--database: expected postgres://user@host:port/name')
}

/** One that is written otherwise would let nobody in, without a word. */
function hostOf(flag: string, text: string): string {
	if (/^(?:[\w.-]+|\[[0-9a-f:.]+\]|[0-9a-f]*:[0-9a-f:.]*:[0-9a-f.]*)(?::\d{1,5})?$/i.test(text)) return text
	throw new AgentError('usage', `${flag} ${text}: expected a host such as tasks.example.com, or host:port`)
}

function originOf(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : undefined
	const isOrigin = url !== undefined && url.origin !== 'null' && url.href === `${url.origin}/`
	if (isOrigin) return url.origin
	throw new AgentError('usage', `--allow-origin ${text}: expected a site such as https://tasks.example.com`)
}

/** Two on one machine are two. */
function ownName(): string {
	const machine = hostname()
		.replaceAll(/[^A-Za-z0-9._-]/g, '-')
		.slice(0, 40)
	return `${/^[A-Za-z0-9]/.test(machine) ? machine : 'server'}-${randomBytes(3).toString('hex')}`
}

const SERVER_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
