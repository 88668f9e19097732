// `/v1/agents`: who tasks can be given to.

import type { OfferedAgents } from '../../core/services/agents.ts'
import { sendJson } from './answers.ts'
import { queryOf } from './fields.ts'
import type { Route } from './route.ts'
import { shortened } from './shortened.ts'

/** @param deps.workspace - as for a new task */
export function agentRoute({
	offered,
	workspace,
}: {
	offered: OfferedAgents
	workspace(asked: string): Promise<string>
}): Route {
	return {
		method: 'GET',
		path: '/v1/agents',
		async handle({ url, response }) {
			const { workspace: asked } = queryOf(url, ['workspace'])
			const found = await offered.list(asked === undefined ? undefined : await workspace(asked))
			const items = found.map(({ name, description }) => ({
				name,
				description: shortened(description, MOST_DESCRIPTION),
			}))
			sendJson(response, 200, { items })
		},
	}
}

const MOST_DESCRIPTION = 1_000
