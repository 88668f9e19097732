// What holds commands: how much they may write, and whether this system can hold them at all.

export type SandboxMode = 'read-only' | 'workspace-write' | 'off'

/** `works: false` with a mode other than `off`: nothing holds commands, and `why` says what is missing. */
export type SandboxState = { mode: SandboxMode; works: boolean; why?: string }
