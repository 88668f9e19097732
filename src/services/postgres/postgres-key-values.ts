// Key values in PostgreSQL.

import type { JsonValue } from '../../core/json.ts'
import type { KeyValues } from '../../core/services/key-values.ts'
import { MOST_KEYS, requireKey, requireValue } from '../key-value-limits.ts'
import type { Database } from './database/database.ts'

export function postgresKeyValues(database: Database): KeyValues {
	return {
		async get(auth, key) {
			const [row] = await database.asTenant(auth, query =>
				query<{ value: string }>(
					'select value from keelson.key_value where app = $1 and usr = $2 and key = $3',
					[auth.app, auth.user, requireKey(key)],
				),
			)
			return row && (JSON.parse(row.value) as JsonValue)
		},
		async set(auth, key, value) {
			const text = requireValue(key, value)
			await database.asTenant(auth, query =>
				query(
					`insert into keelson.key_value (app, usr, key, value) values ($1, $2, $3, $4)
						on conflict (app, usr, key) do update set value = excluded.value`,
					[auth.app, auth.user, requireKey(key), text],
				),
			)
		},
		async remove(auth, key) {
			const rows = await database.asTenant(auth, query =>
				query('delete from keelson.key_value where app = $1 and usr = $2 and key = $3 returning 1', [
					auth.app,
					auth.user,
					requireKey(key),
				]),
			)
			return rows.length > 0
		},
		async keys(auth, prefix) {
			const rows = await database.asTenant(auth, query =>
				query<{ key: string }>(
					`select key from keelson.key_value where app = $1 and usr = $2 and starts_with(key, $3)
						order by key collate "C" limit ${MOST_KEYS}`,
					[auth.app, auth.user, prefix],
				),
			)
			return rows.map(({ key }) => key)
		},
	}
}
