// Sessions as files: one line of JSON for each envelope, `<folder>/<project>/<id>.jsonl`, for the user alone.

import { createHash } from 'node:crypto'
import { appendFile, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { SessionSummary } from '../core/commands.ts'
import { AgentError } from '../core/errors.ts'
import type { SessionId } from '../core/ids.ts'
import { encode } from './codec.ts'
import { LogFile, storageFailed } from './log-file.ts'
import { type ReadLog, readLog } from './read-log.ts'
import { selectSession } from './select.ts'
import { lockSession, type SessionLock } from './session-lock.ts'
import type { SessionLog, SessionStore, StoredEnvelope } from './store.ts'
import { summarize } from './summary.ts'

/** @param artefacts - where each session keeps long outputs, in a folder named by its id; removed with it */
export function createJsonlStore({
	folder,
	artefacts,
}: {
	folder: string
	artefacts?: string
}): SessionStore {
	const list = async (): Promise<readonly SessionSummary[]> => {
		const found = await Promise.all((await logPaths(folder)).map(summaryOf))
		return found.filter(summary => summary !== undefined).sort(byLastUse)
	}
	const pathOf = async (sessionId: SessionId): Promise<string> => {
		const path = (await logPaths(folder)).find(candidate => idOf(candidate) === sessionId)
		if (path === undefined) throw new AgentError('session-not-found', `no session is called ${sessionId}`)
		return path
	}

	return {
		list,
		create: (sessionId, cwd) => fileLog(join(folder, projectName(cwd), `${sessionId}.jsonl`), sessionId),
		find: async selector => selectSession(selector, await list()),
		newest: async cwd => (await list()).find(session => session.cwd === cwd)?.sessionId,
		async read(sessionId) {
			const path = await pathOf(sessionId)
			return readable(path, readLog(await readFile(path)))
		},
		async open(sessionId) {
			const path = await pathOf(sessionId)
			const lock = await takeLock(path, sessionId)
			try {
				const bytes = await readFile(path)
				const read = readLog(bytes)
				const envelopes = readable(path, read)
				const repairs = await mend(path, bytes, read)
				return { envelopes, repairs, log: fileLog(path, sessionId, lock) }
			} catch (error) {
				await lock.release()
				throw error
			}
		},
		async remove(sessionId) {
			const path = await pathOf(sessionId)
			const lock = await takeLock(path, sessionId)
			for (const file of [path, nameFile(path), tornFile(path)]) await rm(file, { force: true })
			if (artefacts !== undefined) await rm(join(artefacts, sessionId), { recursive: true, force: true })
			await lock.release()
		},
	}
}

function fileLog(path: string, sessionId: SessionId, held?: SessionLock): SessionLog {
	let lock = held
	const file = new LogFile(path, async () => {
		lock ??= await takeLock(path, sessionId)
	})
	return {
		sessionId,
		async append(envelopes, { durable }) {
			await file.append(envelopes.map(encode).join(''), durable)
			const named = envelopes.findLast(({ event }) => event.type === 'session-rename')?.event
			if (named?.type === 'session-rename') await keepName(path, named.name)
		},
		async close() {
			await file.close()
			await lock?.release()
		},
	}
}

async function takeLock(path: string, sessionId: SessionId): Promise<SessionLock> {
	try {
		return await lockSession(`${path.slice(0, -'.jsonl'.length)}.lock`, sessionId)
	} catch (error) {
		throw storageFailed(path, error)
	}
}

/** A log without a single envelope says nothing, not even whose it was. */
function readable(path: string, read: ReadLog): readonly StoredEnvelope[] {
	if (read.envelopes.length > 0) return read.envelopes
	throw new AgentError(
		'session-unreadable',
		`${path} holds nothing that can be read; move it away to be rid of it`,
	)
}

/** Makes the file end with a whole line before anything is appended to it. Nothing is thrown away. */
async function mend(path: string, bytes: Buffer, read: ReadLog): Promise<readonly string[]> {
	const repairs: string[] = []
	try {
		if (read.lacksLineEnd) await appendFile(path, '\n')
		const tornBytes = bytes.length - read.goodBytes
		if (tornBytes > 0) {
			await appendFile(tornFile(path), bytes.subarray(read.goodBytes), { mode: 0o600 })
			await truncate(path, read.goodBytes)
			repairs.push(`the last line was torn; its ${tornBytes} bytes are in ${tornFile(path)}`)
		}
	} catch (error) {
		throw storageFailed(path, error)
	}
	if (read.badLines > 0)
		repairs.push(
			`${read.badLines} unreadable ${read.badLines === 1 ? 'line was' : 'lines were'} passed over in ${path}`,
		)
	return repairs
}

async function summaryOf(path: string): Promise<SessionSummary | undefined> {
	try {
		const [bytes, { mtimeMs }, name] = await Promise.all([readFile(path), stat(path), readName(path)])
		return summarize(bytes, { sessionId: idOf(path), name, modifiedMs: mtimeMs })
	} catch {
		// It went away or may not be read: a list of sessions does not fail for one of them.
		return undefined
	}
}

async function logPaths(folder: string): Promise<readonly string[]> {
	const projects = await readdir(folder, { withFileTypes: true }).catch(() => [])
	const paths = projects
		.filter(entry => entry.isDirectory())
		.map(async project => {
			const names = await readdir(join(folder, project.name)).catch(() => [])
			return names.filter(name => name.endsWith('.jsonl')).map(name => join(folder, project.name, name))
		})
	return (await Promise.all(paths)).flat()
}

/** Readable, and never the same for two folders. */
function projectName(cwd: string): string {
	const hash = createHash('sha256').update(cwd).digest('hex').slice(0, 8)
	return `${
		basename(cwd)
			.replaceAll(/[^A-Za-z0-9._-]/g, '_')
			.slice(0, 40) || 'root'
	}-${hash}`
}

// The name is in the log; beside it, it is found without reading the log.
async function keepName(path: string, name: string): Promise<void> {
	const temporary = `${nameFile(path)}.tmp`
	await writeFile(temporary, name, { mode: 0o600 })
	await rename(temporary, nameFile(path))
}

async function readName(path: string): Promise<string | undefined> {
	const name = await readFile(nameFile(path), 'utf8').catch(() => '')
	return name.trim() === '' ? undefined : name.trim()
}

function nameFile(path: string): string {
	return path.replace(/\.jsonl$/, '.name')
}

function tornFile(path: string): string {
	return path.replace(/\.jsonl$/, '.torn')
}

function idOf(path: string): SessionId {
	return basename(path, '.jsonl') as SessionId
}

function byLastUse(a: SessionSummary, b: SessionSummary): number {
	return b.usedAt - a.usedAt || (a.sessionId < b.sessionId ? 1 : -1)
}
