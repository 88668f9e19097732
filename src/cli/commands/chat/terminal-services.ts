// Terminal services beyond the runtime: a command of the user's own, the user's editor, sessions that are not open, the
// permission rules.

import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { AgentError } from '../../../core/errors.ts'
import { shownName } from '../../../core/text/byte-names.ts'
import type { DiscardedSession } from '../../../sessions/session-store.ts'
import type { TuiOptions } from '../../../tui/state/tui-options.ts'
import { homeFolders } from '../../../workspace/places/home-folders.ts'
import { runEditor } from '../../io/editor.ts'
import { flagSettings, type RawFlags } from '../../startup/flags.ts'
import type { StartedRuntime } from '../../startup/start.ts'
import { foldFile } from './fold-file.ts'

type Services = Required<
	Pick<
		TuiOptions,
		| 'runShell'
		| 'openPage'
		| 'feedProgram'
		| 'folds'
		| 'editText'
		| 'editFile'
		| 'exportSession'
		| 'startFacts'
		| 'logIn'
		| 'loginProviders'
		| 'renameSession'
		| 'deleteSession'
		| 'restoreSession'
		| 'purgeSessions'
		| 'markSession'
		| 'copySession'
		| 'permissions'
		| 'profiles'
		| 'writeInstructions'
		| 'settings'
		| 'keyBindings'
		| 'doctor'
	>
>

/** @param started - asked when it is needed: when the screen is drawn, the runtime is only starting */
export function terminalServices(
	started: () => Promise<Pick<StartedRuntime, 'cwd' | 'permissions' | 'port' | 'profiles'>>,
	{ flags, version }: { flags: RawFlags; version: string },
): Services {
	const said = { ...flagSettings(flags), model: flags.model, 'approvals.mode': flags.approve }
	const settings = async () => {
		const { currentPlace, settingServices } = await import('../settings/setting-services.ts')
		return settingServices(async () => {
			const { cwd, profiles } = await started()
			return { place: currentPlace(cwd), profile: profiles.inForce, flags: said }
		})
	}
	return {
		async doctor(model) {
			const [{ doctorFindings }, { cwd, profiles }] = await Promise.all([import('../doctor.ts'), started()])
			return doctorFindings({
				version,
				env: process.env,
				cwd,
				profile: profiles.inForce,
				flags: said,
				model,
			})
		},
		keyBindings: keyBindingFile(),
		settings: {
			list: async () => (await settings()).list(),
			set: async (...change) => (await settings()).set(...change),
			unset: async (...change) => (await settings()).unset(...change),
		},
		profiles: async () => (await started()).profiles,
		permissions: {
			list: async () => (await started()).permissions.listed(),
			add: async rule => (await started()).permissions.add(rule),
			remove: async rule => (await started()).permissions.remove(rule),
		},
		async exportSession(sessionId, file) {
			const [{ exportToFile }, { cwd }] = await Promise.all([
				import('../sessions/export-session.ts'),
				started(),
			])
			return exportToFile(sessionId, file, cwd)
		},
		async writeInstructions({ force }) {
			const [files, { cwd }] = await Promise.all([import('../init/write-agents-file.ts'), started()])
			const file = await files.findAgentsFile(cwd)
			const text = await files.mechanicalText(cwd)
			const diff = await files.changeOf(file, text)
			if (diff === '') return { diff, said: `${file.path} says this already.` }
			if (file.before !== undefined && !force)
				return {
					diff,
					said: `${file.path} exists and was left as it is; “/init --force” changes it like this.`,
				}
			await files.putAgentsFile(file, text)
			return { diff, said: `${file.before === undefined ? 'Wrote' : 'Changed'} ${file.path}.` }
		},
		async renameSession(sessionId, name) {
			await (await import('../sessions/sessions.ts')).renameStored(sessionId, name)
		},
		...sessionServices(),

		folds: foldFile(process.env),

		async openPage(url) {
			const { hasBrowser, openUrl } = await import('../../io/open-url.ts')
			if (!hasBrowser(process.env)) return false
			openUrl(url, process.env)
			return true
		},

		async feedProgram(program, args, input) {
			const [{ feedProgram }, { cwd }] = await Promise.all([import('../../io/feed-program.ts'), started()])
			return feedProgram([program, ...args], input, { env: process.env, notFrom: cwd })
		},

		async runShell(command, signal, stdin) {
			const [{ createNodeShell }, { withoutBinary }, { createScrubber }, { ownSecrets }] = await Promise.all([
				import('../../../runtime/host/shell.ts'),
				import('../../../tools/process/binary-output.ts'),
				import('../../../safety/redaction/scrub.ts'),
				import('../../startup/own-secrets.ts'),
			])
			const { cwd } = await started()
			// What it prints goes to the model with the next prompt.
			const { known } = await ownSecrets({ env: process.env, home: homedir(), cwd })
			const scrub = createScrubber(() => known)
			let text = ''
			let totalBytes = 0
			const input = stdin === undefined ? undefined : await temporaryFile('input', stdin)
			const running = createNodeShell({ knownSecrets: () => known }).start({
				run: { bash: input ? `{ ${command}\n} < ${shellQuoted(input.file)}` : command },
				cwd,
				onOutput(more, sizeBytes = Buffer.byteLength(more)) {
					text += more
					totalBytes += sizeBytes
				},
			})
			signal.addEventListener('abort', () => void running.kill(), { once: true })
			const end = await running.ended.finally(() => input?.remove())
			const shown = withoutBinary(text, totalBytes)
			return {
				text: scrub(end.error === undefined ? shown : `${shown}${end.error}\n`),
				exitCode: end.exitCode,
			}
		},

		async startFacts({ isWithoutModel }) {
			const [{ startFacts }, { cwd, port }] = await Promise.all([import('./start-facts.ts'), started()])
			return startFacts(cwd, { models: isWithoutModel ? port.queries.models : undefined })
		},

		async loginProviders() {
			const { loginProviders } = await import('../login.ts')
			return loginProviders()
		},

		async logIn(words) {
			const { execa } = await import('execa')
			const own = [...process.execArgv, process.argv[1] ?? '', 'login', ...words]
			const { exitCode } = await execa(process.execPath, own, { stdio: 'inherit', reject: false })
			return exitCode === 0
		},

		async editFile(path, line) {
			if (!path.isWellFormed())
				throw new AgentError('usage', `no editor can be given the name ${shownName(path)}, which is no UTF-8`)
			await runEditor(path, line)
		},

		async editText(text, name = 'prompt.md') {
			const { file, remove } = await temporaryFile(name, text)
			try {
				await runEditor(file)
				const edited = await readFile(file, 'utf8')
				return edited.replace(/\n$/, '')
			} finally {
				await remove()
			}
		},
	}
}

