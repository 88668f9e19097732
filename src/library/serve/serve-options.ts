// How a runtime is served, and what is had of it then.

import type { AuthContext } from '../../core/services/auth-context.ts'

export type ServeOptions = {
	/** Left out, loopback; anything else needs `tokens`. */
	host?: string
	/** Left out or 0, one that is free. */
	port?: number
	/**
	 * Who may come in: whose token it is, by the token, of at least 16 characters. Left out, one is made for the user of the
	 * runtime (`server.token`).
	 */
	tokens?: Readonly<Record<string, AuthContext>>
	/** What it calls itself in tasks. */
	name?: string
	/** Tasks that are worked on at once; 4 when left out. */
	maxRunning?: number
	/** Of them, tasks of one user; as many when left out. */
	perUser?: number
	/** Further names that it is called by. */
	allowedHosts?: readonly string[]
	/** Sites whose pages may ask: `https://tasks.example.com`. */
	allowedOrigins?: readonly string[]
	/** The web page at `/`; false leaves it out. */
	page?: boolean
	/** Tasks, sessions and key-values are kept in this PostgreSQL (`postgres://…`), which other servers share. Needs Node 22.12. */
	database?: string
	/** Makes the schema of the database, or brings it to this version, before anything else. */
	migrate?: boolean
	/** A message by A2A is answered, asked back about or made a task by a model first, which costs a request each time. */
	negotiate?: boolean
	/** Hosts of this machine and its network that A2A may send push notifications to; everybody else's may always be. */
	allowedPushHosts?: readonly string[]
}

export type RuntimeServer = {
	/** `http://127.0.0.1:8080` */
	readonly url: string
	/** The one that was made, where none were given. */
	readonly token: string | undefined
	/** Takes no more tasks and stops those that are worked on: with sessions in files, the next server goes on with them. */
	close(): Promise<void>
}
