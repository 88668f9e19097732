// The stdio transport: an MCP server as a child process in a group of its own, one JSON message a line each way. Made by
// hand, because the SDK's own leaves what ignores the end of stdin running when this process goes first, and starts
// nothing in a group. The process starts with the transport: while the SDK is still being loaded.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { deferred } from '../../core/async/deferred.ts'
import { messageOf } from '../../core/errors.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { isGroupAlive, killGroup } from '../../process/process-group.ts'
import { LineFrames } from './line-frames.ts'
import type { StdioEndpoint } from './server-config.ts'

export type StdioDeps = {
	/** All that it gets beside what its config names. */
	env: Readonly<Record<string, string>>
	/** What it writes to stderr, and what of its stdout is no message, line by line. */
	/** @param whose - `ours`: no word of the server’s */
	log(line: string, whose?: 'ours'): void
	/** Told the group that has started and, when nobody of it is left, that it has ended. */
	groups: { add(group: number): void; delete(group: number): void }
}

export class StdioTransport implements Transport {
	onclose?: () => void
	onerror?: (error: Error) => void
	onmessage?: Transport['onmessage']
	/** Why it ended, where it did so by itself; a whole clause. */
	endedBecause: string | undefined
	private readonly child: ChildProcess
	private readonly spawned = deferred<Error | undefined>()
	private readonly deps: StdioDeps
	private readonly waiting: JSONRPCMessage[] = []
	private noise = { bytes: 0, lines: 0 }
	private isClosing = false
	private hasEnded = false

	constructor({ command, args, env, cwd }: StdioEndpoint, deps: StdioDeps) {
		this.deps = deps
		const child = spawn(command, args, {
			cwd,
			env: { ...deps.env, ...env },
			stdio: ['pipe', 'pipe', 'pipe'],
			// A group of its own, which can be ended with all that it has started.
			detached: true,
			windowsHide: true,
		})
		this.child = child
		if (child.pid !== undefined) deps.groups.add(child.pid)
		child.once('spawn', () => this.spawned.resolve(undefined))
		child.once('error', error => {
			// Of a folder that is not there the system says that the program is not.
			const why = existsSync(cwd) ? messageOf(error) : `there is no folder ${cwd}`
			this.endedBecause ??= `${command} could not be started: ${why}`
			this.spawned.resolve(error)
			this.ended()
		})
		child.once('exit', (code, signal) => {
			this.endedBecause ??= signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`
			// Its last words may still be in the pipe, which somebody it left behind may hold for ever.
			const timer = setTimeout(() => this.ended(), LAST_WORDS_MS)
			child.once('close', () => {
				clearTimeout(timer)
				this.ended()
			})
		})
		const messages = new LineFrames(MOST_FRAME_BYTES, line => this.take(line), 'stop')
		child.stdout.on('data', (bytes: Buffer) => {
			if (!messages.push(bytes)) this.giveUp(`it sent a message of more than ${MOST_FRAME_BYTES >> 20} MB`)
		})
		const log = new LineFrames(MOST_LOG_LINE_BYTES, line => deps.log(line), 'cut')
		// Of what comes all at once only the end is looked at: one that writes for ever must not keep us busy.
		child.stderr.on('data', (bytes: Buffer) => log.push(bytes.subarray(-MOST_LOG_BYTES)))
		for (const stream of [child.stdin, child.stdout, child.stderr])
			stream.on('error', error => this.onerror?.(error))
	}

	async start(): Promise<void> {
		const error = await this.spawned.promise
		if (error) throw error
		for (const message of this.waiting.splice(0)) this.onmessage?.(message)
	}

	send(message: JSONRPCMessage): Promise<void> {
		return new Promise((resolve, reject) => {
			if (this.hasEnded || this.isClosing) return reject(new Error(this.endedBecause ?? 'it has ended'))
			this.child.stdin?.write(`${JSON.stringify(message)}\n`, error => (error ? reject(error) : resolve()))
		})
	}

	/** Ends it: the end of its stdin, which it should listen to, and then the whole group. */
	async close(): Promise<void> {
		const { pid } = this.child
		this.isClosing = true
		this.child.stdin?.end()
		if (pid !== undefined) {
			await this.hasEndedWithin(LISTENING_MS)
			if (isGroupAlive(pid)) await killGroup(pid)
			if (!isGroupAlive(pid)) this.deps.groups.delete(pid)
		}
		for (const stream of [this.child.stdout, this.child.stderr, this.child.stdin]) stream?.destroy()
		this.ended()
	}

	private take(line: string): void {
		if (this.isClosing) return
		const message = parseJson(line)
		if (isObject(message) && message.jsonrpc === '2.0') {
			this.noise = { bytes: 0, lines: 0 }
			// The SDK checks what it is.
			if (this.onmessage) this.onmessage(message as JSONRPCMessage)
			else this.waiting.push(message as JSONRPCMessage)
			return
		}
		if (line.trim() === '') return
		this.noise.bytes += line.length + 1
		this.noise.lines += 1
		this.deps.log(`stdout: ${line.slice(0, MOST_LOG_LINE_BYTES)}`)
		if (this.noise.bytes > MOST_NOISE.bytes || this.noise.lines > MOST_NOISE.lines)
			this.giveUp('what it writes to stdout are no MCP messages')
	}

	private giveUp(why: string): void {
		if (this.isClosing) return
		this.endedBecause = why
		this.child.stdout?.destroy()
		void this.close()
	}

	private ended(): void {
		if (this.hasEnded) return
		this.hasEnded = true
		const { pid } = this.child
		// What it has started and left behind would otherwise go on for ever.
		if (pid !== undefined && !this.isClosing) {
			this.isClosing = true
			void killGroup(pid).then(() => this.deps.groups.delete(pid))
		}
		this.onclose?.()
	}

	private async hasEndedWithin(ms: number): Promise<void> {
		if (this.child.exitCode !== null || this.child.signalCode !== null) return
		const { promise, resolve } = deferred()
		const timer = setTimeout(resolve, ms)
		this.child.once('exit', () => resolve())
		await promise
		clearTimeout(timer)
	}
}

/** Of one message (THREATS §3.4). */
const MOST_FRAME_BYTES = 16 * 1024 * 1024
/** What comes between two messages and is none: banners of start scripts, mostly. */
const MOST_NOISE = { bytes: 1024 * 1024, lines: 1_000 }
const MOST_LOG_LINE_BYTES = 2_000
/** Of one piece of stderr. */
const MOST_LOG_BYTES = 8 * 1024
const LAST_WORDS_MS = 100
/** A server that listens to the end of its stdin has ended by then. */
const LISTENING_MS = 150
