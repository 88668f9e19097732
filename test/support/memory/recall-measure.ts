// How much of what was said before a compaction comes back after it: facts planted in a long session, the session
// condensed by a summary that says nothing, then a question for each fact in a process of its own. The runtime is the
// real one; only the model is scripted.

import { cpSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredEvent } from '../../../src/core/events.ts'
import type { CallId, SessionId } from '../../../src/core/ids.ts'
import { MEMORY_OPENING } from '../../../src/core/memory.ts'
import { type Message, promptText, textOf } from '../../../src/core/messages.ts'
import type { ModelPart, Provider } from '../../../src/core/model.ts'
import { createJsonlStore } from '../../../src/sessions/store/jsonl-store.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import { answer, toolCalls } from '../runtime/scripted-provider.ts'
import { type StartedRuntime, startRuntime } from '../runtime/start-runtime.ts'
import { message, runEnd, runStart, sessionStart, story } from '../sessions/story.ts'
import { type Noise, noise } from './recall-noise.ts'
import { PROBES, type Probe, UNRELATED } from './recall-probes.ts'

export type ProbeResult = {
	probe: Probe
	/** It was in the request without memory. */
	isKept: boolean
	/** Memory put it in front of the question. */
	isPutIn: boolean
	/** `recall` found it by its key words. */
	isRecalled: boolean
}

export type Measured = {
	results: readonly ProbeResult[]
	/** Prompts that nothing said before is about, and that something was put in front of all the same. */
	disturbed: readonly string[]
	/** The most tokens, as the runtime estimates them, that were put in front of a prompt. */
	mostTokens: number
	compactions: number
}

export async function measureRecall({
	messages,
	seed,
}: {
	messages: number
	seed: number
}): Promise<Measured> {
	const root = await realpath(await mkdtemp(join(tmpdir(), 'keelson-recall-')))
	try {
		const place = { cwd: join(root, 'project'), home: join(root, 'home') }
		await mkdir(place.cwd)
		await writeSession(place, eventsOf(planted(messages, seed)))
		const compactions = await condense(place)
		const asked = await inLanes(PROBES, async (probe): Promise<ProbeResult & { context: string }> => {
			const sent = await ask(place, root, probe.question)
			const context = memoryText(sent)
			const all = sent.map(each => textOf(each.content)).join('\n')
			return {
				probe,
				context,
				isKept: all.replace(context, '').includes(probe.proof),
				isPutIn: context.includes(probe.proof),
				isRecalled: (await recall(place, root, probe.keywords)).includes(probe.proof),
			}
		})
		const prompts = await inLanes(UNRELATED, async prompt => ({
			prompt,
			context: memoryText(await ask(place, root, prompt)),
		}))
		const disturbed = prompts.filter(({ context }) => context !== '').map(({ prompt }) => prompt)
		const mostTokens = Math.max(...asked.map(({ context }) => Math.ceil(Buffer.byteLength(context) / 4)))
		const results = asked.map(({ context: _, ...result }) => result)
		return { results, disturbed, mostTokens, compactions }
	} finally {
		await rm(root, { recursive: true, force: true, maxRetries: 5 })
	}
}

type Place = { cwd: string; home: string }

const SESSION = '261121-071203-abcd' as SessionId
/** Small, so that the session is many times as large, and what a compaction pins is little of it. */
const WINDOW_TOKENS = 8_000
const POOR_SUMMARY = 'The user and the assistant worked on the project.'

const SETTINGS = {
	...DEFAULT_SETTINGS,
	models: { 'test/scripted': { windowTokens: WINDOW_TOKENS, maxOutputTokens: 1_000 } },
}

/** Evenly among the noise, and none of them in what is newest. */
function planted(messages: number, seed: number): readonly Noise[] {
	const all = [...noise(messages, seed)]
	const distance = Math.floor((messages * 0.9) / PROBES.length)
	for (const [index, { by, fact }] of PROBES.entries())
		all.splice(index * (distance + 1), 0, { by, text: fact })
	return all
}

function eventsOf(said: readonly Noise[]): readonly StoredEvent[] {
	const events: StoredEvent[] = [sessionStart('/elsewhere')]
	let isRunning = false
	const begin = (prompt: string) => {
		if (isRunning) events.push(runEnd())
		events.push(runStart(prompt))
		isRunning = true
	}
	for (const [index, { by, text }] of said.entries()) {
		if (by === 'user') begin(text)
		else if (!isRunning) begin('Go on.')
		if (by === 'assistant') events.push(message(text))
		if (by === 'tool') {
			const call = { callId: `call-${index}` as CallId, tool: 'shell', arguments: '{"command":"make"}' }
			events.push(message('', [call.callId]), { type: 'tool-start', ...call, tier: 'read-only' })
			const result = { outcome: 'ok' as const, content: [{ type: 'text' as const, text }] }
			events.push({ type: 'tool-end', callId: call.callId, tool: 'shell', result })
		}
	}
	return [...events, runEnd()]
}

