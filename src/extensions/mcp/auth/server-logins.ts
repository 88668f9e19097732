// The logins of all servers of a program, as far as others have to know them.

import type { FetchLike } from '@modelcontextprotocol/client'
import type { JsonValue } from '../../../core/json.ts'
import type { ExtensionOrigin } from '../../extension-files.ts'

/** A server as far as its login goes. */
export type LoginServer = {
	name: string
	origin: ExtensionOrigin
	oauth?: JsonValue | undefined
	endpoint: { kind: string; url?: string }
}

export type ServerLogins = {
	/** Sends the requests to a server, with its login. Undefined for one that is started here. */
	fetchFor(server: LoginServer): FetchLike | undefined
	/** Everything that must be taken out of whatever is stored or shown. Grows as tokens come. */
	known(): readonly string[]
}
