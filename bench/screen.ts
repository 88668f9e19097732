// A program in a terminal of its own: what it writes and when, and the keys that are typed into it.

import { readFile } from 'node:fs/promises'
import { spawn } from '@lydell/node-pty'
import type { ChildOptions } from './child.ts'

export type Screen = {
	/** When it was started, on the clock of `performance.now()`. */
	readonly startMs: number
	/** Everything written so far, one character a byte. */
	output(): string
	type(keys: string): void
	/** Resolves with the time when `text` first stands in what came after `from`. */
	shows(text: string, from?: number): Promise<number>
	cpuMs(): Promise<number>
	residentMiB(): Promise<number>
	close(): Promise<void>
}

/** A character that no frame has in it by itself, as it comes back: one character a byte. */
export const MARK_KEY = 'Ω'
export const MARK_BYTES = Buffer.from(MARK_KEY).toString('latin1')

const READY = 'READY'
const PATIENCE_MS = 20_000

/** Resolves when the terminal is ready and the program is about to start. */
export async function openScreen(
	{ file, args, cwd, environment }: ChildOptions,
	{ cols, rows } = { cols: 100, rows: 30 },
): Promise<Screen> {
	// Echo is switched off first: what comes back after that comes from the program. READY says that it is off.
	const command = ['-c', `stty -echo; printf '${READY}'; exec "$0" "$@"`, file, ...args]
	const pty = spawn('/bin/sh', command, { cwd, env: environment, cols, rows, encoding: 'latin1' })
	let output = ''
	let watchers: { text: string; from: number; resolve: (atMs: number) => void }[] = []
	let hasEnded = false
	const ended = new Promise<void>(resolve =>
		pty.onExit(() => {
			hasEnded = true
			resolve()
		}),
	)
	pty.onData(data => {
		output += data
		for (const answer of answersTo(data)) pty.write(answer)
		const atMs = performance.now()
		const seen = watchers.filter(({ text, from }) => output.indexOf(text, from) >= 0)
		watchers = watchers.filter(watcher => !seen.includes(watcher))
		for (const watcher of seen) watcher.resolve(atMs)
	})
	const shows: Screen['shows'] = (text, from = 0) => {
		if (output.indexOf(text, from) >= 0) return Promise.resolve(performance.now())
		return soon(
			new Promise(resolve => watchers.push({ text, from, resolve })),
			() => `${JSON.stringify(text)} did not appear; the screen ends with ${JSON.stringify(ending(output))}`,
		)
	}
	const startMs = await shows(READY)
	return {
		startMs,
		output: () => output,
		type: keys => pty.write(keys),
		shows,
		async cpuMs() {
			// Fields 14 and 15, in hundredths of a second; the name before them may hold blanks but ends with `)`.
			const fields = (await readFile(`/proc/${pty.pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
			return (Number(fields[11]) + Number(fields[12])) * 10
		},
		async residentMiB() {
			const status = await readFile(`/proc/${pty.pid}/status`, 'utf8')
			return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
		},
		async close() {
			if (!hasEnded) pty.kill('SIGKILL')
			await ended
		},
	}
}

/** What every terminal answers when it is asked what it is; some programs wait for it. */
function answersTo(output: string): string[] {
	return Object.entries(ANSWERS).flatMap(([question, answer]) => (output.includes(question) ? [answer] : []))
}

const ANSWERS = {
	'\x1b[c': '\x1b[?62;22c',
	'\x1b[?u': '\x1b[?0u',
	'\x1b[6n': '\x1b[1;1R',
}

function ending(output: string): string {
	return Buffer.from(output, 'latin1').toString().slice(-400)
}

/** @throws with these words when the promise takes longer than any of this should */
export async function soon<Value>(promise: Promise<Value>, otherwise: () => string): Promise<Value> {
	let timer: NodeJS.Timeout | undefined
	const tooLate = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error(otherwise())), PATIENCE_MS)
	})
	try {
		return await Promise.race([promise, tooLate])
	} finally {
		clearTimeout(timer)
	}
}

/** Types one character until it is on the screen: the time from the start to the first echo. */
export async function firstEchoMs(screen: Screen): Promise<number> {
	screen.type(MARK_KEY)
	// A program may throw away what was typed before it was ready, so the key is pressed again.
	const again = setInterval(() => screen.type(MARK_KEY), 10)
	try {
		return (await screen.shows(MARK_BYTES)) - screen.startMs
	} finally {
		clearInterval(again)
	}
}
