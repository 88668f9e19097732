// A task that has not ended, as the process holds it that works on it: what it is now, who has it, and who looks on.

import { Mailbox } from '../../core/async/mailbox.ts'
import { OneAtATime } from '../../core/async/one-at-a-time.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import { answeredBy } from '../../core/services/task-answers.ts'
import type { Task, TaskInput, TaskLease } from '../../core/services/tasks.ts'
import type { TaskName } from './task-files.ts'
import type { NumberedInput, TaskRecord } from './task-record.ts'

export class HeldTask {
	readonly auth: AuthContext
	readonly name: TaskName
	task: Task
	/** How often it was taken up. */
	epoch: number
	/** Who works on it. */
	lease: TaskLease | undefined
	inputs: readonly NumberedInput[]
	lastInput: number
	/** The approval or question that the newest answer was for: one at a time is waited for. */
	answered: string | undefined
	/** What is written about it, one after the other. */
	readonly writing = new OneAtATime()
	private readonly followers = new Set<Mailbox<Task>>()
	private readonly takers = new Set<() => void>()

	constructor(auth: AuthContext, name: TaskName, { task, epoch, inputs, lastInput }: TaskRecord) {
		this.auth = auth
		this.name = name
		this.task = task
		this.epoch = epoch
		this.inputs = inputs
		this.lastInput = lastInput
		this.answered = inputs.map(({ input }) => answeredBy(input)).findLast(each => each !== undefined)
	}

	/** The task now, and each time it is told anew, until the signal fires or it has ended. */
	follow(signal: AbortSignal): AsyncIterable<Task> {
		const close = () => mailbox.close()
		const mailbox = new Mailbox<Task>([this.task], () => {
			signal.removeEventListener('abort', close)
			this.followers.delete(mailbox)
		})
		this.followers.add(mailbox)
		if (signal.aborted) close()
		else signal.addEventListener('abort', close, { once: true })
		return mailbox
	}

	tell(task: Task, isLast: boolean): void {
		this.task = task
		for (const follower of this.followers) {
			follower.put(task)
			if (isLast) follower.close()
		}
		if (isLast) this.lease = undefined
		this.wake()
	}

	/** @returns undefined when there is none, and whoever waits is to look again after `changed` */
	nextInput(): NumberedInput | undefined {
		return this.inputs[0]
	}

	add(input: TaskInput): NumberedInput {
		const numbered = { number: this.lastInput + 1, input }
		this.lastInput = numbered.number
		return numbered
	}

	/** Resolves when there is something to look at anew. */
	changed(signal: AbortSignal): Promise<void> {
		return new Promise(resolve => {
			const done = () => {
				this.takers.delete(done)
				signal.removeEventListener('abort', done)
				resolve()
			}
			this.takers.add(done)
			if (signal.aborted) done()
			else signal.addEventListener('abort', done, { once: true })
		})
	}

	wake(): void {
		for (const taker of [...this.takers]) taker()
	}
}
