// Plays one fault against a whole session: the real runtime and the real providers on a real socket, with only time in
// our own hands. What is observed is what a user would notice, and what the server did.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeForRun } from '../../../src/cli/io/exit-codes.ts'
import type { AgentEvent } from '../../../src/core/events.ts'
import { finalText } from '../../../src/core/messages.ts'
import type { ProviderConfig } from '../../../src/core/model.ts'
import type { ModelRef } from '../../../src/core/model-ref.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import { type HandClock, handClock } from '../hand-clock.ts'
import { type ModelServer, type RecordedRequest, startModelServer } from '../model-server/model-server.ts'
import type { ScriptedReply, Wire } from '../model-server/reply/reply.ts'
import { type StartedRuntime, startRuntime } from '../runtime/start-runtime.ts'

export type WireName = Wire['name']

/** What one prompt came to. */
export type Outcome = {
	/** Sent until the run was over. */
	requests: number
	/** Why and how long it was waited before asking again: `overloaded 400`. The spread by chance is taken out. */
	waits: readonly string[]
	/** What a reader had before their eyes in the end, turn by turn. */
	shown: readonly string[]
	/** How often a reader had to be told that what they saw does not count. */
	restarts: number
	/** Of the last message as it is stored: what `agent run` prints. */
	answer: string
	notices: readonly string[]
	/** How often the command of the script ran. */
	commands: number
	end: string
	exitCode: number
	/** Why, in the words the user reads. */
	reason: string
}

export type Scene = {
	wire: WireName
	/** Answers the request with this number, counted from 0, while the first prompt lasts. */
	replyTo(request: RecordedRequest, index: number): ScriptedReply
	/** One model, unless told otherwise; all on the same server. */
	models?: readonly ('test-model' | 'other-model')[]
	/** Stops the run in its first pause instead of letting time pass. */
	isStoppedWaiting?: true
}

/** When every scene begins, for replies that name a date. */
export const NOON_MS = Date.UTC(2026, 0, 1, 12)

/** The command that replies may call: each run of it leaves a line. */
export const COMMAND = { name: 'shell', arguments: { command: 'echo ran >> ran.txt' } }

/** Plays it and, when it is over, asks for something else in the same session. */
export async function play(scene: Scene): Promise<{ outcome: Outcome; next: Outcome }> {
	const server = await startModelServer({ wires: [scene.wire] })
	const clock = handClock(NOON_MS)
	const models = (scene.models ?? ['test-model']).map((model): ModelRef => ({ provider: 'mine', model }))
	const runtime = await startRuntime({
		approvals: { kind: 'all' },
		runtime: {
			clock,
			// It is about replies: what holds commands has its own tests, and a clock of its own.
			settings: {
				...DEFAULT_SETTINGS,
				models: MODELS,
				sandbox: { ...DEFAULT_SETTINGS.sandbox, mode: 'off' },
			},
			providers: [providerAt(server, scene.wire)],
			chain: { models, isChosen: true },
		},
	})
	try {
		const outcome = await watchRun({ ...scene, runtime, server, clock, prompt: 'What is this?' })
		const replyTo = () => ({ text: 'Still here.' })
		const next = await watchRun({ replyTo, runtime, server, clock, prompt: 'And now?' })
		return { outcome, next }
	} finally {
		await runtime.stop()
		await server.close()
	}
}

/** Requests have more in them for models that think, and more can be wrong with it. */
/** In whose window ten megabytes fit, so that no fault is followed by a compaction. */
const MODELS = Object.fromEntries(
	['test-model', 'other-model'].map(model => [
		`mine/${model}`,
		{ reasoning: true, windowTokens: 20_000_000 },
	]),
)

function providerAt(server: ModelServer, api: WireName): ProviderConfig {
	return {
		id: 'mine',
		api,
		baseUrl: server.url,
		key: async () => ({ value: 'test-key-0123456789', source: 'MINE_API_KEY' }),
		keyName: 'MINE_API_KEY',
		keyOptional: false,
		socket: false,
	}
}

