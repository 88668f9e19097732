// Passages get their vectors behind the index, newest first, as fast as the embedder gives them. Without it, or while
// it fails, words alone are searched.

import { setTimeout as pause } from 'node:timers/promises'
import { AgentError } from '../core/errors.ts'
import type { Embedder, MemoryQuery } from '../core/memory.ts'
import type { MemoryIndex } from './memory-index.ts'

export class EmbedderQueue {
	private readonly index: MemoryIndex
	private readonly open: () => Promise<Embedder>
	private readonly tell: (text: string) => void
	private embedder: Promise<Embedder> | undefined
	private working: Promise<void> | undefined
	private restsUntilMs = 0

	constructor(index: MemoryIndex, open: () => Promise<Embedder>, tell: (text: string) => void) {
		this.index = index
		this.open = open
		this.tell = tell
	}

	/** Of a question; undefined when there is none in time. */
	async vectorOf(text: string, signal: AbortSignal): Promise<MemoryQuery['vector']> {
		if (performance.now() < this.restsUntilMs) return undefined
		try {
			const embedder = await this.opened()
			const [values] = await embedder.embed([text.slice(0, QUESTION_CHARACTERS)], signal)
			return values && { embedder: embedder.id, values }
		} catch (error) {
			// One that was too slow for this prompt would be too slow for the next.
			this.restsUntilMs = performance.now() + REST_MS
			// Too late is not broken: the words are searched all the same.
			if (!signal.aborted) this.failed(error)
			return undefined
		}
	}

	/** Embeds what has no vector yet. What comes meanwhile is done with it. Never rejects. */
	work(signal: AbortSignal): Promise<void> {
		this.working ??= this.embedAll(signal)
			.catch(error => {
				if (!signal.aborted) this.failed(error)
			})
			.finally(() => {
				this.working = undefined
			})
		return this.working
	}

	private async embedAll(signal: AbortSignal): Promise<void> {
		const embedder = await this.opened()
		while (!signal.aborted) {
			const waiting = await this.index.use(store => store.unembedded(embedder.id, AT_ONCE))
			if (waiting.length === 0) return
			const vectors = await patiently(
				() =>
					embedder.embed(
						waiting.map(({ text }) => text),
						signal,
					),
				signal,
			)
			const made = waiting.flatMap(({ id }, at) => (vectors[at] ? [{ id, values: vectors[at] }] : []))
			if (made.length === 0) return
			await this.index.use(store => store.embed(embedder.id, made))
		}
	}

	private opened(): Promise<Embedder> {
		this.embedder ??= this.open().catch(error => {
			this.embedder = undefined
			throw error
		})
		return this.embedder
	}

	private failed(error: unknown): void {
		const why = error instanceof Error ? error.message : String(error)
		this.tell(`memory is searched by words alone, because the embedder does not answer: ${why}`)
	}
}

/** Nobody waits for these vectors, so a server that is busy is given the time it asks for. */
async function patiently<Result>(ask: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
	for (let retry = 0; ; retry++) {
		try {
			return await ask()
		} catch (error) {
			const isWorthIt = error instanceof AgentError && error.retryable && retry < MOST_RETRIES
			if (!isWorthIt || signal.aborted) throw error
			const waitMs = Math.max(error.retryAfterMs ?? 0, FIRST_WAIT_MS * 2 ** retry)
			if (waitMs > LONGEST_WAIT_MS) throw error
			await pause(waitMs, undefined, { ref: false, signal })
		}
	}
}

const MOST_RETRIES = 4
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 60_000
const REST_MS = 60_000
const AT_ONCE = 64
const QUESTION_CHARACTERS = 4_000
