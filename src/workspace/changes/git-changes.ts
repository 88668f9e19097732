// Changes against a commit, as git knows them: what of the work tree, staged or not, and of what git does not track yet
// differs. Only git's plumbing is asked, which compares by times and names alone; contents are read here, so that no
// filter, converter or diff program of the repository ever runs.

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { nameFrom } from '../../core/text/byte-names.ts'
import { diskContents } from './disk-content.ts'
import { type FileContent, MISSING } from './file-content.ts'

/** `input`: bytes for its stdin. Resolves with what it printed; rejects when it fails or prints more than `mostBytes`. */
export type AskGit = (args: readonly string[], input?: string, mostBytes?: number) => Promise<Buffer>

/** `before`: as the commit has it; nothing where it does not. */
export type GitChange = { path: string; before: GitBlob | undefined; isGone: boolean }

export type GitBlob = { object: string; kind: 'file' | 'link' | 'submodule'; isExecutable: boolean }

/** @param commit - or a tree */
export async function gitChanges(
	commit: string,
	{ top, git }: { top: string; git: AskGit },
): Promise<{ changes: readonly GitChange[]; more: number }> {
	const [changed, untracked] = await Promise.all([
		git([
			'diff-index',
			'--raw',
			'-z',
			'--no-renames',
			'--no-abbrev',
			'--ignore-submodules=dirty',
			commit,
			'--',
		]),
		git(['ls-files', '--others', '--exclude-standard', '-z']),
	])
	const found = new Map<string, GitChange>()
	const suspects: GitChange[] = []
	const fields = fieldsOf(changed)
	for (let at = 0; at + 1 < fields.length; at += 2) {
		const [oldMode = '', newMode = '', oldObject = '', newObject = ''] = fields[at]!.slice(1).split(' ')
		const path = join(top, fields[at + 1]!)
		const change = { path, before: blobOf(oldMode, oldObject), isGone: isNothing(newMode) }
		found.set(path, change)
		// Only its times say that it is another one.
		if (change.before?.kind === 'file' && isNothing(newObject) && !change.isGone) suspects.push(change)
	}
	for (const name of fieldsOf(untracked)) {
		// A repository of its own, into which nobody goes from here.
		if (name.endsWith('/')) continue
		const path = join(top, name)
		// Taken out of the index, but still there.
		const before = found.get(path)?.before
		found.set(path, { path, before, isGone: false })
	}
	const looked = suspects.slice(0, MOST_SUSPECTS)
	const contents = await diskContents(looked.map(({ path }) => path))
	for (const [at, { path, before }] of looked.entries())
		if (before && isBlob(contents[at] ?? MISSING, before)) found.delete(path)
	const changes = [...found.values()]
	return { changes: changes.slice(0, MOST_CHANGES), more: Math.max(0, changes.length - MOST_CHANGES) }
}

/** The contents of blobs, in their order; undefined for one that git does not have or that is larger than the limit. */
export async function readBlobs(
	objects: readonly string[],
	limitBytes: number,
	git: AskGit,
): Promise<readonly (Buffer | { sizeBytes: number } | undefined)[]> {
	if (objects.length === 0) return []
	// Almost always it is little: one git less is a tenth of the time until the first file is on the screen.
	const all = await git(['cat-file', '--batch'], lines(objects), MOST_AT_ONCE_BYTES).catch(() => undefined)
	if (all) return blobsIn(all, objects.length, limitBytes)
	const told = await git(['cat-file', '--batch-check'], lines(objects))
	const sizes = told
		.toString('latin1')
		.split('\n')
		.map(line => /^\S+ blob (\d+)$/.exec(line)?.[1])
	const small = objects.filter((_, at) => sizes[at] !== undefined && Number(sizes[at]) <= limitBytes)
	const output = small.length === 0 ? Buffer.alloc(0) : await git(['cat-file', '--batch'], lines(small))
	const blobs = blobsIn(output, small.length, limitBytes)
	let next = 0
	return sizes
		.slice(0, objects.length)
		.map(size =>
			size === undefined
				? undefined
				: Number(size) > limitBytes
					? { sizeBytes: Number(size) }
					: blobs[next++],
		)
}

/** What `cat-file --batch` printed about so many objects. */
function blobsIn(
	output: Buffer,
	count: number,
	limitBytes: number,
): readonly (Buffer | { sizeBytes: number } | undefined)[] {
	let at = 0
	return Array.from({ length: count }, () => {
		const from = output.indexOf('\n', at) + 1
		const [, type, size] = /^\S+ (\S+) (\d+)$/.exec(output.toString('latin1', at, from - 1)) ?? []
		at = from
		// `missing`: there is nothing behind it.
		if (size === undefined) return undefined
		const sizeBytes = Number(size)
		at += sizeBytes + 1
		if (type !== 'blob') return undefined
		return sizeBytes > limitBytes ? { sizeBytes } : output.subarray(from, from + sizeBytes)
	})
}

const MOST_AT_ONCE_BYTES = 16 << 20

/** Fields that end with a zero byte, those that are no UTF-8 included. */
export function fieldsOf(output: Buffer): readonly string[] {
	// One decoding for all of them, where none has a byte that is no character.
	const text = output.toString('utf8')
	if (!text.includes('\ufffd')) return text.split('\0').slice(0, -1)
	const fields: string[] = []
	let from = 0
	for (let at = output.indexOf(0); at !== -1; at = output.indexOf(0, from)) {
		fields.push(nameFrom(output.subarray(from, at)))
		from = at + 1
	}
	return fields
}

const MOST_CHANGES = 10_000
/** Of those whose times alone have changed. The rest is found to be the same when it is looked at. */
const MOST_SUSPECTS = 20

function isNothing(mode: string): boolean {
	return /^0+$/.test(mode)
}

function blobOf(mode: string, object: string): GitBlob | undefined {
	if (isNothing(mode)) return undefined
	const kind = mode === '160000' ? 'submodule' : mode === '120000' ? 'link' : 'file'
	return { object, kind, isExecutable: mode === '100755' }
}

function isBlob(content: FileContent, { object, isExecutable }: GitBlob): boolean {
	if (content.kind !== 'file' || (((content.mode ?? 0) & 0o100) !== 0) !== isExecutable) return false
	const { bytes } = content
	const digest = createHash(object.length === 64 ? 'sha256' : 'sha1')
	return digest.update(`blob ${bytes.length}\0`).update(bytes).digest('hex') === object
}

function lines(objects: readonly string[]): string {
	return objects.map(object => `${object}\n`).join('')
}
