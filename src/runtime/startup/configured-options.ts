// Runtime options from what is configured: settings of every layer, keys, rules and extensions of one folder, as a
// front end or the library wants them. Everything that can be wrong with them is found here.

import type { ApprovalMode } from '../../core/approval.ts'
import { AgentError } from '../../core/errors.ts'
import type { ProviderConfig } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import { APPROVAL_WORDS, approvalModeOf } from '../../core/text/approval-words.ts'
import type { ExtensionConfig, ExtensionFiles } from '../../extensions/extension-files.ts'
import { openStoredKeys } from '../../providers/auth/stored-keys.ts'
import { sandboxedCommands } from '../../safety/sandbox/unasked-commands.ts'
import type { Environment, HomeFolders } from '../../workspace/places/home-folders.ts'
import { chooseImageModel } from '../../workspace/settings/image-model-choice.ts'
import { chooseModels, type ModelChoice } from '../../workspace/settings/model-choice.ts'
import { configureProviders } from '../../workspace/settings/provider-settings.ts'
import { type FlagSettings, loadSettings, type SettingSource } from '../../workspace/settings-layers.ts'
import type { TrustedFolder } from '../../workspace/trust/trust.ts'
import { unusedContent } from '../../workspace/trust/unused-content.ts'
import { type ExtensionPlaces, loadExtensionFiles } from '../extensions/load-extension-files.ts'
import { createServerLogins } from '../extensions/mcp/server-logins.ts'
import { nodeClock } from '../host/clock.ts'
import type { RuntimeOptions } from '../options.ts'
import { openPermissionBook, type PermissionBook } from '../permissions/permission-book.ts'
import { headerSecrets } from '../telemetry/telemetry-endpoints.ts'

export type ConfigurationWish = {
	cwd: string
	env: Environment
	/** The user's home folder. */
	home: string
	/** Where `.claude` and `.agents` are looked for, with hooks, skills and the like for every agent. Left out, in `home`. */
	agentsHome?: string
	folders: HomeFolders
	/** As it was looked at: what it brings along counts as far as it is trusted. */
	folder: TrustedFolder
	/** Said just now, so they win over every file. */
	settings: FlagSettings
	profile?: string | undefined
	/** Said just now: `provider/model`, several with commas. */
	model?: string | readonly string[] | undefined
	/** Said just now. */
	approvals?: ApprovalMode | undefined
	/** In the place of those that settings and keys would choose. */
	models?: readonly ModelRef[]
	/** Beside those of the settings; one of the same id stands in its place. */
	providers?: readonly ProviderConfig[]
	/** The user sits in front of it, and is told at the first command that the sandbox holds what becomes of them. */
	choosesSandboxed?: boolean
	/** No AGENTS.md, notes, skills, hooks or MCP servers. */
	bare: boolean
	/** MCP servers beside those of the files. */
	servers?: ExtensionConfig | undefined
}

export type Configured = {
	options: ConfiguredOptions
	permissions: PermissionBook
	/** The profile in force. */
	profile: string | undefined
}

export type ConfiguredOptions = Pick<
	RuntimeOptions,
	| 'cwd'
	| 'isUntrusted'
	| 'env'
	| 'home'
	| 'folders'
	| 'settings'
	| 'providers'
	| 'secrets'
	| 'serverLogins'
	| 'chain'
	| 'approvals'
> &
	Pick<
		RuntimeOptions,
		| 'effort'
		| 'imageModel'
		| 'sandboxed'
		| 'permissions'
		| 'extensions'
		| 'bare'
		| 'looksForServers'
		| 'notices'
	>

