// The queue of one process: looks for the next task whenever something has changed, and hands it to whoever works.

import { type ClaimedTask, GIVE_BACK, LEASE_LOST, type TaskQueue } from '../../core/services/tasks.ts'
import type { EmbeddedTasks } from './embedded-tasks.ts'
import type { HeldTask } from './held-task.ts'
import { nextTask } from './next-task.ts'
import { tenantPath } from './tenant-folders.ts'

export function createEmbeddedQueue(tasks: EmbeddedTasks): TaskQueue {
	return {
		async work(options, run, signal) {
			const going = new Map<HeldTask, Promise<void>>()
			/** Not taken up here again: it would only be given back once more. */
			const givenBack = new Set<HeldTask>()
			const changes = createChanges(tasks, signal)
			const next = () => {
				const open = [...tasks.held].filter(held => !givenBack.has(held))
				return nextTask(
					open.map(held => ({
						held,
						tenant: tenantPath(held.auth),
						name: held.name,
						task: held.task,
						isTaken: held.lease !== undefined,
					})),
					options,
				)?.held
			}
			const work = async (held: HeldTask): Promise<void> => {
				const lease = await tasks.claim(held, options.server)
				if (!lease) return
				const stop = new AbortController()
				const giveBack = () => stop.abort(GIVE_BACK)
				if (signal.aborted) giveBack()
				else signal.addEventListener('abort', giveBack, { once: true })
				const claimed: ClaimedTask = {
					auth: held.auth,
					task: held.task,
					lease,
					attempt: lease.epoch,
					signal: stop.signal,
				}
				try {
					if ((await run(claimed)) === 'given-back') givenBack.add(held)
				} finally {
					signal.removeEventListener('abort', giveBack)
					stop.abort(LEASE_LOST)
					tasks.release(held, lease)
				}
			}
			try {
				while (!signal.aborted) {
					const held = going.size < options.slots ? next() : undefined
					if (!held) {
						await changes.next()
						continue
					}
					const done = work(held)
						// A task that cannot even be claimed is not tried again and again.
						.catch(() => void givenBack.add(held))
						.finally(() => {
							going.delete(held)
							changes.notify()
						})
					going.set(held, done)
					// Until it is claimed it would be found again.
					await Promise.race([done, claimedBy(held)])
				}
				await Promise.all(going.values())
			} finally {
				changes.close()
			}
		},
	}
}

/** `claim` sets the lease in the next step of its task's writing. */
function claimedBy(held: HeldTask): Promise<void> {
	return held.writing.run(() => undefined)
}

/** What happened between two looks is not missed. */
function createChanges(tasks: EmbeddedTasks, signal: AbortSignal) {
	let hasChanged = false
	let wake = () => {}
	const notify = () => {
		hasChanged = true
		wake()
	}
	const unwatch = tasks.watch(notify)
	signal.addEventListener('abort', notify, { once: true })
	return {
		notify,
		async next(): Promise<void> {
			if (!hasChanged)
				await new Promise<void>(resolve => {
					wake = resolve
				})
			hasChanged = false
			wake = () => {}
		},
		close(): void {
			unwatch()
			signal.removeEventListener('abort', notify)
		},
	}
}
