// `agent mcp add` and `add-json`: one more server in the user's settings or in the project's `.mcp.json`.

import { AgentError } from '../../../core/errors.ts'
import { isObject, type JsonObject, parseJson } from '../../../core/json.ts'
import { describeEndpoint, readServer } from '../../../extensions/mcp/server-config.ts'
import type { Output } from '../../io/output.ts'
import { currentPlace, type McpPlace } from './configured-servers.ts'
import { openServerFile, type ServerScope } from './server-files.ts'

export type AddFlags = {
	transport?: 'stdio' | 'http' | 'sse'
	env?: readonly string[]
	header?: readonly string[]
	scope: ServerScope
	trusted?: boolean
}

type AddContext = { output: Pick<Output, 'out' | 'error'>; place?: McpPlace }

/** @throws AgentError `usage`, `config-invalid` */
export async function addServer({
	name,
	target,
	flags,
	...context
}: AddContext & { name: string; target: readonly string[]; flags: AddFlags }): Promise<number> {
	const [first = '', ...rest] = target
	const { transport = /^https?:\/\//.test(first) ? 'http' : 'stdio', scope } = flags
	const env = pairs('--env', flags.env ?? [], /^([A-Za-z_]\w*)=(.*)$/s, 'NAME=value')
	const headers = pairs('--header', flags.header ?? [], /^([\w-]+):\s*(.*)$/s, '"Name: value"')
	if (flags.trusted && scope === 'project')
		throw new AgentError('usage', '--trusted is for you alone to say: it goes with --scope user')
	const trusted = flags.trusted ? { trusted: true } : {}
	if (transport === 'stdio') {
		if (flags.header) throw new AgentError('usage', '--header is for a server behind a URL: --transport http')
		const entry = { command: first, args: rest, ...(flags.env && { env }), ...trusted }
		return write({ name, entry, scope }, context)
	}
	if (flags.env)
		throw new AgentError('usage', '--env is for a server that is started here, and this one is behind a URL')
	if (rest.length > 0)
		throw new AgentError(
			'usage',
			`a server behind a URL takes nothing after it, and ${rest.join(' ')} was given`,
		)
	const entry = { type: transport, url: first, ...(flags.header && { headers }), ...trusted }
	return write({ name, entry, scope }, context)
}

/** @throws AgentError `usage`, `config-invalid` */
export async function addServerJson({
	name,
	json,
	scope,
	...context
}: AddContext & { name: string; json: string; scope: ServerScope }): Promise<number> {
	const entry = parseJson(json)
	if (!isObject(entry))
		throw new AgentError(
			'usage',
			`the server must be a JSON object such as {"command":"npx","args":["…"]}, not ${json}`,
		)
	return write({ name, entry, scope }, context)
}

async function write(
	{ name, entry, scope }: { name: string; entry: JsonObject; scope: ServerScope },
	{ output, place = currentPlace() }: AddContext,
): Promise<number> {
	if (!/^[A-Za-z0-9][\w.-]*$/.test(name))
		throw new AgentError(
			'usage',
			`a server's name is letters, digits, ".", "_" and "-", not ${JSON.stringify(name)}`,
		)
	const file = await openServerFile(scope, place)
	if (file.get(name) !== undefined)
		throw new AgentError(
			'usage',
			`${file.path} has a server ${name} already; agent mcp remove ${name} takes it out`,
		)
	const read = readServer({ name, origin: { scope }, path: file.path }, entry, { ...place, ownSecrets: [] })
	// A variable may be set where it runs and not here.
	if (read.endpoint.kind === 'unusable' && !/^the variable /.test(read.endpoint.problem))
		throw new AgentError('usage', `the server ${name} cannot be used: ${read.endpoint.problem}`)
	await file.set(name, entry)
	output.out(`${name}: ${describeEndpoint(read.endpoint) || JSON.stringify(entry)} (${file.path})\n`)
	if (read.endpoint.kind === 'unusable') output.error(`warning: ${read.endpoint.problem}\n`)
	if (scope === 'project') output.error('It is used once the folder is trusted as it is now: agent trust\n')
	return 0
}

function pairs(
	flag: string,
	given: readonly string[],
	form: RegExp,
	expected: string,
): Readonly<Record<string, string>> {
	return Object.fromEntries(
		given.map(text => {
			const [, key, value] = form.exec(text) ?? []
			if (key === undefined || value === undefined)
				throw new AgentError('usage', `${flag} takes ${expected}, not ${JSON.stringify(text)}`)
			return [key, value]
		}),
	)
}
