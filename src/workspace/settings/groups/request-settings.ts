// Settings of requests to models: how they are sent, and what is left out when the window fills up.

import type { JsonSchema } from '../../../core/json.ts'
import { between, LONGEST_TIMER_MS, section } from './fields.ts'

export type RequestSettings = {
	network: {
		streamIdleMs: number
		/** Whether WebSockets are tried at all. */
		socket: boolean
	}
	context: {
		autoCompact: boolean
		/** Share of the window at which history is compacted. */
		compactAt: number
		/** Summaries are begun in the background; left out, where the provider is hosted. */
		compactEarly: boolean | undefined
		/** `provider/model` that writes summaries; left out, the one that is being talked to. */
		summaryModel: string | undefined
		/** Whether a map of the repository goes in front of a session's first prompt. */
		repositoryMap: boolean
		mapTokens: number
	}
}

export const REQUEST_DEFAULTS: RequestSettings = {
	network: { streamIdleMs: 90_000, socket: true },
	context: {
		autoCompact: true,
		compactAt: 0.8,
		compactEarly: undefined,
		summaryModel: undefined,
		repositoryMap: true,
		mapTokens: 1_000,
	},
}

export const REQUEST_SCHEMAS: Readonly<Record<keyof RequestSettings, JsonSchema>> = {
	network: section({
		streamIdleMs: between(1, LONGEST_TIMER_MS, 'Milliseconds of silence after which a reply counts as lost.'),
		socket: { type: 'boolean', description: 'Use WebSockets where a server offers them.' },
	}),
	context: section({
		autoCompact: { type: 'boolean', description: 'Condense history when the window fills up.' },
		compactAt: {
			type: 'number',
			minimum: 0.1,
			maximum: 0.95,
			description: 'Share of the window that sets it off.',
		},
		compactEarly: {
			type: 'boolean',
			description:
				'Begin the summary in the background, before it is needed. Not set: with hosted providers.',
		},
		summaryModel: {
			type: 'string',
			minLength: 1,
			description: 'provider/model that writes summaries, for example a cheaper one.',
		},
		repositoryMap: {
			type: 'boolean',
			description: 'Put a map of the repository in front of the first prompt of a session.',
		},
		mapTokens: {
			type: 'integer',
			minimum: 200,
			maximum: 1_000,
			description: 'Tokens that the map may take.',
		},
	}),
}
