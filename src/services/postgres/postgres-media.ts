// Media in PostgreSQL: a row for each picture of a tenant, so that whichever server takes a task up can show it to a model.

import type { Media } from '../../core/host.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import { mediaName, mediaUri } from '../media-names.ts'
import type { Database } from './database/database.ts'

/** @param lost - fires when nobody knows any more that this server lives */
export function postgresMedia(
	auth: AuthContext,
	{ database, lost }: { database: Database; lost(): AbortSignal },
): Media {
	const tenant = [auth.app, auth.user] as const
	return {
		async put(bytes) {
			const uri = mediaUri(bytes)
			const name = mediaName(uri)
			await database.patiently(
				() =>
					database.asTenant(auth, async query => {
						// What is there already is not sent again.
						const known = await query(
							'select 1 from keelson.media where app = $1 and usr = $2 and name = $3',
							[...tenant, name],
						)
						if (known.length > 0) return
						await query(
							'insert into keelson.media (app, usr, name, bytes) values ($1, $2, $3, $4) on conflict do nothing',
							[...tenant, name, Buffer.from(bytes)],
						)
					}),
				lost(),
			)
			return uri
		},
		async get(uri) {
			const name = mediaName(uri)
			if (name === undefined) return undefined
			const [row] = await database.patiently(
				() =>
					database.asTenant(auth, query =>
						query<{ bytes: Buffer }>(
							'select bytes from keelson.media where app = $1 and usr = $2 and name = $3',
							[...tenant, name],
						),
					),
				lost(),
			)
			return row?.bytes
		},
	}
}
