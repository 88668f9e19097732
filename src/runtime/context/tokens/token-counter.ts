// Tokens counted, where a figure is shown to somebody. Planning goes by the estimate while that is surely enough.

import { Worker } from 'node:worker_threads'
import { once } from '../../../core/async/once.ts'
import { estimateText } from './context-estimate.ts'

export type CountTokens = (text: string) => number

/** With the vocabulary of one vendor; other vendors' come near it. All counters of a process share the thread that has it. */
export const loadTokenCounter = once(() => startTokenCounter(THREAD))

// The bundle puts its own name here (scripts/bundle-worker.mjs).
export const THREAD = new URL('./token-worker.ts', import.meta.url)

/**
 * Reading the vocabulary takes the thread 300 ms, in which keys and replies are answered here. Whoever counts waits for the
 * thread, some microseconds beside the counting. Where none can be started, and where one has stopped answering, the
 * estimate has to do.
 * @param patienceMs - the longest text takes some 150 ms
 */
export async function startTokenCounter(file: URL, patienceMs = 5_000): Promise<CountTokens> {
	const answer = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
	const worker = await startThread(file, answer).catch(() => undefined)
	let isThere = worker !== undefined
	worker?.once('exit', () => {
		isThere = false
	})
	return text => {
		if (text === '') return 0
		if (!worker || !isThere) return estimateText(text)
		Atomics.store(answer, 0, 0)
		worker.postMessage(text)
		isThere = Atomics.wait(answer, 0, 0, patienceMs) !== 'timed-out'
		return isThere ? Atomics.load(answer, 0) - 1 : estimateText(text)
	}
}

async function startThread(file: URL, answer: Int32Array): Promise<Worker> {
	const worker = new Worker(file, { workerData: answer, env: {}, stdout: true, stderr: true, execArgv: [] })
	await new Promise((resolve, reject) => {
		worker.once('message', resolve)
		worker.on('error', reject)
		worker.once('exit', reject)
	})
	// It keeps no process from ending.
	worker.unref()
	return worker
}
