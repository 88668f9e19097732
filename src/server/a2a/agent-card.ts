// The agent card: what an agent can do, where it is reached in which version of A2A, and that a token is needed. Versions
// 1.0 and 0.3 write it down differently; the one of 0.3 also lists the interfaces of 1.0.

import { AgentCard, type SecurityScheme } from '@a2a-js/sdk'
import type { ServedAgent, ServedSkill } from './served-agent.ts'

export type CardFacts = {
	agent: ServedAgent
	/** Of the program. */
	version: string
	/** Where the agent's requests go. */
	url: string
}

export const INPUT_MODES: readonly string[] = ['text/plain', 'application/json', 'image/png', 'image/jpeg']
export const OUTPUT_MODES: readonly string[] = ['text/plain', 'application/json', 'image/png']

export function agentCard({ agent, version, url }: CardFacts): AgentCard {
	const bearer: SecurityScheme = {
		scheme: {
			$case: 'httpAuthSecurityScheme',
			value: { description: TOKEN, scheme: 'Bearer', bearerFormat: '' },
		},
	}
	const reached = { url, protocolBinding: 'JSONRPC', tenant: '' }
	return {
		name: agent.title,
		description: agent.description,
		supportedInterfaces: [
			{ ...reached, protocolVersion: '1.0' },
			{ ...reached, protocolVersion: '0.3' },
		],
		provider: undefined,
		version,
		capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: false, extensions: [] },
		securitySchemes: { bearer },
		securityRequirements: [{ schemes: { bearer: { list: [] } } }],
		defaultInputModes: [...INPUT_MODES],
		defaultOutputModes: [...OUTPUT_MODES],
		skills: agent.skills.map(skill => ({ ...copied(skill), securityRequirements: [] })),
		signatures: [],
	}
}

/** As it goes over the wire. */
export function cardJson(facts: CardFacts, version: '1.0' | '0.3'): unknown {
	const card = agentCard(facts)
	if (version === '1.0') return AgentCard.toJSON(card)
	const { name, description, supportedInterfaces } = card
	return {
		protocolVersion: '0.3.0',
		name,
		description,
		url: facts.url,
		preferredTransport: 'JSONRPC',
		additionalInterfaces: [{ url: facts.url, transport: 'JSONRPC' }],
		supportedInterfaces,
		version: facts.version,
		capabilities: { streaming: true, pushNotifications: true, stateTransitionHistory: false },
		securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: TOKEN } },
		security: [{ bearer: [] }],
		defaultInputModes: INPUT_MODES,
		defaultOutputModes: OUTPUT_MODES,
		skills: facts.agent.skills.map(copied),
		supportsAuthenticatedExtendedCard: false,
	}
}

function copied({ tags, examples, ...skill }: ServedSkill) {
	return { ...skill, tags: [...tags], examples: [...examples], inputModes: [], outputModes: [] }
}

const TOKEN = 'A token of this server.'
