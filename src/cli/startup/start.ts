// Start-up: from flags, settings and environment to a runtime; everything that can be wrong with them is found here.

import { realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { SessionSelector, WhenBusy } from '../../core/commands.ts'
import { AgentError } from '../../core/errors.ts'
import type { Media } from '../../core/host.ts'
import type { JsonSchema } from '../../core/json.ts'
import type { Provider } from '../../core/model.ts'
import { modelName } from '../../core/model-ref.ts'
import type { RuntimePort } from '../../core/runtime-port.ts'
import type { ScreenSettings } from '../../core/screen/screen-settings.ts'
import type { SharedMemory } from '../../core/services/memory.ts'
import type { ExtensionConfig } from '../../extensions/extension-files.ts'
import { createRuntime } from '../../runtime/compose/create-runtime.ts'
import type { RuntimeOptions } from '../../runtime/options.ts'
import type { PermissionBook } from '../../runtime/permissions/permission-book.ts'
import { configuredOptions } from '../../runtime/startup/configured-options.ts'
import type { RuntimeTelemetry } from '../../runtime/telemetry/runtime-telemetry.ts'
import { removeStalePlaceholdersIn } from '../../sandbox/protected/stale-placeholders.ts'
import type { SessionStore } from '../../sessions/session-store.ts'
import type { Profiles } from '../../tui/state/tui-options.ts'
import { type HomeFolders, homeFolders } from '../../workspace/places/home-folders.ts'
import { screenOf } from '../../workspace/settings/groups/screen-settings.ts'
import { profileChoices } from '../../workspace/settings/profiles.ts'
import type { Settings } from '../../workspace/settings/settings-schema.ts'
import { approvalMode, flagSettings, type RawFlags } from './flags.ts'
import { type AskTrust, settleTrust } from './folder-trust.ts'
import { logFor, logged } from './log.ts'
import { telemetryFor } from './telemetry.ts'
import { toolChoice } from './tool-flags.ts'

export type StartOptions = {
	flags: RawFlags
	version: string
	isInteractive: boolean
	/** Left out, a folder is not trusted that was not trusted before. */
	askTrust?: AskTrust
	/** What the answer must fit. */
	outputSchema?: JsonSchema | undefined
	/** For a session that another process has open. */
	whenBusy?: WhenBusy
	/** A session that a server works on: where its tenant's things are, where it is kept, and which one it is. */
	served?: {
		folders: HomeFolders
		store: SessionStore
		/** Left out, in files of the folders. */
		media?: Media
		memory?: SharedMemory | undefined
		/** Of a folder that was cloned for it. */
		project?: string | undefined
		selector: SessionSelector
		/** Which one it is, and whether the model was said for the task itself. */
		agent?: { name: string; isModelSaid: boolean } | undefined
	}
	/** Stands in for every model: another program's, which calls the tools of a session through it. */
	outsideModel?: Provider
	/** Of this process, where it runs several; closed by whoever brings it. */
	telemetry?: RuntimeTelemetry
	/** MCP servers beside those of settings and folder: another program's, whose word is the user's. */
	servers?: ExtensionConfig
	/** Stands between the file tools and the disk. */
	toolFiles?: NonNullable<RuntimeOptions['toolFiles']>
}

export type StartedRuntime = {
	port: RuntimePort
	cwd: string
	permissions: PermissionBook
	profiles: Profiles
	screen: ScreenSettings
}

/** @throws AgentError `cancelled` when the user would rather leave, `usage`, `config-invalid`, `model-unknown`, or what opening the session throws */
export async function startRuntime(options: StartOptions): Promise<StartedRuntime> {
	const { flags, version, isInteractive, outputSchema } = options
	if (isInteractive && flags.jsonSchema !== undefined)
		throw new AgentError('usage', '--json-schema is about one answer: agent run --json-schema <file> "…"')
	const { env } = process
	const cwd = await (flags.cd === undefined
		? folder('the folder this was started in,', process.cwd())
		: folder('--cd', flags.cd))
	const addDirs = await Promise.all((flags.addDir ?? []).map(path => folder('--add-dir', path)))
	const folders = currentFolders()
	// They stand where a folder has its settings, and would be taken for them.
	await removeStalePlaceholdersIn(folders.state)
	const { outsideModel, served } = options
	const configured = await configuredOptions({
		cwd,
		env,
		home: homedir(),
		folders,
		folder: await settleTrust({ cwd, folders, ask: options.askTrust }),
		profile: flags.profile,
		settings: flagSettings(flags),
		model: flags.model,
		approvals: flags.approve === undefined ? undefined : approvalMode(flags.approve, Date.now()),
		...(outsideModel && { models: [OUTSIDE] }),
		choosesSandboxed: options.askTrust !== undefined,
		bare: flags.bare === true,
		servers: options.servers,
	})
	const { permissions } = configured
	for (const text of flags.allow ?? []) await allowForNow(text, permissions)
	const { settings, extensions, providers, secrets } = configured.options
	const log = await logFor(settings.log.level, { folders, known: secrets.known, providers, version })
	const { telemetry, problems } = options.telemetry
		? { telemetry: options.telemetry, problems: [] }
		: await telemetryFor(settings, { env, version, logger: log?.logger })
	const agent = served?.agent
	const tools = await toolChoice(flags)
	const port = await logged(log, async () => {
		const runtimeOptions: RuntimeOptions = {
			...configured.options,
			version,
			addDirs,
			...(log && { log }),
			...(telemetry && { telemetry }),
			notices: [...configured.options.notices, ...problems],
			outputSchema,
			yolo: flags.yolo === true,
			isInteractive,
			media: served?.media,
			memory: served?.memory,
			project: served?.project,
			...(served && { folders: served.folders, endsWithRun: true, store: served.store }),
			...(outsideModel && {
				settings: calledFromOutside(settings),
				extensions: extensions && { ...extensions, servers: [] },
				provider: async () => outsideModel,
			}),
			...(options.toolFiles && { toolFiles: options.toolFiles }),
			session: {
				selector: served?.selector ?? selectorOf(flags),
				fork: flags.fork === true,
				takeOver: flags.takeOver === true,
				isStored: flags.session !== false,
				whenBusy: options.whenBusy,
			},
			tools,
			systemPrompt: { replacement: flags.systemPrompt, addition: flags.appendSystemPrompt },
		}
		if (!agent) return createRuntime(runtimeOptions)
		const { asAgent } = await import('../../runtime/tasks/task-agents.ts')
		return createRuntime(await asAgent(agent.name, runtimeOptions, agent))
	})
	const profiles = { inForce: configured.profile, all: profileChoices(settings, configured.profile) }
	return { port, cwd, permissions, profiles, screen: screenOf(settings) }
}

/** @throws AgentError `usage` for what is no rule */
async function allowForNow(text: string, permissions: PermissionBook): Promise<void> {
	try {
		await permissions.add({ list: 'allow', text, scope: 'session' })
	} catch (error) {
		if (!(error instanceof AgentError) || error.code !== 'config-invalid') throw error
		const expected = error.message.slice(error.message.lastIndexOf(' must be ') + ' must be '.length)
		throw new AgentError('usage', `--allow ${text}: expected ${expected}`)
	}
}

/** The calls, and that there are no more. */
const CALL_TURNS = 2

const OUTSIDE = { provider: 'mcp', model: 'client' }

/** Another program keeps its own memory, its own window and its own budget; ours is the log. */
function calledFromOutside(settings: Settings): Settings {
	const windowTokens = Number.MAX_SAFE_INTEGER
	return {
		...settings,
		memory: { ...settings.memory, enabled: false },
		context: { ...settings.context, autoCompact: false },
		budget: {
			maxTurns: CALL_TURNS,
			maxCostUsd: undefined,
			maxSessionCostUsd: undefined,
			timeoutMs: undefined,
			maxOutputTokens: undefined,
		},
		models: { ...settings.models, [modelName(OUTSIDE)]: { windowTokens, maxOutputTokens: 1_000 } },
	}
}

export function currentFolders(): HomeFolders {
	return homeFolders({ env: process.env, home: homedir(), cwd: process.cwd() })
}

function selectorOf(flags: RawFlags): SessionSelector {
	if (typeof flags.resume === 'string') return { kind: 'named', selector: flags.resume }
	if (flags.continue || flags.last) return { kind: 'last' }
	if (flags.takeOver)
		throw new AgentError('usage', '--take-over needs the session: --resume <session> or --continue')
	if (flags.fork)
		throw new AgentError('usage', '--fork needs the session to copy: --resume <session> or --continue')
	return { kind: 'new' }
}

async function folder(what: string, path: string): Promise<string> {
	const absolute = resolve(path)
	const found = await stat(absolute).catch(() => undefined)
	// Node has put this sign where a byte of the name is no UTF-8, and no name leads there.
	if (!found && path.includes('\ufffd'))
		throw new AgentError('usage', `${what} ${path}: a name on the way is not UTF-8; give it another one`)
	if (!found) throw new AgentError('usage', `${what} ${path}: there is no such folder`)
	if (!found.isDirectory()) throw new AgentError('usage', `${what} ${path}: that is not a folder`)
	return realpath(absolute)
}
