// Settings of what is kept beside sessions: memory, and files as they were.

import type { JsonSchema } from '../../../core/json.ts'
import { atLeast, between, section } from './fields.ts'

export type StoredSettings = {
	memory: {
		enabled: boolean
		/**
		 * `provider/model` behind an OpenAI-compatible Embeddings endpoint, or `offline`: a small English model of an optional
		 * package. Left out, words alone are searched.
		 */
		embedder: string | undefined
		/** How much of what is new is sent to the embedder on one day without being asked for, in tokens. */
		embedTokensPerDay: number
		/** How much of what was found goes in front of a prompt, in tokens; 0 is nothing. */
		limitTokens: number
		/** `context.summaryModel` writes a line about each run while nothing else is going on. It costs money. */
		runSummaries: boolean
	}
	checkpoints: {
		enabled: boolean
		/** Larger files are noted and not kept. */
		maxFileBytes: number
	}
}

export const STORED_DEFAULTS: StoredSettings = {
	memory: {
		enabled: true,
		embedder: undefined,
		embedTokensPerDay: 1_000_000,
		limitTokens: 1_500,
		runSummaries: false,
	},
	checkpoints: { enabled: true, maxFileBytes: 10 * 1024 * 1024 },
}

export const STORED_SCHEMAS: Readonly<Record<keyof StoredSettings, JsonSchema>> = {
	memory: section({
		enabled: { type: 'boolean', description: 'Search earlier messages and notes.' },
		embedder: {
			type: 'string',
			minLength: 1,
			description:
				'provider/model behind an OpenAI-compatible Embeddings endpoint, or offline: an optional package, for English.',
		},
		embedTokensPerDay: atLeast(
			0,
			'Tokens that are embedded on one day without being asked for; agent memory rebuild is not bound.',
		),
		limitTokens: atLeast(0, 'Tokens of found text put in front of a prompt.'),
		runSummaries: {
			type: 'boolean',
			description:
				'While idle, have context.summaryModel write a line about each run, for recall. It costs money.',
		},
	}),
	checkpoints: section({
		enabled: { type: 'boolean', description: 'Keep files as they were before a run changes them.' },
		maxFileBytes: between(0, 2_147_483_647, 'Larger files are not kept.'),
	}),
}
