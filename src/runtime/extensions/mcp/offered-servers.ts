// What of the MCP servers one session offers: taken anew when a run begins and the same until it ends. What was offered
// before keeps its place, what is new comes after it, so that a request begins like the one before for as long as it can.

import type { CheckSchema } from '../../../core/json.ts'
import type { ToolSpec } from '../../../core/model.ts'
import type { ServerTool } from '../../../extensions/mcp/server-tools.ts'
import { withhold } from '../../../tools/executor/grants.ts'
import type { Registry } from '../../../tools/executor/registry.ts'
import type { Tool } from '../../../tools/executor/tool.ts'
import { estimateTools } from '../../context/tokens/context-estimate.ts'
import type { McpServers } from './mcp-servers.ts'
import { readingResources } from './resource-reading.ts'
import type { ServerLife } from './server-life.ts'
import { isServerPattern, TOOL_SEARCH } from './server-pattern.ts'
import { serverTool } from './server-tool.ts'
import { createToolSearch } from './tool-search.ts'

export type OfferedServersDeps = {
	checkSchema: CheckSchema
	tools: { only: readonly string[] | undefined; without: readonly string[] }
	/** Offered whole in earlier runs of the session although others were only named. */
	loaded: readonly string[]
}

type Offer = { server: string; offered: ServerTool; tool: Tool }

export class OfferedServers {
	private readonly deps: OfferedServersDeps
	private offers: ReadonlyMap<string, Offer> = new Map()
	private search: Tool | undefined
	private readonly loaded: Set<string>
	private lives: readonly ServerLife[] = []

	constructor(deps: OfferedServersDeps) {
		this.deps = deps
		this.loaded = new Set(deps.loaded)
	}

	/** Takes what is there now. @returns how many tools of each server have joined or gone */
	take(servers: McpServers): { joined: ReadonlyMap<string, number>; gone: ReadonlyMap<string, number> } {
		const now = new Map<string, Offer>()
		this.lives = servers.lives
		for (const { config, tools, call } of servers.lives.map(life => ({
			config: life.config,
			tools: life.tools,
			call: life.call.bind(life),
		}))) {
			const { name: server, isTrusted } = config
			for (const offered of tools) {
				const { name } = offered.spec
				const before = this.offers.get(name)
				const isSame = before?.offered.hash === offered.hash && before.server === server
				const { checkSchema } = this.deps
				const tool = isSame ? before.tool : serverTool(offered, { server, isTrusted, checkSchema, call })
				now.set(name, isSame ? before : { server, offered, tool })
			}
		}
		const granted = new Set(this.grantedOf([...now.keys()]))
		const kept = [...this.offers.keys()].filter(name => now.has(name))
		const before = this.offers
		this.offers = new Map(
			[...new Set([...kept, ...now.keys()])]
				.filter(name => granted.has(name))
				.map(name => [name, now.get(name)!]),
		)
		this.search = this.isTooMuch() ? this.createSearch() : undefined
		return {
			joined: countByServer([...this.offers].filter(([name]) => !before.has(name))),
			gone: countByServer([...before].filter(([name]) => !this.offers.has(name))),
		}
	}

	/** What the model is shown behind our own tools. Grows within a run when tools are loaded, and only at its end. */
	specs(isPlanning: boolean): readonly ToolSpec[] {
		const { search } = this
		if (!search) return this.toolsIn(isPlanning).map(({ spec }) => spec)
		const usable = new Map(this.toolsIn(isPlanning).map(tool => [tool.spec.name, tool.spec]))
		return [search.spec, ...[...this.loaded].flatMap(name => usable.get(name) ?? [])]
	}

	/** Also what was only named: a model that knows how to call it need not load it first. */
	find(name: string): Tool | undefined {
		if (name === TOOL_SEARCH) return this.search
		const found = this.offers.get(name)?.tool
		if (found && this.search) this.loaded.add(name)
		return found
	}

	extend(own: Registry, isPlanning: boolean): Registry {
		const read = own.find('read')
		const reading = read && this.lives.length > 0 ? readingResources(read, this.lives) : read
		const findOwn = (name: string) => (name === 'read' ? reading : own.find(name))
		if (this.offers.size === 0) return { ...own, find: findOwn }
		// The same list as long as it says the same: who sends it may know it again.
		let made = { loaded: this.loaded.size, specs: [...own.specs, ...this.specs(isPlanning)] }
		const specs = () => {
			if (this.search && made.loaded !== this.loaded.size)
				made = { loaded: this.loaded.size, specs: [...own.specs, ...this.specs(isPlanning)] }
			return made.specs
		}
		return {
			get specs() {
				return specs()
			},
			get names() {
				return specs().map(({ name }) => name)
			},
			guidance: own.guidance,
			find: name => findOwn(name) ?? this.find(name),
		}
	}

	/** In plan mode only what just reads. */
	private toolsIn(isPlanning: boolean): readonly Tool[] {
		const tools = [...this.offers.values()].map(({ tool }) => tool)
		return isPlanning ? tools.filter(({ facts }) => facts?.phase === 'plan') : tools
	}

	private grantedOf(names: readonly string[]): readonly string[] {
		const { only, without } = this.deps.tools
		const wanted = only?.filter(isServerPattern)
		const unwanted = wanted ? withhold(names, wanted) : []
		return withhold(names, [...unwanted, ...without])
	}

	private isTooMuch(): boolean {
		const specs = this.toolsIn(false).map(({ spec }) => spec)
		return specs.length > MOST_TOOLS || estimateTools(specs) > MOST_TOKENS
	}

	private createSearch(): Tool {
		return createToolSearch({
			specs: this.toolsIn(false).map(({ spec }) => spec),
			checkSchema: this.deps.checkSchema,
			load: names => {
				const news = names.filter(name => !this.loaded.has(name))
				for (const name of news) this.loaded.add(name)
				return news
			},
		})
	}
}

function countByServer(offers: readonly (readonly [string, Offer])[]): ReadonlyMap<string, number> {
	const counts = new Map<string, number>()
	for (const [, { server }] of offers) counts.set(server, (counts.get(server) ?? 0) + 1)
	return counts
}

/** Above this only names go into a request. */
const MOST_TOOLS = 40
const MOST_TOKENS = 8_000
