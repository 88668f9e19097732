// `agent doctor`: is everything here that is needed, and what is missing for the rest. It changes nothing, starts
// nothing that runs on, and never shows a key.

import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import { errorInfo } from '../../core/errors.ts'
import type { Clock } from '../../core/host.ts'
import type { ProviderConfig } from '../../core/model.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import type { LogLevel } from '../../core/services/logging.ts'
import { openStoredKeys } from '../../providers/auth/stored-keys.ts'
import { findLocalServers } from '../../providers/discovery/find-local-servers.ts'
import type { ListedModel } from '../../providers/discovery/model-list.ts'
import { LOCAL_SERVERS } from '../../providers/http/local-servers.ts'
import { nodeClock } from '../../runtime/host/clock.ts'
import { createSettingsCheck } from '../../runtime/host/settings-check.ts'
import { openPermissionBook } from '../../runtime/permissions/permission-book.ts'
import { findRipgrep } from '../../tools/search/ripgrep.ts'
import { type Environment, type HomeFolders, homeFolders } from '../../workspace/places/home-folders.ts'
import { findProject } from '../../workspace/places/project.ts'
import { chooseModels } from '../../workspace/settings/model-choice.ts'
import { configureProviders } from '../../workspace/settings/provider-settings.ts'
import { type FlagSettings, loadSettings } from '../../workspace/settings-layers.ts'
import type { Output } from '../io/output.ts'
import { logPath } from '../startup/log.ts'
import { embedderFindings } from './findings/embedder-findings.ts'
import { extensionFindings } from './findings/extension-findings.ts'
import type { Finding } from './findings/finding.ts'
import { webFindings } from './findings/web-findings.ts'

export type DoctorArguments = {
	version: string
	env: Environment
	output: Pick<Output, 'out'>
	profile?: string | undefined
	/** What the program was started with. */
	flags?: FlagSettings
	/** The model that answers, where a session is open: it may have been chosen since. */
	model?: ModelRef | undefined
	cwd?: string
	home?: string
	clock?: Clock
}

/** @returns 0, or 3 when something has to be put right */
export async function doctor(args: DoctorArguments): Promise<number> {
	const findings = await doctorFindings(args)
	for (const { state, text } of findings) args.output.out(`${MARKS[state]} ${text}\n`)
	return findings.some(({ state }) => state === 'failed') ? 3 : 0
}

/** Never shows a key. */
export async function doctorFindings(args: Omit<DoctorArguments, 'output'>): Promise<readonly Finding[]> {
	const { env, cwd = process.cwd(), home = homedir() } = args
	const folders = homeFolders({ env, home, cwd })
	return (
		await Promise.all([
			[{ state: 'ok' as const, text: `Keelson ${args.version}` }, nodeVersion(), terminal(env)],
			writable(folders),
			configuration({ ...args, env, cwd, folders }),
			programs(env),
			sandbox(env, folders),
			extensionFindings({ cwd, home, folders }),
		])
	).flat()
}

const MARKS = { ok: 'ok     ', missing: 'missing', failed: 'FAILED ' }
const PROBE_MS = 500

function nodeVersion(): Finding {
	const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
	const text = `Node ${process.versions.node} (${process.execPath})`
	if (major > 22 || (major === 22 && minor >= 14)) return { state: 'ok', text }
	return { state: 'missing', text: `${text}: 22.14 or newer starts faster and can search sessions` }
}

function terminal(env: Environment): Finding {
	if (!process.stdout.isTTY)
		return { state: 'missing', text: 'terminal: stdout is not one, so only agent run works' }
	if (!env.TERM || env.TERM === 'dumb')
		return {
			state: 'missing',
			text: `terminal: TERM is ${env.TERM || 'not set'}, so the screen cannot be drawn`,
		}
	const { columns, rows } = process.stdout
	return { state: 'ok', text: `terminal ${env.TERM}, ${columns}×${rows}, ${colours(env)}` }
}

function colours(env: Environment): string {
	if (env.NO_COLOR) return 'no colours (NO_COLOR)'
	return env.COLORTERM === 'truecolor' || env.COLORTERM === '24bit'
		? '16 million colours'
		: '256 colours or fewer'
}

async function writable(folders: HomeFolders): Promise<readonly Finding[]> {
	const roots = [...new Set([folders.config, folders.data, folders.state, folders.cache])]
	return Promise.all(
		roots.map(async root => {
			const nearest = await nearestExisting(root)
			const problem = await access(nearest, constants.W_OK | constants.X_OK).catch((error: Error) => error)
			if (!problem) return { state: 'ok' as const, text: `${root} can be written to` }
			return {
				state: 'failed' as const,
				text: `${root} cannot be written to (${problem.message}); see KEELSON_HOME`,
			}
		}),
	)
}

async function nearestExisting(path: string): Promise<string> {
	for (let folder = path; ; folder = dirname(folder)) {
		const isThere = await access(folder).then(
			() => true,
			() => false,
		)
		if (isThere || folder === dirname(folder)) return folder
	}
}

type Configuration = Pick<DoctorArguments, 'profile' | 'flags' | 'model' | 'clock'> & {
	env: Environment
	cwd: string
	folders: HomeFolders
}

