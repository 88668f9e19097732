// MCP servers as front ends see them: what each is, how it fares, and what it brings.

export type ServerStatus = {
	name: string
	/** Whose config names it. */
	scope: 'user' | 'project' | 'plugin'
	/** The command line or the URL, without values of variables and headers. */
	target: string
	state: ServerState
	/** As the model knows them. */
	tools: readonly string[]
	/** New or changed since they were last accepted, and not offered until they are. */
	heldBack: readonly string[]
	resources: readonly ServerResource[]
	prompts: readonly ServerPrompt[]
	/** What it said last, oldest first. */
	log: readonly string[]
}

export type ServerState =
	| { kind: 'disabled' }
	| { kind: 'starting' }
	/** `server`: what it calls itself. `protocol`: a date. */
	| { kind: 'connected'; server: string; protocol: string }
	/** `why`: a whole clause. `willRetry`: it is started again by itself. */
	| { kind: 'failed'; why: string; willRetry: boolean }
	| { kind: 'needs-login' }

/** `mention`: what a prompt puts behind `@` to have it read. */
export type ServerResource = { mention: string; title: string }

/** `command`: its slash command, without the slash. */
export type ServerPrompt = {
	command: string
	description: string
	arguments: readonly { name: string; isRequired: boolean }[]
}
