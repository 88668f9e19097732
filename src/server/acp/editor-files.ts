// Files through an editor: text that is open there is read as it stands in the buffer, saved or not, and written into it.
// The disk is looked at first, so what may not be read or written there is not asked for, and bytes that are no text stay.

import type { Files, LoadedFile } from '../../core/host.ts'
import { BYTE_ORDER_MARK, decodeUtf8, encodeText, lineEndOf } from '../../tools/files/text-file.ts'

export type EditorBuffers = {
	/** Left out, the client does not offer it. @throws when the editor does not know the file, or would not say */
	read?(path: string): Promise<string>
	write?(path: string, text: string): Promise<void>
}

/** @param pathInEditor - what the editor calls a path; undefined for one that it is not asked about */
export function editorFiles(
	disk: Files,
	editor: EditorBuffers,
	pathInEditor: (path: string) => string | undefined,
): Files {
	/** The editor has shown what is in them, so they are written there or not at all. */
	const served = new Set<string>()

	const asInEditor = async (path: string, bytes: Uint8Array): Promise<Uint8Array> => {
		const saved = decodeUtf8(bytes)
		const known = pathInEditor(path)
		if (!editor.read || saved === undefined || known === undefined) return bytes
		const buffer = await editor.read(known).catch(() => undefined)
		if (buffer === undefined) return bytes
		served.add(path)
		return isSameText(buffer, saved) ? bytes : encodeText(asItWouldBeSaved(buffer, saved))
	}

	const load: Files['checked']['load'] = async (path, limitBytes): Promise<LoadedFile> => {
		const loaded = await disk.checked.load(path, limitBytes)
		if (loaded.kind !== 'file') return loaded
		const bytes = await asInEditor(path, loaded.bytes)
		return bytes.length > limitBytes
			? { kind: 'too-large', sizeBytes: bytes.length }
			: { kind: 'file', bytes }
	}

	const writeAtomic: Files['writeAtomic'] = async (path, bytes, like) => {
		const text = decodeUtf8(bytes)
		const known = pathInEditor(path)
		if (!editor.write || text === undefined || known === undefined)
			return disk.checked.writeAtomic(path, bytes, like)
		// An editor follows links. It is real as long as nothing has come into it since it was judged.
		if ((await disk.realPath(path)) !== path)
			throw new Error(`${path} leads elsewhere than when it was judged`)
		try {
			await editor.write(known, text)
		} catch (error) {
			// A buffer with other text in it would win over the disk when it is saved.
			if (served.has(path)) throw error
			await disk.checked.writeAtomic(path, bytes, like)
		}
	}

	return {
		...disk,
		// A search would have it open every file.
		saved: disk.checked,
		checked: {
			...disk.checked,
			load,
			read: async path => {
				const bytes = await disk.checked.read(path)
				return bytes && asInEditor(path, bytes)
			},
			writeAtomic,
		},
	}
}

/** Editors keep line ends, a byte order mark and the end of the last line beside the text, and leave them out of it. */
function isSameText(buffer: string, saved: string): boolean {
	return plain(buffer) === plain(saved)
}

function plain(text: string): string {
	const unmarked = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
	return unmarked.replaceAll('\r\n', '\n').replace(/\n$/, '')
}

function asItWouldBeSaved(buffer: string, saved: string): string {
	const isWindows = lineEndOf(saved) === '\r\n' && !buffer.includes('\r')
	const lines = isWindows ? buffer.replaceAll('\n', '\r\n') : buffer
	const isMarked = saved.startsWith(BYTE_ORDER_MARK) && !lines.startsWith(BYTE_ORDER_MARK)
	return isMarked ? BYTE_ORDER_MARK + lines : lines
}
