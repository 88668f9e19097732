// The settings schema: the type, the defaults, and the JSON Schema that editors and our own checks read.

import type { JsonObject, JsonSchema } from '../../core/json.ts'
import { isObject } from '../../core/json.ts'
import { LOG_LEVELS } from '../../core/logging/logger.ts'
import type { AccountRewrite, Effort } from '../../core/model.ts'
import type { LogLevel } from '../../core/services/logging.ts'

export type Settings = {
	/** `provider/model`, or a fallback chain of them. */
	model: string | readonly string[] | undefined
	/** How much models think; left out, as much as each does by itself. */
	effort: Effort | undefined
	/** `provider/model` that draws pictures. */
	imageModel: string | undefined
	providers: Readonly<Record<string, ProviderSettings>>
	/** What the catalogue does not know, or knows wrongly, by `provider/model`. */
	models: Readonly<Record<string, ModelSettings>>
	/** What `--profile` lays over the rest of this file, by name. */
	profiles: Readonly<Record<string, ProfileSettings>>
	approvals: ApprovalSettings
	/** Rules by tool and command prefix. A deny wins over an ask, and that over an allow. */
	permissions: {
		allow: readonly string[]
		ask: readonly string[]
		deny: readonly string[]
	}
	sandbox: {
		/** Left out: `workspace-write` where the system can, else `off`. */
		mode: 'read-only' | 'workspace-write' | 'off' | undefined
		network: 'off' | 'ask' | 'on'
		/** Hosts that need no question where `network` is `ask`. */
		allowedHosts: readonly string[]
		/** Further folders that commands may write. */
		writable: readonly string[]
	}
	memory: {
		enabled: boolean
		/** `provider/model` behind an OpenAI-compatible Embeddings endpoint. Left out, words alone are searched. */
		embedder: string | undefined
		/** How much of what was found goes in front of a prompt, in tokens; 0 is nothing. */
		limitTokens: number
	}
	checkpoints: {
		enabled: boolean
		/** Larger files are noted and not kept. */
		maxFileBytes: number
	}
	budget: {
		maxTurns: number
		/** Of one run, in US dollars. */
		maxCostUsd: number | undefined
		/** Of all runs of a session, in US dollars. */
		maxSessionCostUsd: number | undefined
		/** Of one run, waiting for answers included. */
		timeoutMs: number | undefined
		/** Of one reply; left out, the model's own limit, or 64 000 where nobody knows it. */
		maxOutputTokens: number | undefined
	}
	agents: {
		/** How deep sub-agents may have sub-agents of their own; 0 is none at all. */
		maxDepth: number
		/** At the same time. */
		maxRunning: number
		/** In one run. */
		maxPerRun: number
	}
	network: {
		streamIdleMs: number
		/** Whether WebSockets are tried at all. */
		socket: boolean
	}
	context: {
		autoCompact: boolean
		/** Share of the window at which history is compacted. */
		compactAt: number
		/** `provider/model` that writes summaries; left out, the one that is being talked to. */
		summaryModel: string | undefined
	}
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
	}
	instructions: { enabled: boolean }
	log: {
		/** What is written to the log file; left out, there is none. */
		level: LogLevel | undefined
	}
	mcp: {
		/** How long a run without a screen waits for servers to start, in milliseconds; with one, 300 at most. */
		waitMs: number
	}
}

/** The keys that have a place of their own in the layers and can be set by a flag. */
export type SettingKey = TopLevel | { [S in Section]: `${S}.${keyof Settings[S] & string}` }[Section]
type TopLevel = 'model' | 'effort' | 'imageModel'
type Section = Exclude<keyof Settings, TopLevel | 'providers' | 'models' | 'profiles'>

type ApprovalSettings = {
	mode: 'ask' | 'all' | 'none' | 'auto-edit' | 'plan'
	/** `run`: commands that the sandbox holds need no question. */
	sandboxed: 'ask' | 'run'
}

export type ProfileSettings = {
	model?: string | readonly string[]
	effort?: Effort
	providers?: Readonly<Record<string, ProviderSettings>>
	/** `login` of the providers of this profile: those it sets, and those of its models. */
	login?: string
	approvals?: Partial<ApprovalSettings>
}

export type ProviderSettings = {
	api?: 'responses' | 'chat' | 'messages'
	baseUrl?: string
	/** The environment variable that holds the key, never the key itself. */
	apiKeyEnv?: string
	/** Prints the key. Run by bash, and taken from the user's own file only. */
	apiKeyCommand?: string
	oauth?: OAuthSettings
	/** Of several accounts, the one stored under this name by `agent login`; no other key counts then. */
	login?: string
	headers?: Readonly<Record<string, string>>
	/** `false`: never over a WebSocket. `true`: say so when that does not work. Left out, it is tried. */
	socket?: boolean
	/** How often a failed request is tried again: 5 when it is left out. */
	retries?: number
	/** A longer wait is not slept through: the next model is asked. 300 000 when it is left out. */
	maxWaitMs?: number
}

