// Accepted tools: what an MCP server offered when it was last accepted, kept in the user's folder. A server that later
// says something else of its tools than what was agreed to is found out (SPEC A11).

import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../../core/host.ts'
import { isObject, parseJson } from '../../../core/json.ts'
import type { ServerConfig } from '../../../extensions/mcp/server-config.ts'
import type { ServerTool } from '../../../extensions/mcp/server-tools.ts'

export type AcceptedTools = {
	/** Splits what is offered into what may be used and what is to be asked about. The first time all of it may. */
	sort(
		tools: readonly ServerTool[],
	): Promise<{ accepted: readonly ServerTool[]; held: readonly ServerTool[] }>
	accept(tools: readonly ServerTool[]): Promise<void>
}

export type AcceptedPlace = {
	folder: string
	clock: Pick<Clock, 'monotonicMs'>
}

/** A server that is configured otherwise is another one, and comes for the first time. */
export function acceptedTools(config: ServerConfig, { folder, clock }: AcceptedPlace): AcceptedTools {
	let firstMs: number | undefined
	const path = join(folder, `${identity(config)}.json`)
	let inMemory: ReadonlyMap<string, string> | undefined
	const write = async (text: string) => {
		await mkdir(folder, { recursive: true, mode: 0o700 })
		const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
		await writeFile(temporary, text, { flag: 'wx', mode: 0o600 })
		await rename(temporary, path)
	}
	const read = async (): Promise<ReadonlyMap<string, string> | undefined> => {
		const text = await readFile(path, 'utf8').catch(() => undefined)
		const kept = text === undefined ? undefined : parseJson(text)
		if (!isObject(kept) || !isObject(kept.tools)) return inMemory
		return new Map(Object.entries(kept.tools).map(([name, hash]) => [name, String(hash)]))
	}
	/** Those that are gone stay accepted: many servers offer now these and now those. */
	const accept = async (tools: readonly ServerTool[]) => {
		const all = new Map([...((await read()) ?? []), ...tools.map(({ name, hash }) => [name, hash] as const)])
		const text = JSON.stringify({ server: config.name, tools: Object.fromEntries(all) }, undefined, '\t')
		inMemory = all
		// A home that cannot be written must not cost the tools: this process remembers them all the same.
		await write(`${text}\n`).catch(() => {})
	}
	return {
		async sort(tools) {
			const known = await read()
			if (!known) {
				// Nothing is nothing to hold it to: some offer their tools only after a login.
				if (tools.length > 0) {
					firstMs = clock.monotonicMs()
					await accept(tools)
				}
				return { accepted: tools, held: [] }
			}
			// Some go on registering for a while after they have answered.
			const isFirst = firstMs !== undefined && clock.monotonicMs() - firstMs < FIRST_MS
			const isKnown = ({ name, hash }: ServerTool) =>
				known.get(name) === hash || (isFirst && !known.has(name))
			if (isFirst) await accept(tools.filter(isKnown))
			return { accepted: tools.filter(isKnown), held: tools.filter(tool => !isKnown(tool)) }
		},
		accept,
	}
}

const FIRST_MS = 10_000

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
