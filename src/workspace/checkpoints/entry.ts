// A tree entry, one thing in the work tree as a checkpoint knows it, and when two of them are the same.

import type { Stats } from 'node:fs'

export type TreeEntry = {
	/** `special`: a pipe, a socket or a device, which holds nothing that could be kept. */
	kind: 'file' | 'folder' | 'link' | 'special'
	/** Permission bits. Those of a link mean nothing and are 0. */
	mode: number
	/** A file: the SHA-256 of its content. A link: where it leads. Anything else: nothing. */
	content: string
	/** Why the content of a file is not kept. `content` is empty then. */
	notKept?: NotKept
	/** What tells without reading that it is still the same. */
	stamp: Stamp
}

export type NotKept = 'too-large' | 'unreadable' | 'no-room'

/** `isSettled`: enough time had passed since the last change that another one would have shown in the times. */
export type Stamp = {
	sizeBytes: number
	modifiedMs: number
	changedMs: number
	inode: number
	/** Names that a file has, in the tree or out of it. */
	links: number
	isSettled: boolean
}

/** Absolute path → what is there. */
export type Tree = ReadonlyMap<string, TreeEntry>

export function stampOf(stats: Stats, nowMs: number): Stamp {
	return {
		sizeBytes: stats.size,
		modifiedMs: stats.mtimeMs,
		changedMs: stats.ctimeMs,
		inode: stats.ino,
		links: stats.nlink,
		isSettled: Math.max(stats.ctimeMs, stats.mtimeMs) < nowMs - SETTLED_MS,
	}
}

/** Coarser than the clock of any file system worth naming; FAT counts in steps of two seconds. */
const SETTLED_MS = 2_000

export function kindOf(stats: Stats): TreeEntry['kind'] {
	if (stats.isFile()) return 'file'
	if (stats.isDirectory()) return 'folder'
	return stats.isSymbolicLink() ? 'link' : 'special'
}

export function isUntouched(stats: Stats, { stamp }: TreeEntry): boolean {
	return (
		stamp.sizeBytes === stats.size &&
		stamp.modifiedMs === stats.mtimeMs &&
		stamp.changedMs === stats.ctimeMs &&
		stamp.inode === stats.ino
	)
}

/** Whether putting one in the place of the other would change nothing that is kept. */
export function isSame(a: TreeEntry | undefined, b: TreeEntry | undefined): boolean {
	if (!a || !b) return a === b
	if (a.kind !== b.kind || a.mode !== b.mode) return false
	if (a.notKept === undefined && b.notKept === undefined) return a.content === b.content
	// Nothing but the clock is known of such a one, and anybody can set the time of a change back, but not that of the
	// last change to anything about the file. Another name of it is a change too.
	const isUnchanged = a.stamp.changedMs === b.stamp.changedMs || a.stamp.links !== b.stamp.links
	return isUnchanged && a.stamp.inode === b.stamp.inode && isAsLong(a.stamp, b.stamp)
}

/** Whether the content of two files is the same, as far as that is known. */
export function hasSameContent(a: TreeEntry, b: TreeEntry): boolean {
	if (a.kind !== 'file' || b.kind !== 'file') return false
	if (a.notKept === undefined && b.notKept === undefined) return a.content === b.content
	return a.stamp.inode === b.stamp.inode && isAsLong(a.stamp, b.stamp)
}

function isAsLong(a: Stamp, b: Stamp): boolean {
	return a.sizeBytes === b.sizeBytes && a.modifiedMs === b.modifiedMs
}

type KindLetter = 'f' | 'd' | 'l' | 's'

const LETTERS = { file: 'f', folder: 'd', link: 'l', special: 's' } as const
const KINDS = { f: 'file', d: 'folder', l: 'link', s: 'special' } as const

type EntryRow = [
	path: string,
	kind: KindLetter,
	mode: number,
	content: string,
	notKept: NotKept | '',
	sizeBytes: number,
	modifiedMs: number,
	changedMs: number,
	inode: number,
	settled: 0 | 1,
	/** Left out for 1, as every row was once. */
	links?: number,
]

export function toRow(path: string, { kind, mode, content, notKept, stamp }: TreeEntry): EntryRow {
	const { sizeBytes, modifiedMs, changedMs, inode, links, isSettled } = stamp
	const row: EntryRow = [
		path,
		LETTERS[kind],
		mode,
		content,
		notKept ?? '',
		sizeBytes,
		modifiedMs,
		changedMs,
		inode,
		isSettled ? 1 : 0,
	]
	if (links !== 1) row.push(links)
	return row
}

/** @throws when the row is none; a state that holds one cannot be used */
export function fromRow(row: unknown): readonly [string, TreeEntry] {
	if (!isRow(row)) throw new Error(`not a row of a checkpoint: ${JSON.stringify(row).slice(0, 80)}`)
	const [path, letter, mode, content, notKept, sizeBytes, modifiedMs, changedMs, inode, settled, links = 1] =
		row
	const kind = KINDS[letter]
	const stamp = { sizeBytes, modifiedMs, changedMs, inode, links, isSettled: settled === 1 }
	return [path, notKept === '' ? { kind, mode, content, stamp } : { kind, mode, content, notKept, stamp }]
}

function isRow(row: unknown): row is EntryRow {
	if (!Array.isArray(row) || row.length < 10 || row.length > 11) return false
	const [path, kind, mode, content, notKept, ...numbers] = row
	return (
		typeof path === 'string' &&
		(kind === 'f' || kind === 'd' || kind === 'l' || kind === 's') &&
		typeof mode === 'number' &&
		typeof content === 'string' &&
		(notKept === '' || notKept === 'too-large' || notKept === 'unreadable' || notKept === 'no-room') &&
		numbers.every(value => typeof value === 'number')
	)
}