/** Where `agent login` gets tokens: in a browser, with a code on another device, or either. */
export type OAuthSettings = {
	authorizeUrl?: string
	deviceUrl?: string
	tokenUrl: string
	clientId: string
	scopes?: readonly string[]
	audience?: string
	/** For a server that knows only one address to come back to; otherwise any free port is taken. */
	redirectPort?: number
	/** What is different in requests whose key came from this login. */
	account?: AccountRewrite
}

export type ModelSettings = {
	windowTokens?: number
	maxOutputTokens?: number
	images?: boolean
	reasoning?: boolean
	/** US dollars for a million tokens. */
	price?: { input: number; cachedInput?: number; cacheWrite?: number; output: number; picture?: number }
}

export const DEFAULT_SETTINGS: Settings = {
	model: undefined,
	effort: undefined,
	imageModel: undefined,
	providers: {},
	models: {},
	profiles: {},
	approvals: { mode: 'ask', sandboxed: 'ask' },
	permissions: { allow: [], ask: [], deny: [] },
	sandbox: { mode: undefined, network: 'off', allowedHosts: [], writable: [] },
	memory: { enabled: true, embedder: undefined, limitTokens: 1_500 },
	checkpoints: { enabled: true, maxFileBytes: 10 * 1024 * 1024 },
	budget: {
		maxTurns: 100,
		maxCostUsd: undefined,
		maxSessionCostUsd: undefined,
		timeoutMs: undefined,
		maxOutputTokens: undefined,
	},
	agents: { maxDepth: 2, maxRunning: 8, maxPerRun: 50 },
	network: { streamIdleMs: 90_000, socket: true },
	context: { autoCompact: true, compactAt: 0.8, summaryModel: undefined },
	fetch: { allowedHosts: [] },
	webSearch: { url: undefined, format: 'searxng', apiKeyEnv: undefined, native: false },
	instructions: { enabled: true },
	log: { level: undefined },
	mcp: { waitMs: 5_000 },
}

/** In names of profiles and of accounts. */
const ACCOUNT = '^[a-z0-9][a-z0-9_-]*$'

const MODEL: JsonSchema = {
	description: 'provider/model, or a list of them: the next one is tried when one fails.',
	anyOf: [
		{ type: 'string', minLength: 1 },
		{ type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } },
	],
}

const EFFORT: JsonSchema = {
	enum: ['none', 'low', 'medium', 'high'],
	description: 'How much models think before they answer.',
}

const PROVIDERS: JsonSchema = {
	description: 'Other servers, and changes to the built-in providers, by id.',
	type: 'object',
	propertyNames: { pattern: '^[a-z0-9][a-z0-9_-]*$' },
	additionalProperties: section({
		api: { enum: ['responses', 'chat', 'messages'], description: 'The wire format the server speaks.' },
		baseUrl: {
			type: 'string',
			pattern: '^https?://',
			description: 'For example http://127.0.0.1:8000/v1.',
		},
		apiKeyEnv: {
			type: 'string',
			pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
			description: 'Name of the environment variable that holds the key.',
		},
		apiKeyCommand: {
			type: 'string',
			minLength: 1,
			description: 'A shell command that prints the key, for example of a password manager.',
		},
		oauth: {
			description: 'Where agent login gets tokens: in a browser, or with a code on another device.',
			type: 'object',
			required: ['tokenUrl', 'clientId'],
			anyOf: [{ required: ['authorizeUrl'] }, { required: ['deviceUrl'] }],
			additionalProperties: false,
			properties: {
				authorizeUrl: httpUrl('The page that asks the user.'),
				deviceUrl: httpUrl('Gives out the code for another device.'),
				tokenUrl: httpUrl('Gives out tokens and renews them.'),
				clientId: { type: 'string', minLength: 1 },
				scopes: { type: 'array', items: { type: 'string', minLength: 1 } },
				audience: { type: 'string', minLength: 1 },
				redirectPort: {
					type: 'integer',
					minimum: 1,
					maximum: 65_535,
					description: 'For a server that knows only one address to come back to.',
				},
				account: {
					...section({
						baseUrl: httpUrl('Where they go instead.'),
						headers: { type: 'object', additionalProperties: { type: 'string' } },
						body: {
							type: 'object',
							additionalProperties: {},
							description: 'Fields they always have, such as "store": false; null leaves one out.',
						},
					}),
					description: 'What is different in requests whose key came from this login.',
				},
			},
		},
		login: login('Of several accounts, the one stored under this name; no other key counts.'),
		headers: { type: 'object', additionalProperties: { type: 'string' } },
		socket: {
			type: 'boolean',
			description: 'Replies over a WebSocket: never, or say so when that fails. Left out, it is tried.',
		},
		retries: {
			type: 'integer',
			minimum: 0,
			maximum: 9,
			description:
				'How often a failed request is tried again before the next model is asked; 5 when left out.',
		},
		maxWaitMs: {
			type: 'integer',
			minimum: 0,
			maximum: 300_000,
			description: 'A longer wait is not slept through: the next model is asked. 300 000 when left out.',
		},
	}),
}

