// Accepted tools: what an MCP server offered when it was last accepted, kept in the user's folder. A server that later
// says something else of its tools than what was agreed to is found out (SPEC A11).

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, parseJson } from '../../../core/json.ts'
import type { ServerConfig } from '../../../extensions/mcp/server-config.ts'
import type { OfferedTool } from '../../../extensions/mcp/server-tools.ts'

export type AcceptedTools = {
	/** Splits what is offered into what may be used and what is to be asked about. The first time all of it may. */
	sort(
		tools: readonly OfferedTool[],
	): Promise<{ accepted: readonly OfferedTool[]; held: readonly OfferedTool[] }>
	accept(tools: readonly OfferedTool[]): Promise<void>
}

export type AcceptedPlace = {
	folder: string
	writeAtomic(path: string, bytes: Uint8Array): Promise<void>
}

/** A server that is configured otherwise is another one, and comes for the first time. */
export function acceptedTools(config: ServerConfig, { folder, writeAtomic }: AcceptedPlace): AcceptedTools {
	const path = join(folder, `${identity(config)}.json`)
	const read = async (): Promise<ReadonlyMap<string, string> | undefined> => {
		const text = await readFile(path, 'utf8').catch(() => undefined)
		const kept = text === undefined ? undefined : parseJson(text)
		if (!isObject(kept) || !isObject(kept.tools)) return undefined
		return new Map(Object.entries(kept.tools).map(([name, hash]) => [name, String(hash)]))
	}
	/** Those that are gone stay accepted: many servers offer now these and now those. */
	const accept = async (tools: readonly OfferedTool[]) => {
		const all = new Map([...((await read()) ?? []), ...tools.map(({ name, hash }) => [name, hash] as const)])
		const text = JSON.stringify({ server: config.name, tools: Object.fromEntries(all) }, undefined, '\t')
		await writeAtomic(path, Buffer.from(`${text}\n`))
	}
	return {
		async sort(tools) {
			const known = await read()
			if (!known) {
				await accept(tools)
				return { accepted: tools, held: [] }
			}
			const isKnown = ({ name, hash }: OfferedTool) => known.get(name) === hash
			return { accepted: tools.filter(isKnown), held: tools.filter(tool => !isKnown(tool)) }
		},
		accept,
	}
}

function identity({ name, origin, endpoint }: ServerConfig): string {
	const told =
		endpoint.kind === 'stdio'
			? [endpoint.command, endpoint.args, endpoint.cwd]
			: 'url' in endpoint
				? [endpoint.url]
				: []
	const text = JSON.stringify([name, origin.scope, ...told])
	return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
