// Storms in a window: run after run with results as large as they get, pictures, calls side by side and a plan, at a server
// that counts for itself and refuses what is more than it takes. Every request is looked at as it comes.

import { modelName } from '../../../../src/core/model-ref.ts'
import type { CountTokens } from '../../../../src/runtime/context/tokens/token-counter.ts'
import { DEFAULT_SETTINGS } from '../../../../src/workspace/settings/settings-schema.ts'
import { type RecordedRequest, startModelServer } from '../../../support/model-server/model-server.ts'
import type { ScriptedCall, ScriptedReply } from '../../../support/model-server/reply/reply.ts'
import { PICTURE } from '../../../support/picture.ts'
import { type Api, isForSummary, MODEL, startLongWork } from '../../../support/runtime/long-work.ts'
import { requestTokens } from '../../../support/runtime/request-tokens.ts'

/** `early`: summaries are begun in the background while the work goes on. */
export type Storm = { api: Api; windowTokens: number; turns: number; turnsARun: number; early?: boolean }

export type StormReport = {
	requests: number
	compactions: number
	/** Requests that the server refused for their size, and the largest there was, as a share of the window. */
	overflows: number
	largest: number
	pictures: number
	/** What of the goal, the plan and the last three prompts was missing from which request. */
	missing: readonly string[]
	/** Where a request did not go on from the one before it though nothing was compacted: the share that was the same. */
	broken: readonly string[]
	/** CPU of each turn in milliseconds, the counting of the server included. */
	cpuMs: readonly number[]
	reasons: readonly string[]
}

const FILES = 24
const TEXT = `${Array.from({ length: 7_000 }, (_, line) => `line ${line}: plum ${(line * 7919) % 1_000}`).join('\n')}\n`

export async function storm(
	{ api, windowTokens, turns, turnsARun, early = false }: Storm,
	count: CountTokens,
): Promise<StormReport> {
	const server = await startModelServer({ wires: [api] })
	const tokensIn = rememberingCount(count)
	const said: string[] = []
	const missing: string[] = []
	const broken: string[] = []
	const cpuMs: number[] = []
	let [requests, summaries, overflows, largest, pictures, turn, turnOfRun] = [0, 0, 0, 0, 0, 0, 0]
	let plan: readonly string[] = []
	let before: { bytes: Buffer; kept: string } | undefined
	let cpu = process.cpuUsage()

	function answer(request: RecordedRequest): ScriptedReply {
		requests += 1
		const shown = picturesIn(request.bytes)
		pictures += shown
		const tokens = requestTokens(request, tokensIn) + shown * TOKENS_OF_A_PICTURE
		largest = Math.max(largest, tokens / windowTokens)
		if (tokens > windowTokens) {
			overflows += 1
			const message = `This model's maximum context length is ${windowTokens} tokens. However, your messages resulted in ${tokens} tokens.`
			return {
				status: 400,
				error: { message, code: 'context_length_exceeded', type: 'invalid_request_error' },
			}
		}
		const usage = { inputTokens: tokens, outputTokens: 40 }
		if (isForSummary(request)) {
			summaries += 1
			return { text: SUMMARIES[summaries % SUMMARIES.length]!(summaries), usage }
		}
		const used = process.cpuUsage(cpu)
		cpu = process.cpuUsage()
		cpuMs.push((used.user + used.system) / 1_000)
		look(request)
		turn += 1
		turnOfRun += 1
		if (turnOfRun > turnsARun) return { text: `Run ${said.length} is done.`, usage }
		return { text: `Turn ${turn}: looking on.`, calls: callsOf(turn), usage }
	}

	function look(request: RecordedRequest): void {
		const text = request.bytes.toString()
		const bytes = Buffer.from(text.replace(REPLY_ROOM, ''))
		const last = said.slice(-3)
		for (const index of last.keys())
			for (const word of marksOf(said.length - last.length + index + 1))
				if (!text.includes(word)) missing.push(`request ${requests}: ${word}`)
		for (const item of plan) if (!text.includes(item)) missing.push(`request ${requests}: ${item}`)
		const kept = keptIn(text)
		if (before && before.kept === kept) {
			const same = sameBytes(before.bytes, bytes) / before.bytes.length
			if (same < 0.99) broken.push(`request ${requests}: ${(100 * same).toFixed(1)} %`)
		}
		before = { bytes, kept }
	}

	function callsOf(number: number): readonly ScriptedCall[] {
		const path = (index: number) => `big${index % FILES}.txt`
		if (turnOfRun === 1 || turnOfRun % 10 === 0) {
			const step = Math.floor(turnOfRun / 10)
			const items = Array.from({ length: 8 }, (_, index) => ({
				text: `step ${index} of plan ${said.length}`,
				status: index < step ? 'done' : index === step ? 'in-progress' : 'pending',
			}))
			plan = items.flatMap(({ text, status }) => (status === 'done' ? [] : [text]))
			return [{ name: 'todo', arguments: { items } }]
		}
		if (number % 7 === 0) return [{ name: 'read', arguments: { path: 'grey.png' } }]
		const offset = (number * 37) % 5_000
		const large = { name: 'read', arguments: { path: path(number), offset: offset + 1 } }
		if (number % 3 !== 0) return [large]
		return [
			large,
			{ name: 'read', arguments: { path: path(number + 1), offset: offset + 9, limit: 40 } },
			{ name: 'read', arguments: { path: `missing-${number}.txt` } },
		]
	}

	server.onRequest(request => {
		const reply = answer(request)
		// Of hundreds of them nothing may pile up: the test's own memory would be what is measured.
		request.body = { model: request.body.model ?? '', stream: request.body.stream ?? false }
		request.bytes = Buffer.alloc(0)
		return reply
	})
	const runtime = await startLongWork(server, api, {
		files: {
			'grey.png': PICTURE.bytes,
			...Object.fromEntries(Array.from({ length: FILES }, (_, index) => [`big${index}.txt`, TEXT])),
		},
		runtime: {
			settings: {
				...DEFAULT_SETTINGS,
				context: { ...DEFAULT_SETTINGS.context, ...(early && { compactEarly: true }) },
				budget: { ...DEFAULT_SETTINGS.budget, maxTurns: 1_000 },
				models: {
					[modelName(MODEL)]: {
						windowTokens,
						maxOutputTokens: Math.min(4_000, windowTokens / 8),
						images: true,
					},
				},
			},
		},
	})
	const reasons: string[] = []
	try {
		while (turn < turns) {
			const words = promptOf(said.length + 1)
			said.push(words)
			turnOfRun = 0
			await runtime.prompt(words)
			const { reason, error } = await runtime.until('run-end')
			reasons.push(error ? `${reason}: ${error.message}` : reason)
			if (reason !== 'finished') break
		}
	} finally {
		await runtime.stop()
		await server.close()
	}
	const compactions = runtime.envelopes.filter(({ event }) => event.type === 'compaction').length
	return { requests, compactions, overflows, largest, pictures, missing, broken, cpuMs, reasons }
}

