// File type detection from the first bytes.

export type ImageKind = { mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'; name: string }

/** The most that every vendor accepts for one image. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024

/** @returns undefined for what no model takes as an image */
export function imageKind(bytes: Uint8Array): ImageKind | undefined {
	if (begins(bytes, '89504e470d0a1a0a')) return { mediaType: 'image/png', name: 'PNG image' }
	if (begins(bytes, 'ffd8ff')) return { mediaType: 'image/jpeg', name: 'JPEG image' }
	if (begins(bytes, '474946383761') || begins(bytes, '474946383961'))
		return { mediaType: 'image/gif', name: 'GIF image' }
	if (begins(bytes, '52494646') && begins(bytes.subarray(8), '57454250'))
		return { mediaType: 'image/webp', name: 'WebP image' }
	return undefined
}

/** For people: never undefined, and never more than a guess. */
export function binaryKind(bytes: Uint8Array): string {
	return BEGINNINGS.find(([beginning]) => begins(bytes, beginning))?.[1] ?? 'unknown binary data'
}

const BEGINNINGS: readonly (readonly [hex: string, name: string])[] = [
	['25504446', 'a PDF document'],
	['504b0304', 'a ZIP archive, or a document or package that is one inside'],
	['1f8b', 'gzip data'],
	['28b52ffd', 'zstd data'],
	['425a68', 'bzip2 data'],
	['fd377a585a00', 'xz data'],
	['377abcaf271c', 'a 7z archive'],
	['7f454c46', 'an ELF program or library'],
	['cffaedfe', 'a Mach-O program or library'],
	['cafebabe', 'Java bytecode or a Mach-O program'],
	['4d5a', 'a Windows program or library'],
	['0061736d', 'a WebAssembly module'],
	['53514c69746520666f726d6174203300', 'an SQLite database'],
	['774f4632', 'a WOFF2 font'],
	['774f4646', 'a WOFF font'],
	['00010000', 'a TrueType font'],
	['4f676753', 'Ogg audio or video'],
	['494433', 'MP3 audio'],
	['664c6143', 'FLAC audio'],
	['52494646', 'RIFF audio or video'],
	['49492a00', 'a TIFF image'],
	['4d4d002a', 'a TIFF image'],
	['424d', 'a BMP image'],
	['00000100', 'an icon'],
	['fffe', 'UTF-16 text'],
	['feff', 'UTF-16 text'],
]

function begins(bytes: Uint8Array, hex: string): boolean {
	return Buffer.from(bytes.subarray(0, hex.length / 2)).toString('hex') === hex
}
