// The process in which `warm-agent.ts` has the built program run, one time after the other: each run has arguments, an
// environment, a folder and outputs of its own, and is over where the program would end its process.

import { AsyncLocalStorage } from 'node:async_hooks'
import { PassThrough, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { HostRun, WarmEnd, WarmInput, WarmOutput } from './warm-agent.ts'

const TIMERS = { setTimeout, setInterval, setImmediate }

/** As the process has it, which nobody writes to. */
const EMPTY = Object.getOwnPropertyDescriptor(process, 'stdin')!

/** By its number, in whatever a run has begun, also after its end. */
const ofRun = new AsyncLocalStorage<number>()

let runs = 0
let stdin = new PassThrough()

process.on('disconnect', process.exit.bind(process, 0))
// What a run has begun and its process would have ended: it is nothing to the next one, nor to this process between them.
process.on('uncaughtException', () => {})
process.on('message', async (wanted: HostRun | WarmInput) => {
	if ('args' in wanted) process.send?.(await run(wanted))
	// What has let go of its stdin hears nothing more.
	else if (stdin.writable) wanted.stdin === null ? stdin.end() : stdin.write(wanted.stdin)
})

async function run({ main, args, cwd, env, isTalk }: HostRun): Promise<WarmEnd> {
	process.chdir(cwd)
	for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
	Object.assign(process.env, env)
	process.argv = [process.execPath, main, ...args]
	process.exitCode = undefined
	stdin = new PassThrough()
	stdin.on('error', () => {})
	Object.defineProperty(process, 'stdin', isTalk ? { ...EMPTY, get: () => stdin } : EMPTY)
	const texts = { stdout: '', stderr: '' }
	for (const stream of ['stdout', 'stderr'] as const)
		Object.defineProperty(process, stream, {
			value: collecting(text => {
				texts[stream] += text
				if (isTalk) process.send?.({ stream, text } satisfies WarmOutput)
			}),
			configurable: true,
		})
	const listeners = followListeners()
	const timers = followTimers()
	const number = ++runs
	const code = await new Promise<number>(resolve => {
		const fail = (error: unknown) => {
			texts.stderr += `${error instanceof Error ? error.stack : error}\n`
			resolve(1)
		}
		process.exit = ((code = process.exitCode ?? 0) => resolve(Number(code))) as typeof process.exit
		process.on('uncaughtException', error => {
			if ((ofRun.getStore() ?? number) === number) fail(error)
		})
		// What the entry loads stays loaded; the entry itself is read anew.
		ofRun.run(number, () => import(`${pathToFileURL(main).href}?run=${number}`).catch(fail))
	})
	listeners.end(code)
	timers.end()
	return { code, signal: null, ...texts }
}

function collecting(hear: (text: string) => void): Writable {
	return new Writable({
		decodeStrings: false,
		write(chunk: string | Uint8Array, _encoding, done) {
			hear(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
			done()
		},
	})
}

/** Those of a run go with it, and hear of its end as that of the process. */
function followListeners() {
	const before = new Map(process.eventNames().map(name => [name, process.listeners(name as 'exit')]))
	return {
		end(code: number) {
			for (const name of process.eventNames())
				for (const listener of process.listeners(name as 'exit')) {
					if (before.get(name)?.includes(listener)) continue
					process.removeListener(name, listener)
					if (name === 'exit') listener(code)
				}
		},
	}
}

/** What a run has put off does not happen after the end of its process. */
function followTimers() {
	const started = new Set<NodeJS.Timeout | NodeJS.Immediate>()
	for (const [name, start] of Object.entries(TIMERS)) {
		const following = (...args: Parameters<typeof start>) => {
			const timer = (start as (...args: unknown[]) => NodeJS.Timeout)(...args)
			started.add(timer)
			return timer
		}
		Object.assign(globalThis, { [name]: Object.assign(following, start) })
	}
	return {
		end() {
			Object.assign(globalThis, TIMERS)
			for (const timer of started) {
				clearTimeout(timer as NodeJS.Timeout)
				clearImmediate(timer as NodeJS.Immediate)
			}
		},
	}
}