type Watched = Pick<Scene, 'replyTo' | 'isStoppedWaiting'> & {
	runtime: StartedRuntime
	server: ModelServer
	clock: HandClock
	prompt: string
}

async function watchRun(watched: Watched): Promise<Outcome> {
	const { replyTo, runtime, server, clock, prompt } = watched
	const requestsBefore = server.requests.length
	const commandsBefore = await commandsRun(runtime)
	/** What shows that the reply of the last request has come as far as it will. */
	let lastSign: AgentEvent['type'] | undefined
	server.onRequest(request => {
		const reply = replyTo(request, server.requests.length - requestsBefore - 1)
		lastSign = undefined
		if (reply.fault?.kind !== 'stall') return reply
		if (reply.fault.after === 'text') lastSign = 'text-delta'
		else if (reply.fault.after === 'call') lastSign = request.wire === 'chat' ? 'text-delta' : 'tool-end'
		else void passSilence(clock)
		return reply
	})

	const reading = new AbortController()
	const envelopes = runtime.port.events(Number.MAX_SAFE_INTEGER, reading.signal)
	const watching = (async () => {
		let story = NOTHING_YET
		for await (const { event, runId } of envelopes) {
			story = follow(story, event)
			if (event.type === lastSign) void passSilence(clock)
			if (event.type === 'retry-wait') {
				await clock.asleepFor(event.waitMs)
				if (watched.isStoppedWaiting) await runtime.port.send({ type: 'cancel', runId: runId! })
				else clock.advance(event.waitMs)
			}
			if (event.type === 'run-end') break
		}
		return story
	})()
	await runtime.prompt(prompt)
	const story = await watching
	reading.abort()
	return {
		...story,
		requests: server.requests.length - requestsBefore,
		commands: (await commandsRun(runtime)) - commandsBefore,
	}
}

/** The sleeps of a request that nothing comes back for. */
async function passSilence(clock: HandClock): Promise<void> {
	for (const ms of [20_000, 20_000, 20_000, 20_000, 10_000]) {
		await clock.asleepFor(ms)
		clock.advance(ms)
	}
}

type Story = Omit<Outcome, 'requests' | 'commands'>

const NOTHING_YET: Story = {
	waits: [],
	shown: [],
	restarts: 0,
	answer: '',
	notices: [],
	end: '',
	exitCode: Number.NaN,
	reason: '',
}

function follow(story: Story, event: AgentEvent): Story {
	switch (event.type) {
		case 'turn-start':
			return { ...story, shown: [...story.shown, ''] }
		case 'text-delta':
			return { ...story, shown: withLast(story.shown, text => text + event.text) }
		case 'reply-restart':
			return { ...story, shown: withLast(story.shown, () => ''), restarts: story.restarts + 1 }
		case 'retry-wait':
			return { ...story, waits: [...story.waits, `${event.cause.code} ${usualWait(event)}`] }
		case 'message-end':
			return { ...story, answer: finalText(event.message) ?? story.answer }
		case 'notice':
			return { ...story, notices: [...story.notices, event.text] }
		case 'run-end': {
			const { reason, error } = event
			const end = error && error.code !== reason ? `${reason} ${error.code}` : reason
			return { ...story, end, exitCode: codeForRun(reason, error?.code), reason: error?.message ?? '' }
		}
		default:
			return story
	}
}

function withLast(texts: readonly string[], change: (text: string) => string): readonly string[] {
	return [...texts.slice(0, -1), change(texts.at(-1) ?? '')]
}

/** Without the tenth that chance may add or take; any other wait is left as it is. */
function usualWait({ waitMs, retry }: { waitMs: number; retry: number }): number {
	const usualMs = 200 * 2 ** (retry - 1)
	return Math.abs(waitMs - usualMs) <= usualMs / 10 ? usualMs : waitMs
}

async function commandsRun({ cwd }: Pick<StartedRuntime, 'cwd'>): Promise<number> {
	const lines = await readFile(join(cwd, 'ran.txt'), 'utf8').catch(() => '')
	return lines.split('\n').length - 1
}
