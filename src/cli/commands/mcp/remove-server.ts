// `agent mcp remove`: takes a server out of the file it stands in.

import { AgentError } from '../../../core/errors.ts'
import type { Output } from '../../io/output.ts'
import { configuredServers, currentPlace, type McpPlace, serverNamed } from './configured-servers.ts'
import { openServerFile, type ServerScope } from './server-files.ts'

/** @throws AgentError `usage` when it stands in neither file, or in both and nothing says which is meant */
export async function removeServer({
	name,
	scope,
	output,
	place = currentPlace(),
}: {
	name: string
	scope?: ServerScope
	output: Pick<Output, 'out'>
	place?: McpPlace
}): Promise<number> {
	const scopes: readonly ServerScope[] = scope ? [scope] : ['user', 'project']
	const files = await Promise.all(scopes.map(each => openServerFile(each, place)))
	const holding = files.filter(file => file.get(name) !== undefined)
	const [file, other] = holding
	if (file && other)
		throw new AgentError(
			'usage',
			`${name} stands in ${file.path} and in ${other.path}; say which with --scope`,
		)
	if (!file) {
		const { config } = serverNamed(name, (await configuredServers(place)).servers)
		throw new AgentError('usage', `${name} stands in ${config.path}, which agent mcp does not change`)
	}
	await file.remove(name)
	output.out(`${name} is removed from ${file.path}\n`)
	return 0
}
