// All MCP servers of one runtime: they outlive a session, and end with the program.

import { pathToFileURL } from 'node:url'
import type { Prompt } from '@modelcontextprotocol/client'
import { AgentError } from '../../../core/errors.ts'
import type { ServerStatus } from '../../../core/extensions/mcp-servers.ts'
import type { Clock } from '../../../core/host.ts'
import { nearestNames } from '../../../core/text/nearest.ts'
import { describeEndpoint, readServerConfigs } from '../../../extensions/mcp/server-config.ts'
import { serverLine } from '../../../extensions/mcp/server-text.ts'
import { serverSlugs } from '../../../extensions/mcp/tool-names.ts'
import { signalGroup } from '../../../process/process-group.ts'
import { childEnvironment } from '../../host/child-environment.ts'
import type { RuntimeOptions } from '../../options.ts'
import { acceptedTools } from './accepted-tools.ts'
import { ServerLife, type ServerLifeDeps } from './server-life.ts'

export type McpServersDeps = {
	options: Pick<
		RuntimeOptions,
		'extensions' | 'cwd' | 'addDirs' | 'env' | 'secrets' | 'folders' | 'version' | 'log'
	>
	clock: Clock
	/** How long a run waits for them; left out, nobody has said. */
	waitMs?: number
	scrub(text: string): string
	/** A whole sentence for the user. */
	warn(text: string): void
	fetchFor?: ServerLifeDeps['fetchFor']
	/** Left out, all of them. */
	only?: (name: string) => boolean
}

export class McpServers {
	readonly lives: readonly ServerLife[]
	private readonly slugs: ReadonlyMap<string, string>
	private readonly groups = new Set<number>()
	private readonly clock: Clock
	private readonly killNow = () => {
		for (const group of this.groups) signalGroup(group, 'SIGKILL')
	}

	/** Nothing has been started yet. */
	constructor({ options, clock, waitMs = 0, scrub, warn, fetchFor, only }: McpServersDeps) {
		const { cwd, addDirs, env, secrets, folders, extensions } = options
		const surroundings = { cwd, env, ownSecrets: secrets.known() }
		const { servers, problems } = readServerConfigs(extensions?.servers ?? [], surroundings)
		for (const problem of problems) warn(problem)
		this.clock = clock
		this.slugs = serverSlugs(servers.map(({ name }) => name))
		this.lives = servers
			.filter(({ name }) => only?.(name) ?? true)
			.map(
				config =>
					new ServerLife({
						config,
						slug: this.slugs.get(config.name)!,
						clock,
						waitMs,
						version: options.version,
						roots: [cwd, ...addDirs].map(folder => pathToFileURL(folder).href),
						env: childEnvironment(env, secrets.known()),
						groups: this.groups,
						fetchFor,
						logger: options.log?.logger,
						accepted: acceptedTools(config, { folder: `${folders.state}/mcp-tools`, clock }),
						scrub,
						warn,
					}),
			)
	}

	/** All at once, in the background. */
	start(): void {
		// At an exit there is no time to ask first.
		process.on('exit', this.killNow)
		for (const life of this.lives) life.start()
	}

	/** Resolves when each has answered or has failed, and no later than this. */
	async settle(waitMs: number, signal: AbortSignal): Promise<void> {
		const over = new AbortController()
		const all = Promise.all(this.lives.map(({ answered }) => answered))
		await Promise.race([all, this.clock.sleep(waitMs, AbortSignal.any([signal, over.signal]))])
		over.abort()
	}

	status(): readonly ServerStatus[] {
		return this.lives.map(life => this.statusOf(life))
	}

	/** @throws AgentError `usage` when there is none of that name */
	find(name: string): ServerLife {
		const life = this.lives.find(({ config }) => config.name === name)
		if (life) return life
		const names = this.lives.map(({ config }) => config.name)
		const nearest = nearestNames(name, names, { orPart: true })
		const hint =
			nearest.length > 0 ? `did you mean ${nearest.join(' or ')}?` : `there is ${names.join(', ') || 'none'}`
		throw new AgentError('usage', `there is no MCP server ${JSON.stringify(name)}; ${hint}`)
	}

	/** @param command - as `ServerPrompt` has it */
	promptNamed(command: string): { life: ServerLife; prompt: Prompt } | undefined {
		for (const life of this.lives)
			for (const prompt of life.prompts)
				if (this.commandFor(life, prompt) === command) return { life, prompt }
		return undefined
	}

	private commandFor({ config }: ServerLife, { name }: Prompt): string {
		return `mcp__${this.slugOf(config.name)}__${name.replaceAll(/[^\w-]/g, '_')}`
	}

	private slugOf(name: string): string {
		return this.slugs.get(name)!
	}

	async close(): Promise<void> {
		await Promise.all(this.lives.map(life => life.stop()))
		this.killNow()
		process.off('exit', this.killNow)
	}

	private statusOf(life: ServerLife): ServerStatus {
		const { config, state, tools, heldBack, resources, prompts } = life
		return {
			name: config.name,
			scope: config.origin.scope,
			target: describeEndpoint(config.endpoint),
			state,
			tools: tools.map(({ spec }) => spec.name),
			heldBack: heldBack.map(({ spec }) => spec.name),
			resources: resources.map(({ uri, name, title }) => ({
				mention: `${config.name}:${uri}`,
				title: serverLine(title ?? name, 100),
			})),
			prompts: prompts.map(prompt => ({
				command: this.commandFor(life, prompt),
				description: serverLine(prompt.description ?? '', 100),
				arguments: (prompt.arguments ?? []).map(value => ({
					name: serverLine(value.name, 60),
					isRequired: value.required === true,
				})),
			})),
			log: life.logLines(STATUS_LINES),
		}
	}
}

const STATUS_LINES = 20
