// Runs commands on this machine, each in a process group of its own, so that ending one ends all it has started.

import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { messageOf } from '../../core/errors.ts'
import type { CommandEnd, RunningCommand, Shell, ShellCommand } from '../../core/host.ts'
import { isGroupAlive, killGroup, signalGroup } from '../../process/process-group.ts'
import type { Program } from '../../sandbox/platform/bridge.ts'
import type { Prepared, Sandbox } from '../../sandbox/sandbox.ts'
import { childEnvironment } from './child-environment.ts'

export type NodeShell = Shell & {
	/** Ends every group that still lives. For the runtime's shutdown; an exit of the process does the same, at once. */
	killAll(): Promise<void>
}

export function createNodeShell(
	deps: { env?: NodeJS.ProcessEnv; knownSecrets?: () => readonly string[]; sandbox?: Sandbox } = {},
): NodeShell {
	const groups = new Set<number>()
	// At exit there is no time to ask first.
	const killNow = () => {
		for (const group of groups) signalGroup(group, 'SIGKILL')
		deps.sandbox?.close()
	}
	let isGuarded = false
	return {
		start(command) {
			if (!isGuarded) process.on('exit', killNow)
			isGuarded = true
			// An ended command may have left somebody behind; only groups without anybody are forgotten.
			for (const group of groups) if (!isGroupAlive(group)) groups.delete(group)
			const env = childEnvironment(deps.env ?? process.env, deps.knownSecrets?.())
			return new Running(command, { ...env, ...command.env }, { groups, sandbox: deps.sandbox })
		},
		async killAll() {
			await Promise.all([...groups].map(group => killGroup(group)))
			groups.clear()
			deps.sandbox?.close()
			process.off('exit', killNow)
			isGuarded = false
		},
	}
}

// How long to wait for more output once the command has ended: who it left behind may hold the pipe for ever.
const DRAIN_MS = 2_000

class Running implements RunningCommand {
	readonly ended: Promise<CommandEnd>
	pid: number | undefined
	private isKilled = false
	private stopReading = () => {}

	constructor(command: ShellCommand, env: Record<string, string>, deps: RunningDeps) {
		this.ended = this.run(command, env, deps)
	}

	async kill(): Promise<void> {
		this.isKilled = true
		if (this.pid !== undefined) await killGroup(this.pid)
		this.stopReading()
		await this.ended
	}

	private async run(
		command: ShellCommand,
		env: Record<string, string>,
		{ groups, sandbox }: RunningDeps,
	): Promise<CommandEnd> {
		const program = programOf(command.run, env)
		if (!command.sandbox) {
			// A program without a shell is one of ours, and makes nothing.
			const over = 'bash' in command.run ? sandbox?.standBack() : undefined
			return this.runProgram({ ...program, ...UNHELD, env }, command, groups).finally(over)
		}
		const tell = (text: string) => command.onOutput(`\n[${text}]\n`)
		const told = (text: string) => {
			tell(text)
			command.inBackground?.told(text)
		}
		for (let tries = 1; ; tries++) {
			let prepared: Prepared
			try {
				if (!sandbox) throw new Error('this shell cannot hold commands, so it does not start them')
				prepared = await sandbox.prepare(command.sandbox, program, command.cwd, {
					mayConnect: command.mayConnect,
					refused: tell,
					inBackground: command.inBackground && { told },
				})
			} catch (error) {
				return notStarted(messageOf(error))
			}
			const { onOutput, tellRest } = withoutComplaint(command.onOutput)
			const end = await this.runProgram(
				{ ...prepared, env: without({ ...env, ...prepared.env }) },
				{ ...command, onOutput },
				groups,
			)
			const mayTryAgain = end.exitCode === 1 && !this.isKilled && tries < MOST_TRIES
			const isAgain = mayTryAgain && prepared.hasNotBegun()
			if (!isAgain) tellRest()
			for (const undone of await prepared.release(end.exitCode)) told(undone)
			// Nothing of it is left, and its number may soon be somebody else's.
			if (this.pid !== undefined) groups.delete(this.pid)
			if (!isAgain) return end
		}
	}

