// Settings of what comes from elsewhere: pages, searches, instructions of folders.

import type { JsonSchema } from '../../../core/json.ts'
import { hosts, httpUrl, section, usd, variable } from './fields.ts'

export type OutsideSettings = {
	fetch: {
		/** Hosts of this machine and its network that may be fetched, in full, with or without a port. */
		allowedHosts: readonly string[]
	}
	webSearch: {
		/** Of a search engine, with `{query}` where the words go. Left out, there is no `web_search`. */
		url: string | undefined
		format: 'searxng' | 'brave' | 'tavily'
		/** The environment variable that holds its key. Left out, it wants none. */
		apiKeyEnv: string | undefined
		/** Without an engine: models search where their provider does it for them. */
		native: boolean
		/** Of those searches, in US dollars. Left out, what the catalogue knows. */
		priceUsdPer1000: number | undefined
	}
	instructions: { enabled: boolean }
}

export const OUTSIDE_DEFAULTS: OutsideSettings = {
	fetch: { allowedHosts: [] },
	webSearch: {
		url: undefined,
		format: 'searxng',
		apiKeyEnv: undefined,
		native: false,
		priceUsdPer1000: undefined,
	},
	instructions: { enabled: true },
}

export const OUTSIDE_SCHEMAS: Readonly<Record<keyof OutsideSettings, JsonSchema>> = {
	fetch: section({
		allowedHosts: hosts(
			'Hosts that fetch may reach although they are of this machine or its network: 127.0.0.1, docs.intra:8080.',
		),
	}),
	webSearch: section({
		url: httpUrl('A search engine for web_search: https://search.intra/search?q={query}.'),
		format: { enum: ['searxng', 'brave', 'tavily'], description: 'How it is asked and answers.' },
		apiKeyEnv: variable('Name of the environment variable that holds its key.'),
		native: {
			type: 'boolean',
			description:
				'Without url: models search at their provider (OpenAI, Anthropic), which charges for it and asks nobody.',
		},
		priceUsdPer1000: {
			...usd(),
			description: 'What the provider charges for a thousand searches: 10 at OpenAI and Anthropic.',
		},
	}),
	instructions: section({
		enabled: { type: 'boolean', description: 'Read AGENTS.md and CLAUDE.md.' },
	}),
}
