// The agents of a server, as other agents are told of them: each has a name, a card and an address of its own.

import type { OfferedAgent } from '../../core/services/agents.ts'
import { Refusal } from '../http/refusal.ts'

export type ServedAgent = {
	/** In addresses: lower case letters, digits and `-`. */
	name: string
	title: string
	description: string
	skills: readonly ServedSkill[]
}

export type ServedSkill = {
	id: string
	name: string
	description: string
	tags: readonly string[]
	examples: readonly string[]
}

/** Where there is one agent only, and it was not said what it can do. */
export const CODING_AGENT: ServedAgent = {
	name: 'keelson',
	title: 'Keelson',
	description:
		'A coding agent: it reads, searches, changes and runs the code of a workspace, and says what it has done. ' +
		'What has an effect may be asked about first.',
	skills: [
		{
			id: 'change-code',
			name: 'Change code',
			description: 'Fixes, features and refactorings in the workspace, with the tests that go with them.',
			tags: ['code', 'edit', 'tests'],
			examples: ['Make the failing test of the parser pass', 'Rename the flag --fast to --quick everywhere'],
		},
		{
			id: 'explain-code',
			name: 'Explain code',
			description: 'Questions about what the code in the workspace does, and where.',
			tags: ['code', 'questions'],
			examples: ['Where is the session written to disk, and in which order?'],
		},
		{
			id: 'run-commands',
			name: 'Run commands',
			description: 'Builds, tests and other commands in the workspace, and what comes out of them.',
			tags: ['shell', 'build', 'tests'],
			examples: ['Run the tests and tell me which ones fail'],
		},
	],
}

/**
 * @param description - of what works on tasks that name no agent
 * @param fallback - it was not said what that is
 */
export function firstAgent(
	title: string,
	{ description }: OfferedAgent,
	fallback: OfferedAgent,
): ServedAgent {
	if (description === fallback.description) return CODING_AGENT
	const { name } = CODING_AGENT
	const text = described(description)
	return { name, title, description: text, skills: [skillOf(name, text)] }
}

/** @returns nothing for a name that no address can have */
export function servedAgent({ name, description }: OfferedAgent): readonly ServedAgent[] {
	if (!/^[a-z0-9][a-z0-9-]*$/.test(name) || name === CODING_AGENT.name) return []
	const text = described(description)
	return [{ name, title: name, description: text, skills: [skillOf(name, text)] }]
}

function described(description: string): string {
	return description.slice(0, 1_000).toWellFormed()
}

function skillOf(name: string, description: string): ServedSkill {
	return { id: name, name, description, tags: ['code'], examples: [] }
}

/**
 * @param name - left out, the first one
 * @throws Refusal `not-found`
 */
export function agentNamed(agents: readonly ServedAgent[], name: string | undefined): ServedAgent {
	const found = name === undefined ? agents[0] : agents.find(agent => agent.name === name)
	if (found) return found
	throw new Refusal('not-found', `there is no agent ${JSON.stringify(name)}`)
}