async function writeSession({ cwd, home }: Place, events: readonly StoredEvent[]): Promise<void> {
	const first = sessionStart(cwd)
	const store = createJsonlStore({ folder: join(home, 'sessions') })
	const log = store.create(SESSION, cwd)
	await log.append(story([first, ...events.slice(1)], SESSION), { durable: false })
	await log.close()
}

/** Goes on in the session until its history has been condensed and the index holds all of it. */
async function condense(place: Place): Promise<number> {
	const provider: Provider = {
		id: 'test',
		stream: async function* ({ messages }) {
			yield* answer(isSummaryRequest(messages) ? POOR_SUMMARY : 'All right.')
		},
	}
	const runtime = await resume(place, provider)
	await send(runtime, 'Thanks, that is enough for today.')
	// As the picker does; it answers once the index is up to date.
	await runtime.port.queries.searchSessions('anything')
	const compactions = runtime.envelopes.filter(({ event }) => event.type === 'compaction').length
	await runtime.stop()
	return compactions
}

/** The first request that a question leads to. */
async function ask(from: Place, root: string, question: string): Promise<readonly Message[]> {
	const requests = await inCopy(from, root, question, () => answer('I see.'))
	return requests[0]!
}

/** What `recall` gives for key words. */
async function recall(from: Place, root: string, query: string): Promise<string> {
	const requests = await inCopy(from, root, 'Look it up.', asked =>
		asked === 1 ? toolCalls(['ask', 'recall', { query }]) : answer('I see.'),
	)
	const result = requests.at(-1)!.findLast(each => each.role === 'tool')
	return result ? textOf(result.content) : ''
}

/** In a process of its own, as far as the runtime can tell: nothing that one asks is there for the next. */
async function inCopy(
	from: Place,
	root: string,
	prompt: string,
	reply: (asked: number) => readonly ModelPart[],
): Promise<readonly (readonly Message[])[]> {
	const home = await mkdtemp(join(root, 'asking-'))
	cpSync(from.home, home, { recursive: true })
	const requests: (readonly Message[])[] = []
	const provider: Provider = {
		id: 'test',
		stream: async function* ({ messages }) {
			if (isSummaryRequest(messages)) return yield* answer(POOR_SUMMARY)
			requests.push(messages)
			yield* reply(requests.length)
		},
	}
	const runtime = await resume({ ...from, home }, provider)
	await send(runtime, prompt)
	await runtime.stop()
	await rm(home, { recursive: true, force: true, maxRetries: 5 })
	return requests
}

/** A few at a time, the results in order. */
async function inLanes<Item, Result>(
	items: readonly Item[],
	work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
	const results: Result[] = []
	let next = 0
	const lane = async () => {
		for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index]!)
	}
	await Promise.all([lane(), lane(), lane()])
	return results
}

async function resume(place: Place, provider: Provider): Promise<StartedRuntime> {
	return startRuntime({
		provider,
		in: place,
		selector: { kind: 'named', selector: SESSION },
		runtime: { settings: SETTINGS },
	})
}

/** Resolves when the run of this prompt is over, and not one of those that the log holds. */
async function send(runtime: StartedRuntime, text: string): Promise<void> {
	await runtime.prompt(text)
	const isStarted = () =>
		runtime.envelopes.findLast(({ event }) => event.type === 'run-start' && promptText(event.prompt) === text)
			?.runId
	let runId = isStarted()
	while (runId === undefined) {
		await runtime.until('run-start')
		runId = isStarted()
	}
	const isOver = () => runtime.envelopes.some(each => each.runId === runId && each.event.type === 'run-end')
	while (!isOver()) await runtime.until('run-end')
}

function memoryText(messages: readonly Message[]): string {
	const parts = messages.at(-1)!.content
	const found = parts.find(part => part.type === 'text' && part.text.startsWith(MEMORY_OPENING))
	return found?.type === 'text' ? found.text : ''
}

function isSummaryRequest(messages: readonly Message[]): boolean {
	return textOf(messages.at(-1)!.content).startsWith('[This is the program, not the user.]')
}
