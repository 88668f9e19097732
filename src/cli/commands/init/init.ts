// `agent init`: an AGENTS.md from what is there, by a model that only reads, or from the files alone where there is none.

import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { AgentError } from '../../../core/errors.ts'
import { userText } from '../../../core/messages.ts'
import { openStoredKeys } from '../../../providers/auth/stored-keys.ts'
import { nodeClock } from '../../../runtime/host/clock.ts'
import { INIT_LOOK } from '../../../tui/commands/init.ts'
import { homeFolders } from '../../../workspace/places/home-folders.ts'
import { chooseModels } from '../../../workspace/settings/model-choice.ts'
import { configureProviders } from '../../../workspace/settings/provider-settings.ts'
import { loadSettings } from '../../../workspace/settings-layers.ts'
import { confirm } from '../../io/confirm.ts'
import type { Output } from '../../io/output.ts'
import type { RawFlags } from '../../startup/flags.ts'
import { runOnce } from '../run/run.ts'
import {
	type AgentsFile,
	changeOf,
	findAgentsFile,
	mechanicalText,
	putAgentsFile,
} from './write-agents-file.ts'

export type InitFlags = Pick<
	RawFlags,
	'model' | 'effort' | 'profile' | 'cd' | 'maxTurns' | 'maxCost' | 'timeout'
> & {
	mechanical?: boolean
	force?: boolean
}

export type InitArguments = { flags: InitFlags; version: string; output: Output }

/** @returns the exit code @throws AgentError `tool-denied` where there is one already and nobody to ask */
export async function init({ flags, version, output }: InitArguments): Promise<number> {
	const { mechanical, force, ...runFlags } = flags
	const folder = await folderOf(flags.cd)
	const file = await findAgentsFile(folder)
	const byModel = mechanical !== true && (await modelName(folder, flags)) !== 'demo'
	// Before anything is paid for.
	if (byModel) requireLeave(file, force)
	const written = byModel
		? await textByModel(runFlags, { version, output })
		: { code: 0, text: await mechanicalText(folder) }
	if (written.code !== 0) return written.code
	return settle(file, written.text, { force: force === true, output })
}

async function folderOf(cd: string | undefined): Promise<string> {
	try {
		return await realpath(cd ?? process.cwd())
	} catch {
		throw new AgentError('usage', `--cd ${cd}: there is no such folder`)
	}
}

function requireLeave({ path, before }: AgentsFile, force: boolean | undefined): void {
	const isAsked = process.stdin.isTTY === true && process.stderr.isTTY === true
	if (before === undefined || force || isAsked) return
	throw new AgentError(
		'tool-denied',
		`${path} exists, and nobody is there to say that it may change: --force changes it`,
	)
}

/** @returns the provider of the model that would be asked */
async function modelName(cwd: string, flags: InitFlags): Promise<string | undefined> {
	const { env } = process
	const folders = homeFolders({ env, home: homedir(), cwd })
	const checkSchema = async () =>
		(await import('../../../runtime/host/settings-check.ts')).createSettingsCheck()
	const { settings } = await loadSettings({ folders, cwd, env, flags: {}, checkSchema })
	const stored = await openStoredKeys({ configFolder: folders.config, env, clock: nodeClock })
	const { configs, keySource } = configureProviders(settings, env, stored)
	const model = flags.model ?? settings.model
	return chooseModels({ model, providers: configs.map(({ id }) => id), keySource })[0]?.provider
}

/** It only reads: what it answers is the file, and the command it was asked by writes it. */
async function textByModel(
	flags: RawFlags,
	{ version, output }: { version: string; output: Output },
): Promise<{ code: number; text: string }> {
	let text = ''
	const code = await runOnce({
		message: Promise.resolve(userText(`${INIT_LOOK}\n\n${ANSWER_ONLY}`)),
		open: async () => {
			const { startRuntime } = await import('../../startup/start.ts')
			const reading = { ...flags, tools: READING_TOOLS, session: false }
			return (await startRuntime({ flags: reading, version, isInteractive: false })).port
		},
		isJsonAnswer: false,
		format: 'text',
		words: 'everything',
		includePartial: false,
		saveAnswer: undefined,
		isStored: false,
		version,
		output: { ...output, out: more => (text += more) },
	})
	return code === 0 ? { code, text: fileText(text) } : { code, text }
}

const READING_TOOLS = 'read,list,glob,grep,outline'

const ANSWER_ONLY =
	'If there is an AGENTS.md already, read it and keep what is right in it. Do not write the file yourself: answer with its text and nothing else, beginning with a heading.'

/** @throws AgentError `invalid-output` for an answer that is no such file */
function fileText(answer: string): string {
	const trimmed = answer.trim()
	const [, fenced] = /^(?:[^\n#]*\n+)?```(?:markdown|md)?\n([\s\S]*?)\n```$/.exec(trimmed) ?? []
	const text = fenced ?? trimmed.slice(Math.max(0, trimmed.search(/^# /m)))
	if (/^#{1,2} \S/.test(text)) return `${text.trim()}\n`
	throw new AgentError(
		'invalid-output',
		`the model did not answer with an AGENTS.md, so nothing was written; it said: ${trimmed.slice(0, 300)}`,
	)
}

async function settle(
	file: AgentsFile,
	text: string,
	{ force, output }: { force: boolean; output: Output },
): Promise<number> {
	const change = await changeOf(file, text)
	if (change === '') {
		output.out(`${file.path} says this already\n`)
		return 0
	}
	if (file.before !== undefined) {
		output.out(change)
		if (!force) {
			requireLeave(file, force)
			if (!(await confirm(`Change ${file.path} like this?`))) {
				output.error('Nothing was changed.\n')
				return 4
			}
		}
	}
	await putAgentsFile(file, text)
	const lines = text.split('\n').length - 1
	output.out(`${file.before === undefined ? 'wrote' : 'changed'} ${file.path} (${lines} lines)\n`)
	return 0
}