/** In a folder of our own: nobody else can put a link where the file will be. */
async function temporaryFile(name: string, text: string): Promise<{ file: string; remove(): Promise<void> }> {
	const folder = await mkdtemp(join(tmpdir(), 'keelson-prompt-'))
	const file = join(folder, name)
	const remove = () => rm(folder, { recursive: true, force: true })
	await writeFile(file, text, { mode: 0o600 }).catch(async (error: unknown) => {
		await remove()
		throw error
	})
	return { file, remove }
}

function shellQuoted(path: string): string {
	return `'${path.replaceAll("'", "'\\''")}'`
}

/** Beside the user's settings, and as private. */
function keyBindingFile(): Services['keyBindings'] {
	const { config } = homeFolders({ env: process.env, home: homedir(), cwd: process.cwd() })
	const path = join(config, 'keybindings.json')
	return {
		path,
		read: () =>
			readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
				if (error.code === 'ENOENT') return undefined
				throw new AgentError('config-invalid', `${path} cannot be read: ${error.message}`)
			}),
		async write(text) {
			await mkdir(config, { recursive: true, mode: 0o700 })
			const temporary = `${path}.${process.pid}.tmp`
			await writeFile(temporary, text, { mode: 0o600 })
			await rename(temporary, path)
		},
	}
}

/** What is deleted can be had back until the list of sessions is closed. */
function sessionServices(): Pick<
	Services,
	'deleteSession' | 'restoreSession' | 'purgeSessions' | 'markSession' | 'copySession'
> {
	const load = () => import('../sessions/marked-sessions.ts')
	const discarded = new Map<string, DiscardedSession>()
	return {
		async deleteSession(sessionId) {
			discarded.set(sessionId, await (await load()).discardStored(sessionId))
		},
		async restoreSession(sessionId) {
			await discarded.get(sessionId)?.restore()
			discarded.delete(sessionId)
		},
		async purgeSessions() {
			if (discarded.size === 0) return
			const gone = [...discarded]
			discarded.clear()
			await (await load()).purgeStored(gone)
		},
		async markSession(sessionId, marks) {
			await (await load()).markStored(sessionId, marks)
		},
		async copySession(sessionId) {
			return (await load()).copyStored(sessionId)
		},
	}
}
