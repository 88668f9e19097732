// The work trees of other repositories that an index of git names. `git status` goes into each of them, and obeys the
// settings it finds there.

/**
 * @param bytes - of a file `index` or `sharedindex.*`
 * @param hashBytes - the length of an object's name
 * @returns paths in which each character stands for one byte; undefined when it is not understood
 */
export function linkedRepositories(bytes: Buffer, hashBytes: 20 | 32): readonly string[] | undefined {
	if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined
	const version = bytes.readUInt32BE(4)
	if (version < 2 || version > 4) return undefined
	const found: string[] = []
	let name: Buffer = Buffer.alloc(0)
	let at = HEADER_BYTES
	for (let left = bytes.readUInt32BE(8); left > 0; left--) {
		const flagsAt = at + STAT_BYTES + hashBytes
		if (flagsAt + 4 > bytes.length) return undefined
		const isExtended = version > 2 && (bytes.readUInt16BE(flagsAt) & EXTENDED) !== 0
		let nameAt = flagsAt + (isExtended ? 4 : 2)
		let kept = 0
		if (version === 4) {
			const taken = readOffset(bytes, nameAt)
			if (!taken || taken.value > name.length) return undefined
			kept = name.length - taken.value
			nameAt = taken.next
		}
		const end = bytes.indexOf(0, nameAt)
		if (end < 0) return undefined
		const isLink = (bytes.readUInt16BE(at + MODE_AT + 2) & KIND) === GITLINK
		if (version === 4) name = Buffer.concat([name.subarray(0, kept), bytes.subarray(nameAt, end)])
		else if (isLink) name = bytes.subarray(nameAt, end)
		if (isLink) found.push(name.toString('latin1'))
		at = version === 4 ? end + 1 : at + (Math.floor((end - at) / 8) + 1) * 8
	}
	return found
}

const HEADER_BYTES = 12
/** Times, device, inode, mode, user, group, size. */
const STAT_BYTES = 40
const MODE_AT = 24
const EXTENDED = 0x4000
const KIND = 0o170000
const GITLINK = 0o160000

/** A number as version 4 and pack files write it: seven bits at a time, each longer form beginning where the shorter ends. */
function readOffset(bytes: Buffer, from: number): { value: number; next: number } | undefined {
	let at = from
	let byte = bytes[at++]
	let value = (byte ?? 0) & 0x7f
	while (byte !== undefined && (byte & 0x80) !== 0) {
		byte = bytes[at++]
		value = (value + 1) * 128 + ((byte ?? 0) & 0x7f)
	}
	return byte === undefined ? undefined : { value, next: at }
}
