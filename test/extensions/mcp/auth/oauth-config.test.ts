import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { JsonValue } from '../../../../src/core/json.ts'
import { readOAuthConfig } from '../../../../src/extensions/mcp/auth/oauth-config.ts'

const read = (value: JsonValue | undefined) => readOAuthConfig(value, 'corp', { SECRET: 'the-secret' })

describe('OAuth settings', () => {
	test('may be missing', () => {
		assert.deepEqual(read(undefined), { grant: 'authorization_code' })
	})

	test('are read whole', () => {
		assert.deepEqual(
			read({ clientId: 'us', clientSecretEnv: 'SECRET', scopes: ['a', 'b'], redirectPort: 8080 }),
			{
				grant: 'authorization_code',
				clientId: 'us',
				clientSecret: 'the-secret',
				scopes: ['a', 'b'],
				redirectPort: 8080,
			},
		)
	})

	test('may name the login server of a company', () => {
		const idp = { tokenUrl: 'https://idp.test/token', clientId: 'we', idTokenEnv: 'SECRET' }
		assert.deepEqual(read({ clientId: 'us', idp }), {
			grant: 'cross_app',
			clientId: 'us',
			idp: { tokenUrl: 'https://idp.test/token', clientId: 'we', idToken: 'the-secret' },
		})
	})

	test('of other agents are understood', () => {
		assert.deepEqual(read({ clientId: 'us', callbackPort: 8080, scope: 'a b' }), {
			grant: 'authorization_code',
			clientId: 'us',
			scopes: ['a', 'b'],
			redirectPort: 8080,
			redirectHost: 'localhost',
		})
	})

	for (const [value, message] of [
		[[], 'oauth of the MCP server corp must be an object'],
		[{ clientId: 7 }, 'oauth.clientId of the MCP server corp must be a text, not 7'],
		[{ redirectPort: 70_000 }, 'oauth.redirectPort of the MCP server corp must be a port, not 70000'],
		[{ scopes: ['a b'] }, 'oauth.scopes of the MCP server corp must be a list of scopes, not ["a b"]'],
		[
			{ issuer: 'http://login.test' },
			'oauth.issuer of the MCP server corp must begin with https://, not be "http://login.test"',
		],
		[
			{ grantType: 'password' },
			'oauth.grantType of the MCP server corp is authorization_code or client_credentials, not "password"',
		],
		[{ idp: {} }, 'oauth.idp of the MCP server corp needs tokenUrl, clientId and idTokenEnv'],
		[
			{ idp: { tokenUrl: 'https://idp.test/token', clientId: 'we', idTokenEnv: 'SECRET' } },
			'oauth.idp of the MCP server corp goes with clientId, and without grantType',
		],
		[
			{ idp: { tokenUrl: 'https://idp.test/token', clientId: 'we', idTokenEnv: 'NOWHERE' } },
			'oauth.idp.idTokenEnv of the MCP server corp names NOWHERE, which is not set in the environment',
		],
		[
			{ grantType: 'client_credentials', clientId: 'us' },
			'oauth.grantType of the MCP server corp needs clientId and clientSecretEnv to be client_credentials',
		],
	] satisfies readonly [JsonValue, string][])
		test(`that cannot be meant are named: ${JSON.stringify(value)}`, () => {
			assert.throws(() => read(value), { code: 'config-invalid', message })
		})
})
