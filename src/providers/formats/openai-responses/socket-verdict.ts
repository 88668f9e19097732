// What is known of a server and sockets beyond this process: that it has none, for a day.

import type { Timed } from '../../../process/timed-notes.ts'
import type { ProviderSetup } from '../../wire/wire.ts'

export type SocketVerdict = {
	/** @returns whether another process has found out today that there are none */
	isWithout(): Promise<boolean>
	noteLack(): Promise<void>
	/** There is one after all. */
	noteSocket(): Promise<void>
}

export function socketVerdict({
	config: { baseUrl, socket },
	clock,
	limits = {},
}: Pick<ProviderSetup, 'config' | 'clock' | 'limits'>): SocketVerdict {
	const { withoutSockets: notes } = limits
	let isLookedUp = false
	return {
		async isWithout() {
			// Whoever insists on sockets is not held to it.
			if (isLookedUp || socket === true) return false
			isLookedUp = true
			return (await notes?.read(clock.now()))?.has(baseUrl) ?? false
		},
		async noteLack() {
			const until = clock.now() + VERDICT_MS
			await notes?.change(known => new Map(known).set(baseUrl, { until }), clock.now())
		},
		async noteSocket() {
			const without = (known: ReadonlyMap<string, Timed>) =>
				known.has(baseUrl) ? new Map([...known].filter(([url]) => url !== baseUrl)) : known
			await notes?.change(without, clock.now())
		},
	}
}

const VERDICT_MS = 24 * 60 * 60_000
