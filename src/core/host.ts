// The host contract: files, shell, network and time as the floors below the runtime see them. Node, an editor or a
// test stands behind it.

import type { UnixMs } from './ids.ts'
import type { CheckSchema } from './json.ts'
import type { MediaUri } from './messages.ts'
import type { ConnectionDecision, HostPort, SandboxPolicy } from './sandbox.ts'

export type Host = {
	clock: Clock
	files: Files
	shell: Shell
	media: Media
	artefacts: Artefacts
	secrets: Secrets
	checkSchema: CheckSchema
}

export type Clock = {
	now(): UnixMs
	/** Never goes backwards; only differences mean anything. */
	monotonicMs(): number
	/**
	 * Resolves after `ms`, or at once when `signal` fires. Never rejects.
	 * @param holdsProcess - false for what may also never come: the process may end meanwhile
	 */
	sleep(ms: number, signal: AbortSignal, holdsProcess?: boolean): Promise<void>
}

/** Paths are absolute. A missing file is `undefined`, every other failure throws the system's own error. */
export type Files = {
	read(path: string): Promise<Uint8Array | undefined>
	/**
	 * Creates folders, writes a temporary file beside the target and renames it; keeps the mode bits of what was there.
	 * What was not there gets those of `like`, the file it is moved from.
	 */
	writeAtomic(path: string, bytes: Uint8Array, like?: string): Promise<void>
	/** Follows links. */
	stat(path: string): Promise<FileStat | undefined>
	/** Links resolved; for a path that does not exist, its deepest existing parent resolved and the rest appended. */
	realPath(path: string): Promise<string>
	/** What a link says, as it says it; undefined for what is none. Left out, links are only known by where they end. */
	linkTarget?(path: string): Promise<string | undefined>
	/** Unsorted; undefined when there is no such folder. */
	list(path: string): Promise<readonly FolderEntry[] | undefined>
	remove(path: string): Promise<void>
	/**
	 * The same for a path whose links were resolved when it was judged: nothing is read, written or removed through a
	 * link that has come into it since. Throws instead.
	 */
	checked: Pick<Files, 'read' | 'writeAtomic' | 'remove'> & {
		/** What it is and what is in it, in one look. More bytes than the limit are not read. */
		load(path: string, limitBytes: number): Promise<LoadedFile>
		/**
		 * Of a file of any size, piece after piece until `take` wants no more, which must not keep one.
		 * @returns its size, or what it is instead
		 */
		scan(path: string, take: (bytes: Uint8Array) => boolean): Promise<ScannedFile>
	}
	/** Past an editor that stands in front of the disk: for whoever looks through many files. Left out, nothing does. */
	saved?: Pick<Files, 'read'>
}

export type LoadedFile =
	| { kind: 'file'; bytes: Uint8Array }
	| { kind: 'too-large'; sizeBytes: number }
	| { kind: 'missing' | 'folder' | 'other' }

export type ScannedFile =
	| { kind: 'file'; sizeBytes: number }
	| Exclude<LoadedFile, { kind: 'file' | 'too-large' }>

export type FileStat = {
	kind: 'file' | 'folder' | 'other'
	sizeBytes: number
	modifiedMs: number
	/** Another one after every change that did not fall into the same moment; nobody can set it back. Left out, nothing is remembered. */
	stamp?: string
}
export type FolderEntry = { name: string; kind: 'file' | 'folder' | 'link' | 'other' }

export type Shell = {
	/** Starts at once in a process group of its own, with the built environment: none of our keys, nothing that loads code. */
	start(command: ShellCommand): RunningCommand
}

export type ShellCommand = {
	/** Given to `bash -c` whole, or a program with arguments and no shell. */
	run: { bash: string } | { file: string; args: readonly string[] }
	cwd: string
	/** Added to the built environment. */
	env?: Readonly<Record<string, string>>
	/** Left out, it may do what the user may. A shell that cannot hold a command to it must not start the command. */
	sandbox?: SandboxPolicy
	/** Called once for each host outside the list, where the policy's network is `ask`. Left out, none of them is reached. */
	mayConnect?: ((target: HostPort) => Promise<ConnectionDecision>) | undefined
	/**
	 * It goes on beside other work for as long as it likes. `told` hears what it did that it may not, for the user: nobody
	 * may ever ask for its output. Left out, it is waited for.
	 */
	inBackground?: { told(text: string): void } | undefined
	/**
	 * stdout and stderr in the order they came, decoded as UTF-8 (a stream that begins with the mark of UTF-16 as that)
	 * without ever splitting a character. `sizeBytes`: what came for it; left out where we said it ourselves.
	 */
	onOutput(text: string, sizeBytes?: number): void
}

export type RunningCommand = {
	readonly pid: number | undefined
	/** Never rejects. A program that could not be started ends with `error`. */
	readonly ended: Promise<CommandEnd>
	/** SIGTERM to the group, SIGKILL soon after; resolves when the whole group is gone. */
	kill(): Promise<void>
}

export type CommandEnd = { exitCode: number | undefined; signal: string | undefined; error?: string }

/** Bytes stored once under their SHA-256, outside the log. */
export type Media = {
	put(bytes: Uint8Array): Promise<MediaUri>
	get(uri: MediaUri): Promise<Uint8Array | undefined>
}

/** Full outputs that were too long for a result, in the session's own folder. */
export type Artefacts = {
	/** @returns the absolute path, which `read` can open */
	save(name: string, text: string): Promise<string>
}

/** Every secret handed out is known here, so that it can be taken out of whatever is stored or shown. */
export type Secrets = {
	/** Values of at least 8 characters. */
	known(): readonly string[]
}
