// The offline embedder: a small model of an optional package, in a thread of its own, so that no key press waits for it. It
// costs nothing, and nothing leaves the machine.

import { Worker } from 'node:worker_threads'
import { AgentError } from '../../../core/errors.ts'
import type { Embedder } from '../../../core/memory.ts'
import { findOfflinePackages, OFFLINE_EMBEDDER, OFFLINE_INSTALL } from './offline-packages.ts'
import type { OfflineAnswer, OfflineAsked } from './offline-worker.ts'

export type OfflineEmbedder = Embedder & {
	/** Ends its thread; who asks again gets another. */
	close(): void
}

/** @throws AgentError `config-invalid` where its packages are not installed */
export function openOfflineEmbedder(dataFolder: string): OfflineEmbedder {
	const packages = findOfflinePackages(dataFolder)
	if (!packages)
		throw new AgentError(
			'config-invalid',
			`memory.embedder is ${OFFLINE_EMBEDDER}, and its packages are not installed: ${OFFLINE_INSTALL}`,
		)
	let running: OfflineThread | undefined
	const begin = () => {
		const thread = startThread(packages, () => {
			if (running === thread) running = undefined
		})
		return thread
	}
	return {
		id: OFFLINE_EMBEDDER,
		async embed(texts, signal) {
			const vectors: Float32Array[] = []
			// A question gets its turn between two of these.
			for (let from = 0; from < texts.length; from += TEXTS_AT_ONCE) {
				signal.throwIfAborted()
				running ??= begin()
				const some = texts.slice(from, from + TEXTS_AT_ONCE).map(text => text.slice(0, MOST_CHARACTERS))
				const made = await running.ask(some, signal)
				vectors.push(
					...made.map((values, at) => (isKnown(some[at]!) ? values : new Float32Array(values.length))),
				)
			}
			return { vectors }
		},
		close: () => running?.end(),
	}
}

/** The model has English words; to it, all of what is written in other letters is the same. */
function isKnown(text: string): boolean {
	const known = text.match(/[a-z]/gi)?.length ?? 0
	return known * 2 >= (text.match(/\p{L}/gu)?.length ?? 0)
}

type OfflineThread = {
	ask(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>
	end(): void
}

function startThread(packages: { engine: string; model: string }, ended: () => void): OfflineThread {
	// The bundle puts its own name here (scripts/bundle-worker.mjs).
	const file = new URL('./offline-worker.ts', import.meta.url)
	const worker = new Worker(file, {
		workerData: packages,
		env: {},
		resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
		stdout: true,
		stderr: true,
		execArgv: [],
	})
	worker.unref()
	const waiting = new Map<number, (answer: OfflineAnswer | { problem: string }) => void>()
	let lastId = 0
	let idle: NodeJS.Timeout | undefined
	const over = (problem: string) => {
		clearTimeout(idle)
		ended()
		for (const settle of waiting.values()) settle({ problem })
		waiting.clear()
	}
	worker.on('message', (answer: OfflineAnswer) => waiting.get(answer.id)?.(answer))
	worker.once('error', error => over(String(error)))
	worker.once('exit', () => over('its thread has ended'))
	const settled = (id: number) => {
		waiting.delete(id)
		// Whoever waits keeps the process alive, and nobody else.
		if (waiting.size === 0) worker.unref()
	}
	const end = () => {
		// What it may still answer comes too late.
		over('its thread has ended')
		void worker.terminate()
	}
	return {
		ask: (texts, signal) =>
			new Promise((resolve, reject) => {
				const id = ++lastId
				const asked: OfflineAsked = { id, texts }
				const left = () => {
					settled(id)
					reject(signal.reason)
				}
				signal.addEventListener('abort', left, { once: true })
				waiting.set(id, answer => {
					settled(id)
					signal.removeEventListener('abort', left)
					if ('vectors' in answer && answer.vectors.length === texts.length) return resolve(answer.vectors)
					const problem = 'problem' in answer ? answer.problem : 'a vector is missing'
					reject(new AgentError('internal', `the offline embedder failed: ${problem}`))
				})
				clearTimeout(idle)
				idle = setTimeout(end, IDLE_MS).unref()
				worker.ref()
				worker.postMessage(asked)
			}),
		end,
	}
}

/** About 0.3 s of work on one core. */
const TEXTS_AT_ONCE = 8
/** A passage has 900; a longer question says what it is about before that. */
const MOST_CHARACTERS = 1_000
/** The weights lie beside the heap. */
const MEMORY_MB = 512
/** It holds some 150 MB, which nobody should miss for a session that lies open. */
const IDLE_MS = 5 * 60_000
