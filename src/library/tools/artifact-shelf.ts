// The artifacts of one call of a host's tool: bytes go where pictures are kept, everything else into the result itself.

import { AgentError } from '../../core/errors.ts'
import type { Media } from '../../core/host.ts'
import { byteLength } from '../../core/text/bytes.ts'
import type { CallArtifact } from '../../core/tool.ts'
import type { ArtifactShelf, NewArtifact } from './tool-services.ts'

/** `left`: those that were added so far. */
export function artifactShelf(media: Pick<Media, 'put'>): {
	shelf: ArtifactShelf
	left: readonly CallArtifact[]
} {
	const left: CallArtifact[] = []
	let adding = 0
	return {
		left,
		shelf: {
			async add(artifact) {
				const made = await madeOf(artifact, media, () => ++adding)
				left.push(made)
			},
		},
	}
}

async function madeOf(
	artifact: NewArtifact,
	media: Pick<Media, 'put'>,
	count: () => number,
): Promise<CallArtifact> {
	const { name, mediaType } = artifact
	if (name.trim() === '' || name.length > LONGEST_NAME || /\p{Cc}/u.test(name))
		throw refused(name, `a name has 1 to ${LONGEST_NAME} characters, none of them a control character`)
	if (mediaType !== undefined && !MEDIA_TYPE.test(mediaType))
		throw refused(name, `${JSON.stringify(mediaType.slice(0, 80))} is no media type such as text/csv`)
	const { most, bytes, usual } = measured(artifact)
	if (bytes > most) throw refused(name, `it has ${bytes} bytes, and at most ${most} are taken`)
	if (count() > MOST_OF_ONE_CALL) throw refused(name, `one call leaves at most ${MOST_OF_ONE_CALL}`)
	return { name, mediaType: mediaType ?? usual, content: await contentOf(artifact, media) }
}

function measured(artifact: NewArtifact): { most: number; bytes: number; usual: string } {
	if ('bytes' in artifact)
		return { most: MOST_BYTES, bytes: artifact.bytes.length, usual: 'application/octet-stream' }
	if ('text' in artifact) return { most: MOST_TEXT, bytes: byteLength(artifact.text), usual: 'text/plain' }
	const text = JSON.stringify(artifact.value)
	if (text === undefined) throw refused(artifact.name, 'its value is no JSON')
	return { most: MOST_TEXT, bytes: byteLength(text), usual: 'application/json' }
}

async function contentOf(artifact: NewArtifact, media: Pick<Media, 'put'>): Promise<CallArtifact['content']> {
	if ('text' in artifact) return { text: artifact.text }
	// As it is now: what the handler does with it later is its own.
	if ('value' in artifact) return { value: structuredClone(artifact.value) }
	return { uri: await media.put(artifact.bytes), sizeBytes: artifact.bytes.length }
}

function refused(name: string, why: string): AgentError {
	return new AgentError('usage', `the artifact ${JSON.stringify(name.slice(0, 80))} is not taken: ${why}`)
}

const LONGEST_NAME = 200
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?: *;[^\p{Cc}]{1,100})?$/u
const MOST_OF_ONE_CALL = 20
const MOST_TEXT = 256 * 1024
const MOST_BYTES = 4 * 1024 * 1024
