// How many streams are open, of each tenant and of all: each holds a connection and reads a log.

import type { AuthContext } from '../../core/services/auth-context.ts'
import { Refusal } from './refusal.ts'

export type OpenStreams = {
	/** @returns to be called when it has ended @throws Refusal `rate-limited` */
	enter(auth: AuthContext): () => void
}

export function openStreams({ perTenant = 256, inAll = 1024 } = {}): OpenStreams {
	const ofTenant = new Map<string, number>()
	let all = 0
	return {
		enter({ app, user }) {
			const tenant = `${app}/${user}`
			const own = ofTenant.get(tenant) ?? 0
			if (own >= perTenant || all >= inAll) {
				const why = own >= perTenant ? `${own} streams of yours are open` : `${all} streams are open`
				throw new Refusal('rate-limited', `${why} already, which is as many as may`, { 'Retry-After': '5' })
			}
			ofTenant.set(tenant, own + 1)
			all++
			return () => {
				all--
				const left = (ofTenant.get(tenant) ?? 1) - 1
				if (left === 0) ofTenant.delete(tenant)
				else ofTenant.set(tenant, left)
			}
		},
	}
}
