// Authentication: who somebody is by the token they bring.

import type { AuthContext } from './auth-context.ts'

export type Authentication = {
	/** @returns undefined for a token that is nobody's */
	authenticate(token: string): Promise<AuthContext | undefined>
	/** Tells whenever a token may have become nobody's. Left out, that never happens. @returns ends it */
	onChange?(listener: () => void): () => void
}
