// A tree entry, one thing in the work tree as a checkpoint knows it, and when two of them are the same.

import type { Stats } from 'node:fs'

export type TreeEntry = {
	kind: 'file' | 'folder' | 'link'
	/** Permission bits. Those of a link mean nothing and are 0. */
	mode: number
	/** A file: the SHA-256 of its content. A link: where it leads. A folder: nothing. */
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
		isSettled: Math.max(stats.ctimeMs, stats.mtimeMs) < nowMs - SETTLED_MS,
	}
}

/** Coarser than the clock of any file system worth naming; FAT counts in steps of two seconds. */
const SETTLED_MS = 2_000

export function kindOf(stats: Stats): TreeEntry['kind'] | undefined {
	if (stats.isFile()) return 'file'
	if (stats.isDirectory()) return 'folder'
	return stats.isSymbolicLink() ? 'link' : undefined
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
	return a.stamp.sizeBytes === b.stamp.sizeBytes && a.stamp.modifiedMs === b.stamp.modifiedMs
}

type EntryRow = [
	path: string,
	kind: 'f' | 'd' | 'l',
	mode: number,
	content: string,
	notKept: NotKept | '',
	sizeBytes: number,
	modifiedMs: number,
	changedMs: number,
	inode: number,
	settled: 0 | 1,
]

export function toRow(path: string, { kind, mode, content, notKept, stamp }: TreeEntry): EntryRow {
	const letter = kind === 'folder' ? 'd' : kind === 'link' ? 'l' : 'f'
	const { sizeBytes, modifiedMs, changedMs, inode, isSettled } = stamp
	return [
		path,
		letter,
		mode,
		content,
		notKept ?? '',
		sizeBytes,
		modifiedMs,
		changedMs,
		inode,
		isSettled ? 1 : 0,
	]
}

/** @throws when the row is none; a state that holds one cannot be used */
export function fromRow(row: unknown): readonly [string, TreeEntry] {
	if (!isRow(row)) throw new Error(`not a row of a checkpoint: ${JSON.stringify(row).slice(0, 80)}`)
	const [path, letter, mode, content, notKept, sizeBytes, modifiedMs, changedMs, inode, settled] = row
	const kind = letter === 'd' ? 'folder' : letter === 'l' ? 'link' : 'file'
	const stamp = { sizeBytes, modifiedMs, changedMs, inode, isSettled: settled === 1 }
	return [path, notKept === '' ? { kind, mode, content, stamp } : { kind, mode, content, notKept, stamp }]
}

function isRow(row: unknown): row is EntryRow {
	if (!Array.isArray(row) || row.length !== 10) return false
	const [path, kind, mode, content, notKept, ...numbers] = row
	return (
		typeof path === 'string' &&
		(kind === 'f' || kind === 'd' || kind === 'l') &&
		typeof mode === 'number' &&
		typeof content === 'string' &&
		(notKept === '' || notKept === 'too-large' || notKept === 'unreadable' || notKept === 'no-room') &&
		numbers.every(value => typeof value === 'number')
	)
}
