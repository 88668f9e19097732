// The bytes of a request's images, fetched before the request is built so that building it stays pure.

import type { Media } from '../../core/host.ts'
import type { ImagePart, MediaUri, Message } from '../../core/messages.ts'
import { base64Of } from '../../core/text/bytes.ts'

/** Base64 by URI. An image that is gone from the store is not in here. */
export type Images = ReadonlyMap<MediaUri, string>

export async function loadImages(messages: readonly Message[], media: Media): Promise<Images> {
	const uris = new Set(imagesOf(messages).map(image => image.uri))
	const loaded = await Promise.all(
		[...uris].map(async uri => {
			const bytes = await media.get(uri)
			return bytes ? ([uri, base64Of(bytes)] as const) : undefined
		}),
	)
	return new Map(loaded.filter(entry => entry !== undefined))
}

function imagesOf(messages: readonly Message[]): readonly ImagePart[] {
	return messages.flatMap(message => message.content.filter(part => part.type === 'image'))
}

/** Said in place of an image that cannot be sent, so that the text around it still makes sense. */
export function missingImage(image: ImagePart): string {
	return `[image ${image.mediaType}, ${image.sizeBytes} bytes: not available here]`
}

export function dataUrl(image: ImagePart, base64: string): string {
	return `data:${image.mediaType};base64,${base64}`
}
