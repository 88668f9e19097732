// The built program without a process of its own for each run: starting one takes four fifths of what a short run takes.
// A run has what a process would give it (see agent-host.ts). Its stdin is empty, unless somebody talks with it.

import { type ChildProcess, fork } from 'node:child_process'
import { PassThrough, type Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

export type WarmRun = { args: readonly string[]; cwd: string; env: Readonly<Record<string, string>> }
/** To the run that goes on: what comes on its stdin, `null` at the end of that. */
export type WarmInput = { stdin: string | null }
/** Of a run that somebody talks with, as it is written. */
export type WarmOutput = { stream: 'stdout' | 'stderr'; text: string }
/** `code` is null where the process that ran it has ended before it could tell. */
export type WarmEnd = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

const HOST = fileURLToPath(new URL('./agent-host.ts', import.meta.url))
/** What a process decides once, by what it finds in its environment. */
const DECIDES_ONCE = /^NODE_|COLOR|^(?:TERM|LANG|LC_\w+|TZ|CI)$/

/** `isTalk`: its outputs are told as they are written, and it has a stdin. */
export type HostRun = WarmRun & { main: string; isTalk: boolean }

/** The streams are as of a child process. */
export type WarmTalk = {
	stdin: Writable
	stdout: Readable
	stderr: Readable
	ended: Promise<WarmEnd>
	kill(): void
}

/** Without anybody who hears of it, what cannot be sent any more would end us. Its exit tells whoever waits. */
const IS_GONE = () => {}

let host: ChildProcess | undefined
let isBusy = false

/** @returns undefined where it has to be a process of its own: for what only that can have, or because one runs already */
export function runWarm(main: string, run: WarmRun): Promise<WarmEnd> | undefined {
	return inHost(main, run)
}

/** The same for a run that somebody talks with. */
export function talkWarm(main: string, run: WarmRun): WarmTalk | undefined {
	const outputs = { stdout: new PassThrough(), stderr: new PassThrough() }
	const ended = inHost(main, run, ({ stream, text }) => outputs[stream].write(text))
	if (ended === undefined) return
	const child = host!
	let isOver = false
	// The next one is not told what was meant for this one.
	const say = (input: WarmInput) => void (isOver || child.send(input, IS_GONE))
	void ended.then(() => {
		isOver = true
		for (const output of Object.values(outputs)) output.end()
	})
	const stdin = new Writable({
		decodeStrings: false,
		write(chunk: string | Uint8Array, _encoding, done) {
			say({ stdin: typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString() })
			done()
		},
		final(done) {
			say({ stdin: null })
			done()
		},
	})
	const kill = () => void (isOver || child.kill('SIGKILL'))
	return { stdin, ...outputs, ended, kill }
}

function start(): ChildProcess {
	const { PATH = '', NODE_COMPILE_CACHE } = process.env
	const child = fork(HOST, {
		// Those of a test's own process are not for the program.
		execArgv: ['--no-warnings'],
		env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
	})
	child.once('exit', () => {
		host = undefined
	})
	return child
}

/** @param hear - given, it is a run that somebody talks with */
function inHost(
	main: string,
	run: WarmRun,
	hear?: (output: WarmOutput) => void,
): Promise<WarmEnd> | undefined {
	if (isBusy || Object.keys(run.env).some(name => DECIDES_ONCE.test(name) && name !== 'NODE_COMPILE_CACHE'))
		return
	isBusy = true
	host ??= start()
	const child = host
	child.ref()
	child.channel?.ref()
	return new Promise(resolve => {
		const end = (ended: WarmEnd) => {
			child.off('message', onMessage).off('exit', onExit)
			child.unref()
			child.channel?.unref()
			isBusy = false
			resolve(ended)
		}
		const onMessage = (message: unknown) => {
			const told = message as WarmOutput | WarmEnd
			if ('stream' in told) hear?.(told)
			else end(told)
		}
		const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
			end({ code, signal, stdout: '', stderr: 'the process that ran it has ended' })
		child.on('message', onMessage).once('exit', onExit)
		child.send({ ...run, main, isTalk: hear !== undefined } satisfies HostRun, IS_GONE)
	})
}
