// Settings of providers: where they are, which wire they speak, and how a key for them is got.

import type { JsonSchema } from '../../../core/json.ts'
import type { AccountRewrite } from '../../../core/model.ts'
import { ACCOUNT, between, httpUrl, login, section, variable } from './fields.ts'

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

export const PROVIDERS: JsonSchema = {
	description: 'Other servers, and changes to the built-in providers, by id.',
	type: 'object',
	propertyNames: { pattern: ACCOUNT },
	additionalProperties: section({
		api: { enum: ['responses', 'chat', 'messages'], description: 'The wire format the server speaks.' },
		baseUrl: httpUrl('For example http://127.0.0.1:8000/v1.'),
		apiKeyEnv: variable('Name of the environment variable that holds the key.'),
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
				redirectPort: between(1, 65_535, 'For a server that knows only one address to come back to.'),
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
		retries: between(
			0,
			9,
			'How often a failed request is tried again before the next model is asked; 5 when left out.',
		),
		maxWaitMs: between(
			0,
			300_000,
			'A longer wait is not slept through: the next model is asked. 300 000 when left out.',
		),
	}),
}
