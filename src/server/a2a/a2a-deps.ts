// What A2A needs of the server it belongs to.

import type { AuthContext } from '../../core/services/auth-context.ts'
import type { NewTask } from '../../core/services/tasks.ts'
import type { ServiceHub } from '../../services/service-hub.ts'
import type { NewTaskDeps } from '../http/new-task.ts'
import type { CardFacts } from './agent-card.ts'
import type { AskOnce } from './negotiation.ts'
import type { PushNotifications } from './push/push-notifications.ts'
import type { ServedAgent } from './served-agent.ts'
import type { Contexts } from './task/named-sessions.ts'

export type A2aDeps = Omit<NewTaskDeps, 'hub'> & {
	hub: Pick<ServiceHub, 'tasks' | 'inbox' | 'live' | 'logging' | 'keyValues' | 'mediaOf' | 'sessionsOf'>
	/** Of the program. */
	version: string
	/** The first one is meant where none is named. */
	agents(): readonly ServedAgent[]
	push: PushNotifications
	/** Asks a model before a task is made. Left out, every message is a task. */
	negotiate?: AskOnce
}

export type A2aCall = {
	auth: AuthContext
	card: CardFacts
	/** Of the protocol: `1.0`. */
	version: string
	/** The trace that the request is part of. */
	trace: Pick<NewTask, 'traceparent'>
	/** Fires when the caller is gone, or the server ends. */
	signal: AbortSignal
	/** Told of what went wrong, before it becomes one of the protocol's errors. */
	failed(error: unknown): void
}

export type HandlerDeps = A2aDeps & { contexts: Contexts }
