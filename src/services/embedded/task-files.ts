// Where the records of tasks are kept: a file each, those that have not ended apart from those that have, so that a start
// has to read only what is still to be done. In files of the data folder, or nowhere but in memory.

import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AgentError, messageOf } from '../../core/errors.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import type { TaskId } from '../../core/services/tasks.ts'
import { decodeLines, encodeLines, type TaskLine } from './task-record.ts'
import { tenantAt, tenantPath } from './tenant-folders.ts'

/** `1795369200000.t-…`: when it was made and its id. Sorts by both, and is what a page's cursor says. */
export type TaskName = string

export function taskName({ createdAt, id }: { createdAt: number; id: TaskId }): TaskName {
	return `${String(createdAt).padStart(13, '0')}.${id}`
}

export function idIn(name: TaskName): TaskId {
	return name.slice(name.indexOf('.') + 1) as TaskId
}

export type TaskFiles = {
	/** All tenants', in no order. */
	unfinished(): Promise<readonly { auth: AuthContext; lines: readonly TaskLine[] }[]>
	/** A tenant's, in order. */
	names(auth: AuthContext): Promise<readonly TaskName[]>
	read(auth: AuthContext, name: TaskName): Promise<readonly TaskLine[] | undefined>
	/** @param options.durable - on the disk itself by then @throws AgentError `storage-failed` */
	append(
		auth: AuthContext,
		name: TaskName,
		lines: readonly TaskLine[],
		options: { durable: boolean },
	): Promise<void>
	/** Nothing is appended to it any more. */
	end(auth: AuthContext, name: TaskName): Promise<void>
	keyed(auth: AuthContext, key: string): Promise<TaskName | undefined>
	setKey(auth: AuthContext, key: string, name: TaskName): Promise<void>
}

export function createTaskFiles(folder: string): TaskFiles {
	const at = (auth: AuthContext, part: 'open' | 'ended' | 'keys', name = '') =>
		join(folder, tenantPath(auth), part, name)
	const fileOf = (name: TaskName) => `${name}.jsonl`
	const namesIn = async (place: string): Promise<readonly TaskName[]> =>
		(await entries(place)).filter(name => name.endsWith('.jsonl')).map(name => name.slice(0, -6))

	return {
		async unfinished() {
			const found: { auth: AuthContext; lines: readonly TaskLine[] }[] = []
			for (const app of await entries(folder))
				for (const user of await entries(join(folder, app))) {
					const auth = tenantAt(app, user)
					for (const name of await namesIn(at(auth, 'open')))
						found.push({ auth, lines: (await linesOf(at(auth, 'open', fileOf(name)))) ?? [] })
				}
			return found
		},
		async names(auth) {
			const [open, ended] = await Promise.all([namesIn(at(auth, 'open')), namesIn(at(auth, 'ended'))])
			return [...new Set([...open, ...ended])].sort()
		},
		read: async (auth, name) =>
			(await linesOf(at(auth, 'open', fileOf(name)))) ?? linesOf(at(auth, 'ended', fileOf(name))),
		append: (auth, name, lines, options) =>
			appendTo(at(auth, 'open', fileOf(name)), encodeLines(lines), options),
		async end(auth, name) {
			await mkdir(at(auth, 'ended'), { recursive: true, mode: 0o700 })
			await rename(at(auth, 'open', fileOf(name)), at(auth, 'ended', fileOf(name)))
		},
		keyed: async (auth, key) =>
			(await readFile(at(auth, 'keys', hashed(key)), 'utf8').catch(() => undefined)) || undefined,
		async setKey(auth, key, name) {
			await mkdir(at(auth, 'keys'), { recursive: true, mode: 0o700 })
			const path = at(auth, 'keys', hashed(key))
			await writeFile(`${path}.new`, name, { mode: 0o600 })
			await rename(`${path}.new`, path)
		},
	}
}

function hashed(key: string): string {
	return createHash('sha256').update(key).digest('hex')
}

async function entries(folder: string): Promise<readonly string[]> {
	return readdir(folder).catch(() => [])
}

async function linesOf(path: string): Promise<readonly TaskLine[] | undefined> {
	const text = await readFile(path, 'utf8').catch(() => undefined)
	return text === undefined ? undefined : decodeLines(text)
}

/** A line that could not be written whole is taken back, so that the next one does not stand behind half of it. */
async function appendTo(path: string, text: string, { durable }: { durable: boolean }): Promise<void> {
	try {
		await mkdir(dirname(path), { recursive: true, mode: 0o700 })
		const file = await open(path, 'a', 0o600)
		try {
			const { size } = await file.stat()
			try {
				// Of a process that was killed, the last line may lack its end.
				await file.writeFile(size === 0 ? text : `\n${text}`)
			} catch (error) {
				await file.truncate(size)
				throw error
			}
			if (durable) await file.datasync()
		} finally {
			await file.close()
		}
	} catch (error) {
		throw new AgentError('storage-failed', `${path} cannot be written: ${messageOf(error)}`, { cause: error })
	}
}

export function createTasksInMemory(): TaskFiles {
	type Kept = { auth: AuthContext; lines: TaskLine[]; hasEnded: boolean }
	const tasks = new Map<string, Kept>()
	const keys = new Map<string, TaskName>()
	const at = (auth: AuthContext, name: string) => join(tenantPath(auth), name)
	return {
		unfinished: async () => [...tasks.values()].filter(({ hasEnded }) => !hasEnded),
		names: async auth =>
			[...tasks.keys()]
				.flatMap(path => (dirname(path) === tenantPath(auth) ? [path.slice(dirname(path).length + 1)] : []))
				.sort(),
		read: async (auth, name) => tasks.get(at(auth, name))?.lines,
		async append(auth, name, lines) {
			const kept = tasks.get(at(auth, name)) ?? { auth, lines: [], hasEnded: false }
			tasks.set(at(auth, name), kept)
			kept.lines.push(...lines)
		},
		async end(auth, name) {
			const kept = tasks.get(at(auth, name))
			if (kept) kept.hasEnded = true
		},
		keyed: async (auth, key) => keys.get(at(auth, hashed(key))),
		async setKey(auth, key, name) {
			keys.set(at(auth, hashed(key)), name)
		},
	}
}
