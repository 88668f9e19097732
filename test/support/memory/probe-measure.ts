// The memory probe: what of the planted facts comes back, by `recall` and by itself in front of a prompt, each prompt
// in a process of its own on a copy of the home.

import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MEMORY_OPENING } from '../../../src/core/memory.ts'
import { type Message, textOf } from '../../../src/core/messages.ts'
import type { ModelPart, ModelRequest } from '../../../src/core/model.ts'
import type { RuntimeOptions } from '../../../src/runtime/options.ts'
import type { Settings } from '../../../src/workspace/settings/settings-schema.ts'
import { answer, toolCalls } from '../runtime/scripted-provider.ts'
import { startRuntime } from '../runtime/start-runtime.ts'
import { LATER_UNRELATED, NEWEST_UNRELATED } from './facts/newest.ts'
import {
	FRESH_UNRELATED,
	HELD_BACK_UNRELATED,
	LAST_UNRELATED,
	MORE_UNRELATED,
	UNRELATED,
} from './facts/unrelated.ts'
import { overHttp } from './over-http.ts'
import { type PlantedFact, type ProbeSet, plantedFacts, WAYS, type Way } from './probe-questions.ts'
import {
	makeProbeSession,
	type ProbePlace,
	type ProbeSession,
	probeModel,
	probeSettings,
	send,
} from './probe-session.ts'
import { serveVectors, type VectorOf } from './served-vectors.ts'

export type Asked = {
	fact: PlantedFact
	way: Way
	question: string
	/** It was in the request without memory. */
	isKept: boolean
	/** Memory put it in front of the question. */
	isPutIn: boolean
	/** Of a corrected fact: what holds now stands before what did. */
	isNewestFirst: boolean
	/** Of one that was taken back: it is shown with no word of that. */
	isShownAsTrue: boolean
	memory: string
}

export type Probed = {
	place: ProbePlace
	session: ProbeSession
	asked: readonly Asked[]
	recalled: readonly { fact: PlantedFact; isReached: boolean; text: string }[]
	unrelated: readonly { prompt: string; set: ProbeSet; memory: string }[]
	mostTokens: number
}

export type ProbeOptions = {
	requests: number
	seed: number
	/** Instead of the probe's own. */
	facts?: readonly PlantedFact[]
	/** Nothing of what was planted is about these; instead of the probe's own. */
	prompts?: { set: ProbeSet; texts: readonly string[] }
	/** The model stands behind a real server. */
	overHttp?: boolean
	/** 1 for all facts, 9 for the first of each kind. */
	share?: number
	ways?: (fact: PlantedFact, index: number) => readonly Way[]
	/** Of each list of them. */
	unrelated?: number
	memory?: Partial<Settings['memory']>
	/** An embedder is served that gives these. */
	vectorOf?: VectorOf
	runtime?: Partial<RuntimeOptions>
	/** Left out, all. */
	isRecalled?: (fact: PlantedFact) => boolean
	/** Before what was made is removed. */
	look?: (place: ProbePlace, session: ProbeSession) => Promise<void>
	tell?: (text: string) => void
}

export async function probeMemory(options: ProbeOptions): Promise<Probed> {
	const root = await realpath(await mkdtemp(join(tmpdir(), 'keelson-probe-')))
	const { tell = () => {} } = options
	try {
		const facts = options.facts ?? plantedFacts(options.share)
		const place = { cwd: join(root, 'project'), home: join(root, 'home') }
		const session = await makeProbeSession(place, facts, options)
		tell(`${session.requests} requests, ${session.compactions} compactions`)
		const served = options.vectorOf && (await serveVectors(place, options.vectorOf))
		const withVectors = {
			...options,
			memory: { ...options.memory, ...served?.memory },
			runtime: { ...options.runtime, ...served?.runtime },
		}
		const asking: Asking = { place, root, session, options: withVectors }
		const questions = facts.flatMap((fact, index) =>
			(options.ways?.(fact, index) ?? WAYS).map(way => ({ fact, way, question: questionOf(fact, way) })),
		)
		const asked = await inLanes(questions, async each => judged(each, await ask(asking, each.question)))
		tell(`${asked.length} questions asked`)
		const recalled = (
			await inLanes(inChunks(facts.filter(options.isRecalled ?? (() => true)), 1), async some =>
				recall(asking, some),
			)
		).flat()
		const lists: readonly [ProbeSet, readonly string[]][] = options.prompts
			? [[options.prompts.set, options.prompts.texts]]
			: [
					['open', UNRELATED],
					['open', MORE_UNRELATED],
					['held back', HELD_BACK_UNRELATED],
					['fresh', FRESH_UNRELATED],
					['last', LAST_UNRELATED],
					['newest', NEWEST_UNRELATED],
					['newest', LATER_UNRELATED],
				]
		const prompts = lists.flatMap(([set, list]) =>
			list.slice(0, options.unrelated).map(prompt => ({ prompt, set })),
		)
		const unrelated = await inLanes(prompts, async ({ prompt, set }) => ({
			prompt,
			set,
			memory: memoryOf(await ask(asking, prompt)),
		}))
		await options.look?.(place, session)
		served?.close()
		const mostTokens = Math.max(...asked.map(({ memory }) => tokensOf(memory)))
		return { place, session, asked, recalled, unrelated, mostTokens }
	} finally {
		await rm(root, { recursive: true, force: true, maxRetries: 5 })
	}
}

