// The prompt queue: steering goes into the active run, the rest waits for a run of its own.

import type { QueuedPrompt } from '../../core/events.ts'
import type { QueueId } from '../../core/ids.ts'
import type { UserMessage } from '../../core/messages.ts'

export class PromptQueue {
	private waiting: readonly QueuedPrompt[] = []
	private readonly changed: (items: readonly QueuedPrompt[]) => void

	constructor(changed: (items: readonly QueuedPrompt[]) => void) {
		this.changed = changed
	}

	add(prompt: QueuedPrompt): void {
		this.set([...this.waiting, prompt])
	}

	/** @returns whether it was still there to be taken back */
	remove(id: QueueId): boolean {
		const left = this.waiting.filter(prompt => prompt.queueId !== id)
		if (left.length === this.waiting.length) return false
		this.set(left)
		return true
	}

	hasSteering(): boolean {
		return this.waiting.some(prompt => prompt.whenBusy === 'steer')
	}

	takeSteering(): readonly UserMessage[] {
		const steering = this.waiting.filter(prompt => prompt.whenBusy === 'steer')
		if (steering.length > 0) this.set(this.waiting.filter(prompt => prompt.whenBusy !== 'steer'))
		return steering.map(prompt => prompt.message)
	}

	/** The oldest of what waits, whatever it was meant to be: with no run to steer it is a prompt like any other. */
	takeNext(): QueuedPrompt | undefined {
		const [next, ...rest] = this.waiting
		if (next) this.set(rest)
		return next
	}

	private set(items: readonly QueuedPrompt[]): void {
		this.waiting = items
		this.changed(items)
	}
}
