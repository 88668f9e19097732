// Tasks of one process: kept as records, with the queue and the inbox on top of them in memory. What had not ended when
// the process did is there again at the next start.

import { OneAtATime } from '../../core/async/one-at-a-time.ts'
import { AgentError } from '../../core/errors.ts'
import { type AuthContext, isSameTenant } from '../../core/services/auth-context.ts'
import { answeredAlready, answeredBy } from '../../core/services/task-answers.ts'
import {
	hasEnded,
	type NewTask,
	type Page,
	type RecentFilter,
	type Task,
	type TaskFilter,
	type TaskId,
	type TaskInbox,
	type TaskInput,
	type TaskLease,
	type TaskStore,
} from '../../core/services/tasks.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { HeldTask } from './held-task.ts'
import { noCursor, RecentTasks } from './recent-tasks.ts'
import { idIn, type TaskFiles, type TaskName, taskName } from './task-files.ts'
import { changeLine, foldRecord, type TaskRecord } from './task-record.ts'
import { tenantPath } from './tenant-folders.ts'

export type TaskLimits = {
	/** Tasks that nobody has begun with, of all tenants and of one. */
	waitingInAll: number
	waitingPerTenant: number
}

export const TASK_LIMITS: TaskLimits = { waitingInAll: 1000, waitingPerTenant: 100 }

export class EmbeddedTasks implements TaskStore, TaskInbox {
	readonly #files: TaskFiles
	readonly #limits: TaskLimits
	/** By tenant and id: what has not ended. */
	readonly #open = new Map<string, HeldTask>()
	/** Of each tenant that was asked about: the names of all its tasks, in order. */
	readonly #names = new Map<string, Promise<TaskName[]>>()
	readonly #recent = new Map<string, RecentTasks>()
	readonly #creating = new OneAtATime()
	readonly #watchers = new Set<() => void>()

	private constructor(files: TaskFiles, limits: TaskLimits) {
		this.#files = files
		this.#limits = limits
	}

	static async open(files: TaskFiles, limits: TaskLimits): Promise<EmbeddedTasks> {
		const tasks = new EmbeddedTasks(files, limits)
		for (const { auth, lines } of await files.unfinished()) {
			const record = foldRecord(lines)
			if (!record) continue
			const name = taskName(record.task)
			// What the process that died was asking, nobody waits for any more; whoever goes on with it asks anew.
			const asLeft = async ({ task: { waiting, ...rest }, ...other }: TaskRecord): Promise<TaskRecord> => {
				if (!waiting) return record
				const task: Task = { ...rest, state: 'working' }
				await files.append(auth, name, [changeLine(record.task, task)], { durable: false })
				return { ...other, task }
			}
			// The process died between its last word and putting it away.
			if (hasEnded(record.task.state)) await files.end(auth, name)
			else tasks.#open.set(keyOf(auth, record.task.id), new HeldTask(auth, name, await asLeft(record)))
		}
		return tasks
	}

	/** What has not ended. */
	get held(): Iterable<HeldTask> {
		return this.#open.values()
	}

	/** @param listener - called whenever another task may be the next @returns ends it */
	watch(listener: () => void): () => void {
		this.#watchers.add(listener)
		return () => this.#watchers.delete(listener)
	}

	create(auth: AuthContext, asked: NewTask): Promise<{ task: Task; isNew: boolean }> {
		return this.#creating.run(() => this.#create(auth, asked))
	}

