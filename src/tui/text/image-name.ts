// The name of a picture where it cannot be shown: what it is, and how large.

import type { ImagePart } from '../../core/messages.ts'
import { sanitizeLine } from './sanitize.ts'

/** `image png 34 kB` */
export function imageName({ mediaType, sizeBytes }: Pick<ImagePart, 'mediaType' | 'sizeBytes'>): string {
	const kind = sanitizeLine(mediaType.replace(/^image\//, '').replace(/\+.*$/, ''))
	return `image ${kind} ${sizeText(sizeBytes)}`
}

function sizeText(bytes: number): string {
	if (bytes < 1_000) return `${bytes} B`
	if (bytes < 999_500) return `${Math.round(bytes / 1_000)} kB`
	return `${(bytes / 1_000_000).toFixed(1)} MB`
}