async function configuration({
	env,
	cwd,
	folders,
	profile: wanted,
	flags = {},
	model,
	clock = nodeClock,
}: Configuration): Promise<readonly Finding[]> {
	try {
		const checkSchema = async () => createSettingsCheck()
		const loaded = await loadSettings({ profile: wanted, folders, cwd, env, flags, checkSchema })
		const { settings, problems, rules, profile } = loaded
		// A rule of the user's that cannot be read keeps a session from starting.
		const { root } = await findProject(cwd)
		const book = await openPermissionBook({ written: rules, folders, root })
		const stored = await openStoredKeys({ configFolder: folders.config, env, clock })
		const { configs, keySource } = configureProviders(settings, env, stored)
		const providers = configs.map(config => config.id)
		const configured = chooseModels({ model: settings.model, providers, keySource })
		const isOther = model && modelName(model) !== modelName(configured[0]!)
		const chain = isOther ? [model] : configured
		const found = providers.flatMap(id => {
			const source = keySource(id)
			return source === undefined ? [] : [`${source} is set (${id})`]
		})
		return [
			{ state: 'ok', text: `settings ${folders.settingsFile}` },
			...(profile === undefined ? [] : [{ state: 'ok' as const, text: `profile ${profile}` }]),
			...[...problems.map(({ message }) => message), ...book.problems].map(text => ({
				state: 'missing' as const,
				text: `settings: ${text}`,
			})),
			...found.map(text => ({ state: 'ok' as const, text: `key ${text}` })),
			...(found.length === 0 ? [{ state: 'missing' as const, text: NO_KEYS }] : []),
			logFile(settings.log.level, folders),
			{ state: 'ok', text: `model ${chain.map(modelName).join(', then ')}` },
			...chain.flatMap(ref => missingKey(ref.provider, configs, found)),
			...(await localModels(configs, clock)),
			...(await webFindings(settings, env)),
			...embedderFindings(settings.memory, folders.data),
		]
	} catch (error) {
		return [{ state: 'failed', text: `settings: ${errorInfo(error).message}` }]
	}
}

function logFile(level: LogLevel | undefined, folders: HomeFolders): Finding {
	const path = logPath(folders)
	return {
		state: 'ok',
		text: level === undefined ? `log: none; --log-level info writes ${path}` : `log ${path} (${level})`,
	}
}

const NO_KEYS =
	'keys: none is set, so the built-in demo answers; set ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY or OPENROUTER_API_KEY'

function missingKey(
	provider: string,
	configs: readonly { id: string; keyName: string | undefined; keyOptional: boolean }[],
	found: readonly string[],
): readonly Finding[] {
	const config = configs.find(({ id }) => id === provider)
	if (!config || config.keyOptional || found.some(text => text.endsWith(`(${provider})`))) return []
	return [{ state: 'failed', text: `key for ${provider}: ${config.keyName ?? 'no variable'} is not set` }]
}

async function programs(env: Environment): Promise<readonly Finding[]> {
	const wanted = [
		{ file: 'git', without: 'git: not found, so nothing can be said about branches and changes' },
		{ file: findRipgrep(), without: 'ripgrep: not found, so searching large folders is slower' },
	]
	return Promise.all(
		wanted.map(async ({ file, without }): Promise<Finding> => {
			const version = await firstLine(file, env)
			return version ? { state: 'ok', text: version } : { state: 'missing', text: without }
		}),
	)
}

async function sandbox(env: Environment, folders: HomeFolders): Promise<readonly Finding[]> {
	const { createSandbox } = await import('../../sandbox/sandbox.ts')
	const tried = createSandbox({
		searchPath: env.PATH ?? '',
		notFrom: [process.cwd()],
		stateFolder: folders.state,
	})
	const [{ why }, engine] = [await tried.works(), await tried.engine()]
	tried.close()
	if (!engine) return [{ state: 'missing', text: `sandbox: commands cannot be held: ${why}` }]
	return [
		{ state: 'ok', text: `sandbox: ${engine.name} holds commands` },
		...engine.lacks.map(text => ({ state: 'missing' as const, text: `sandbox: ${text}` })),
	]
}

function firstLine(program: string, env: Environment): Promise<string | undefined> {
	return new Promise(resolve => {
		const options = { timeout: 2_000, encoding: 'utf8' as const, env: { PATH: env.PATH } }
		execFile(program, ['--version'], options, (error, stdout) =>
			resolve(error ? undefined : stdout.split('\n')[0]!.trim()),
		)
	})
}

/** Where each is configured to be. What it serves can be used at once: by its name, without a key. */
async function localModels(configs: readonly ProviderConfig[], clock: Clock): Promise<readonly Finding[]> {
	const found = await findLocalServers(configs, { clock, timeoutMs: PROBE_MS })
	if (found.length > 0)
		return found.map(({ server, config, models }) => ({
			state: 'ok',
			text: `${server.name} at ${new URL(config.baseUrl).host}: ${modelsText(server.id, models)}`,
		}))
	const hosts = LOCAL_SERVERS.flatMap(({ id, name }) => {
		const config = configs.find(each => each.id === id)
		return config ? [`${name} at ${new URL(config.baseUrl).host}`] : []
	})
	return [{ state: 'missing', text: `local models: nothing answers as ${hosts.join(', ')}` }]
}

function modelsText(provider: string, models: readonly ListedModel[]): string {
	const shown = models.slice(0, 5).map(({ model }) => `${provider}/${model}`)
	const more = models.length > 5 ? ` and ${models.length - 5} more` : ''
	return `${shown.join(', ') || 'no models yet'}${more}`
}
