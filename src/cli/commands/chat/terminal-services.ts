// Terminal services: all that the screen needs beyond the port. What is about one thing (programs, the editor, stored
// sessions) has a file of its own.

import type { TuiOptions } from '../../../tui/state/tui-options.ts'
import { flagSettings, type RawFlags } from '../../startup/flags.ts'
import type { StartedRuntime } from '../../startup/start.ts'
import { editServices } from './edit-services.ts'
import { foldFile } from './fold-file.ts'
import { programServices } from './program-services.ts'
import { sessionServices } from './session-services.ts'

type TerminalServices = Required<
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
): TerminalServices {
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
		writeInstructions: async wish => writeInstructions((await started()).cwd, wish),
		...sessionServices(started),
		...programServices(started),
		...editServices(),

		folds: foldFile(process.env),

		async startFacts({ isWithoutModel }) {
			const [{ startFacts }, { cwd, port }] = await Promise.all([import('./start-facts.ts'), started()])
			return startFacts(cwd, { models: isWithoutModel ? port.queries.models : undefined })
		},
	}
}

async function writeInstructions(
	cwd: string,
	{ force }: Parameters<TerminalServices['writeInstructions']>[0],
): ReturnType<TerminalServices['writeInstructions']> {
	const files = await import('../init/write-agents-file.ts')
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
}
