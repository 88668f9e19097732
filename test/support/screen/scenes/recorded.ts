// What a real run tells of itself, for a picture of it: the whole runtime on a folder, with real tools, the real gate and a
// model that says what the scene has written down. What a question looks like is then what a user would be asked.

import type { AgentEvent } from '../../../../src/core/events.ts'
import type { ModelPart } from '../../../../src/core/model.ts'
import type { ModelRef } from '../../../../src/core/model-ref.ts'
import { NO_USAGE, type Usage } from '../../../../src/core/usage.ts'
import { DEFAULT_SETTINGS } from '../../../../src/workspace/settings/settings-schema.ts'
import type { Step } from '../../runtime/script.ts'
import { scriptedProvider } from '../../runtime/scripted-provider.ts'
import { type StartedRuntime, startRuntime } from '../../runtime/start-runtime.ts'

export const SHOWN_MODEL: ModelRef = { provider: 'anthropic', model: 'claude-sonnet-5-5' }
export const SHOWN_FOLDER = '/home/me/project'

export type Recording = {
	files: Readonly<Record<string, string>>
	prompt: string
	/** One for each request. */
	replies: readonly (readonly Step<ModelPart>[])[]
	/** What the last of it is. Questions before it are answered with yes. */
	until: AgentEvent['type']
	/** Words of it that stand for others in the picture. */
	shownAs?: Readonly<Record<string, string>>
}

/**
 * Recorded when it is asked for first.
 * @returns everything up to the event that was waited for, as if it had happened in the folder that pictures show
 */
export function recorded(recording: Recording): () => Promise<readonly AgentEvent[]> {
	let events: Promise<readonly AgentEvent[]> | undefined
	return () => {
		events ??= record(recording)
		return events
	}
}

async function record({ files, prompt, replies, until, shownAs = {} }: Recording) {
	const runtime = await startRuntime({
		provider: scriptedProvider(...replies),
		files,
		isInteractive: true,
		runtime: {
			chain: { models: [SHOWN_MODEL], isChosen: true },
			// What holds commands differs from machine to machine, and the pictures do not.
			settings: { ...DEFAULT_SETTINGS, sandbox: { ...DEFAULT_SETTINGS.sandbox, mode: 'off' } },
		},
	})
	try {
		if (until !== 'approval-request') void sayYes(runtime)
		await runtime.prompt(prompt)
		const last = await runtime.until(until)
		const events = runtime.envelopes.map(({ event }) => event)
		let text = JSON.stringify(events.slice(0, events.indexOf(last) + 1))
		for (const [word, shown] of Object.entries({ [runtime.cwd]: SHOWN_FOLDER, ...shownAs }))
			text = text.replaceAll(word, shown)
		return (JSON.parse(text) as AgentEvent[]).map(inPictures)
	} finally {
		await runtime.stop()
	}
}

/** Until it is stopped. */
async function sayYes(runtime: StartedRuntime): Promise<void> {
	for (;;) {
		const { request } = await runtime.until('approval-request')
		const { approvalId } = request
		await runtime.port.send({ type: 'approve', approvalId, decision: { answer: 'once' } })
	}
}

/** What is another at each recording is the same in each picture. */
function inPictures(event: AgentEvent): AgentEvent {
	switch (event.type) {
		case 'session-open':
			return { ...event, sandbox: HELD }
		case 'sandbox-state':
			return { ...event, sandbox: HELD }
		case 'run-start':
			return {
				...event,
				snapshot: { ...event.snapshot, sandboxed: { mode: 'workspace-write', commands: 'ask' } },
			}
		case 'retry-wait':
			return { ...event, waitMs: 8_000 }
		default:
			return event
	}
}

const HELD = { mode: 'workspace-write', works: true, commands: 'ask' } as const

/** A reply with its words, its calls and its bill. */
export function reply(
	text: string,
	calls: readonly [callId: string, tool: string, input: object][],
	usage: Partial<Usage> = {},
): readonly ModelPart[] {
	return [
		...(text === '' ? [] : [{ type: 'text-delta', text } as const]),
		...calls.map(
			([callId, tool, input]): ModelPart => ({
				type: 'tool-call',
				callId,
				tool,
				arguments: JSON.stringify(input),
			}),
		),
		{
			type: 'finish',
			reason: calls.length > 0 ? 'tool-calls' : 'stop',
			usage: {
				...NO_USAGE,
				inputTokens: 41_000,
				cachedInputTokens: 36_000,
				outputTokens: 480,
				...usage,
			},
		},
	]
}
