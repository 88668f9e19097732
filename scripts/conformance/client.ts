// The client that the MCP conformance suite drives: the way Keelson talks to a server over HTTP, with a person who agrees
// to every login at once. The suite appends its server's address and names the scenario in the environment.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { isObject, type JsonObject, parseJson } from '../../src/core/json.ts'
import type { Person } from '../../src/extensions/mcp/auth/person.ts'
import { createServerAuth } from '../../src/extensions/mcp/auth/server-auth.ts'
import { listenForRedirect } from '../../src/providers/auth/redirect-listener.ts'
import { nodeClock } from '../../src/runtime/host/clock.ts'

/** Opens the page as a browser would: goes where it is sent. */
const agreeing: Person = {
	listen: listenForRedirect,
	show: ({ url }) => void fetch(url).then(page => page.text()),
	byDevice: false,
	signal: new AbortController().signal,
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
	const client = new Client(
		{ name: 'keelson', version: '1' },
		{ capabilities: { elicitation: { form: { applyDefaults: true } } } },
	)
	client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: {} }))
	await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch: auth.fetch }))
	const { tools } = await client.listTools()
	for (const { name } of tools)
		await client.callTool({ name, arguments: name === 'add_numbers' ? { a: 5, b: 3 } : {} })
	await client.close()
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
	if (typeof context.private_key_pem === 'string') {
		oauth.privateKeyEnv = 'PRIVATE_KEY'
		env.PRIVATE_KEY = context.private_key_pem
		oauth.privateKeyAlgorithm = context.signing_algorithm ?? 'RS256'
	}
	return { oauth, env }
}
