// Process groups: ending all that a program has started, by the id of the group it leads.

import { readdirSync } from 'node:fs'
import { processStat } from './process-alive.ts'

// A group that has not ended by then is made to. Together below the half second a cancelled run may take.
const TERM_MS = 250
const KILL_MS = 200
const POLL_MS = 10

export type GroupClock = { monotonicMs(): number; sleep(ms: number): Promise<void> }

const OWN_CLOCK: GroupClock = {
	monotonicMs: () => performance.now(),
	sleep: ms => new Promise(resolve => setTimeout(resolve, ms)),
}

/** SIGTERM to the group, SIGKILL soon after; resolves when the whole group is gone, or cannot be made to go. */
export async function killGroup(group: number, clock = OWN_CLOCK): Promise<void> {
	const began = clock.monotonicMs()
	signalGroup(group, 'SIGTERM')
	// Where much is going on each sleep takes longer than it was asked to.
	while (isGroupAlive(group) && clock.monotonicMs() - began < TERM_MS) await clock.sleep(POLL_MS)
	if (!isGroupAlive(group)) return
	signalGroup(group, 'SIGKILL')
	for (let looks = 0; looks < KILL_MS / POLL_MS && isGroupAlive(group); looks++) await clock.sleep(POLL_MS)
}

/** Whether anybody of it still runs; the dead whom nobody has asked after do not count. */
export function isGroupAlive(group: number): boolean {
	return signalGroup(group, 0) && !isOnlyZombies(group)
}

/**
 * The dead can still be signalled until their parent has read how they ended, and where nothing like init runs, as in
 * many containers, nobody ever does. Only Linux tells.
 */
function isOnlyZombies(group: number): boolean {
	if (process.platform !== 'linux') return false
	return readdirSync('/proc').every(name => {
		const stat = /^\d+$/.test(name) ? processStat(Number(name)) : undefined
		return stat?.groupId !== group || stat.hasEnded
	})
}

/** @returns whether there was anybody to send it to */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
	try {
		process.kill(-group, signal)
		return true
	} catch (error) {
		// Somebody is there who is not ours to signal, such as a program that changed its user.
		return error instanceof Error && 'code' in error && error.code === 'EPERM'
	}
}
