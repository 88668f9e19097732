// `agent sessions`: stored conversations, listed, shown, named and removed.

import type { SessionSummary } from '../../../core/commands.ts'
import { AgentError } from '../../../core/errors.ts'
import type { SessionId } from '../../../core/ids.ts'
import { modelName } from '../../../core/model-ref.ts'
import { showSession as textOfSession } from '../../../sessions/folds/show.ts'
import { listedName, requireFree } from '../../../sessions/select.ts'
import { sanitize, sanitizeLine } from '../../../tui/text/sanitize.ts'
import type { Output } from '../../io/output.ts'
import { currentFolders } from '../../startup/start.ts'
import type { forgetSessions } from './forget-sessions.ts'
import { openStore } from './session-store.ts'
import { whileOpen } from './while-open.ts'

export type SessionListFlags = {
	all?: boolean
	json?: boolean
	named?: boolean
	starred?: boolean
	archived?: boolean
	tag?: string
}

export async function listSessions(options: { flags: SessionListFlags; output: Output }): Promise<number> {
	const { flags, output } = options
	const { all = false, json = false } = flags
	const everything = await openStore(currentFolders()).list({ withAgents: all })
	const sessions = everything.filter(session => isWanted(session, flags))
	const here = process.cwd()
	const shown = all ? sessions : sessions.filter(session => session.cwd === here)
	if (json) {
		for (const session of shown) output.out(`${JSON.stringify(session)}\n`)
		return 0
	}
	output.out(shown.map(session => line(session, all)).join(''))
	const hidden = sessions.length - shown.length
	if (hidden > 0) output.error(`${hidden} ${shown.length > 0 ? 'more ' : ''}in other folders (--all)\n`)
	const archived = everything.filter(({ marks, cwd }) => marks?.isArchived && (all || cwd === here)).length
	if (archived > 0 && !flags.archived) output.error(`${archived} archived (--archived)\n`)
	if (everything.length === 0) output.error('no sessions yet; one begins with its first prompt\n')
	else if (sessions.length === 0) output.error('no session is like that\n')
	return 0
}

/** What was put away is only listed where it is asked for. */
function isWanted({ name, marks }: SessionSummary, flags: SessionListFlags): boolean {
	const { named = false, starred = false, archived = false, tag } = flags
	return (
		(!named || name !== undefined) &&
		(!starred || marks?.isStarred === true) &&
		(marks?.isArchived === true) === archived &&
		(tag === undefined || (marks?.tags ?? []).includes(tag.replace(/^#+/, '')))
	)
}

/** Only looks, so a session that is open in another process can be shown too. */
export async function showSession(options: { session: string; output: Output }): Promise<number> {
	const store = openStore(currentFolders())
	const tell = (text: string) => options.output.error(`${text}\n`)
	const envelopes = await store.read(await store.find(options.session), tell)
	options.output.out(sanitize(textOfSession(envelopes)))
	return 0
}

export async function renameSession(options: {
	session: string
	name: string
	output: Output
}): Promise<number> {
	const { sessionId, repairs } = await renameStored(options.session, options.name)
	for (const repair of repairs) options.output.error(`${repair}\n`)
	options.output.out(`${sessionId} is called ${sanitizeLine(options.name.trim())}\n`)
	return 0
}

/** @returns which one it was, and what had to be mended in it */
export async function renameStored(
	session: string,
	given: string,
): Promise<{ sessionId: SessionId; repairs: readonly string[] }> {
	const name = given.trim()
	if (name === '') throw new AgentError('usage', 'a session name cannot be empty')
	const store = openStore(currentFolders())
	const found = await store.find(session)
	requireFree(name, found, await store.list())
	const { envelopes, log, repairs } = await store
		.open(found)
		.catch(error => Promise.reject(whileOpen(error, 'rename it there with /rename')))
	const { sessionId } = log
	const last = envelopes.at(-1)
	try {
		const event = { type: 'session-rename' as const, name }
		const at = Math.max(Date.now(), last?.at ?? 0)
		await log.append([{ seq: (last?.seq ?? 0) + 1, at, sessionId, event }], { durable: true })
	} finally {
		await log.close()
	}
	return { sessionId, repairs }
}

export async function deleteSessions(options: { names: readonly string[]; output: Output }): Promise<number> {
	const { names, output } = options
	const folders = currentFolders()
	const store = openStore(folders)
	// All are found before the first is removed: a mistyped name must not leave half of them gone.
	const found = new Set(await Promise.all(names.map(name => store.find(name))))
	const removed: SessionId[] = []
	try {
		for (const sessionId of found) {
			await store.remove(sessionId)
			removed.push(sessionId)
			output.out(`removed ${sessionId}\n`)
		}
	} finally {
		await forget(removed, folders, text => output.error(`${text}\n`))
	}
	return 0
}

/** Loaded for it alone: showing and naming a session need no index. */
async function forget(...removed: Parameters<typeof forgetSessions>): Promise<void> {
	await (await import('./forget-sessions.ts')).forgetSessions(...removed)
}

function line(session: SessionSummary, withFolder: boolean): string {
	const used = new Date(session.usedAt).toISOString().slice(0, 16).replace('T', ' ')
	const { isStarred, tags = [] } = session.marks ?? {}
	const parts = [
		session.sessionId,
		used,
		`${isStarred ? '★ ' : ''}${listedName(session)}`,
		...tags.map(tag => `#${tag}`),
	]
	if (session.model) parts.push(modelName(session.model))
	if (withFolder) parts.push(session.cwd)
	if (session.delegatedBy) parts.push(`agent of ${session.delegatedBy}`)
	if (session.parent) parts.push(`copy of ${session.parent.sessionId} up to ${session.parent.seq}`)
	return `${sanitizeLine(parts.join('  '))}\n`
}
