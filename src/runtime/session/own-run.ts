// Own runs: a command may have a model, an effort and tools for its run alone. The session's own stay what they are, and
// are what a resumed session goes by.

import type { RunSnapshot } from '../../core/events.ts'
import type { UserMessage } from '../../core/messages.ts'
import type { Effort } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'

export type ExpandedPrompt = {
	message: UserMessage
	/** What its run goes by and no other. */
	run: OwnRun
	/** Whole sentences, for the user. */
	notices: readonly string[]
}

export type OwnRun = {
	chain?: readonly ModelRef[]
	effort?: Effort
	/** The only tools it may use. */
	only?: readonly string[]
	/** Shell commands that are run before the model is asked. */
	commands: readonly string[]
}

/** @returns what is stored of the run, and what it goes by */
export function runSnapshots(session: RunSnapshot, run: OwnRun): { stored: RunSnapshot; used: RunSnapshot } {
	const { chain, effort, only } = run
	const own = { ...(chain && { chain }), ...(effort && { effort }) }
	const hasOwn = chain !== undefined || effort !== undefined
	const tools = only ? session.tools.filter(name => isAllowed(name, only)) : session.tools
	const stored = { ...session, tools, ...(hasOwn && { own }) }
	return { stored, used: { ...stored, ...own } }
}

function isAllowed(name: string, only: readonly string[]): boolean {
	return only.some(one => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : belongsTo(name, one)))
}

/** `mcp__github` stands for all tools of that server. */
function belongsTo(name: string, one: string): boolean {
	return name === one || (/^mcp__(?:(?!__).)+$/.test(one) && name.startsWith(`${one}__`))
}

/** Commands, own models and tools are a matter of a whole run, not of a word to one that is going on. */
export function needsOwnRun({ commands, chain, effort, only }: OwnRun): boolean {
	return commands.length > 0 || chain !== undefined || effort !== undefined || only !== undefined
}

/** A prompt that nobody has typed calls nothing. */
export function asWritten(message: UserMessage): ExpandedPrompt {
	return { message, run: { commands: [] }, notices: [] }
}