const APPROVALS: JsonSchema = section({
	mode: {
		enum: ['ask', 'all', 'none', 'auto-edit', 'plan'],
		description: 'What may run without a question.',
	},
	sandboxed: {
		enum: ['ask', 'run'],
		description: 'run: commands that the sandbox holds need no question.',
	},
})

const PROFILES: JsonSchema = {
	description: 'What agent --profile <name> lays over the rest of your own file, by name.',
	type: 'object',
	propertyNames: { pattern: ACCOUNT },
	additionalProperties: section({
		model: MODEL,
		effort: EFFORT,
		providers: PROVIDERS,
		login: login('Of several accounts, the one stored under this name, for the providers of the profile.'),
		approvals: APPROVALS,
	}),
}

/** Published: `agent config schema` prints it. Unknown keys are told, not refused: an older Keelson may read a newer file. */
export const SETTINGS_SCHEMA: JsonSchema = {
	$schema: 'https://json-schema.org/draft/2020-12/schema',
	$id: 'urn:keelson:settings',
	title: 'Keelson settings',
	type: 'object',
	properties: {
		$schema: { type: 'string' },
		model: MODEL,
		effort: EFFORT,
		imageModel: {
			type: 'string',
			minLength: 1,
			description: 'provider/model that draws pictures, behind an OpenAI-compatible Images endpoint.',
		},
		providers: PROVIDERS,
		models: {
			description: 'Window, limits and prices of models the catalogue does not know, by provider/model.',
			type: 'object',
			additionalProperties: section({
				windowTokens: atLeast(1, 'Prompt and reply together.'),
				maxOutputTokens: atLeast(1, 'The longest reply.'),
				images: { type: 'boolean' },
				reasoning: { type: 'boolean' },
				price: {
					description: 'US dollars for a million tokens.',
					type: 'object',
					required: ['input', 'output'],
					additionalProperties: false,
					properties: {
						input: usd(),
						cachedInput: usd(),
						cacheWrite: usd(),
						output: usd(),
						picture: { ...usd(), description: 'For one picture; left out, its tokens are charged.' },
					},
				},
			}),
		},
		profiles: PROFILES,
		approvals: APPROVALS,
		permissions: section({
			allow: texts(
				'What may run without a question. shell(npm test): commands whose words begin with these, word for word for what runs other programs or destroys. edit(src/**), read(~/notes/**): files, relative to the project. fetch(example.com), fetch(*.example.com): hosts. mcp__server__tool, mcp__server__*: tools. Never a dangerous call.',
			),
			ask: texts(
				'What always asks, in the same words; shell alone is every command. Sees through wrappers and inner scripts.',
			),
			deny: texts(
				'What never runs, in any mode, in the same words. Wins over the other two. edit(…) and write(…) are every tool that changes files, read(…) every tool that reads them.',
			),
		}),
		sandbox: section({
			mode: { enum: ['read-only', 'workspace-write', 'off'], description: 'What commands may write.' },
			network: {
				enum: ['off', 'ask', 'on'],
				description: 'Whether commands reach the network; ask: each host once.',
			},
			allowedHosts: texts('Hosts that need no question.'),
			writable: texts('Further folders that commands may write.'),
		}),
		memory: section({
			enabled: { type: 'boolean', description: 'Search earlier messages and notes.' },
			embedder: {
				type: 'string',
				minLength: 1,
				description: 'provider/model behind an OpenAI-compatible Embeddings endpoint.',
			},
			limitTokens: atLeast(0, 'Tokens of found text put in front of a prompt.'),
		}),
		checkpoints: section({
			enabled: { type: 'boolean', description: 'Keep files as they were before a run changes them.' },
			maxFileBytes: atLeast(0, 'Larger files are not kept.'),
		}),
		budget: section({
			maxTurns: atLeast(1, 'Turns in one run.'),
			maxCostUsd: { ...usd(), description: 'US dollars one run may cost.' },
			maxSessionCostUsd: { ...usd(), description: 'US dollars one session may cost.' },
			timeoutMs: atLeast(1, 'Milliseconds one run may take.'),
			maxOutputTokens: atLeast(
				1,
				'Tokens of one reply; left out, as many as its model can, at most 64 000 if unknown.',
			),
		}),
		agents: section({
			maxDepth: atLeast(0, 'How deep sub-agents may have sub-agents of their own; 0: there are none.'),
			maxRunning: atLeast(1, 'Sub-agents that run at the same time.'),
			maxPerRun: atLeast(1, 'Sub-agents that one run may start.'),
		}),
		network: section({
			streamIdleMs: atLeast(1, 'Milliseconds of silence after which a reply counts as lost.'),
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
			summaryModel: {
				type: 'string',
				minLength: 1,
				description: 'provider/model that writes summaries, for example a cheaper one.',
			},
		}),
		fetch: section({
			allowedHosts: texts(
				'Hosts that fetch may reach although they are of this machine or its network: 127.0.0.1, docs.intra:8080.',
			),
		}),
		webSearch: section({
			url: httpUrl('A search engine for web_search: https://search.intra/search?q={query}.'),
			format: { enum: ['searxng', 'brave', 'tavily'], description: 'How it is asked and answers.' },
			apiKeyEnv: {
				type: 'string',
				pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
				description: 'Name of the environment variable that holds its key.',
			},
			native: {
				type: 'boolean',
				description:
					'Without url: models search at their provider (OpenAI, Anthropic), which charges for it and asks nobody.',
			},
		}),
		instructions: section({
			enabled: { type: 'boolean', description: 'Read AGENTS.md and CLAUDE.md.' },
		}),
		log: section({
			level: {
				enum: [...LOG_LEVELS],
				description: 'What is written to the log file; left out, there is none.',
			},
		}),
		mcp: section({
			waitMs: atLeast(
				0,
				'Milliseconds that agent run waits for MCP servers to start; the screen waits 300 at most.',
			),
		}),
		mcpServers: {
			description: 'MCP servers by name, as other agents write them; agent mcp add adds one.',
			type: 'object',
			additionalProperties: { type: 'object' },
		},
		hooks: {
			description: 'Hooks by event, as Claude Code writes them; agent hooks list shows those in force.',
			type: 'object',
			additionalProperties: { type: 'array' },
		},
		disableAllHooks: { description: 'No hook runs, also none of a folder or a plugin.', type: 'boolean' },
	},
	additionalProperties: false,
}

