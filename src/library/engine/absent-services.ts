// What a session has around it on a machine, and the engine has not: whoever asks for it is told that there is none.

import { AgentError } from '../../core/errors.ts'
import type { ActorDeps } from '../../runtime/session/actor-deps.ts'

/** There are no folders. */
export const NOWHERE = '/'

export const NO_AGENTS = {
	heardOf: async () => {},
	spentBeside: () => () => 0,
	sendAway() {},
	stop: noAgents,
}

/** Folders, files, notes, extensions and sub-agents: what asks for them is told that there are none. */
export const NOTHING_OF_A_MACHINE = {
	cwd: NOWHERE,
	runLimitMs: undefined,
	requireFreeName: async () => {},
	agents: NO_AGENTS,
	memory: {
		withMemory: async message => message,
		remember: () => nothing('there is nowhere to keep a note'),
	},
	preamble: { withChanges: async prompt => ({ prompt, preamble: { sent: [] } }) },
	extensions: { expand: async message => ({ message, run: { commands: [] }, notices: [] }) },
	summarizeLeft: async () => undefined,
	checkpoints: {
		rewind: () => nothing('there are no files to go back to'),
		name: () => nothing('checkpoints are not kept here'),
	},
	review: { putBack: noReview, takeBack: noReview, markSeen: noReview },
	withImages: async message => message,
} satisfies Partial<ActorDeps>

function noAgents(): never {
	throw new AgentError('rejected', 'there are no sub-agents here')
}

function noReview(): Promise<never> {
	return nothing('there are no files to be put back here')
}

async function nothing(what: string): Promise<never> {
	throw new AgentError('rejected', what)
}
