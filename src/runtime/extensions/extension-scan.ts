// A scan for extension files: collects what folders hold and what single files say. The user's own folders are read as
// they are, links included: dotfiles are often kept elsewhere.

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../../core/errors.ts'
import { isObject, parseJson } from '../../core/json.ts'
import type {
	ExtensionConfig,
	ExtensionFiles,
	ExtensionOrigin,
	ExtensionText,
	PluginInfo,
} from '../../extensions/extension-files.ts'
import { readTextFile } from '../../workspace/places/text-file.ts'

export class ExtensionScan implements ExtensionFiles {
	readonly commands: ExtensionText[] = []
	readonly agents: ExtensionText[] = []
	readonly skills: ExtensionText[] = []
	readonly hooks: ExtensionConfig[] = []
	readonly servers: ExtensionConfig[] = []
	readonly plugins: PluginInfo[] = []
	readonly problems: string[] = []
	/** Below those that hold skills: somebody may keep a whole repository there. */
	private foldersLeft = 500
	private readonly hookless = new Set<ExtensionOrigin['scope']>()

	/** Every Markdown file below a folder. */
	async addTexts(kind: 'commands' | 'agents', folder: string, origin: ExtensionOrigin): Promise<void> {
		await this.addTextsBelow(kind, { folder, prefix: '', depth: 0 }, origin)
	}

	/** Every folder below it with a `SKILL.md`, which is one skill, whatever else is in it. */
	async addSkills(folder: string, origin: ExtensionOrigin, depth = 0): Promise<void> {
		for (const name of await this.entriesIn(folder)) {
			if (name === 'node_modules' || name.startsWith('.')) continue
			const path = join(folder, name, 'SKILL.md')
			const text = await this.textIn(path)
			if (text !== undefined) this.skills.push({ origin, name, path, text })
			else if (depth < MAX_DEPTH && --this.foldersLeft >= 0)
				await this.addSkills(join(folder, name), origin, depth + 1)
		}
	}

	/** The hooks and the servers that a JSON file speaks of. */
	async addConfig(path: string, origin: ExtensionOrigin): Promise<void> {
		const text = await this.textIn(path)
		if (text !== undefined) this.takeConfig(path, text, origin)
	}

	/** @param file - relative to the project, with `/`, as the look for untrusted content named it */
	addProjectFile(file: string, { path, text }: { path: string; text: string }): void {
		const origin = { scope: 'project' } as const
		if (file.endsWith('.json')) return this.takeConfig(path, text, origin)
		const [, kind, ...rest] = file.split('/')
		if (kind === 'skills') this.skills.push({ origin, name: rest.at(-2)!, path, text })
		else if (kind === 'commands' || kind === 'agents')
			this[kind].push({ origin, name: rest.join('/').slice(0, -MARKDOWN.length), path, text })
	}

	/** What is read already. */
	addPlugin({ commands, agents, skills, hooks, servers, plugins = [], problems }: ExtensionFiles): void {
		this.commands.push(...commands)
		this.agents.push(...agents)
		this.skills.push(...skills)
		this.hooks.push(...hooks.filter(({ origin }) => !this.hookless.has(origin.scope)))
		this.servers.push(...servers)
		this.plugins.push(...plugins)
		this.problems.push(...problems)
	}

	private async addTextsBelow(
		kind: 'commands' | 'agents',
		at: { folder: string; prefix: string; depth: number },
		origin: ExtensionOrigin,
	): Promise<void> {
		for (const entry of await this.entriesIn(at.folder)) {
			const path = join(at.folder, entry)
			if (entry.endsWith(MARKDOWN)) {
				const text = await this.textIn(path)
				const name = at.prefix + entry.slice(0, -MARKDOWN.length)
				if (text !== undefined) this[kind].push({ origin, name, path, text })
			} else if (at.depth < MAX_DEPTH)
				await this.addTextsBelow(
					kind,
					{ folder: path, prefix: `${at.prefix}${entry}/`, depth: at.depth + 1 },
					origin,
				)
		}
	}

	private takeConfig(path: string, text: string, origin: ExtensionOrigin): void {
		// As the settings are read.
		if (text.trim() === '') return
		const config = parseJson(text)
		if (!isObject(config)) {
			this.problems.push(`${path} is not a JSON object, so none of its hooks and servers are used.`)
			return
		}
		const { hooks, mcpServers, disableAllHooks } = config
		if (disableAllHooks === true) this.switchHooksOff(origin)
		if (hooks !== undefined && !this.hookless.has(origin.scope))
			this.hooks.push({ origin, path, value: hooks })
		if (mcpServers !== undefined) this.servers.push({ origin, path, value: mcpServers })
	}

	/** A project may do without its own hooks, but not without those the user watches it by. */
	private switchHooksOff({ scope }: ExtensionOrigin): void {
		const scopes = scope === 'user' ? (['user', 'project', 'plugin'] as const) : [scope]
		for (const each of scopes) this.hookless.add(each)
		const kept = this.hooks.filter(({ origin }) => !this.hookless.has(origin.scope))
		this.hooks.splice(0, this.hooks.length, ...kept)
	}

	private async textIn(path: string): Promise<string | undefined> {
		try {
			const found = await stat(path).catch(() => undefined)
			if (!found?.isFile()) return undefined
			if (found.size <= MAX_FILE_BYTES) return await readTextFile(path)
			this.problems.push(`${path} is larger than ${MAX_FILE_BYTES} bytes and is left out.`)
		} catch (error) {
			this.problems.push(`${path} cannot be read and is left out: ${messageOf(error)}`)
		}
		return undefined
	}

	/** In order; none where there is no such folder. */
	private async entriesIn(folder: string): Promise<readonly string[]> {
		const entries = await readdir(folder).catch(() => [])
		if (entries.length <= MAX_ENTRIES) return entries.sort()
		this.problems.push(`${folder} holds more than ${MAX_ENTRIES} entries, and is left out.`)
		return []
	}
}

const MARKDOWN = '.md'
const MAX_DEPTH = 4
const MAX_ENTRIES = 1_000
const MAX_FILE_BYTES = 1024 * 1024
