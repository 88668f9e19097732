// Key-value memory: what an agent, or the program in front of it, wants to find again by name.

import type { JsonValue } from '../json.ts'
import type { AuthContext } from './auth-context.ts'

/** Keys hold 1 to 512 characters without control characters, values at most 1 MiB of JSON. */
export type KeyValues = {
	get(auth: AuthContext, key: string): Promise<JsonValue | undefined>
	/** @throws AgentError `usage` for a key or a value beyond the limits */
	set(auth: AuthContext, key: string, value: JsonValue): Promise<void>
	/** @returns whether there was one */
	remove(auth: AuthContext, key: string): Promise<boolean>
	/** In order, at most 1000. */
	keys(auth: AuthContext, prefix: string): Promise<readonly string[]>
}
