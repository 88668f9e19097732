// Push notifications: whoever asked for them is told of each change of a task by a POST, by the server that works on the
// task, or, as long as nobody does, by the one that was asked. At least once where the receiver takes it; a task's own
// state is the truth, not what was told of it.

import { messageOf } from '../../../core/errors.ts'
import type { AuthContext } from '../../../core/services/auth-context.ts'
import { type ClaimedTask, hasEnded, type Task, type TaskId } from '../../../core/services/tasks.ts'
import { standing } from '../task/standing.ts'
import { type PushConfig, PushConfigs, requireGood } from './push-configs.ts'
import type { PushDeps } from './push-deps.ts'

export class PushNotifications {
	readonly #deps: PushDeps
	readonly #configs: PushConfigs
	readonly #closing = new AbortController()
	readonly #followed = new Map<string, Promise<void>>()
	/** What this server was called when it took a task up: with a database that is not its name alone. */
	readonly #takenAs = new Map<string, string>()

	constructor(deps: PushDeps) {
		this.#deps = deps
		this.#configs = new PushConfigs(deps.hub.keyValues)
	}

	/** @throws Refusal */
	requireGood(config: Omit<PushConfig, 'version'>): void {
		requireGood(config, this.#deps.network.allowedHosts)
	}

	/** @throws Refusal */
	async set(auth: AuthContext, task: Task, asked: PushConfig): Promise<PushConfig> {
		this.requireGood(asked)
		const config = await this.#configs.set(auth, task.id, asked)
		const now = await this.#deps.hub.tasks.get(auth, task.id)
		const going = this.#followed.get(keyOf(auth, task.id))
		// It ended a moment ago, and whoever saw that may have looked for configs before this one was there.
		if (going && now && hasEnded(now.state)) void going.then(() => this.#setAgain(auth, task.id, config))
		else this.follow(auth, task.id)
		return config
	}

	async #setAgain(auth: AuthContext, id: TaskId, config: PushConfig): Promise<void> {
		try {
			await this.#configs.set(auth, id, config)
			this.follow(auth, id)
		} catch (error) {
			this.#deps.hub.logging.log(auth, 'warn', `nobody is told of task ${id}: ${messageOf(error)}`)
		}
	}

	list(auth: AuthContext, id: TaskId): Promise<readonly PushConfig[]> {
		return this.#configs.list(auth, id)
	}

	remove(auth: AuthContext, task: TaskId, id: string): Promise<void> {
		return this.#configs.remove(auth, task, id)
	}

	/** This server works on it from now on. */
	claimed({ auth, task, lease }: Pick<ClaimedTask, 'auth' | 'task' | 'lease'>): void {
		this.#takenAs.set(keyOf(auth, task.id), lease.server)
		this.follow(auth, task.id)
	}

	/** Tells of what becomes of it from now on, if anybody wants to be told. A task that is followed already goes on so. */
	follow(auth: AuthContext, id: TaskId): void {
		const key = keyOf(auth, id)
		if (this.#followed.has(key) || this.#closing.signal.aborted) return
		const following = this.#follow(auth, id)
			.catch(error => {
				if (this.#closing.signal.aborted) return
				this.#deps.hub.logging.log(auth, 'warn', `nobody is told of task ${id}: ${messageOf(error)}`)
			})
			.finally(() => {
				this.#followed.delete(key)
				this.#takenAs.delete(key)
			})
		this.#followed.set(key, following)
	}

	async close(): Promise<void> {
		this.#closing.abort()
		await Promise.all(this.#followed.values())
	}

	async #follow(auth: AuthContext, id: TaskId): Promise<void> {
		const { hub } = this.#deps
		const { signal } = this.#closing
		let told: string | undefined
		for await (const task of hub.tasks.follow(auth, id, signal)) {
			const now = standing({ task })
			if (now === told) continue
			// One that had ended before anybody looked here: whoever worked on it may not have known whom to tell.
			const isOver = told === undefined && hasEnded(task.state)
			told = now
			const isOurs = task.server === undefined || task.server === this.#takenAs.get(keyOf(auth, id))
			if (!isOurs && !isOver) continue
			const configs = await this.#configs.list(auth, id)
			if (configs.length > 0) {
				const { deliver } = await import('./push-delivery.ts')
				await deliver({ auth, task, configs }, this.#deps, signal)
			}
			if (hasEnded(task.state) && !signal.aborted) await this.#configs.forget(auth, id)
		}
	}
}

function keyOf({ app, user }: AuthContext, id: TaskId): string {
	return JSON.stringify([app, user, id])
}
