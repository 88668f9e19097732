// Bytes and text, where there is Node and where there is none. Node's own way is the quicker one where it is there.

const HAS_BUFFER = typeof Buffer !== 'undefined'

export function utf8Bytes(text: string): Uint8Array {
	return HAS_BUFFER ? Buffer.from(text) : new TextEncoder().encode(text)
}

/** What is no UTF-8 becomes U+FFFD. A mark of the order of bytes stays. */
export function utf8Text(bytes: Uint8Array): string {
	if (HAS_BUFFER) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
	return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

/** Of the text in UTF-8. */
export function byteLength(text: string): number {
	return HAS_BUFFER ? Buffer.byteLength(text) : new TextEncoder().encode(text).length
}

export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array {
	if (HAS_BUFFER) return Buffer.concat(parts)
	const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
	let at = 0
	for (const part of parts) {
		joined.set(part, at)
		at += part.length
	}
	return joined
}

export function base64Of(bytes: Uint8Array): string {
	if (HAS_BUFFER) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
	let binary = ''
	for (const byte of bytes) binary += String.fromCharCode(byte)
	return btoa(binary)
}

/** In small letters. */
export function hexOf(bytes: Uint8Array): string {
	return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
