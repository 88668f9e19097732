// Media: the pictures of a tenant, each kept once under the hash of its bytes, on this machine or where every server that
// shares the work finds them.

import type { Media } from '../host.ts'
import type { AuthContext } from './auth-context.ts'

/**
 * The media of one tenant. `put` resolves when every server has it, and rejects with AgentError `usage` beyond
 * `MOST_MEDIA_BYTES`; `get` knows nothing of what another tenant has, nor of a name that is no hash.
 */
export type MediaOf = (auth: AuthContext) => Media

/** Of one picture; models take less. */
export const MOST_MEDIA_BYTES = 32 * 1024 * 1024
