// The client that the MCP conformance suite drives: Keelson's own connection to a server, with a person who agrees to every
// login at once and leaves every form as it is. The suite appends its server's address and names the scenario in the
// environment.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/client'
import { isObject, type JsonObject, parseJson } from '../../src/core/json.ts'
import type { Person } from '../../src/extensions/mcp/auth/person.ts'
import { createServerAuth } from '../../src/extensions/mcp/auth/server-auth.ts'
import { connectServer } from '../../src/extensions/mcp/server-connection.ts'
import { listenForRedirect } from '../../src/providers/auth/redirect-listener.ts'
import { nodeClock } from '../../src/runtime/host/clock.ts'

const NEVER = new AbortController().signal

/** Opens the page as a browser would: goes where it is sent. */
const agreeing: Person = {
	listen: listenForRedirect,
	show: ({ url }) => void fetch(url).then(page => page.text()),
	byDevice: false,
	signal: NEVER,
}

/** Sends a form back with what stands in it. */
async function asItIs({ requestedSchema }: ElicitRequestFormParams): Promise<ElicitResult> {
	const fields = Object.entries(requestedSchema.properties)
	const filled = fields.flatMap(([name, field]) =>
		'default' in field && field.default !== undefined ? [[name, field.default] as const] : [],
	)
	return { action: 'accept', content: Object.fromEntries(filled) }
}

const { MCP_CONFORMANCE_SCENARIO: scenario = '', MCP_CONFORMANCE_CONTEXT: contextText = '' } = process.env
const url = process.argv.at(-1) ?? ''
const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
try {
	await run()
} finally {
	await rm(folder, { recursive: true, force: true })
}
// Streams that the server holds open would keep us.
process.exit()

async function run(): Promise<void> {
	const context = parseJson(contextText)
	const { oauth, env } = loginSettings(isObject(context) ? context : {})
	const auth = createServerAuth({
		server: { name: 'conformance', url, oauth },
		folder,
		env,
		clock: nodeClock,
		person: agreeing,
	})
	const connection = await connectServer(
		{ kind: 'http', url, headers: {} },
		{
			version: '1',
			roots: [],
			fetch: auth.fetch,
			connectMs: 20_000,
			signal: NEVER,
			env: {},
			groups: new Set(),
			log: line => console.error(line),
			changed: () => undefined,
			ended: why => console.error(why),
		},
	)
	const hooks = { signal: NEVER, progress: () => undefined, elicit: asItIs }
	for (const { name } of await connection.tools()) {
		const input = name === 'add_numbers' ? { a: 5, b: 3 } : {}
		await connection.call(name, input, { timeoutMs: undefined }, hooks)
	}
	await connection.close()
}

/** What a user would have written into the server's entry. */
function loginSettings(context: JsonObject): { oauth: JsonObject; env: Record<string, string> } {
	const oauth: JsonObject = {}
	const env: Record<string, string> = {}
	if (scenario === 'auth/basic-cimd')
		oauth.clientMetadataUrl = 'https://conformance-test.local/client-metadata.json'
	if (scenario.startsWith('auth/client-credentials')) oauth.grantType = 'client_credentials'
	if (typeof context.client_id === 'string') oauth.clientId = context.client_id
	if (typeof context.client_secret === 'string') {
		oauth.clientSecretEnv = 'CLIENT_SECRET'
		env.CLIENT_SECRET = context.client_secret
	}
	if (typeof context.idp_id_token === 'string') {
		oauth.idp = {
			tokenUrl: context.idp_token_endpoint ?? '',
			clientId: context.idp_client_id ?? '',
			idTokenEnv: 'ID_TOKEN',
		}
		env.ID_TOKEN = context.idp_id_token
	}
	if (typeof context.private_key_pem === 'string') {
		oauth.privateKeyEnv = 'PRIVATE_KEY'
		env.PRIVATE_KEY = context.private_key_pem
		oauth.privateKeyAlgorithm = context.signing_algorithm ?? 'RS256'
	}
	return { oauth, env }
}
