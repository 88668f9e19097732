// The embedding queue: passages get their vectors behind the index, newest first, as fast as the embedder gives them.
// Without it, or while it fails or cannot be paid for, words alone are searched.

import { setTimeout as pause } from 'node:timers/promises'
import { AgentError, messageOf } from '../../core/errors.ts'
import type { MemoryQuery } from '../../core/memory.ts'
import { windowsOf } from '../../memory/text/windows.ts'
import { EMBEDDED, type WorthEmbedding, withoutEncoded } from '../../memory/worth-embedding.ts'
import { estimateText } from '../context/tokens/context-estimate.ts'
import type { EmbeddingAllowance } from './embedding-allowance.ts'
import type { Index } from './memory-index.ts'
import type { EmbeddingPayer, PaidEmbedder } from './paid-embedder.ts'

export type EmbedderDeps = {
	index: Pick<Index, 'use'>
	open(): Promise<PaidEmbedder>
	/** What leaves the machine holds no secret, also none that was not known when it was indexed. */
	scrub(text: string): string
	notify(text: string): void
	/** Of what is embedded unasked; left out, there is no bound. */
	allowance?: EmbeddingAllowance | undefined
}

export class EmbedderQueue {
	private readonly deps: EmbedderDeps
	private embedder: Promise<PaidEmbedder> | undefined
	private isRefusalTold = false
	private working: Promise<void> | undefined
	private restsUntilMs = 0

	constructor(deps: EmbedderDeps) {
		this.deps = deps
	}

	/** Of a question; undefined when there is none in time, or nothing in the project that it could be compared with. */
	async vectorOf(
		{ text, project, payer }: { text: string; project: string; payer: EmbeddingPayer },
		signal: AbortSignal,
	): Promise<MemoryQuery['vector']> {
		const { index, scrub } = this.deps
		if (performance.now() < this.restsUntilMs) return undefined
		try {
			const embedder = await this.opened()
			const isOfUse = await index.use(store => store.hasVectors(embedder.id, project)).catch(() => false)
			if (!isOfUse) return undefined
			const [values] = await embedder.embed([scrub(text).slice(0, QUESTION_CHARACTERS)], payer, signal)
			return values && { embedder: embedder.id, values }
		} catch (error) {
			// One that was too slow for this prompt would be too slow for the next.
			this.restsUntilMs = performance.now() + REST_MS
			// Too late is not broken: the words are searched all the same.
			if (!signal.aborted) this.failed(error)
			return undefined
		}
	}

	/** Embeds what has no vector yet. What comes meanwhile is done with it, and paid for by the same. Never rejects. */
	work(payer: EmbeddingPayer, signal: AbortSignal): Promise<void> {
		this.working ??= this.embedAll(payer, signal)
			.catch(error => {
				if (!signal.aborted) this.failed(error)
			})
			.finally(() => {
				this.working = undefined
			})
		return this.working
	}

	/**
	 * The same for somebody who waits for it. What is done when it ends, however it ends, stays done.
	 * @param progress - told how many passages were embedded so far
	 * @throws AgentError
	 */
	async embedAll(
		payer: EmbeddingPayer,
		signal: AbortSignal,
		progress: (done: number) => void = () => {},
	): Promise<void> {
		const embedder = await this.opened()
		let done = 0
		for (const of of EMBEDDED) {
			const isDone = await this.embedSome(embedder, { of, payer, signal }, count => {
				done += count
				progress(done)
			})
			if (!isDone) return
		}
	}

	/** @returns whether there is nothing left of it */
	private async embedSome(
		embedder: PaidEmbedder,
		{ of, payer, signal }: { of: WorthEmbedding; payer: EmbeddingPayer; signal: AbortSignal },
		made: (count: number) => void,
	): Promise<boolean> {
		const { index, scrub, allowance } = this.deps
		// What is behind is not looked through again for each batch, only once more at the end, for what came meanwhile.
		let below: number | undefined
		while (!signal.aborted) {
			const waiting = await index.use(store => store.unembedded(embedder.id, AT_ONCE, { below, of }))
			if (waiting.length === 0 && below === undefined) return true
			below = waiting.at(-1)?.id
			if (waiting.length === 0) continue
			// A secret may go over the end of a window.
			const all = waiting.map(({ text }) => windowsOf(withoutEncoded(scrub(text))))
			const some = allowance ? withinTokens(all, await allowance.left()) : all
			if (some.length === 0) return false
			const texts = some.flat()
			const vectors = await patiently(() => embedder.embed(texts, payer, signal), signal)
			await allowance?.used(tokensIn(texts))
			let from = 0
			const given = some.flatMap((windows, at) => {
				const parts = vectors.slice(from, from + windows.length)
				from += windows.length
				return parts.length === windows.length ? [{ id: waiting[at]!.id, parts }] : []
			})
			if (given.length === 0) return false
			await index.use(store => store.embed(embedder.id, given))
			made(given.length)
			if (some.length < all.length) return false
		}
		return false
	}

	/** Ends what was opened, if anything. */
	async close(): Promise<void> {
		const embedder = await this.embedder?.catch(() => undefined)
		embedder?.close?.()
	}

	private opened(): Promise<PaidEmbedder> {
		this.embedder ??= this.deps.open().catch(error => {
			this.embedder = undefined
			throw error
		})
		return this.embedder
	}

	private failed(error: unknown): void {
		const isRefused = isRefusal(error)
		// It names a sum that is another one each time.
		if (isRefused && this.isRefusalTold) return
		this.isRefusalTold ||= isRefused
		this.deps.notify(
			`memory is searched by words alone, because the embedder ${isRefused ? 'is not asked' : 'does not answer'}: ${messageOf(error)}`,
		)
	}
}

function tokensIn(texts: readonly string[]): number {
	return texts.reduce((sum, text) => sum + estimateText(text), 0)
}

/** As many of the first as there is room for. */
function withinTokens(texts: readonly (readonly string[])[], limit: number): readonly (readonly string[])[] {
	let left = limit
	const end = texts.findIndex(windows => {
		left -= tokensIn(windows)
		return left < 0
	})
	return end === -1 ? texts : texts.slice(0, end)
}

/** Nothing was sent: it may not be. */
function isRefusal(error: unknown): boolean {
	return error instanceof AgentError && (error.code === 'config-invalid' || error.code === 'cost-limit')
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
/** Texts, of about four windows each at most. */
const AT_ONCE = 64
const QUESTION_CHARACTERS = 4_000