	async get(auth: AuthContext, id: TaskId): Promise<Task | undefined> {
		const held = this.#open.get(keyOf(auth, id))
		if (held) return held.task
		const name = (await this.#namesOf(auth)).find(each => idIn(each) === id)
		return name === undefined ? undefined : this.#taskAt(auth, name)
	}

	async list(auth: AuthContext, filter: TaskFilter): Promise<Page<Task>> {
		const { state, session, limit, cursor } = filter
		if (cursor !== undefined && !/^\d{13}\../.test(cursor)) throw noCursor(cursor)
		const items: Task[] = []
		let looked = 0
		let last: TaskName = ''
		for (const name of (await this.#namesOf(auth)).toReversed()) {
			if (cursor !== undefined && name >= cursor) continue
			// A page may be short, and still not the last one: what nothing fits is not looked for through years of tasks.
			if (++looked > MOST_LOOKED_AT) return { items, next: last }
			last = name
			const task = this.#open.get(keyOf(auth, idIn(name)))?.task ?? (await this.#taskAt(auth, name))
			if (!task || (state !== undefined && task.state !== state)) continue
			if (session !== undefined && task.session !== session) continue
			if (items.length === limit) return { items, next: taskName(items.at(-1)!) }
			items.push(task)
		}
		return { items }
	}

	async recent(auth: AuthContext, filter: RecentFilter): Promise<Page<Task> & { total: number }> {
		const tenant = tenantPath(auth)
		const recent = this.#recent.get(tenant) ?? new RecentTasks()
		this.#recent.set(tenant, recent)
		const taskAt = async (name: TaskName) =>
			this.#open.get(keyOf(auth, idIn(name)))?.task ?? (await this.#taskAt(auth, name))
		return recent.page({ names: [...(await this.#namesOf(auth))], taskAt }, filter)
	}

	async save(auth: AuthContext, task: Task, lease: TaskLease | undefined): Promise<void> {
		const held = await this.#heldOr(auth, task.id, 'fenced')
		await held.writing.run(async () => {
			requireLease(held, lease)
			if (task.state === 'completed' && held.inputs.length > 0)
				throw new AgentError(
					'rejected',
					`task ${task.id} has ${held.inputs.length} inputs that nobody has dealt with`,
				)
			const isLast = hasEnded(task.state)
			await this.#files.append(auth, held.name, [changeLine(held.task, task)], { durable: isLast })
			held.tell(task, isLast)
			if (!isLast) return
			this.#open.delete(keyOf(auth, task.id))
			await this.#files.end(auth, held.name)
		})
		this.#changed()
	}

	async *follow(auth: AuthContext, id: TaskId, signal: AbortSignal): AsyncIterable<Task> {
		const held = this.#open.get(keyOf(auth, id))
		if (held) return yield* held.follow(signal)
		const task = await this.get(auth, id)
		if (task && !signal.aborted) yield task
	}

	async put(auth: AuthContext, id: TaskId, input: TaskInput): Promise<void> {
		const held = await this.#heldOr(auth, id, 'rejected')
		await held.writing.run(async () => {
			const answered = answeredBy(input)
			if (answered !== undefined && held.answered === answered) throw answeredAlready(id, answered)
			const numbered = held.add(input)
			await this.#files.append(auth, held.name, [{ type: 'input', ...numbered }], { durable: false })
			held.inputs = [...held.inputs, numbered]
			if (answered !== undefined) held.answered = answered
		})
		held.wake()
	}

	async *take(
		auth: AuthContext,
		id: TaskId,
		lease: TaskLease,
		signal: AbortSignal,
	): AsyncIterable<TaskInput> {
		const held = this.#open.get(keyOf(auth, id))
		while (held && !signal.aborted && isLease(held.lease, lease)) {
			const next = held.nextInput()
			if (!next) {
				await held.changed(signal)
				continue
			}
			try {
				yield next.input
			} finally {
				await this.#dealtWith(held, next.number)
			}
		}
	}

	#dealtWith(held: HeldTask, number: number): Promise<void> {
		return held.writing.run(async () => {
			held.inputs = held.inputs.filter(input => input.number !== number)
			// An ended task's file is put away; nobody looks for its inputs any more.
			if (hasEnded(held.task.state)) return
			await this.#files.append(held.auth, held.name, [{ type: 'taken', number }], { durable: false })
		})
	}

	/** @returns the lease, or undefined where the task has ended meanwhile or somebody has it */
	async claim(held: HeldTask, server: string): Promise<TaskLease | undefined> {
		return held.writing.run(async () => {
			if (held.lease || hasEnded(held.task.state)) return undefined
			const lease = { server, epoch: held.epoch + 1 }
			// Before anything is awaited: nobody else takes it meanwhile.
			held.lease = lease
			held.epoch = lease.epoch
			try {
				await this.#files.append(held.auth, held.name, [{ type: 'claimed', epoch: lease.epoch }], {
					durable: false,
				})
				return lease
			} catch (error) {
				held.lease = undefined
				throw error
			}
		})
	}

	/** Gives back what was claimed and has not ended. */
	release(held: HeldTask, lease: TaskLease): void {
		if (isLease(held.lease, lease)) held.lease = undefined
		held.wake()
		this.#changed()
	}

	async #create(auth: AuthContext, asked: NewTask): Promise<{ task: Task; isNew: boolean }> {
		const earlier = asked.key === undefined ? undefined : await this.#keyed(auth, asked.key)
		if (earlier) return { task: earlier, isNew: false }
		this.#requireRoom(auth)
		const task: Task = {
			...asked,
			state: 'submitted',
			updatedAt: asked.createdAt,
			runs: [],
			artifacts: [],
			usage: NO_USAGE,
			costMicroUsd: 0,
		}
		const name = taskName(task)
		const names = await this.#namesOf(auth)
		if (asked.key !== undefined) await this.#files.setKey(auth, asked.key, name)
		await this.#files.append(auth, name, [{ type: 'created', task }], { durable: true })
		const isNewest = names.length === 0 || names.at(-1)! < name
		names.push(name)
		if (!isNewest) names.sort()
		this.#open.set(
			keyOf(auth, task.id),
			new HeldTask(auth, name, { task, epoch: 0, inputs: [], lastInput: 0 }),
		)
		this.#changed()
		return { task, isNew: true }
	}

	async #keyed(auth: AuthContext, key: string): Promise<Task | undefined> {
		const name = await this.#files.keyed(auth, key)
		return name === undefined ? undefined : this.get(auth, idIn(name))
	}

