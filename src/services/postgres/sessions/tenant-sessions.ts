// What all that is done with the sessions of one tenant is done with.

import type { QueryResultRow } from 'pg'
import type { AuthContext } from '../../../core/services/auth-context.ts'
import type { Database } from '../database/database.ts'
import type { Notices } from '../database/notices.ts'
import type { PostgresConnection } from '../database/server-connection.ts'
import type { Wakes } from '../database/wakes.ts'

export type PostgresSessionsDeps = {
	database: Database
	connection: PostgresConnection
	wakes: Wakes
	notices: Notices
}

export type TenantSessions = PostgresSessionsDeps & {
	auth: AuthContext
	/** The first two values of each query. */
	tenant: readonly [string, string]
	/** What is opened or made is written under this epoch; left out, opening takes the session up anew. */
	lease: number | undefined
	/** One statement. Whoever works on a task waits for the database; whoever asks from outside is told to come again. */
	one<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<readonly Row[]>
}

export function tenantSessions(
	auth: AuthContext,
	deps: PostgresSessionsDeps,
	lease: number | undefined,
): TenantSessions {
	const { database, connection } = deps
	return {
		...deps,
		auth,
		tenant: [auth.app, auth.user],
		lease,
		one<Row extends QueryResultRow>(text: string, values: readonly unknown[]) {
			const ask = () => database.oneAsTenant<Row>(auth, text, values)
			return lease === undefined ? ask() : database.patiently(ask, connection.lost)
		},
	}
}
