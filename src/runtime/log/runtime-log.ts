// The runtime's log: the logger that is handed down, and what else is watched for it. Contracts only, so that nothing of
// it is loaded where nobody wants a log.

import type { Envelope } from '../../core/events.ts'
import type { Logger } from '../../core/logging/logger.ts'
import type { HttpFetch } from '../../providers/http/http-fetch.ts'

export type RuntimeLog = {
	logger: Logger
	/** Writes down what an envelope of any session says. */
	follow(envelope: Envelope): void
	/** Writes down what models' servers answer. */
	watch(fetch: HttpFetch): HttpFetch
	/** Hears, once, in a whole sentence, that the file cannot be written; nothing is from then on. */
	onFailure(told: (text: string) => void): void
	/** Resolves when everything is written that can be. */
	close(): Promise<void>
}