	#requireRoom(auth: AuthContext): void {
		const { waitingInAll, waitingPerTenant } = this.#limits
		const waiting = [...this.#open.values()].filter(({ task }) => task.state === 'submitted')
		const own = waiting.filter(held => isSameTenant(held.auth, auth)).length
		const why =
			own >= waitingPerTenant
				? `${own} of your tasks are waiting already, which is as many as may`
				: waiting.length >= waitingInAll
					? `${waiting.length} tasks are waiting already, which is as many as may`
					: undefined
		if (why !== undefined)
			throw new AgentError('rate-limited', `${why}; try again in a while`, { retryAfterMs: FULL_RETRY_MS })
	}

	async #heldOr(auth: AuthContext, id: TaskId, code: 'fenced' | 'rejected'): Promise<HeldTask> {
		const held = this.#open.get(keyOf(auth, id))
		if (held) return held
		const task = await this.get(auth, id)
		if (task) throw new AgentError(code, `task ${id} has ended: it is ${task.state}`)
		throw new AgentError('task-not-found', `there is no task ${id}`)
	}

	/** Read once; kept in order from then on. */
	#namesOf(auth: AuthContext): Promise<TaskName[]> {
		const tenant = tenantPath(auth)
		const known = this.#names.get(tenant)
		if (known) return known
		const names = this.#files.names(auth).then(found => [...found])
		this.#names.set(tenant, names)
		return names
	}

	async #taskAt(auth: AuthContext, name: TaskName): Promise<Task | undefined> {
		const lines = await this.#files.read(auth, name)
		return lines && foldRecord(lines)?.task
	}

	#changed(): void {
		for (const watcher of [...this.#watchers]) watcher()
	}
}

const FULL_RETRY_MS = 5_000
const MOST_LOOKED_AT = 2_000

function keyOf(auth: AuthContext, id: TaskId): string {
	return `${tenantPath(auth)}/${id}`
}

function isLease(held: TaskLease | undefined, lease: TaskLease): boolean {
	return held !== undefined && held.epoch === lease.epoch && held.server === lease.server
}

/** @throws AgentError `fenced` */
function requireLease(held: HeldTask, lease: TaskLease | undefined): void {
	if (hasEnded(held.task.state)) throw new AgentError('fenced', `task ${held.task.id} has ended`)
	if (lease === undefined ? held.lease === undefined : isLease(held.lease, lease)) return
	const by = held.lease === undefined ? 'nobody' : held.lease.server
	throw new AgentError(
		'fenced',
		`task ${held.task.id} is worked on by ${by}, not under the lease that was shown`,
	)
}