	private async runProgram(
		{ file, args, env, descriptors, started, exited }: HeldParts & Program & { env: Record<string, string> },
		command: ShellCommand,
		groups: Set<number>,
	): Promise<CommandEnd> {
		// Loaded by the first command: it takes longer to load than most commands take to run.
		const { execa } = await import('execa')
		if (this.isKilled) return { exitCode: undefined, signal: 'SIGTERM' }
		// Its `cleanup` and its way of killing know one process, not the group; that part is ours.
		const child = execa(file, args, {
			cwd: command.cwd,
			env,
			extendEnv: false,
			stdio: ['ignore', 'pipe', 'pipe', ...descriptors],
			buffer: false,
			encoding: 'buffer',
			reject: false,
			detached: true,
			cleanup: false,
		})
		this.pid = child.pid
		if (child.pid !== undefined) groups.add(child.pid)
		// Typed as absent, because a list of unknown length might be empty.
		const pipe: unknown = child.stdio[3]
		started(pipe instanceof Readable ? pipe : undefined)
		const streams = [child.stdout, child.stderr]
		for (const stream of streams) forward(stream, command.onOutput)
		// All of them: whoever was left behind may hold any, and what is waited for is the end of each.
		this.stopReading = () => child.stdio.forEach(stream => stream?.destroy())
		let timer: NodeJS.Timeout | undefined
		child.once('exit', () => {
			exited()
			timer = setTimeout(this.stopReading, this.isKilled ? 0 : DRAIN_MS)
		})
		const { exitCode, signal, originalMessage } = await child
		clearTimeout(timer)
		if (this.pid === undefined) return notStarted(originalMessage ?? 'it could not be started')
		return {
			exitCode: exitCode ?? child.exitCode ?? undefined,
			signal: signal ?? child.signalCode ?? undefined,
		}
	}
}

type HeldParts = Pick<Prepared, 'descriptors' | 'started' | 'exited'>

type RunningDeps = { groups: Set<number>; sandbox: Sandbox | undefined }

const MOST_TRIES = 3

/**
 * What holds a command and cannot be set up says so before all else. It is kept until it is known whether it is tried
 * again, and told with what comes behind it.
 */
function withoutComplaint(onOutput: ShellCommand['onOutput']) {
	let kept: Parameters<typeof onOutput>[] | undefined = []
	const tellRest = () => {
		const before = kept ?? []
		kept = undefined
		for (const each of before) onOutput(...each)
	}
	return {
		tellRest,
		onOutput(...given: Parameters<typeof onOutput>) {
			if (!kept) return onOutput(...given)
			kept.push(given)
			const text = kept.map(([each]) => each).join('')
			const begin = text.slice(0, COMPLAINT.length)
			if (!COMPLAINT.startsWith(begin) || text.length > LONGEST_COMPLAINT) tellRest()
		},
	}
}

const COMPLAINT = 'bwrap: '
const LONGEST_COMPLAINT = 5_000

/** A command without a sandbox has nothing to be handed and nothing to clean up. */
const UNHELD: HeldParts = {
	descriptors: [],
	started() {},
	exited() {},
}

function notStarted(error: string): CommandEnd {
	return { exitCode: undefined, signal: undefined, error }
}

function without(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
	)
}

/** Keeps the bytes of a character that came in two pieces together. */
function forward(stream: NodeJS.ReadableStream, onOutput: ShellCommand['onOutput']): void {
	let decoder: StringDecoder | undefined
	let held = Buffer.alloc(0)
	const hand = (bytes: Buffer) => {
		decoder ??= new StringDecoder(isWideText(bytes) ? 'utf16le' : 'utf8')
		onOutput(decoder.write(bytes), bytes.length)
	}
	stream.on('data', (bytes: Buffer) => {
		if (decoder) return hand(bytes)
		held = Buffer.concat([held, bytes])
		// How much comes at once is chance, and two bytes tell nothing.
		if (held[0] !== 0xff || held.length >= ENOUGH_TO_TELL) hand(held)
	})
	stream.once('end', () => {
		if (!decoder && held.length > 0) hand(held)
		onOutput(decoder?.end() ?? '', 0)
	})
}

const ENOUGH_TO_TELL = 256

/**
 * It begins with the mark of UTF-16, and what follows is letters. Other formats begin with these two bytes, too (MPEG
 * sound, for one): their code units are controls, zeros, or half of a pair.
 */
function isWideText(bytes: Buffer): boolean {
	if (bytes[0] !== 0xff || bytes[1] !== 0xfe) return false
	const even = bytes.subarray(0, Math.min(bytes.length, 4_096) & ~1)
	// Where it was cut, half of a pair may be left.
	return even.length > 2 && !ODD_UNIT.test(even.toString('utf16le').replace(/[\ud800-\udbff]$/, ''))
}

const ODD_UNIT = /[\0-\x06\x0e-\x1a\x1c-\x1f\x80-\x9f\ufdd0-\ufdef\ufffe\uffff]|\p{Cs}|\p{Cn}|\p{Co}/u

function programOf(run: ShellCommand['run'], env: Record<string, string>): Program {
	if ('file' in run) return run
	return { file: bashIn(env.PATH ?? ''), args: ['--noprofile', '--norc', '-c', run.bash] }
}

function bashIn(path: string): string {
	for (const folder of path.split(':')) {
		const candidate = join(folder, 'bash')
		try {
			accessSync(candidate, constants.X_OK)
			return candidate
		} catch {
			// Not in this folder.
		}
	}
	return '/bin/bash'
}