/** Stand in the same file and are no settings: what they say is read together with what folders bring along. */
export const READ_ELSEWHERE: ReadonlySet<string> = new Set(['mcpServers', 'hooks', 'disableAllHooks'])

/**
 * Every key that can be set, as `section.key`. Below that a value is one thing: `providers.mine` is taken or
 * replaced whole. Sections with free names (`providers`, `models`) are listed as themselves.
 */
export function settingKeys(): readonly string[] {
	return Object.entries(propertiesOf(SETTINGS_SCHEMA)).flatMap(([name, schema]) => {
		if (name.startsWith('$') || READ_ELSEWHERE.has(name)) return []
		const inner = Object.keys(propertiesOf(schema))
		return inner.length === 0 ? [name] : inner.map(key => `${name}.${key}`)
	})
}

/** The schema of a key such as `budget.maxTurns` or `providers.mine.baseUrl`; undefined when there is no such key. */
export function schemaOfKey(key: string): JsonSchema | undefined {
	let schema: JsonSchema | undefined = SETTINGS_SCHEMA
	for (const name of keyPath(key)) {
		const properties: JsonObject = propertiesOf(schema)
		const next: unknown = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties
		if (!isObject(next)) return undefined
		schema = next
	}
	return schema
}

/** Names may hold dots of their own (`models.openai/gpt-4\\.1.images`): those are written with a backslash. */
export function keyPath(key: string): readonly string[] {
	return key.split(/(?<!\\)\./).map(name => name.replaceAll('\\.', '.'))
}

function propertiesOf(schema: unknown): JsonObject {
	return isObject(schema) && isObject(schema.properties) ? schema.properties : {}
}

function section(properties: JsonObject): JsonSchema {
	return { type: 'object', properties, additionalProperties: false }
}

function atLeast(minimum: number, description: string): JsonSchema {
	return { type: 'integer', minimum, description }
}

function login(description: string): JsonSchema {
	return { type: 'string', pattern: ACCOUNT, description }
}

function httpUrl(description: string): JsonSchema {
	return { type: 'string', pattern: '^https?://', description }
}

function texts(description: string): JsonSchema {
	return { type: 'array', items: { type: 'string', minLength: 1 }, description }
}

function usd(): JsonSchema {
	return { type: 'number', minimum: 0 }
}