/** @throws AgentError `config-invalid`, `model-unknown`, `usage` */
export async function configuredOptions(wish: ConfigurationWish): Promise<Configured> {
	const { cwd, env, home, folders, folder, bare } = wish
	const storedKeys = openStoredKeys({ configFolder: folders.config, env, clock: nodeClock })
	const loaded = await loadSettings({
		folder,
		folders,
		cwd,
		env,
		profile: wish.profile,
		flags: wish.settings,
		checkSchema: async () => (await import('../host/settings-check.ts')).createSettingsCheck(),
	})
	const { settings } = loaded
	const extensions = bare
		? undefined
		: await extensionsOf({ home: wish.agentsHome ?? home, folders, folder }, wish)
	const permissions = await openPermissionBook({ written: loaded.rules, folders, root: folder.realRoot })
	const { configs, keys, keySource } = configureProviders(settings, env, await storedKeys)
	const own = wish.providers ?? []
	const providers = [...configs.filter(({ id }) => !own.some(each => each.id === id)), ...own]
	const model = wish.model ?? settings.model
	const models =
		wish.models ??
		chosenIn(wish.model === undefined ? loaded.sources.get('model') : undefined, {
			model,
			providers: providers.map(({ id }) => id),
			keySource,
		})
	const isOfProfile = (key: string): boolean => loaded.sources.get(key)?.layer === 'profile'
	const isSaid = (key: keyof FlagSettings): boolean => wish.settings[key] !== undefined
	const serverLogins = createServerLogins({
		configFolder: folders.config,
		env,
		ownSecrets: keys.known,
		clock: nodeClock,
	})
	const headers = headerSecrets(env)
	const options: ConfiguredOptions = {
		cwd,
		isUntrusted: folder.standing === 'new' || folder.standing === 'changed',
		env,
		home,
		folders,
		settings,
		providers,
		secrets: { ...keys, known: () => [...keys.known(), ...serverLogins.known(), ...headers] },
		serverLogins,
		chain: {
			models,
			isChosen: wish.model !== undefined || env.KEELSON_MODEL !== undefined || isOfProfile('model'),
		},
		approvals: {
			mode: wish.approvals ?? approvalModeIn(settings.approvals.mode),
			isChosen: wish.approvals !== undefined || isOfProfile('approvals.mode'),
		},
		effort: { level: settings.effort, isChosen: isSaid('effort') || isOfProfile('effort') },
		imageModel: chooseImageModel(settings.imageModel, { configs: providers, keySource }),
		sandboxed: {
			commands: sandboxedCommands(loaded, folder, wish.choosesSandboxed === true),
			lacksTrust:
				folder.standing !== 'trusted' && sandboxedCommands(loaded, { standing: 'trusted' }, false) === 'run',
			remember: async choice => {
				const { openUserSettings } = await import('../../workspace/settings/user-settings.ts')
				const own = await openUserSettings(folders.settingsFile)
				await own.set('approvals.sandboxed', choice)
			},
		},
		permissions,
		extensions,
		bare,
		looksForServers: model === undefined && models[0]?.provider === 'demo',
		notices: [
			...unusedContent(folder),
			...loaded.problems.map(problem => problem.message),
			...permissions.problems,
			...(extensions?.problems ?? []),
		],
	}
	return { options, permissions, profile: loaded.profile }
}

async function extensionsOf(
	places: ExtensionPlaces,
	{ servers }: ConfigurationWish,
): Promise<ExtensionFiles> {
	const files = await loadExtensionFiles(places)
	return servers ? { ...files, servers: [...files.servers, servers] } : files
}

function approvalModeIn(words: string): ApprovalMode {
	const mode = approvalModeOf(words, nodeClock.now())
	if (mode) return mode
	throw new AgentError('usage', `approvals.mode ${words}: expected ${APPROVAL_WORDS}`)
}

/** What is wrong with a model that nobody has just typed is wrong with a file or a variable. */
function chosenIn(source: SettingSource | undefined, choice: ModelChoice): readonly ModelRef[] {
	try {
		return chooseModels(choice)
	} catch (error) {
		if (!(error instanceof AgentError) || !source || source.layer === 'flags') throw error
		const code = error.code === 'usage' ? 'config-invalid' : error.code
		throw new AgentError(code, `${source.from}: model: ${error.message}`, { cause: error })
	}
}
