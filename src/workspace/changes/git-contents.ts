// What a commit has of files, as checking it out would write it beside what is on the disk: with the ends of lines and
// the permission bits that git would give it there.

import { relative } from 'node:path'
import { nameFrom } from '../../core/text/byte-names.ts'
import { tooLarge } from './disk-content.ts'
import { type FileContent, isText, MISSING, MOST_SHOWN_BYTES } from './file-content.ts'
import { type AskGit, fieldsOf, type GitChange, readBlobs } from './git-changes.ts'

/** In their order. @param onDisk - what is there in the place of each; git reads while it is read */
export async function blobContents(
	changes: readonly GitChange[],
	onDisk: Promise<readonly FileContent[]>,
	{ top, git }: { top: string; git: AskGit },
): Promise<readonly FileContent[]> {
	const objects = changes.flatMap(({ before }) =>
		before && before.kind !== 'submodule' ? [before.object] : [],
	)
	const [blobs, disk] = await Promise.all([readBlobs(objects, MOST_SHOWN_BYTES, git), onDisk])
	const wanted = changes.map((change, at) => ({ change, after: disk[at] ?? MISSING }))
	let next = 0
	const contents = wanted.map(({ change: { before }, after }): FileContent => {
		if (!before) return MISSING
		const { object, kind } = before
		if (kind === 'submodule')
			return { kind: 'closed', words: `a submodule at ${object.slice(0, 10)}`, id: object }
		const blob = blobs[next++]
		if (!blob) return { kind: 'closed', words: 'not in this clone', id: object }
		if (!Buffer.isBuffer(blob)) return tooLarge(blob.sizeBytes, object)
		if (kind === 'link') return { kind, target: nameFrom(blob) }
		return { kind, bytes: blob, mode: modeLike(after, before.isExecutable) }
	})
	return withLineEnds(contents, wanted, { top, git })
}

/** Git knows one bit; the others stay as they are on the disk. */
function modeLike(after: FileContent, isExecutable: boolean): number {
	const mode = after.kind === 'file' ? after.mode : undefined
	if (mode === undefined) return isExecutable ? 0o755 : 0o644
	if (((mode & 0o100) !== 0) === isExecutable) return mode
	// Who may read it may run it.
	return isExecutable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111
}

/** Where lines end with a line feed in the commit and as on Windows on the disk, and git is told to make it so. */
async function withLineEnds(
	contents: readonly FileContent[],
	wanted: readonly { change: GitChange; after: FileContent }[],
	{ top, git }: { top: string; git: AskGit },
): Promise<readonly FileContent[]> {
	const names = wanted.flatMap(({ change: { path }, after }, at) => {
		const before = contents[at]!
		if (before.kind !== 'file' || after.kind !== 'file' || !path.isWellFormed()) return []
		const isOther = !before.bytes.includes('\r\n') && after.bytes.includes('\r\n') && isText(before.bytes)
		return isOther ? [relative(top, path)] : []
	})
	if (names.length === 0) return contents
	const [attributes, setting] = await Promise.all([
		git(['check-attr', '-z', '--stdin', 'text', 'eol'], names.map(name => `${name}\0`).join('')),
		git(['config', '--get', 'core.autocrlf']),
	])
	const isAuto = /^(?:true|input)\s*$/i.test(setting.toString('utf8'))
	const fields = fieldsOf(attributes)
	const isMade = new Map<string, boolean>()
	for (let at = 0; at + 2 < fields.length; at += 3) {
		const [name = '', attribute, value] = fields.slice(at, at + 3)
		const known = isMade.get(name) ?? isAuto
		if (attribute === 'text') isMade.set(name, value === 'unspecified' ? isAuto : value !== 'unset')
		else isMade.set(name, known || (value !== 'unspecified' && value !== 'unset'))
	}
	return contents.map((content, at) => {
		if (content.kind !== 'file' || !isMade.get(relative(top, wanted[at]!.change.path))) return content
		const text = content.bytes.toString('latin1').replaceAll('\n', '\r\n')
		return { ...content, bytes: Buffer.from(text, 'latin1') }
	})
}
