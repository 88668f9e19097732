// The smallest picture there is: one grey pixel as a PNG.

import { createHash } from 'node:crypto'
import type { ImagePart, MediaUri } from '../../src/core/messages.ts'

const bytes = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg==',
	'base64',
)
const uri: MediaUri = `media://sha256-${createHash('sha256').update(bytes).digest('hex')}`
const part: ImagePart = { type: 'image', mediaType: 'image/png', uri, sizeBytes: bytes.length }

export const PICTURE = { bytes, part, base64: bytes.toString('base64') }
