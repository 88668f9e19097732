// `agent acp`: what is asked for on the command line holds for every session of the client.

import { once } from '../../core/async/once.ts'
import type { SessionOrder } from '../../server/acp/acp-agent.ts'
import { codeForSignal } from '../io/exit-codes.ts'
import type { Output } from '../io/output.ts'
import { type EndSignal, onEndSignal } from '../io/signals.ts'
import type { RawFlags } from '../startup/flags.ts'

/** @returns the exit code */
export async function acp(args: {
	flags: RawFlags & { login?: boolean }
	version: string
	output: Output
}): Promise<number> {
	const { flags, version, output } = args
	const { profile } = flags
	if (flags.login)
		return (await import('./login.ts')).login({
			provider: undefined,
			flags: { ...(profile && { profile }) },
			output,
		})
	const { serveAcp } = await import('../../server/acp/serve.ts')
	let signalled: EndSignal | undefined
	const stop = new AbortController()
	const release = onEndSignal(signal => {
		signalled = signal
		stop.abort()
	})
	const start = once(() => import('../startup/start.ts'))
	const folders = async () => (await start()).currentFolders()
	try {
		await serveAcp({
			version,
			prepare: () => void start(),
			open: async order => (await (await start()).startRuntime(startOptions(order))).port,
			store: once(async () => (await import('./sessions/session-store.ts')).openStore(await folders())),
			media: once(async () => {
				const { createMedia } = await import('../../services/embedded/media.ts')
				return createMedia((await folders()).media)
			}),
			login: {
				terminalArguments: ['--login'],
				advice: ADVICE,
				hasKey: () => hasKey(flags),
				logout: async () => {
					const { logout } = await import('./login.ts')
					const toStderr = { out: output.error, error: output.error }
					await logout({ provider: undefined, profile, output: toStderr })
				},
			},
			say: line => output.error(`${line}\n`),
			signal: stop.signal,
		})
		return signalled ? codeForSignal(signalled) : 0
	} finally {
		release()
	}

	function startOptions({ cwd, addDirs, servers, session, toolFiles }: SessionOrder) {
		const folders = [...(flags.addDir ?? []), ...addDirs]
		return {
			flags: { ...flags, cd: cwd, addDir: folders, ...(session !== undefined && { resume: session }) },
			version,
			isInteractive: true,
			...(servers && { servers }),
			...(toolFiles && { toolFiles }),
		}
	}
}

/** Whether the models that would be asked can be. Where none was chosen there has to be a key for one. */
async function hasKey({ model, profile }: RawFlags): Promise<boolean> {
	const [{ readPlace }, { chooseModels }] = await Promise.all([
		import('./login.ts'),
		import('../../workspace/settings/model-choice.ts'),
	])
	const { configs, keySource, settings } = await readPlace(profile)
	const chosen = model ?? settings.model
	const models = chooseModels({ model: chosen, providers: configs.map(({ id }) => id), keySource })
	return models.every(({ provider }) => {
		if (provider === 'demo') return chosen !== undefined
		return (
			keySource(provider) !== undefined ||
			configs.some(({ id, keyOptional }) => id === provider && keyOptional)
		)
	})
}

const ADVICE =
	'Run “agent login” in a terminal, or set ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY or OPENROUTER_API_KEY for the program that starts “agent acp”, and try again.'
