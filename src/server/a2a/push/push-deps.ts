// What push notifications need of the server that sends them.

import type { ServiceHub } from '../../../services/service-hub.ts'
import type { WebNetwork } from '../../../tools/web/web-request.ts'

export type PushDeps = {
	hub: Pick<ServiceHub, 'tasks' | 'keyValues' | 'logging' | 'sessionsOf'>
	/** `allowedHosts`: private ones that may be told all the same. */
	network: WebNetwork
	/** Waits before the second try, the third and so on. */
	waitsMs?: readonly number[]
}
