// Commands that go on while the conversation does, by id, each with the output nobody has asked for yet.

import type { Clock, CommandEnd, RunningCommand, Shell, ShellCommand } from '../../core/host.ts'
import type { BackgroundEnd } from '../../core/text/background-end.ts'
import { type BoundedOutput, createBoundedOutput, type KeptOutput } from './bounded-output.ts'
import { endLine } from './command-end.ts'

export type BackgroundCommands = {
	/** @returns the id to poll it by */
	start(
		shell: Shell,
		command: { command: string } & Pick<
			ShellCommand,
			'cwd' | 'env' | 'sandbox' | 'mayConnect' | 'inBackground'
		>,
	): string
	/** What came since the last poll; undefined when there is no such command. */
	poll(id: string): BackgroundState | undefined
	/** Resolves when its whole process group is gone; then `poll` has the rest of its output. */
	kill(id: string): Promise<void>
	killAll(): Promise<void>
	/** Those that have ended by themselves since it was asked last, and whose end nobody has polled. */
	takeEnds(): readonly BackgroundEnd[]
	/** Ids of those that still run. */
	running(): readonly string[]
}

export type BackgroundState = {
	command: string
	/** New since the last poll. */
	output: KeptOutput
	/** Undefined while it runs. */
	end: CommandEnd | undefined
}

// What piles up between two polls; a server that logs for an hour must not fill the memory.
const UNREAD_LIMIT = 1_000_000
// Ended ones are remembered, so that a late poll still learns how it went.
const MAX_REMEMBERED = 64

type BackgroundCommand = {
	command: string
	running: RunningCommand
	unread: BoundedOutput
	end: CommandEnd | undefined
	/** To be told of its end. Somebody who ends it knows, and so does who has polled it since. */
	isAwaited: boolean
	durationMs: number
}

/** @param watch - who is told at once of one that ends by itself; left out, nobody is */
export function createBackgroundCommands(watch?: {
	clock: Pick<Clock, 'monotonicMs'>
	ended(end: BackgroundEnd): void
}): BackgroundCommands {
	const entries = new Map<string, BackgroundCommand>()
	let count = 0
	const forgetOldest = () => {
		for (const [id, { end }] of entries) {
			if (entries.size < MAX_REMEMBERED) return
			if (end) entries.delete(id)
		}
	}
	return {
		start(shell, { command, ...where }) {
			forgetOldest()
			const id = `bg-${++count}`
			const running = shell.start({
				...where,
				run: { bash: command },
				onOutput: (text, sizeBytes) => entry.unread.add(text, sizeBytes),
			})
			const startedMs = watch?.clock.monotonicMs() ?? 0
			const entry: BackgroundCommand = {
				command,
				running,
				unread: createBoundedOutput(UNREAD_LIMIT),
				end: undefined,
				isAwaited: true,
				durationMs: 0,
			}
			entries.set(id, entry)
			void running.ended.then(end => {
				entry.end = end
				entry.durationMs = (watch?.clock.monotonicMs() ?? 0) - startedMs
				if (entry.isAwaited) watch?.ended(endOf(id, entry, end))
			})
			return id
		},
		poll(id) {
			const entry = entries.get(id)
			if (!entry) return undefined
			const output = entry.unread.kept()
			entry.unread = createBoundedOutput(UNREAD_LIMIT)
			if (entry.end) entry.isAwaited = false
			return { command: entry.command, output, end: entry.end }
		},
		async kill(id) {
			const entry = entries.get(id)
			if (!entry) return
			entry.isAwaited = false
			await entry.running.kill()
			await entry.running.ended
		},
		async killAll() {
			const all = [...entries.values()]
			for (const entry of all) entry.isAwaited = false
			await Promise.all(all.map(({ running, end }) => end ?? running.kill()))
		},
		takeEnds: () =>
			[...entries].flatMap(([id, entry]) => {
				if (!entry.end || !entry.isAwaited) return []
				entry.isAwaited = false
				return [endOf(id, entry, entry.end)]
			}),
		running: () => [...entries].flatMap(([id, { end }]) => (end ? [] : [id])),
	}
}

function endOf(id: string, { command, durationMs }: BackgroundCommand, end: CommandEnd): BackgroundEnd {
	return { id, command, how: endLine(end), isFailure: end.exitCode !== 0, durationMs }
}
