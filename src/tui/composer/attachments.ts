// Attachments behind the markers in the text: large pastes and images. In the text a marker is one unit.

import type { ImagePart } from '../../core/messages.ts'

export type Attachments = {
	readonly pastes: ReadonlyMap<string, string>
	readonly images: ReadonlyMap<string, ImagePart>
	/** Numbers are not used again, so that undo cannot bring back a marker with another meaning. */
	readonly lastNumber: number
}

export const NO_ATTACHMENTS: Attachments = { pastes: new Map(), images: new Map(), lastNumber: 0 }

export type Attached = { attachments: Attachments; marker: string }

export function attachPaste(attachments: Attachments, text: string): Attached {
	const number = attachments.lastNumber + 1
	const lines = text.replace(/\n$/, '').split('\n').length
	const size = lines > 1 ? `${lines} lines` : `${text.length} characters`
	const marker = `[Pasted #${number}: ${size}]`
	return {
		attachments: {
			...attachments,
			pastes: new Map(attachments.pastes).set(marker, text),
			lastNumber: number,
		},
		marker,
	}
}

export function attachImage(attachments: Attachments, image: ImagePart): Attached {
	const number = attachments.lastNumber + 1
	const marker = `[Image #${number}]`
	return {
		attachments: {
			...attachments,
			images: new Map(attachments.images).set(marker, image),
			lastNumber: number,
		},
		marker,
	}
}

/** Takes over a text that was sent before: its image markers stand for `images` again, in order. */
export function reattachImages(
	text: string,
	images: readonly ImagePart[],
): { attachments: Attachments; text: string } {
	const markers = [...new Set(text.match(/\[Image #\d+\]/g))]
	const numbers = markers.map(marker => Number(/\d+/.exec(marker)?.[0]))
	let attachments: Attachments = {
		pastes: new Map(),
		images: new Map(images.flatMap((image, index) => (markers[index] ? [[markers[index], image]] : []))),
		lastNumber: Math.max(0, ...numbers),
	}
	let whole = text
	for (const image of images.slice(markers.length)) {
		const attached = attachImage(attachments, image)
		attachments = attached.attachments
		whole += `${whole === '' || whole.endsWith(' ') ? '' : ' '}${attached.marker}`
	}
	return { attachments, text: whole }
}

export function markersOf({ pastes, images }: Attachments): readonly string[] {
	return [...pastes.keys(), ...images.keys()]
}

/** The text with its pastes in place. Image markers stay, so that a prompt can speak of `[Image #2]`. */
export function expandMarkers(text: string, { pastes }: Attachments): string {
	// In one go: a paste that quotes a marker keeps the quote.
	return text.replace(/\[Pasted #\d+: [^\]]*\]/g, marker => pastes.get(marker) ?? marker)
}

export function imagesIn(text: string, { images }: Attachments): readonly ImagePart[] {
	return [...images]
		.filter(([marker]) => text.includes(marker))
		.sort(([a], [b]) => text.indexOf(a) - text.indexOf(b))
		.map(([, image]) => image)
}
