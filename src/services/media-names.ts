// The names of media: by the hash of their bytes, and by nothing else.

import { createHash } from 'node:crypto'
import { AgentError } from '../core/errors.ts'
import type { MediaUri } from '../core/messages.ts'
import { MOST_MEDIA_BYTES } from '../core/services/media.ts'

/** @throws AgentError `usage` */
export function mediaUri(bytes: Uint8Array): MediaUri {
	if (bytes.length > MOST_MEDIA_BYTES)
		throw new AgentError('usage', `a picture of ${bytes.length} bytes: at most ${MOST_MEDIA_BYTES} are kept`)
	return `media://sha256-${createHash('sha256').update(bytes).digest('hex')}`
}

/** A URI may come out of a log someone else wrote, so nothing but a hash ever becomes part of a path or a query. */
export function mediaName(uri: string): string | undefined {
	return NAME.exec(uri)?.[1]
}

const NAME = /^media:\/\/(sha256-[0-9a-f]{64})$/
