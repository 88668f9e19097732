// `agent` and `agent resume`: the screen in front of a session, or one run where there is no terminal.

import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { AgentError } from '../../../core/errors.ts'
import { canBeTakenOver } from '../../../core/text/take-over.ts'
import { homeFolders } from '../../../workspace/places/home-folders.ts'
import { type EndSignal, onEndSignal } from '../../io/signals.ts'
import { requireNoContradiction } from '../../startup/contradictions.ts'
import type { RawFlags } from '../../startup/flags.ts'
import { ownFlags } from '../../startup/own-flags.ts'
import type { StartedRuntime, StartOptions } from '../../startup/start.ts'
import { themeServices } from '../../startup/theme-services.ts'
import type { OneShotArguments } from '../run/one-shot.ts'
import { type AskAtStart, openingPort } from './opening-port.ts'
import { screenServices, whySpoken } from './screen-services.ts'
import { terminalServices } from './terminal-services.ts'
import { createTrustPrompt } from './trust-prompt.ts'

export async function chat(args: OneShotArguments): Promise<number> {
	if (!isTerminal()) return (await import('../run/one-shot.ts')).oneShot(args)
	return openScreen(args, args.prompt)
}

export async function resume(args: OneShotArguments & { session: string | undefined }): Promise<number> {
	const { session, prompt, flags } = args
	// `agent resume --last "go on"`: with --last the one argument there is can only be the prompt.
	const said = flags.last ? (prompt ?? session) : prompt
	const chosen: RawFlags = flags.last
		? { ...flags, continue: true }
		: session === undefined
			? flags
			: { ...flags, resume: session }
	if (isTerminal()) {
		const mustChoose = !flags.last && session === undefined
		return openScreen({ ...args, flags: chosen }, said, { picker: mustChoose })
	}
	if (!flags.last && session === undefined)
		throw new AgentError('usage', 'resume without a terminal needs a prompt and a session id or --last')
	const asked = said ?? (flags.inputFormat === 'stream-json' ? undefined : await pipedPrompt())
	return (await import('../run/one-shot.ts')).oneShot({ ...args, flags: chosen, prompt: asked })
}

/** A pipe that delivers is a prompt; one that is silent is not waited for. */
async function pipedPrompt(): Promise<string> {
	const { takePiped } = await import('../run/prompt-input.ts')
	const piped = await takePiped(process.stdin)
	if (piped !== undefined) return piped
	throw new AgentError(
		'usage',
		'resume without a terminal needs a prompt: agent resume <id> "…", or - to wait for one on stdin',
	)
}

function isTerminal(): boolean {
	return process.stdin.isTTY === true && process.stdout.isTTY === true
}

async function openScreen(
	{ flags: typed, version, output }: OneShotArguments,
	initialPrompt: string | undefined,
	{ picker }: { picker: boolean } = { picker: false },
): Promise<number> {
	const flags = await ownFlags(typed)
	requireNoContradiction(flags)
	const screen = screenServices(() => start())
	const spoken = whySpoken({ flag: flags.screenReader === true, env: process.env, screen: screen.first })
	const begin = await (spoken === undefined
		? import('../../../tui/start.tsx').then(({ startTui }) => startTui)
		: import('../../../tui/reader/start-reader.ts').then(
				({ startReader }) =>
					(given: Parameters<typeof startReader>[0]) =>
						startReader(given, spoken),
			))
	let starting: Promise<StartedRuntime> | undefined
	const trustPrompt = createTrustPrompt()
	const options = { flags, version, isInteractive: true, askTrust: trustPrompt.ask }
	const start = (ask?: AskAtStart) => (starting ??= startBehindScreen(options, ask))
	let signalled: EndSignal | undefined
	const stop = new AbortController()
	const release = onEndSignal(signal => {
		signalled = signal
		stop.abort()
	})
	const exit = await begin({
		...terminalServices(() => start(), { flags, version }),
		themes: themeServices(homeFolders({ env: process.env, home: homedir(), cwd: process.cwd() })),
		screen,
		port: openingPort(async ask => (await start(ask)).port),
		version,
		stdin: process.stdin,
		stdout: process.stdout,
		initialPrompt,
		folder: await realpath(flags.cd ?? process.cwd()).catch(() => process.cwd()),
		picker: picker || flags.resume === true,
		trust: trustPrompt.request,
		isYolo: flags.yolo === true,
		isFull: flags.full === true,
		stop: stop.signal,
	})
	release()
	trustPrompt.close()
	await start()
		.then(({ port }) => port.send({ type: 'shutdown' }))
		.catch(() => undefined)
	if (exit.sessionId && exit.hasMessages) output.out(`To go on: agent resume ${exit.sessionId}\n`)
	if (!signalled) return 0
	const { codeForSignal } = await import('../../io/exit-codes.ts')
	return codeForSignal(signalled)
}

async function startBehindScreen(
	options: StartOptions,
	ask: AskAtStart | undefined,
): Promise<StartedRuntime> {
	// Loading the runtime takes 60 ms in which nothing is drawn. What was typed until now goes first.
	await new Promise(resolve => setTimeout(resolve, FIRST_KEYS_MS))
	const { startRuntime } = await import('../../startup/start.ts')
	try {
		return await startRuntime(options)
	} catch (error) {
		if (!ask || !(error instanceof AgentError) || error.code !== 'session-busy') throw error
		const ways = canBeTakenOver(error.message) ? [WATCH, FORK, TAKE_OVER] : [WATCH, FORK]
		const answer = await ask(`The ${error.message}. What now?`, ways)
		if (answer === WATCH) return startRuntime({ ...options, whenBusy: 'watch' })
		if (answer === FORK) return startRuntime({ ...options, whenBusy: 'fork' })
		if (answer === TAKE_OVER) return startRuntime({ ...options, whenBusy: 'take-over' })
		throw error
	}
}

const WATCH = 'Look at it: follow what is written there'
const FORK = 'Go on in a copy of it'
const TAKE_OVER = 'Take it over: the other one is gone, or may end'

/** Enough for the first keys to be drawn, and too little to be waited for. */
const FIRST_KEYS_MS = 20
