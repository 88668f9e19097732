// The bytes of a request's images, fetched before the request is built so that building it stays pure; and which of
// them are left out because a server will not have them.

import type { Media } from '../../core/host.ts'
import type { ImagePart, MediaUri, Message } from '../../core/messages.ts'
import { base64Of } from '../../core/text/bytes.ts'

/** Base64 by URI. An image that is gone from the store, or is withheld, is not in here. */
export type Images = ReadonlyMap<MediaUri, string>

export async function loadImages(
	messages: readonly Message[],
	media: Media,
	withheld: ReadonlySet<MediaUri>,
): Promise<Images> {
	const uris = new Set(imagesOf(messages).flatMap(({ uri }) => (withheld.has(uri) ? [] : [uri])))
	const loaded = await Promise.all(
		[...uris].map(async uri => {
			const bytes = await media.get(uri)
			return bytes ? ([uri, base64Of(bytes)] as const) : undefined
		}),
	)
	return new Map(loaded.filter(entry => entry !== undefined))
}

/** Whether a server said that it cannot make anything of a picture, and not that its model sees none. */
export function refusesPicture(text: string): boolean {
	return PICTURE_REFUSAL.test(text)
}

/** Whether a server said that its model sees no pictures. */
export function seesNone(text: string): boolean {
	return BLIND.test(text)
}

const BLIND =
	/\b(?:do|does)(?:n['’]t| not) (?:currently )?(?:support|accept|take|have)[^.\n]{0,30}\b(?:images?|vision|image_url)\b|\b(?:images?|image (?:input|content)s?|image_url|vision|multimodal)\b[^.\n]{0,40}\bnot (?:currently )?(?:supported|enabled|available)\b|not a (?:multimodal|vision) model|missing data required for image input|no endpoints found that support image/i

const PICTURE_REFUSAL = new RegExp(
	[
		"(?:could not|unable to|cannot|can[’']t|failed to) (?:process|decode|load|read|open|parse|identify)[^.\\n]{0,30}\\bimage",
		'not (?:represent )?a valid image',
		'invalid[ _](?:base64[ _])?image(?!_url\\b)',
		'image[ _](?:parse|decode)[ _]error',
		'\\b(?:unsupported|invalid) image\\b(?! input)',
		'\\bimage[^\\n]{0,60}(?:exceeds?\\b|too large|corrupt|truncated)',
	].join('|'),
	'i',
)

/**
 * Whether a request was refused for how much it is, with all its pictures, and for none of them.
 * @param status - undefined where a refusal is an event
 */
export function refusesAmount(text: string, status?: number): boolean {
	return status === 413 || AMOUNT_REFUSAL.test(text)
}

const AMOUNT_REFUSAL =
	/\btoo many (?:images|pictures)\b|\b(?:request|payload|body)(?: entity)? (?:is )?too[ _]large\b|\brequest_too_large\b|\brequest exceeds the maximum (?:allowed )?(?:size|number of bytes)|\btotal (?:image|payload|request) (?:data )?size\b[^.\n]{0,60}\bexceed/i

/**
 * What a request that is too large goes without: the oldest pictures, up to half the bytes of all. What the model has
 * answered to goes before what tools have shown it since; the pictures of the newest prompt stay.
 * @param withheld - what it went without already
 * @returns those to withhold, none if no other is left
 */
export function oldest(messages: readonly Message[], withheld: ReadonlySet<MediaUri>): readonly MediaUri[] {
	const answered = messages.findLastIndex(({ role }) => role === 'assistant')
	const newest = messages.findLast(({ role }) => role === 'user')
	const kept = new Set(newest ? imagesOf([newest]).map(({ uri }) => uri) : [])
	const sent = imagesOf(messages).filter(({ uri }) => !withheld.has(uri))
	const unseen = new Set(imagesOf(messages.slice(answered + 1)).map(({ uri }) => uri))
	const mayGo = sent.filter(({ uri }) => !kept.has(uri))
	const seen = mayGo.filter(({ uri }) => !unseen.has(uri))
	const half = sumBytes(sent) / 2
	const going = new Map<MediaUri, ImagePart>()
	for (const image of seen.length > 0 ? seen : mayGo) {
		if (sumBytes([...going.values()]) >= half) break
		going.set(image.uri, image)
	}
	return [...going.keys()]
}

function sumBytes(images: readonly ImagePart[]): number {
	return images.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}

/**
 * What a request that was refused for a picture goes without: the newest it has, which came after the last one that
 * was taken, and when that was not it, all the others.
 * @param withheld - what it went without already
 * @returns those to withhold, none if there is no picture left
 */
export function suspects(messages: readonly Message[], withheld: ReadonlySet<MediaUri>): readonly MediaUri[] {
	const sent = (some: readonly Message[]) =>
		imagesOf(some)
			.map(({ uri }) => uri)
			.filter(uri => !withheld.has(uri))
	if (withheld.size > 0) return sent(messages)
	return sent(messages.filter(message => sent([message]).length > 0).slice(-1))
}

/** All that came before the prompt; what is asked about one in it cannot be answered without. */
export function unseen(messages: readonly Message[], withheld: ReadonlySet<MediaUri>): readonly MediaUri[] {
	const newest = messages.findLast(({ role }) => role === 'user')
	if (newest && imagesOf([newest]).length > 0) return []
	return imagesOf(messages).flatMap(({ uri }) => (withheld.has(uri) ? [] : [uri]))
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
