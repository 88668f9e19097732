// Sessions as files: one line of JSON for each envelope, `<folder>/<project>/<id>.jsonl`, for the user alone.

import { createHash } from 'node:crypto'
import { appendFile, type FileHandle, open, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { SessionSummary } from '../../core/commands.ts'
import { AgentError } from '../../core/errors.ts'
import type { SessionId } from '../../core/ids.ts'
import { encode } from '../codec.ts'
import { appendedTo } from '../reading/follow-log.ts'
import { type ReadLog, readLog } from '../reading/read-log.ts'
import { pageOf } from '../reading/read-page.ts'
import { partOf } from '../reading/read-part.ts'
import { type ReadTail, readFromTail } from '../reading/read-tail.ts'
import { agentsOf, byLastUse, selectSession } from '../select.ts'
import type { SessionLog, SessionStore, StoredEnvelope } from '../session-store.ts'
import { hideLog, purgeLog, showLog } from './hidden-log.ts'
import { LogFile } from './log-file.ts'
import { runningSessions } from './running-sessions.ts'
import { lockSession, type SessionLock, sessionHolder, sessionHolders } from './session-lock.ts'
import { changeMarks, NO_MARKS, readMarks } from './session-marks.ts'
import { reasonOf, storageFailed } from './storage-failed.ts'
import { summariesOf } from './summary-index.ts'
import { takeLog } from './take-log.ts'

/** @param belongings - folders where each session keeps things in a folder named by its id; removed with it */
export function createJsonlStore({
	folder,
	belongings = [],
}: {
	folder: string
	belongings?: readonly string[]
}): SessionStore {
	const list: SessionStore['list'] = async ({ withAgents } = { withAgents: false }) => {
		const found: SessionSummary[] = []
		const marks = await readMarks(folder)
		for (const project of await projectsIn(folder))
			for (const summary of await summariesOf(project)) {
				const own = marks.get(summary.sessionId)
				found.push(own ? { ...summary, marks: own } : summary)
			}
		return found.filter(({ delegatedBy }) => withAgents || delegatedBy === undefined).sort(byLastUse)
	}
	const pathOf = async (sessionId: SessionId): Promise<string> => {
		const path = await logPath(folder, sessionId)
		if (path === undefined) throw new AgentError('session-not-found', `no session is called ${sessionId}`)
		return path
	}

	const removeOne = async (sessionId: SessionId): Promise<void> => {
		const path = await pathOf(sessionId)
		const lock = await takeLock(path, sessionId)
		try {
			for (const file of [tornFile(path), path]) await rm(file, { force: true })
			for (const things of belongings) await rm(join(things, sessionId), { recursive: true, force: true })
		} catch (error) {
			throw storageFailed(path, error)
		} finally {
			await lock.release()
		}
	}

	return {
		list,
		create: (sessionId, cwd) => fileLog(join(folder, projectName(cwd), `${sessionId}.jsonl`), sessionId),
		async find(selector) {
			const id = selector.trim() as SessionId
			return (await logPath(folder, id)) === undefined
				? selectSession(selector, await list({ withAgents: true }))
				: id
		},
		async newest(cwd) {
			const sessions = await summariesOf(join(folder, projectName(cwd)))
			return sessions
				.filter(session => session.cwd === cwd && session.delegatedBy === undefined)
				.sort(byLastUse)[0]?.sessionId
		},
		async running() {
			return runningSessions(await projectsIn(folder))
		},
		async mark(sessionId, change) {
			await pathOf(sessionId)
			return changeMarks(folder, sessionId, change)
		},
		async discard(sessionId) {
			const ids = [sessionId, ...agentsOf(sessionId, await list({ withAgents: true }))]
			const paths = await Promise.all(ids.map(pathOf))
			for (const [index, path] of paths.entries()) await hideLog(path, ids[index]!)
			return {
				async restore() {
					for (const path of paths) await showLog(path)
				},
				async purge() {
					for (const [index, path] of paths.entries()) await purgeLog(path, ids[index]!, belongings)
					await changeMarks(folder, sessionId, NO_MARKS)
				},
			}
		},
		async statistics(wish) {
			const { readStatistics } = await import('../statistics/read-statistics.ts')
			return readStatistics(await projectsIn(folder), wish)
		},
		async holder(sessionId) {
			return sessionHolder(dirname(await pathOf(sessionId)), sessionId)
		},
		async *holders(sessionId, known, signal) {
			yield* sessionHolders(dirname(await pathOf(sessionId)), sessionId, known, signal)
		},
		async follow(sessionId, signal) {
			const path = await pathOf(sessionId)
			const tail = await tailOf(path)
			const envelopes = readable(path, tail.read)
			const from = tail.offset + tail.read.goodBytes
			return { envelopes, isTail: tail.offset > 0, appended: appendedTo(path, from, signal) }
		},
		async read(sessionId, notify) {
			const path = await pathOf(sessionId)
			const log = readLog(await bytesOf(path))
			const envelopes = readable(path, log)
			if (notify) for (const text of passedOver(path, log)) notify(text)
			return envelopes
		},
		async readPart(sessionId, part) {
			const path = await pathOf(sessionId)
			try {
				return await partOf(path, part)
			} catch (error) {
				throw unreadable(path, error)
			}
		},
		async readPage(sessionId, request) {
			const path = await pathOf(sessionId)
			try {
				return await pageOf(path, request)
			} catch (error) {
				throw unreadable(path, error)
			}
		},
		async open(sessionId, options) {
			const path = await pathOf(sessionId)
			const lock = await takeLock(path, sessionId, options)
			try {
				if (lock.isTakenOver) await takeLog(path)
				const tail = await tailOf(path)
				const envelopes = readable(path, tail.read)
				const repairs = [...(await mend(path, tail)), ...passedOver(path, tail.read)]
				return {
					envelopes,
					isTail: tail.offset > 0,
					first: tail.first,
					repairs,
					log: fileLog(path, sessionId, lock),
				}
			} catch (error) {
				await lock.release()
				throw error
			}
		},
		async remove(sessionId) {
			await removeOne(sessionId)
			for (const each of agentsOf(sessionId, await list({ withAgents: true }))) await removeOne(each)
			await changeMarks(folder, sessionId, NO_MARKS)
		},
	}
}

function fileLog(path: string, sessionId: SessionId, lock?: SessionLock): SessionLog {
	const file = new LogFile(path, sessionId, lock)
	return {
		sessionId,
		append: (envelopes, { durable }) => file.append(envelopes.map(encode).join(''), durable),
		close: () => file.close(),
	}
}

async function takeLock(
	path: string,
	sessionId: SessionId,
	options: { takeOver: boolean } = { takeOver: false },
): Promise<SessionLock> {
	try {
		return await lockSession(dirname(path), sessionId, options)
	} catch (error) {
		throw storageFailed(path, error)
	}
}

async function bytesOf(path: string): Promise<Buffer> {
	try {
		return await readFile(path)
	} catch (error) {
		throw unreadable(path, error)
	}
}

async function tailOf(path: string): Promise<ReadTail> {
	let file: FileHandle | undefined
	try {
		file = await open(path)
		return await readFromTail(file)
	} catch (error) {
		throw unreadable(path, error)
	} finally {
		await file?.close()
	}
}

function unreadable(path: string, error: unknown): AgentError {
	return new AgentError('session-unreadable', `${path} cannot be read: ${reasonOf(error)}`, { cause: error })
}

/** A log without a single envelope says nothing, not even whose it was; one of a newer format is not ours to go on with. */
function readable(path: string, { envelopes, foreignTypes }: ReadLog): readonly StoredEnvelope[] {
	const newer = [...foreignTypes].find(type => type.startsWith('session-start'))
	if (newer !== undefined)
		throw new AgentError(
			'session-unreadable',
			`${path} begins with a ${newer}, and this version reads format 1; open it with a newer one`,
		)
	if (envelopes.length > 0) return envelopes
	throw new AgentError(
		'session-unreadable',
		`${path} holds nothing that can be read; move it away to be rid of it`,
	)
}

/** Makes the file end with a whole line before anything is appended to it. Nothing is thrown away. */
async function mend(path: string, { read, bytes, offset }: ReadTail): Promise<readonly string[]> {
	try {
		if (read.lacksLineEnd) await appendFile(path, '\n')
		const tornBytes = bytes.length - read.goodBytes
		if (tornBytes === 0) return []
		const torn = Buffer.concat([bytes.subarray(read.goodBytes), Buffer.from('\n')])
		await appendFile(tornFile(path), torn, { mode: 0o600, flush: true })
		await truncate(path, offset + read.goodBytes)
		return [`the last line of the session was torn: ${tornBytes} bytes moved to ${tornFile(path)}`]
	} catch (error) {
		throw storageFailed(path, error)
	}
}

function passedOver(path: string, { badLines, foreignTypes }: ReadLog): readonly string[] {
	const repairs: string[] = []
	if (badLines.length === 1) repairs.push(`line ${badLines[0]} of ${path} cannot be read and was passed over`)
	if (badLines.length > 1)
		repairs.push(
			`${badLines.length} lines of ${path} cannot be read and were passed over; the first is line ${badLines[0]}`,
		)
	if (foreignTypes.size > 0)
		repairs.push(
			`passed over in ${path}, as this version does not know them: ${[...foreignTypes].join(', ')}`,
		)
	return repairs
}

async function projectsIn(folder: string): Promise<readonly string[]> {
	try {
		const entries = await readdir(folder, { withFileTypes: true })
		return entries.filter(entry => entry.isDirectory()).map(entry => join(folder, entry.name))
	} catch {
		// Nothing has been stored yet, or nothing that this user may see.
		return []
	}
}

/** Found by looking, never by joining: an id is what a user typed. */
async function logPath(folder: string, sessionId: SessionId): Promise<string | undefined> {
	const name = `${sessionId}.jsonl`
	for (const project of await projectsIn(folder)) {
		const names = await readdir(project).catch((): string[] => [])
		if (names.includes(name)) return join(project, name)
	}
	return undefined
}

/** Readable, and never the same for two folders. */
/** The folder of a project's sessions, by the folder they were begun in. */
export function projectName(cwd: string): string {
	const readableName = basename(cwd)
		.replaceAll(/[^A-Za-z0-9._-]/g, '_')
		.slice(0, 40)
	const hash = createHash('sha256').update(cwd).digest('hex').slice(0, 8)
	return `${readableName || 'root'}-${hash}`
}

function tornFile(path: string): string {
	return path.replace(/\.jsonl$/, '.torn')
}
