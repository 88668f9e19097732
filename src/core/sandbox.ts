// Sandbox policy and state: what a sandboxed command may read, write and reach, and whether this system can sandbox
// at all.

export type SandboxMode = 'read-only' | 'workspace-write' | 'off'

/** `works: false` with a mode other than `off`: nothing holds commands, and `why` says what is missing. */
export type SandboxState = {
	mode: SandboxMode
	works: boolean
	why?: string
	/** What becomes of commands that it holds. Left out where it holds none. */
	commands?: 'run' | 'ask'
}

/** What is to hold commands, and whether those it holds run without a question. */
export type SandboxWish = { mode: SandboxMode; commands: 'run' | 'ask' }

/**
 * Whether commands that the sandbox holds run without a question. `choose`: the user is told of it at the first one, and
 * says which.
 */
export type SandboxedCommands = 'run' | 'ask' | 'choose'

/** What one command may reach at most, whoever approved it. All paths are absolute, with their links resolved. */
export type SandboxPolicy = {
	mode: Exclude<SandboxMode, 'off'>
	/**
	 * What may be changed in `workspace-write`: the workspace and whatever was added to it. Protected paths inside
	 * stay as they are, also those that are not there yet.
	 */
	roots: readonly string[]
	/** Not there for a command: Keelson's own settings and records, and what a rule of the user's denies reading. */
	hidden: readonly string[]
	/** What a rule of the user's denies changing, although it may lie in a root. */
	frozen: readonly string[]
	/** Readable although it lies in a hidden folder. */
	readable: readonly string[]
	home: string
	network: SandboxNetwork
}

/** `ask`: through a proxy on our side, which asks about every host that is not on its list. */
export type SandboxNetwork = 'off' | 'ask' | 'on'

export type HostPort = { host: string; port: number }

/** Whether a command may reach a host. `why` is read behind "is not allowed:". */
export type ConnectionDecision = { allowed: true } | { allowed: false; why: string }
