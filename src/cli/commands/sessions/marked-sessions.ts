// Stored sessions as a list that is kept in order: stars, tags and an archive, copies, and deletions that can be undone.

import { randomBytes } from 'node:crypto'
import type { SessionMarks } from '../../../core/commands.ts'
import { AgentError } from '../../../core/errors.ts'
import type { SessionId } from '../../../core/ids.ts'
import { forkSession } from '../../../sessions/folds/fork.ts'
import { createIdSource } from '../../../sessions/ids.ts'
import type { DiscardedSession } from '../../../sessions/session-store.ts'
import { sanitizeLine } from '../../../tui/text/sanitize.ts'
import type { Output } from '../../io/output.ts'
import { currentFolders } from '../../startup/start.ts'
import { forgetSessions } from './forget-sessions.ts'
import { openStore } from './session-store.ts'

export async function markStored(session: string, marks: SessionMarks): Promise<void> {
	const store = openStore(currentFolders())
	await store.mark!(await store.find(session), marks)
}

/** @returns the id of the copy */
export async function copyStored(session: string): Promise<SessionId> {
	const store = openStore(currentFolders())
	const ids = createIdSource({ clock: Date, random: randomBytes })
	return forkSession(store, await store.find(session), ids.session())
}

/** For a list: it is only gone once it is purged. @throws AgentError `session-busy` */
export async function discardStored(session: string): Promise<DiscardedSession> {
	const store = openStore(currentFolders())
	return store.discard!(await store.find(session))
}

export async function purgeStored(
	discarded: readonly (readonly [string, DiscardedSession])[],
): Promise<void> {
	for (const [, session] of discarded) await session.purge()
	const gone = discarded.map(([id]) => id as SessionId)
	await forgetSessions(gone, currentFolders(), () => {})
}

export async function markSessions(options: {
	names: readonly string[]
	marks: SessionMarks
	/** What has been done, for people: `starred`. */
	done: string
	output: Output
}): Promise<number> {
	const store = openStore(currentFolders())
	// All are found before the first is marked.
	const found = await Promise.all(options.names.map(name => store.find(name)))
	for (const sessionId of new Set(found)) {
		await store.mark!(sessionId, options.marks)
		options.output.out(`${options.done} ${sessionId}\n`)
	}
	return 0
}

export async function tagSession(options: {
	session: string
	tags: readonly string[]
	remove: boolean
	output: Output
}): Promise<number> {
	const { session, tags, remove, output } = options
	const words = tags.map(tag => tag.replace(/^#+/, '').trim())
	const wrong = tags.find((_, index) => !/^[^\s,#]+$/.test(words[index] ?? ''))
	if (wrong !== undefined)
		throw new AgentError(
			'usage',
			`${JSON.stringify(wrong)}: a tag is one word without a comma, such as release`,
		)
	const store = openStore(currentFolders())
	const sessionId = await store.find(session)
	const summary = (await store.list({ withAgents: true })).find(each => each.sessionId === sessionId)
	const before = summary?.marks?.tags ?? []
	const now = remove ? before.filter(tag => !words.includes(tag)) : [...before, ...words]
	const { tags: all = [] } = await store.mark!(sessionId, { tags: now })
	output.out(
		`${sessionId} ${all.length === 0 ? 'has no tags' : all.map(tag => `#${sanitizeLine(tag)}`).join(' ')}\n`,
	)
	return 0
}

export async function copySession(options: { session: string; output: Output }): Promise<number> {
	const copy = await copyStored(options.session)
	options.output.out(`${copy}\n`)
	options.output.error(`agent resume ${copy} goes on in it\n`)
	return 0
}
