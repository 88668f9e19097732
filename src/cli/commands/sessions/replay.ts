// `agent replay`: a stored session once more on the screen, without model or tools; without a terminal as text.

import { AgentError } from '../../../core/errors.ts'
import { type ScreenSettings, USUAL_SCREEN } from '../../../core/screen/screen-settings.ts'
import { nodeClock } from '../../../runtime/host/clock.ts'
import { ReplayPort, type ReplaySpeed } from '../../../runtime/session/replay-port.ts'
import { showSession } from '../../../sessions/folds/show.ts'
import { sanitize } from '../../../tui/text/sanitize.ts'
import type { HomeFolders } from '../../../workspace/places/home-folders.ts'
import { screenOf } from '../../../workspace/settings/groups/screen-settings.ts'
import { loadSettings } from '../../../workspace/settings-layers.ts'
import type { Output } from '../../io/output.ts'
import { type EndSignal, onEndSignal } from '../../io/signals.ts'
import { currentFolders } from '../../startup/start.ts'
import { themeServices } from '../../startup/theme-services.ts'
import { openStore } from './session-store.ts'

export type ReplayFlags = { speed?: string; from?: string }

export async function replay(options: {
	session: string
	flags: ReplayFlags
	version: string
	output: Output
}): Promise<number> {
	const speed = replaySpeed(options.flags.speed)
	const from = fromNumber(options.flags.from)
	const store = openStore(currentFolders())
	const envelopes = await store.read(await store.find(options.session))
	if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) {
		options.output.out(sanitize(showSession(envelopes.filter(({ seq }) => seq >= from))))
		return 0
	}
	const port = new ReplayPort({ envelopes, clock: nodeClock, speed, from })
	const { startTui } = await import('../../../tui/start.tsx')
	const stop = new AbortController()
	let signalled: EndSignal | undefined
	const release = onEndSignal(signal => {
		signalled = signal
		stop.abort()
	})
	const { version } = options
	const folders = currentFolders()
	await startTui({
		port,
		playback: port,
		themes: themeServices(folders),
		screen: {
			first: USUAL_SCREEN,
			settled: () => userScreen(folders),
			runCommand: async () => '',
		},
		async feedProgram(program, args, input) {
			const { feedProgram } = await import('../../io/feed-program.ts')
			return feedProgram([program, ...args], input, { env: process.env, notFrom: process.cwd() })
		},
		version,
		stdin: process.stdin,
		stdout: process.stdout,
		stop: stop.signal,
	})
	release()
	if (!signalled) return 0
	const { codeForSignal } = await import('../../io/exit-codes.ts')
	return codeForSignal(signalled)
}

/** Of the user's own settings: a session is played wherever it was. */
async function userScreen(folders: HomeFolders): Promise<ScreenSettings> {
	const checkSchema = async () =>
		(await import('../../../runtime/host/settings-check.ts')).createSettingsCheck()
	const { settings } = await loadSettings({
		env: process.env,
		cwd: process.cwd(),
		folders,
		flags: {},
		checkSchema,
	})
	// A status line of the user's own is about a session that runs.
	return { ...screenOf(settings), statusLine: undefined }
}

function replaySpeed(text = '1'): ReplaySpeed {
	if (text === 'max') return 'max'
	if (text === '1') return 1
	if (text === '4') return 4
	throw new AgentError('usage', `--speed ${text}: expected 1, 4 or max`)
}

function fromNumber(text = '0'): number {
	if (!/^\d{1,15}$/.test(text))
		throw new AgentError('usage', `--from ${text}: expected the number of an event`)
	return Number(text)
}