/** As the runtime estimates them. */
export function tokensOf(text: string): number {
	return Math.ceil(Buffer.byteLength(text) / 4)
}

type Asking = { place: ProbePlace; root: string; session: ProbeSession; options: ProbeOptions }

function questionOf(fact: PlantedFact, way: Way): string {
	return fact[way]
}

function judged(
	{ fact, way, question }: { fact: PlantedFact; way: Way; question: string },
	messages: readonly Message[],
): Asked {
	const memory = memoryOf(messages)
	const all = messages
		.map(({ content }) => textOf(content))
		.join('\n')
		.replace(memory, '')
		.replaceAll(question, '')
	const holds = 'newProof' in fact ? fact.newProof : fact.proof
	return {
		fact,
		way,
		question,
		isKept: all.includes(holds),
		isPutIn: memory.includes(holds),
		isNewestFirst: isNewestFirst(fact, memory),
		isShownAsTrue: passagesOf(memory).some(
			passage =>
				passage.includes(fact.proof) &&
				!/taken back|went back|undone/i.test(passage) &&
				!(fact.kind === 'told to forget' && passage.includes((fact as { newProof: string }).newProof)),
		),
		memory,
	}
}

/** What holds now comes before what did, or stands in the same passage beside it. */
function isNewestFirst(fact: PlantedFact, memory: string): boolean {
	if (!('newProof' in fact)) return true
	const newest = memory.indexOf(fact.newProof)
	if (newest === -1) return !memory.includes(fact.proof)
	const older = passagesOf(memory).filter(passage => passage.includes(fact.proof))
	return older.every(passage => passage.includes(fact.newProof) || memory.indexOf(passage) > newest)
}

function passagesOf(memory: string): readonly string[] {
	return memory.split(/(?=\n<passage )/)
}

/** The messages of the first request that a question leads to. */
async function ask(asking: Asking, question: string): Promise<readonly Message[]> {
	const [messages] = await inCopy(asking, question, undefined, () => answer('I see.'))
	assert.ok(messages && textOf(messages.at(-1)!.content).includes(question))
	return messages
}

async function recall(asking: Asking, facts: readonly PlantedFact[]) {
	let asked = 0
	// Whether there is room for all of a result is another matter.
	const requests = await inCopy(asking, 'Look these up.', ROOMY_TOKENS, () => {
		asked += 1
		if (asked > 1) return answer('I see.')
		const calls = facts.map(({ keywords }, index) => [`ask-${index}`, 'recall', { query: keywords }] as const)
		return toolCalls(...calls.map(([id, tool, input]): [string, string, unknown] => [id, tool, input]))
	})
	const results = requests.at(-1)!.filter(each => each.role === 'tool' && each.callId.startsWith('ask-'))
	const texts = results.map(each => textOf(each.content))
	assert.equal(texts.length, facts.length, 'every call was answered')
	return facts.map((fact, index) => {
		const text = texts[index]!
		return { fact, text, isReached: text.includes('newProof' in fact ? fact.newProof : fact.proof) }
	})
}

const ROOMY_TOKENS = 64_000

/** Nothing that one asks is there for the next. */
async function inCopy(
	{ place, root, session, options }: Asking,
	prompt: string,
	windowTokens: number | undefined,
	reply: () => readonly ModelPart[],
): Promise<readonly (readonly Message[])[]> {
	const home = await mkdtemp(join(root, 'asking-'))
	await copyHome(place.home, home)
	const requests: (readonly Message[])[] = []
	const model = probeModel(reply, request => requests.push((request as ModelRequest).messages))
	const { provider, close } = options.overHttp
		? await overHttp(model)
		: { provider: model, close: async () => {} }
	const runtime = await startRuntime({
		provider,
		in: { ...place, home },
		selector: { kind: 'named', selector: session.id },
		runtime: { settings: probeSettings(options.memory, windowTokens), ...options.runtime },
	})
	await send(runtime, prompt)
	await runtime.stop()
	await close()
	await rm(home, { recursive: true, force: true, maxRetries: 5 })
	return requests
}

/** Without the checkpoints of files, which no question is about. */
async function copyHome(from: string, to: string): Promise<void> {
	for (const name of await readdir(from))
		if (name !== 'checkpoints') await cp(join(from, name), join(to, name), { recursive: true })
}

function memoryOf(messages: readonly Message[]): string {
	const parts = messages.at(-1)!.content
	const found = parts.find(part => part.type === 'text' && part.text.startsWith(MEMORY_OPENING))
	return found?.type === 'text' ? found.text : ''
}

function inChunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
	return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
		items.slice(at * size, (at + 1) * size),
	)
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
	await Promise.all([lane(), lane()])
	return results
}
