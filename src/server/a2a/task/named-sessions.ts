// Contexts of A2A and our sessions: a context is a session. A client may name one as it likes; then it is noted which
// session is meant, among the things of its tenant, so that what others call their contexts means nothing here.

import { RequestMalformedError } from '@a2a-js/sdk/errors'
import { OneAtATime } from '../../../core/async/one-at-a-time.ts'
import type { IdSource, SessionId } from '../../../core/ids.ts'
import type { AuthContext } from '../../../core/services/auth-context.ts'
import type { ServiceHub } from '../../../services/service-hub.ts'

export type Context = {
	session: SessionId
	/** What the client calls it. */
	contextId: string
	/** Where something was done in it before: the folder of that. */
	known: { workspace?: string } | undefined
}

export type Contexts = {
	/** @param contextId - left out, a new one */
	take(auth: AuthContext, contextId: string | undefined): Promise<Context>
	/** So that it is the same one when somebody comes back to it, although nothing was done in it yet. */
	keep(auth: AuthContext, context: Context): Promise<void>
	/** @returns undefined where nothing was done in it */
	find(auth: AuthContext, contextId: string): Promise<SessionId | undefined>
	nameOf(auth: AuthContext, session: SessionId): Promise<string>
}

export type ContextsDeps = {
	hub: Pick<ServiceHub, 'tasks' | 'keyValues' | 'sessionsOf'>
	newSessionId: IdSource['session']
}

export function createContexts({ hub, newSessionId }: ContextsDeps): Contexts {
	const naming = new OneAtATime()
	const named = async (auth: AuthContext, contextId: string): Promise<SessionId | undefined> => {
		const value = await hub.keyValues.get(auth, `${SESSION_OF}${contextId}`)
		return typeof value === 'string' ? (value as SessionId) : undefined
	}
	const knownAs = async (auth: AuthContext, session: SessionId): Promise<Context['known']> => {
		const { items } = await hub.tasks.list(auth, { session, limit: 1 })
		const { workspace } = items[0] ?? {}
		if (items[0]) return workspace === undefined ? {} : { workspace }
		// It looks for the beginning of an id and for names, too.
		const found = await hub
			.sessionsOf(auth)
			.find(session)
			.catch(() => undefined)
		return found === session ? {} : undefined
	}
	const take = async (auth: AuthContext, contextId: string | undefined): Promise<Context> => {
		const session = newSessionId()
		if (contextId === undefined) return { session, contextId: session, known: undefined }
		requireName(contextId)
		const before = await named(auth, contextId)
		if (before !== undefined) return { session: before, contextId, known: await knownAs(auth, before) }
		const known = await knownAs(auth, contextId as SessionId)
		if (known) return { session: contextId as SessionId, contextId, known }
		await hub.keyValues.set(auth, `${SESSION_OF}${contextId}`, session)
		await hub.keyValues.set(auth, `${NAME_OF}${session}`, contextId)
		return { session, contextId, known: undefined }
	}
	return {
		take: (auth, contextId) => naming.run(() => take(auth, contextId)),
		keep: (auth, { contextId, session }) => hub.keyValues.set(auth, `${SESSION_OF}${contextId}`, session),
		async find(auth, contextId) {
			requireName(contextId)
			const before = await named(auth, contextId)
			const session = before ?? (contextId as SessionId)
			return (await knownAs(auth, session)) ? session : undefined
		},
		async nameOf(auth, session) {
			const name = await hub.keyValues.get(auth, `${NAME_OF}${session}`)
			return typeof name === 'string' ? name : session
		},
	}
}

function requireName(contextId: string): void {
	if (contextId.length <= MOST_LETTERS && !/\p{Cc}/u.test(contextId)) return
	throw new RequestMalformedError(
		`contextId has ${contextId.length} characters; at most ${MOST_LETTERS} are taken, none of them a control character`,
	)
}

const SESSION_OF = 'a2a/session-of/'
const NAME_OF = 'a2a/context-of/'
const MOST_LETTERS = 256
