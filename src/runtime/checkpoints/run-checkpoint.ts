// The checkpoint of one run: taken before its first call that may change the work tree and again at its end, so that what
// the run did can be told from what the user did. What cannot be kept asks first.

import { AgentError, messageOf } from '../../core/errors.ts'
import type { StoredEvent } from '../../core/events.ts'
import type { CallEffect, Unkept } from '../../tools/executor/run-access.ts'
import type { Checkpoints } from '../../workspace/checkpoints/store.ts'
import type { RunContext } from '../session/run-capabilities.ts'
import { type createLimitNotices, listPaths } from './rewind-words.ts'

export type RunCheckpointDeps = {
	cwd: string
	open(): Promise<Checkpoints>
	limits: ReturnType<typeof createLimitNotices>
}

export class RunCheckpoint {
	private readonly run: RunContext
	private readonly deps: RunCheckpointDeps
	private readonly over = new AbortController()
	/** Why it could not be taken, where it was tried. */
	private taken: Promise<Unmade | undefined> | undefined
	private prepared: Promise<void> | undefined
	/** Whoever lets one change happen that cannot be undone is not asked about the next one of the same run. */
	private isAccepted = false

	constructor(run: RunContext, deps: RunCheckpointDeps) {
		this.run = run
		this.deps = deps
	}

	/** Of the run, with which the tree is kept when it has to be. */
	context(): RunContext {
		return {
			...this.run,
			keepFirst: call => this.keepFirst(call),
			approve: (call, until) => {
				// While somebody thinks about it there is time to read what has changed.
				if (!this.taken && call.permission.tier !== 'read-only') this.prepared ??= this.prepare()
				return this.run.approve(call, until)
			},
		}
	}

	/** At the end of the run, before anything else may change the tree. */
	async close(): Promise<void> {
		// What goes on behind the end of a run would write into a home that may be gone by then.
		this.over.abort()
		await this.prepared
		if (!(await this.isTaken())) return
		const checkpoints = await this.deps.open()
		await checkpoints
			.take('after')
			.catch(error =>
				this.warn(
					`/rewind brings back what this run changed and deleted, but leaves what it made: ${messageOf(error)}`,
				),
			)
	}

	private async keepFirst({ tier, changes }: CallEffect): Promise<Unkept | undefined> {
		if (tier === 'read-only') return undefined
		this.taken ??= this.take()
		const unmade = (await this.taken) ?? (await this.keepNamed(changes))
		if (unmade === undefined) return undefined
		await unmade.stored
		// Should this one be refused, the next one tries again.
		if ((await this.taken) && !this.isAccepted) this.taken = undefined
		if (this.isAccepted) return undefined
		return {
			why: whyUnmade(unmade, this.deps.cwd),
			accepted: async () => {
				this.isAccepted = true
				this.taken ??= Promise.resolve(unmade)
				await this.run.store({ ...unmade.event, isAccepted: true })
			},
		}
	}

	private async take(): Promise<Unmade | undefined> {
		const { run, deps } = this
		try {
			const taken = await (await deps.open()).take('before', run.signal)
			await run.store({ type: 'checkpoint', checkpointId: taken.id })
			for (const notice of deps.limits.notices(taken, deps.cwd)) this.warn(notice)
			return undefined
		} catch (error) {
			if (run.signal.aborted || (error instanceof AgentError && error.code === 'storage-failed')) throw error
			const reason = messageOf(error)
			this.warn(`What this run changes cannot be undone: ${reason}`)
			return this.failed(reason)
		}
	}

	private async keepNamed(changes: readonly string[]): Promise<Unmade | undefined> {
		try {
			await (await this.deps.open()).keepNamed(changes)
			return undefined
		} catch (error) {
			const reason = messageOf(error)
			this.warn(`What changes in ${listPaths(changes, this.deps.cwd)} cannot be undone: ${reason}`)
			return this.failed(reason, changes)
		}
	}

	private failed(reason: string, paths?: readonly string[]): Unmade {
		const event = { type: 'checkpoint-failed' as const, reason, ...(paths && { paths }) }
		return { event, stored: Promise.resolve(this.run.store({ ...event, isAccepted: false })) }
	}

	private prepare(): Promise<void> {
		const until = AbortSignal.any([this.run.signal, this.over.signal])
		return this.deps
			.open()
			.then(checkpoints => checkpoints.prepare(until))
			.catch(() => undefined)
	}

	private async isTaken(): Promise<boolean> {
		if (this.taken === undefined) return false
		return this.taken.then(
			unmade => !unmade,
			() => false,
		)
	}

	private warn(text: string): void {
		this.run.show({ type: 'notice', level: 'warning', text })
	}
}

/** A checkpoint that could not be made. */
type Unmade = {
	event: Omit<Extract<StoredEvent, { type: 'checkpoint-failed' }>, 'isAccepted'>
	stored: Promise<void>
}

function whyUnmade({ event: { reason, paths } }: Unmade, cwd: string): string {
	return paths
		? `${listPaths(paths, cwd)} could not be kept (${reason}), so this cannot be undone.`
		: `No checkpoint could be made (${reason}), so this cannot be undone.`
}
