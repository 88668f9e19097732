// HTML to Markdown within limits: a thread with bounded memory and time does it, and what it cannot do becomes plain text.

import { Worker } from 'node:worker_threads'
import { flatText, nestingOf } from './flat-text.ts'
import type { PageMarkdown } from './html-markdown.ts'
import type { PageWork } from './page-worker.ts'

/** `flatBecause`: it is plain text, and why; the rest of a sentence. */
export type ConvertedPage = { title: string | undefined; text: string; flatBecause?: string }

/**
 * @param signal - its reason is thrown when it fires
 * @param timeoutMs - after which the plain text is taken
 */
export async function convertPage(
	work: PageWork,
	signal: AbortSignal,
	timeoutMs = CONVERSION_MS,
): Promise<ConvertedPage> {
	const flat = (why: string): ConvertedPage => ({
		title: undefined,
		text: flatText(work.html),
		flatBecause: why,
	})
	if (nestingOf(work.html) > DEEPEST) return flat('its elements are nested too deeply')
	signal.throwIfAborted()
	const made = await inThread(work, signal, timeoutMs)
	signal.throwIfAborted()
	if (typeof made === 'string') return flat(made)
	return { title: made.title === '' ? undefined : made.title, text: made.markdown }
}

const CONVERSION_MS = 10_000

/** No browser draws what is deeper; the thread's stack would do for twice as much. */
const DEEPEST = 512

/** For 5 MB of tags. */
const MEMORY_MB = 512

/** @returns the Markdown, or why there is none */
function inThread(work: PageWork, signal: AbortSignal, timeoutMs: number): Promise<PageMarkdown | string> {
	// The bundle puts its own name here (scripts/bundle-worker.mjs).
	const file = new URL('./page-worker.ts', import.meta.url)
	const worker = new Worker(file, {
		workerData: work,
		env: {},
		resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, stackSizeMb: 8 },
		// What it prints is no output of ours, and flags of this process are none of its business.
		stdout: true,
		stderr: true,
		execArgv: [],
	})
	const stop = () => void worker.terminate()
	return new Promise<PageMarkdown | string>(resolve => {
		const timer = setTimeout(() => resolve(`it took longer than ${timeoutMs / 1000} s`), timeoutMs)
		signal.addEventListener('abort', () => resolve('it was stopped'), { once: true })
		worker.once('message', resolve)
		worker.once('error', error => resolve(`it could not be read (${error.message})`))
		worker.once('exit', () => resolve('it took too much memory'))
		worker.once('exit', () => clearTimeout(timer))
	}).finally(stop)
}
