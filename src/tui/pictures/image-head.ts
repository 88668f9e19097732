// The heads of JPEG, GIF and WebP files: as much as is needed to make room for a picture that the terminal reads by itself.

import type { Size } from './pixels.ts'

/** `mayMove`: it can have several frames. */
export type ImageHead = Size & { format: 'jpeg' | 'gif' | 'webp'; mayMove: boolean }

/** @returns undefined for what is none of them, or is broken so early that its size is not known */
export function imageHead(bytes: Uint8Array): ImageHead | undefined {
	const head = new DataView(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, MOST_HEAD_BYTES))
	const found = jpegHead(head) ?? gifHead(head) ?? webpHead(head)
	return found && found.width > 0 && found.height > 0 ? found : undefined
}

/** Before the size stand what the camera says, a small preview and a profile of colours, in segments of 64 kB. */
const MOST_HEAD_BYTES = 1 << 20

/** ITU T.81, B.1: markers with the length of what follows; the size stands behind the one that begins the frame. */
function jpegHead(head: DataView): ImageHead | undefined {
	if (head.byteLength < 4 || head.getUint16(0) !== 0xffd8) return undefined
	for (let at = 2; at + 4 <= head.byteLength; ) {
		if (head.getUint8(at) !== 0xff) return undefined
		const marker = head.getUint8(at + 1)
		// Any number of these may stand before a marker.
		if (marker === 0xff) {
			at++
			continue
		}
		if (isFrame(marker)) {
			if (at + 9 > head.byteLength) return undefined
			const [height, width] = [head.getUint16(at + 5), head.getUint16(at + 7)]
			return { format: 'jpeg', width, height, mayMove: false }
		}
		const length = head.getUint16(at + 2)
		// What has no segment does not come before the frame.
		if (length < 2 || hasNoSegment(marker)) return undefined
		at += 2 + length
	}
	return undefined
}

/** SOF0 to SOF15, without the three among them that begin tables and extensions. */
function isFrame(marker: number): boolean {
	return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function hasNoSegment(marker: number): boolean {
	return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xda)
}

function gifHead(head: DataView): ImageHead | undefined {
	if (head.byteLength < 10 || !/^GIF8[79]a$/.test(ascii(head, 0, 6))) return undefined
	const [width, height] = [head.getUint16(6, true), head.getUint16(8, true)]
	return { format: 'gif', width, height, mayMove: true }
}

/** RFC 9649: in a RIFF file the first chunk says which of three kinds it is, and each has its size elsewhere. */
function webpHead(head: DataView): ImageHead | undefined {
	if (head.byteLength < 30 || ascii(head, 0, 4) !== 'RIFF' || ascii(head, 8, 4) !== 'WEBP') return undefined
	const format = 'webp'
	switch (ascii(head, 12, 4)) {
		case 'VP8 ': {
			const isKeyFrame = (head.getUint8(20) & 1) === 0
			if (!isKeyFrame || ascii(head, 23, 3) !== '\x9d\x01\x2a') return undefined
			const [width, height] = [
				head.getUint16(26, true) & FOURTEEN_BITS,
				head.getUint16(28, true) & FOURTEEN_BITS,
			]
			return { format, width, height, mayMove: false }
		}
		case 'VP8L': {
			if (head.getUint8(20) !== 0x2f) return undefined
			const bits = head.getUint32(21, true)
			const [width, height] = [(bits & FOURTEEN_BITS) + 1, ((bits >>> 14) & FOURTEEN_BITS) + 1]
			return { format, width, height, mayMove: false }
		}
		case 'VP8X': {
			const three = (at: number) => head.getUint16(at, true) + head.getUint8(at + 2) * 0x10000 + 1
			return { format, width: three(24), height: three(27), mayMove: (head.getUint8(20) & 2) !== 0 }
		}
		default:
			return undefined
	}
}

const FOURTEEN_BITS = 0x3fff

function ascii(head: DataView, at: number, length: number): string {
	return String.fromCharCode(...new Uint8Array(head.buffer, head.byteOffset + at, length))
}
