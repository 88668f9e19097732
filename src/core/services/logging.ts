// The logging service: what happened, for whoever runs the program. Not for its users, and no truth of its own.

import type { JsonValue } from '../json.ts'
import type { AuthContext } from './auth-context.ts'

export type LogLevel = 'error' | 'warn' | 'info' | 'debug'

export type Logging = {
	/** Never throws, never waits; secrets are taken out on the way. */
	log(auth: AuthContext, level: LogLevel, message: string, fields?: Readonly<Record<string, JsonValue>>): void
}

export const NO_LOGGING: Logging = { log() {} }
