// Screen services: the settings of the screen before and after the layers are read, and the user's own commands for it.

import { readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isObject, type JsonValue, parseJson } from '../../../core/json.ts'
import { type ScreenSettings, USUAL_SCREEN } from '../../../core/screen/screen-settings.ts'
import type { ScreenServices } from '../../../tui/state/tui-options.ts'
import { type Environment, homeFolders } from '../../../workspace/places/home-folders.ts'
import type { StartedRuntime } from '../../startup/start.ts'

/** @param started - asked when it is needed: when the screen is drawn, the runtime is only starting */
export function screenServices(
	started: () => Promise<Pick<StartedRuntime, 'cwd' | 'screen' | 'profiles'>>,
	env: Environment = process.env,
): ScreenServices {
	const { settingsFile } = homeFolders({ env, home: homedir(), cwd: process.cwd() })
	return {
		first: firstSettings(settingsFile),
		async settled(isChanged = false) {
			const { cwd, screen, profiles } = await started()
			if (!isChanged) return screen
			const [{ loadPlace }, { screenOf }] = await Promise.all([
				import('../settings/checked-setting.ts'),
				import('../../../workspace/settings/groups/screen-settings.ts'),
			])
			return screenOf((await loadPlace({ env, cwd, home: homedir() }, profiles.inForce)).settings)
		},
		async runCommand(command, { stdin = '', environment = {}, timeoutMs }) {
			const [{ HookProcesses }, { childEnvironment }, { ownSecrets }, { cwd }] = await Promise.all([
				import('../../../runtime/extensions/hooks/hook-processes.ts'),
				import('../../../runtime/host/child-environment.ts'),
				import('../../startup/own-secrets.ts'),
				started(),
			])
			const { known } = await ownSecrets({ env, home: homedir(), cwd })
			// Unlike what an agent starts, this is to be looked at, and may ask the terminal's name for its colours.
			const { NO_COLOR, ...inherited } = childEnvironment(env, known)
			const own = { ...(env.TERM !== undefined && { TERM: env.TERM }), ...(env.NO_COLOR && { NO_COLOR }) }
			const processes = new HookProcesses()
			const end = await processes
				.run(
					{
						file: '/bin/sh',
						args: ['-c', command],
						cwd,
						env: { ...inherited, ...own, ...environment },
						stdin,
						timeoutMs,
						isAsync: false,
					},
					new AbortController().signal,
				)
				.finally(() => processes.close())
			if (end.kind === 'failed') throw new Error(end.why)
			if (end.kind === 'detached') return ''
			if (end.exitCode === 0) return end.stdout.text
			throw new Error(end.stderr.text.trim().split('\n')[0] || `exit code ${end.exitCode}`)
		},
	}
}

/** What asks for the screen in plain lines, in words for its first one; undefined when nothing does. */
export function whySpoken({
	flag,
	env,
	screen,
}: {
	flag: boolean
	env: Environment
	screen: Pick<ScreenSettings, 'screenReader'>
}): string | undefined {
	if (flag) return '--screen-reader'
	const { ACCESSIBLE = '' } = env
	if (ACCESSIBLE !== '' && ACCESSIBLE !== '0') return `ACCESSIBLE=${ACCESSIBLE}`
	if (screen.screenReader) return 'the setting screen.screenReader'
	// It takes no sequences, so no frame can be drawn on it.
	return env.TERM === 'dumb' ? 'TERM=dumb' : undefined
}

/**
 * What the user's file says, as far as it makes sense: what does not is told when all layers are read. It is one read and
 * no schema, because the first frame waits for it.
 */
function firstSettings(file: string): ScreenSettings {
	const { screen } = settingsIn(file)
	const given = isObject(screen) ? screen : {}
	const taken = Object.entries(USUAL_SCREEN).map(([key, usual]): [string, unknown] => {
		const value = given[key]
		return [key, value !== undefined && typeof value === typeof usual ? value : usual]
	})
	return { ...USUAL_SCREEN, ...Object.fromEntries(taken) }
}

function settingsIn(file: string): Record<string, JsonValue> {
	try {
		// A pipe may have nothing to say yet, and the first frame would wait for it.
		if (!statSync(file).isFile()) return {}
		const value = parseJson(readFileSync(file, 'utf8'))
		return isObject(value) ? value : {}
	} catch {
		return {}
	}
}