/** About thirty tokens; every fifth has something long pasted into its middle. */
function promptOf(number: number): string {
	const [first, last] = marksOf(number)
	const pasted = number % 5 === 0 ? `\n${'It says that the plums are cold.\n'.repeat(200)}` : ''
	return `${first}: count what lies on shelf ${number * 31},${pasted} and never touch the cold ones of row ${number * 17} ${last}`
}

function marksOf(number: number): readonly [string, string] {
	return [`Prompt number ${number}`, `before noon of day ${number}.`]
}

/** How long an answer may be is no part of what a cache goes by. */
const REPLY_ROOM = /"max_(?:output_|completion_)?tokens":\d+/

const TOKENS_OF_A_PICTURE = 1_000

const SUMMARIES: readonly ((number: number) => string)[] = [
	number =>
		`## Goal\nCount plums.\n## Facts\nThe icebox is at /kitchen/icebox and was opened ${number} times.`,
	() => 'Sure.',
	() => "I'm sorry, but I can't help with that.",
	number => `## State\n${`Shelf ${number} was looked at, and nothing came of it. `.repeat(400)}`,
	() => '',
]

function keptIn(text: string): string {
	const from = text.indexOf('<kept-history>')
	const beginning = text.lastIndexOf('<history-summary>', from)
	return from === -1
		? ''
		: text.slice(beginning === -1 ? from : beginning, text.indexOf('</kept-history>', from))
}

function picturesIn(bytes: Buffer): number {
	return bytes.toString('latin1').split(PICTURE.base64).length - 1
}

function sameBytes(one: Buffer, other: Buffer): number {
	const length = Math.min(one.length, other.length)
	let [same, step] = [0, 65_536]
	while (step >= 1) {
		const to = Math.min(same + step, length)
		if (to > same && one.subarray(same, to).equals(other.subarray(same, to))) same = to
		else step = Math.floor(step / 2)
	}
	return same
}

/** Each text once: what is sent again and again is the same text. */
function rememberingCount(count: CountTokens): CountTokens {
	const known = new Map<string, number>()
	return text => {
		const tokens = known.get(text) ?? count(text)
		known.set(text, tokens)
		return tokens
	}
}
