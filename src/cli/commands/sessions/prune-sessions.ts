// `agent sessions prune`: old and large sessions go, after it has been said which and how much that is.

import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SessionSummary } from '../../../core/commands.ts'
import { AgentError, errorInfo } from '../../../core/errors.ts'
import type { SessionId } from '../../../core/ids.ts'
import { listedName } from '../../../sessions/select.ts'
import { sanitizeLine } from '../../../tui/text/sanitize.ts'
import { confirm } from '../../io/confirm.ts'
import type { Output } from '../../io/output.ts'
import { currentFolders } from '../../startup/start.ts'
import { belongingsOf, openStore } from './session-store.ts'

export type PruneFlags = {
	olderThan?: string
	keep?: string
	largerThan?: string
	all?: boolean
	named?: boolean
	dryRun?: boolean
	yes?: boolean
}

export async function pruneSessions({
	flags,
	output,
}: {
	flags: PruneFlags
	output: Output
}): Promise<number> {
	const rules = pruneRules(flags)
	const folders = currentFolders()
	const store = openStore(folders)
	const sessions = (await store.list()).filter(session => flags.all === true || session.cwd === process.cwd())
	const sized = await Promise.all(
		sessions.map(async session => {
			const things = belongingsOf(folders).map(folder => folderBytes(join(folder, session.sessionId)))
			const bytes = (await Promise.all(things)).reduce((sum, size) => sum + size, session.sizeBytes)
			return { ...session, sizeBytes: bytes }
		}),
	)
	const wanted = toPrune(sized, rules, Date.now())
	const free: SessionSummary[] = []
	for (const session of wanted) {
		const holder = await store.holder(session.sessionId)
		if (holder === undefined) free.push(session)
		else output.error(`kept: ${session.sessionId} is open in process ${holder}\n`)
	}
	for (const session of free) output.out(lineOf(session))
	if (free.length === 0) {
		output.error('nothing to remove\n')
		return 0
	}
	const total = free.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
	const words = `${free.length} ${free.length === 1 ? 'session' : 'sessions'}, ${bytesText(total)}`
	if (flags.dryRun) {
		output.error(`${words}; nothing was removed (--dry-run)\n`)
		return 0
	}
	if (flags.yes !== true && !(await confirm(`Remove ${words}?`)))
		throw new AgentError('cancelled', 'nothing was removed')
	const { removed, code } = await remove(free, id => store.remove(id), output)
	const { forgetSessions } = await import('./forget-sessions.ts')
	await forgetSessions(removed, folders, text => output.error(`${text}\n`))
	return code
}

async function remove(
	sessions: readonly SessionSummary[],
	removeOne: (sessionId: SessionId) => Promise<void>,
	output: Output,
): Promise<{ removed: readonly SessionId[]; code: number }> {
	const removed: SessionId[] = []
	for (const { sessionId } of sessions)
		await removeOne(sessionId).then(
			() => removed.push(sessionId),
			error => output.error(`kept: ${errorInfo(error).message}\n`),
		)
	output.error(`removed ${removed.length}\n`)
	return { removed, code: removed.length === sessions.length ? 0 : 1 }
}

export type PruneRules = {
	olderThanMs: number | undefined
	/** So many of the newest stay. */
	keep: number | undefined
	largerThanBytes: number | undefined
	/** Sessions that were given a name go too. */
	named: boolean
}

/** All rules that are given have to fit. @param sessions - the one used last first */
export function toPrune<Session extends SessionSummary>(
	sessions: readonly Session[],
	rules: PruneRules,
	now: number,
): readonly Session[] {
	return sessions.filter(
		({ usedAt, sizeBytes, name }, index) =>
			(rules.named || name === undefined) &&
			(rules.keep === undefined || index >= rules.keep) &&
			(rules.olderThanMs === undefined || now - usedAt > rules.olderThanMs) &&
			(rules.largerThanBytes === undefined || sizeBytes > rules.largerThanBytes),
	)
}

/** @throws AgentError `usage` */
export function pruneRules(flags: PruneFlags): PruneRules {
	const { olderThan, keep, largerThan } = flags
	if (olderThan === undefined && keep === undefined && largerThan === undefined)
		throw new AgentError('usage', 'prune needs a rule: --older-than 30d, --keep 20 or --larger-than 10MB')
	return {
		olderThanMs: olderThan === undefined ? undefined : ageMs(olderThan),
		keep: keep === undefined ? undefined : count(keep),
		largerThanBytes: largerThan === undefined ? undefined : sizeBytes(largerThan),
		named: flags.named === true,
	}
}

function ageMs(text: string): number {
	const [, number, unit] = /^(\d{1,6})(m|h|d|w)$/.exec(text.trim()) ?? []
	const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }[unit ?? '']
	if (number === undefined || unitMs === undefined)
		throw new AgentError('usage', `--older-than ${text}: expected an age such as 12h, 30d or 8w`)
	return Number(number) * unitMs
}

function count(text: string): number {
	if (!/^\d{1,9}$/.test(text.trim())) throw new AgentError('usage', `--keep ${text}: expected a number`)
	return Number(text)
}

function sizeBytes(text: string): number {
	const [, number, unit] = /^(\d{1,9}(?:\.\d+)?)\s*(kb?|mb?|gb?)?$/i.exec(text.trim()) ?? []
	if (number === undefined)
		throw new AgentError('usage', `--larger-than ${text}: expected a size such as 500KB, 10MB or 1GB`)
	const factor = { k: 1e3, m: 1e6, g: 1e9 }[unit?.[0]?.toLowerCase() ?? ''] ?? 1
	return Number(number) * factor
}

async function folderBytes(path: string): Promise<number> {
	const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
	const sizes = entries.map(async entry => {
		const inside = join(path, entry.name)
		if (entry.isDirectory()) return folderBytes(inside)
		return (await lstat(inside).catch(() => undefined))?.size ?? 0
	})
	return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

function lineOf(session: SessionSummary): string {
	const used = new Date(session.usedAt).toISOString().slice(0, 10)
	const parts = [session.sessionId, used, bytesText(session.sizeBytes), listedName(session)]
	return `${sanitizeLine(parts.join('  '))}\n`
}

export function bytesText(bytes: number): string {
	if (bytes < 1e3) return `${bytes} B`
	if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} KB`
	return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
