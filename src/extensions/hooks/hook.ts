// A hook in Claude's format: what it hooks into, what it looks at, and what it does then. The table of events says which
// there are and what a matcher is compared with.

import type { ExtensionOrigin } from '../extension-files.ts'

export type HookEvent = keyof typeof HOOK_EVENTS

/** What a matcher of the event is compared with. `nothing`: matchers are not looked at. */
export const HOOK_EVENTS = {
	PreToolUse: 'tool',
	PermissionRequest: 'tool',
	PostToolUse: 'tool',
	PostToolUseFailure: 'tool',
	PostToolBatch: 'nothing',
	UserPromptSubmit: 'nothing',
	Stop: 'nothing',
	SubagentStart: 'agent_type',
	SubagentStop: 'agent_type',
	SessionStart: 'source',
	SessionEnd: 'reason',
	PreCompact: 'trigger',
	PostCompact: 'trigger',
	Notification: 'notification_type',
} as const

/** Claude's further events. Files that hold them are read without a complaint; they never come up here. */
export const OTHER_EVENTS: ReadonlySet<string> = new Set([
	'ConfigChange',
	'CwdChanged',
	'Elicitation',
	'ElicitationResult',
	'FileChanged',
	'InstructionsLoaded',
	'MessageDisplay',
	'PermissionDenied',
	'Setup',
	'StopFailure',
	'TaskCompleted',
	'TaskCreated',
	'TeammateIdle',
	'UserPromptExpansion',
	'WorktreeCreate',
	'WorktreeRemove',
])

export type Hook = {
	event: HookEvent
	/** As it was written; empty: whatever comes. */
	matcher: string
	handler: HookHandler
	/** A permission rule, in Claude's words or ours, that the call must fit: `Bash(git commit *)`. */
	condition?: string
	timeoutMs?: number
	/** Runs at most once in a session. */
	once: boolean
	/** Nobody waits for it, and nothing it says counts. */
	isAsync: boolean
	/** What a hook that fails does: a crash, a time-out, output that cannot be read. */
	onFailure: 'continue' | 'block'
	/** Shown while it runs. */
	statusMessage?: string
	origin: ExtensionOrigin
	/** The file it stands in. */
	path: string
}

export type HookHandler =
	/** Without `args` a line for the shell; with them a program. */
	| { type: 'command'; command: string; args?: readonly string[]; shell: 'bash' | 'powershell' }
	| {
			type: 'http'
			url: string
			headers: Readonly<Record<string, string>>
			allowedEnvVars: readonly string[]
	  }

/** What people call it: the script's name, the beginning of the line, the address. */
export function hookName({ handler }: Pick<Hook, 'handler'>): string {
	if (handler.type === 'http') return handler.url
	const words = [...handler.command.split(/\s+/), ...(handler.args ?? [])]
	// What comes after an operator is where something goes, not what runs.
	const ends = handler.args ? -1 : words.findIndex(word => /[|;&<>]/.test(word))
	const script = (ends < 0 ? words : words.slice(0, ends))
		.map(word => word.replaceAll(/["']/g, ''))
		.find(word => /\/[\w.-]+$/.test(word) && !isShellPath(word))
	const name = script?.slice(script.lastIndexOf('/') + 1)
	if (name !== undefined) return name
	const line = words.join(' ').trim()
	return line.length <= NAME_CHARACTERS ? line : `${line.slice(0, NAME_CHARACTERS).toWellFormed()}…`
}

const NAME_CHARACTERS = 40

/** What runs a script is not what the hook is. */
function isShellPath(word: string): boolean {
	return /^\/(?:usr\/)?(?:local\/)?bin\//.test(word) || word.startsWith('/dev/')
}

/** How long it may take where it does not say, in milliseconds: those of Claude, but for the end of a session. */
export function timeoutOf({ event, handler, timeoutMs }: Hook): number {
	if (event === 'SessionEnd') return Math.min(timeoutMs ?? END_MS, MOST_END_MS)
	return timeoutMs ?? (handler.type === 'http' || event === 'UserPromptSubmit' ? 30_000 : 600_000)
}

/** Somebody wants to leave. */
const END_MS = 5_000
const MOST_END_MS = 60_000
