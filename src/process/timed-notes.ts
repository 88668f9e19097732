// Timed notes: what every process of this user goes by until its time is over (who rests, which server has no sockets), in
// one small file. Never in the way: a file that cannot be read or written costs what it would have spared.

import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { UnixMs } from '../core/ids.ts'
import { isObject, type JsonObject, parseJson } from '../core/json.ts'

export type Timed = { until: UnixMs }

export type TimedNotes<Note extends Timed> = {
	/** Those whose time is not over. */
	read(now: UnixMs): Promise<ReadonlyMap<string, Note>>
	/** Changes what is there by then. Two processes at the same moment may lose a note, which is then found out again. */
	change(by: (notes: ReadonlyMap<string, Note>) => ReadonlyMap<string, Note>, now: UnixMs): Promise<void>
}

/** @param noteIn - undefined for what a later Keelson may have written, and this one does not know */
export function createTimedNotes<Note extends Timed>(
	path: string,
	noteIn: (value: JsonObject) => Note | undefined,
): TimedNotes<Note> {
	let known: { changedMs: number; notes: ReadonlyMap<string, Note> } | undefined
	const read = async (now: UnixMs): Promise<ReadonlyMap<string, Note>> => {
		const changedMs = (await stat(path).catch(() => undefined))?.mtimeMs
		if (changedMs === undefined) return new Map()
		if (known?.changedMs !== changedMs) known = { changedMs, notes: await notesIn(path, noteIn) }
		return new Map([...known.notes].filter(([, { until }]) => until > now))
	}
	return {
		read,
		async change(by, now) {
			const before = await read(now)
			const after = by(before)
			if (after === before) return
			await write(path, after).catch(() => undefined)
			known = undefined
		},
	}
}

async function notesIn<Note>(
	path: string,
	noteIn: (value: JsonObject) => Note | undefined,
): Promise<ReadonlyMap<string, Note>> {
	const content = parseJson(await readFile(path, 'utf8').catch(() => ''))
	if (!isObject(content)) return new Map()
	return new Map(
		Object.entries(content).flatMap(([name, value]): readonly [string, Note][] => {
			const note = isObject(value) ? noteIn(value) : undefined
			return note ? [[name, note]] : []
		}),
	)
}

async function write(path: string, notes: ReadonlyMap<string, Timed>): Promise<void> {
	await mkdir(dirname(path), { recursive: true, mode: 0o700 })
	const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
	try {
		const text = `${JSON.stringify(Object.fromEntries(notes))}\n`
		await writeFile(temporary, text, { flag: 'wx', mode: 0o600 })
		await rename(temporary, path)
	} finally {
		await rm(temporary, { force: true })
	}
}
