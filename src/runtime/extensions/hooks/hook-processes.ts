// Hook processes: each in a process group of its own, given its input on stdin, held to a time and an amount of output.

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { messageOf } from '../../../core/errors.ts'
import type { HookEnd, HookText } from '../../../extensions/hooks/hook-output.ts'
import { isGroupAlive, killGroup, signalGroup } from '../../../process/process-group.ts'

export type HookCommand = {
	file: string
	args: readonly string[]
	cwd: string
	/** All of it. */
	env: Readonly<Record<string, string>>
	stdin: string
	timeoutMs: number
	/** Nobody waits for its end. */
	isAsync: boolean
}

export class HookProcesses {
	/** Of groups in which somebody may still live: what a hook leaves in the background goes on until we end. */
	private readonly groups = new Set<number>()
	private isClosed = false
	private readonly killNow = () => {
		for (const group of this.groups) signalGroup(group, 'SIGKILL')
	}

	/** Never rejects. */
	run(command: HookCommand, signal: AbortSignal): Promise<HookEnd> {
		if (this.isClosed || signal.aborted)
			return Promise.resolve({ kind: 'failed', why: 'not started any more' })
		if (this.groups.size === 0) process.on('exit', this.killNow)
		for (const group of this.groups) if (!isGroupAlive(group)) this.groups.delete(group)
		let stdin: number
		try {
			stdin = openInput(command.stdin)
		} catch (error) {
			return Promise.resolve({ kind: 'failed', why: `its input cannot be written: ${messageOf(error)}` })
		}
		return new Promise<HookEnd>(resolve => this.start(command, { stdin, signal }, resolve)).finally(() =>
			closeSync(stdin),
		)
	}

	async close(): Promise<void> {
		this.isClosed = true
		await Promise.all([...this.groups].map(group => killGroup(group)))
		this.groups.clear()
		process.off('exit', this.killNow)
	}

	private start(
		command: HookCommand,
		{ stdin, signal }: { stdin: number; signal: AbortSignal },
		ended: (end: HookEnd) => void,
	): void {
		const { file, args, cwd, env, timeoutMs } = command
		const child = spawn(file, args, { cwd, env, detached: true, stdio: [stdin, 'pipe', 'pipe'] })
		if (child.pid !== undefined) this.groups.add(child.pid)
		const kill = () => void (child.pid !== undefined && killGroup(child.pid))
		let why: string | undefined
		const stop = (because: string) => {
			why = because
			kill()
			finish(undefined)
		}
		const timer = setTimeout(() => stop(`no end within ${timeoutMs / 1000} s`), timeoutMs)
		const cancelled = () => stop('the run was stopped')
		signal.addEventListener('abort', cancelled, { once: true })
		const [stdout, stderr] = [new KeptText(), new KeptText()]
		let drain: NodeJS.Timeout | undefined
		let isFinished = false
		const finish = (exitCode: number | undefined, by?: NodeJS.Signals | null) => {
			if (isFinished) return
			isFinished = true
			clearTimeout(timer)
			clearTimeout(drain)
			signal.removeEventListener('abort', cancelled)
			for (const stream of [child.stdout, child.stderr]) stream?.destroy()
			if (exitCode === undefined) ended({ kind: 'failed', why: why ?? `ended by ${by ?? 'a signal'}` })
			else ended({ kind: 'exit', exitCode, stdout: stdout.kept(), stderr: stderr.kept() })
		}
		child.once('error', error => {
			why = `it cannot be started: ${messageOf(error)}`
			finish(undefined)
		})
		child.stdout?.on('data', (bytes: Buffer) => {
			stdout.add(bytes)
			if (command.isAsync || !stdout.detaches) return
			// Whoever waits need not any more; what it prints is read on, so that it does not hang on a full pipe.
			signal.removeEventListener('abort', cancelled)
			ended({ kind: 'detached' })
		})
		child.stderr?.on('data', (bytes: Buffer) => stderr.add(bytes))
		child.once('exit', (code, by) => {
			// Who it left behind may hold its output for ever.
			drain = setTimeout(() => finish(code ?? undefined, by), DRAIN_MS)
		})
		child.once('close', (code, by) => finish(code ?? undefined, by))
		if (!command.isAsync) return
		signal.removeEventListener('abort', cancelled)
		ended({ kind: 'detached' })
	}
}

const DRAIN_MS = 300

/**
 * A file that nobody else can open, because it has no name any more: unlike a socket, which Node's pipes are, it can be
 * opened again as `/dev/stdin`, and nobody has to read it.
 */
function openInput(text: string): number {
	const path = join(tmpdir(), `keelson-hook-${randomBytes(12).toString('hex')}`)
	const file = openSync(path, 'wx+', 0o600)
	unlinkSync(path)
	const bytes = Buffer.from(text)
	// Written at its place, so that whoever reads it begins at the beginning.
	for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, at)
	return file
}

/** The beginning of what is printed; the rest is read and forgotten. */
class KeptText {
	private readonly decoder = new StringDecoder('utf8')
	private text = ''
	private sizeBytes = 0
	private isCut = false

	add(bytes: Buffer): void {
		const room = LIMIT_BYTES - this.sizeBytes
		this.sizeBytes += bytes.length
		if (bytes.length > room) this.isCut = true
		if (room > 0) this.text += this.decoder.write(bytes.subarray(0, room))
	}

	/** `{"async": true}` as the first line: it goes on by itself from here. */
	get detaches(): boolean {
		return /^\s*\{\s*"async"\s*:\s*true[^\n]*\}\s*\n/.test(this.text.slice(0, 1024))
	}

	kept(): HookText {
		return { text: this.text, isCut: this.isCut }
	}
}

const LIMIT_BYTES = 1024 * 1024
