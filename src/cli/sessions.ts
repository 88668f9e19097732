// `agent sessions`: stored conversations, listed, shown, named and removed.

import type { SessionSummary } from '../core/commands.ts'
import { modelName } from '../core/model-ref.ts'
import { createJsonlStore } from '../sessions/jsonl-store.ts'
import { showSession as textOfSession } from '../sessions/show.ts'
import type { SessionStore } from '../sessions/store.ts'
import type { Output } from './output.ts'
import { currentFolders } from './start.ts'

export async function listSessions(options: {
	all: boolean
	json: boolean
	output: Output
}): Promise<number> {
	const { output } = options
	const sessions = await openStore().list()
	const here = process.cwd()
	const shown = options.all ? sessions : sessions.filter(session => session.cwd === here)
	if (options.json) for (const session of shown) output.out(`${JSON.stringify(session)}\n`)
	else output.out(shown.map(line).join(''))
	const hidden = sessions.length - shown.length
	if (hidden > 0 && !options.json) output.error(`${hidden} more in other folders (--all)\n`)
	if (sessions.length === 0 && !options.json)
		output.error('no sessions yet; one begins with its first prompt\n')
	return 0
}

export async function showSession(options: { session: string; output: Output }): Promise<number> {
	const store = openStore()
	const { envelopes, log } = await store.open(await store.find(options.session))
	options.output.out(textOfSession(envelopes))
	await log.close()
	return 0
}

export async function renameSession(options: {
	session: string
	name: string
	output: Output
}): Promise<number> {
	const store = openStore()
	const { envelopes, log } = await store.open(await store.find(options.session))
	const seq = (envelopes.at(-1)?.seq ?? 0) + 1
	const { sessionId } = log
	const event = { type: 'session-rename' as const, name: options.name }
	await log.append([{ seq, at: Date.now(), sessionId, event }], { durable: true })
	await log.close()
	options.output.out(`${sessionId} is called ${options.name}\n`)
	return 0
}

export async function deleteSessions(options: { names: readonly string[]; output: Output }): Promise<number> {
	const store = openStore()
	// All are found before the first is removed: a mistyped name must not leave half of them gone.
	const found = await Promise.all(options.names.map(name => store.find(name)))
	for (const sessionId of found) {
		await store.remove(sessionId)
		options.output.out(`removed ${sessionId}\n`)
	}
	return 0
}

function openStore(): SessionStore {
	const { sessions, artefacts } = currentFolders()
	return createJsonlStore({ folder: sessions, artefacts })
}

function line(session: SessionSummary): string {
	const used = new Date(session.usedAt).toISOString().slice(0, 16).replace('T', ' ')
	const model = session.model ? `  ${modelName(session.model)}` : ''
	return `${session.sessionId}  ${used}  ${session.name ?? session.title}${model}\n`
}
