// The chain of a session on disk: one file for each state, written whole and by rename, numbered in their order. The
// first holds the whole tree, the others what changed.

import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { isObject, parseJson } from '../../core/json.ts'
import type { Chain, Change, State, StateKind } from './chain.ts'
import { writeByRename } from './contents.ts'
import { isMissing } from './disk-errors.ts'
import { fromRow, type Tree, type TreeEntry, toRow } from './entry.ts'
import { createSlices } from './slices.ts'

/** @param base - given for the first state, which is written whole */
export async function saveState(folder: string, state: State, base?: Tree): Promise<void> {
	const { number, kind, atMs, isTooLarge, coversGit } = state
	const changes = [...state.changes]
	const gone = changes.flatMap(([path, { after }]) => (after ? [] : [path]))
	const head = { format: 1, number, kind, atMs, isTooLarge, coversGit, uncovered: [...state.uncovered], gone }
	const parts: Buffer[] = []
	let text = JSON.stringify(head)
	const slices = createSlices()
	for (const [path, entry] of base ?? entriesOf(changes)) {
		text += `\n${JSON.stringify(toRow(path, entry))}`
		if (text.length < PART_CHARACTERS) continue
		parts.push(Buffer.from(text))
		text = ''
		await slices.pause()
	}
	const bytes = await deflate(Buffer.concat([...parts, Buffer.from(text)]), { level: 1 })
	await writeByRename(join(folder, `${String(number).padStart(6, '0')}${base ? WHOLE : CHANGES}`), bytes)
}

/**
 * What can be read, from the newest whole state on; undefined when there is none.
 * @throws when a file is damaged, or the disk fails
 */
export async function loadChain(folder: string, roots: readonly string[]): Promise<LoadedChain | undefined> {
	const names = (await namesIn(folder)).slice().sort()
	const first = names.findLastIndex(name => name.endsWith(WHOLE))
	if (first === -1) return undefined
	const states: State[] = []
	let base: Tree = new Map()
	let read: readonly ReadState[] = []
	const now = new Map<string, TreeEntry>()
	const wanted = names.slice(first).filter((name, index) => index === 0 || name.endsWith(CHANGES))
	for (const index of wanted.keys()) {
		// Thousands of small files: one after the other most of the time would be spent waiting.
		if (index % AT_ONCE === 0)
			read = await Promise.all(
				wanted.slice(index, index + AT_ONCE).map(name => readState(join(folder, name))),
			)
		const { state, rows, gone } = read[index % AT_ONCE]!
		if (index === 0) base = new Map(rows)
		const changes = new Map<string, Change>()
		for (const [path, after] of index === 0 ? [] : rows) changes.set(path, { before: now.get(path), after })
		for (const path of gone) changes.set(path, { before: now.get(path), after: undefined })
		for (const [path, entry] of rows) now.set(path, entry)
		for (const path of gone) now.delete(path)
		states.push({ ...state, changes })
	}
	return { chain: { roots, base, states }, now }
}

/** For the next state: greater than that of any there is, readable or not. */
export async function nextNumber(folder: string): Promise<number> {
	const names = await namesIn(folder)
	return Math.max(0, ...names.map(name => Number.parseInt(name, 10) || 0)) + 1
}

/** Removes every state before this one; its own is to be whole by then. */
export async function removeStates(folder: string, before: number): Promise<void> {
	for (const name of await readdir(folder)) {
		const number = Number.parseInt(name, 10) || 0
		const isReplaced = number === before && name.endsWith(CHANGES)
		if (number < before || isReplaced) await rm(join(folder, name), { force: true })
	}
}

/** @throws unless it is because the folder is not there: to take a chain for empty would be to write over it */
async function namesIn(folder: string): Promise<readonly string[]> {
	try {
		return await readdir(folder)
	} catch (error) {
		if (isMissing(error)) return []
		throw error
	}
}

export type LoadedChain = { chain: Chain; now: Tree }

const PART_CHARACTERS = 1 << 15
const AT_ONCE = 32
const WHOLE = '.whole'
const CHANGES = '.changes'

const deflate = promisify<Uint8Array, { level: number }, Buffer>(deflateRaw)
const inflate = promisify<Uint8Array, Buffer>(inflateRaw)

function* entriesOf(changes: readonly (readonly [string, Change])[]): Iterable<readonly [string, TreeEntry]> {
	for (const [path, { after }] of changes) if (after) yield [path, after]
}

type ReadState = {
	state: Omit<State, 'changes'>
	rows: readonly (readonly [string, TreeEntry])[]
	gone: readonly string[]
}

/** @throws when the file is damaged or of another format */
async function readState(path: string): Promise<ReadState> {
	const bytes = await inflate(await readFile(path))
	const headEnd = lineEnd(bytes, 0)
	const head = parseJson(bytes.toString('utf8', 0, headEnd))
	if (!isObject(head) || head.format !== 1) throw new Error(`${path} is of another format`)
	const { number, kind, atMs, isTooLarge, coversGit, uncovered, gone } = head
	if (typeof number !== 'number' || typeof atMs !== 'number' || !isKind(kind))
		throw new Error(`${path} is damaged`)
	const rows: (readonly [string, TreeEntry])[] = []
	const slices = createSlices()
	for (let at = headEnd + 1; at < bytes.length; ) {
		const end = lineEnd(bytes, at)
		rows.push(fromRow(parseJson(bytes.toString('utf8', at, end))))
		at = end + 1
		const pause = slices.pause()
		if (pause) await pause
	}
	const state = {
		number,
		kind,
		atMs,
		isTooLarge: isTooLarge === true,
		coversGit: coversGit === true,
		uncovered: new Set(texts(uncovered)),
	}
	return { state, rows, gone: texts(gone) }
}

function lineEnd(bytes: Buffer, from: number): number {
	const end = bytes.indexOf('\n', from)
	return end === -1 ? bytes.length : end
}

function isKind(value: unknown): value is StateKind {
	return (
		value === 'before' || value === 'after' || value === 'undo' || value === 'rewound' || value === 'named'
	)
}

function texts(value: unknown): readonly string[] {
	return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}
