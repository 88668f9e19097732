// A storm of large results: `node bench/storm.ts [--wire responses|chat|messages] [--window N] [--turns N] [--early]
// [--slow-summary MS]`. Prompts of some turns each, with results of 40 kB, pictures and calls beside each other, over a
// real server. It counts the requests that overflow or lack the goal, the plan or one of the last three prompts, how
// much of the request before stands unchanged at the start of the next, and how long the program itself takes between.

import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { AgentEvent } from '../src/core/events.ts'
import { loadTokenCounter } from '../src/runtime/context/tokens/token-counter.ts'
import { DEFAULT_SETTINGS } from '../src/workspace/settings/settings-schema.ts'
import { type RecordedRequest, startModelServer } from '../test/support/model-server/model-server.ts'
import { PICTURE } from '../test/support/picture.ts'
import { requestTokens } from '../test/support/runtime/request-tokens.ts'
import { startRuntime } from '../test/support/runtime/start-runtime.ts'
import { median } from './figure.ts'

const { values } = parseArgs({
	options: {
		wire: { type: 'string', default: 'responses' },
		window: { type: 'string', default: '32000' },
		turns: { type: 'string', default: '600' },
		early: { type: 'boolean', default: false },
		'slow-summary': { type: 'string', default: '0' },
	},
})
const windowTokens = Number(values.window)
const turns = Number(values.turns)
const slowMs = Number(values['slow-summary'])
const TURNS_A_PROMPT = 12
const GOAL = 'Find out who owes the most in the ledger of the harbour, and never write into it.'
const PLAN = ['read the ledger page by page', 'add up what each one owes']
const SUMMARY = '## Goal\nThe harbour.\n## State\nRead up to here.\n## Next steps\nRead on.'

const api = values.wire
if (api !== 'responses' && api !== 'chat' && api !== 'messages') throw new Error(`no such wire: ${api}`)

const root = await realpath(await mkdtemp(join(tmpdir(), 'keelson-storm-')))
const server = await startModelServer()
try {
	const cwd = join(root, 'project')
	await mkdir(cwd)
	for (let page = 0; page < 4; page++) await writeFile(join(cwd, `page-${page}.txt`), pageText(page))
	await writeFile(join(cwd, 'chart.png'), PICTURE.bytes)
	const prompts: string[] = []
	const kept: { request: RecordedRequest; isSummary: boolean; prompts: readonly string[] }[] = []
	let turn = 0
	server.onRequest(async request => {
		const isSummary = isForSummary(request)
		kept.push({ request, isSummary, prompts: prompts.slice(-3) })
		if (isSummary) {
			if (slowMs > 0) await new Promise(resolve => setTimeout(resolve, slowMs))
			return { text: SUMMARY }
		}
		turn += 1
		return replyOf(turn)
	})
	const runtime = await startRuntime({
		in: { cwd, home: join(root, 'home') },
		approvals: { kind: 'all' },
		runtime: {
			providers: [
				{
					id: 'test',
					api,
					baseUrl: api === 'messages' ? server.anthropicUrl : server.url,
					key: async () => undefined,
					keyName: undefined,
					keyOptional: true,
				},
			],
			chain: { models: [{ provider: 'test', model: 'test-model' }], isChosen: true },
			settings: {
				...DEFAULT_SETTINGS,
				context: { ...DEFAULT_SETTINGS.context, ...(values.early && { compactEarly: true }) },
				models: {
					'test/test-model': {
						windowTokens,
						maxOutputTokens: Math.min(4_000, windowTokens / 8),
						images: true,
					} as (typeof DEFAULT_SETTINGS.models)[string],
				},
			},
		},
	})
	const reasons: string[] = []
	while (turn < turns) {
		const prompt =
			prompts.length === 0 ? GOAL : `Prompt number ${prompts.length}: go on with part ${prompts.length}.`
		prompts.push(prompt)
		await runtime.prompt(prompt)
		const { reason } = await runtime.until('run-end')
		if (reason !== 'finished') reasons.push(reason)
	}
	const events = runtime.envelopes.map(({ event }) => event)
	await runtime.stop()
	await report(kept, events, reasons)
} finally {
	await server.close()
	await rm(root, { recursive: true, force: true })
}

async function report(
	kept: readonly { request: RecordedRequest; isSummary: boolean; prompts: readonly string[] }[],
	events: readonly AgentEvent[],
	reasons: readonly string[],
): Promise<void> {
	const count = await loadTokenCounter()
	const known = new Map<string, number>()
	const counted = (text: string) => {
		const tokens = known.get(text) ?? count(text)
		known.set(text, tokens)
		return tokens
	}
	const sizes = kept.map(({ request }) => requestTokens(request, counted))
	const work = kept.filter(({ isSummary }) => !isSummary)
	const without = (words: (each: (typeof work)[number]) => readonly string[]) =>
		work.filter(
			each => !words(each).every(word => each.request.bytes.includes(JSON.stringify(word).slice(1, -1))),
		)
	const gaps = work
		.slice(1)
		.map(({ request }, at) => ({ at, ms: request.atMs - work[at]!.request.endedAtMs }))
	const sorted = gaps.toSorted((a, b) => b.ms - a.ms).slice(0, 5)
	const shares = work.slice(1).map(({ request }, at) => sharedWith(work[at]!.request, request))
	const compactions = events.filter(({ type }) => type === 'compaction').length
	const stable = shares.toSorted((a, b) => a - b).slice(compactions)
	tell(`${api}, window ${windowTokens}, ${work.length} turns${values.early ? ', early summaries' : ''}`)
	tell(`  runs that did not finish: ${reasons.join(', ') || 'none'}`)
	tell(
		`  largest request ${Math.max(...sizes)} tokens, overflows ${sizes.filter(size => size > windowTokens).length}`,
	)
	tell(`  compactions ${compactions}, requests for a summary ${kept.length - work.length}`)
	tell(
		`  without goal ${without(() => [GOAL]).length}, plan ${without(({ request }) => (request === work[0]!.request ? [] : PLAN)).length}, last three prompts ${without(each => each.prompts).length}`,
	)
	tell(
		`  prefix kept apart of compactions: mean ${percent(mean(stable))}, least ${percent(stable[0] ?? 1)}; all: ${percent(mean(shares))}`,
	)
	tell(
		`  own time per turn: first 100 ${median(gaps.slice(0, 100).map(({ ms }) => ms)).toFixed(1)} ms, last 100 ${median(gaps.slice(-100).map(({ ms }) => ms)).toFixed(1)} ms`,
	)
	tell(`  longest: ${sorted.map(({ at, ms }) => `${ms.toFixed(0)} ms before turn ${at + 2}`).join(', ')}`)
}

/** How much of what was said in the request before is said in this one in the same place. */
function sharedWith(before: RecordedRequest, now: RecordedRequest): number {
	const [one, other] = [itemsOf(before), itemsOf(now)]
	let same = 0
	while (same < one.length && one[same] === other[same]) same++
	const length = (items: readonly string[]) => items.reduce((sum, item) => sum + item.length, 0)
	return length(one) === 0 ? 1 : length(one.slice(0, same)) / length(one)
}

function itemsOf({ body }: RecordedRequest): readonly string[] {
	const items = body.input ?? body.messages
	// Where a cache begins and ends is said beside the text.
	return Array.isArray(items)
		? items.map(item => JSON.stringify(item, (key, value) => (key === 'cache_control' ? undefined : value)))
		: []
}

function replyOf(turn: number) {
	const at = turn % TURNS_A_PROMPT
	if (turn === 1) {
		const items = PLAN.map(text => ({ text, status: 'pending' }))
		return { calls: [{ name: 'todo', arguments: { items } }] }
	}
	if (at === 0) return { text: `Part ${turn / TURNS_A_PROMPT} is done.` }
	const shell = (page: number) => ({
		name: 'shell',
		arguments: { command: `cat page-${page}.txt; echo ${turn}` },
	})
	if (at === 5) return { calls: [{ name: 'read', arguments: { path: 'chart.png' } }] }
	if (at === 7) return { text: `Turn ${turn}.`, calls: [0, 1, 2].map(shell) }
	if (at === 9) {
		const step = { text: `look at part ${turn}`, status: 'done' }
		return {
			calls: [
				{ name: 'todo', arguments: { items: [...PLAN.map(text => ({ text, status: 'pending' })), step] } },
			],
		}
	}
	return { text: `Turn ${turn}.`, calls: [shell(turn % 4)] }
}

function isForSummary({ bytes }: RecordedRequest): boolean {
	return bytes.includes('Do not call tools, and do not answer')
}

function pageText(page: number): string {
	return Array.from(
		{ length: 1_400 },
		(_, line) => `${page}-${line}: berth ${(line * 7919) % 997} owes ${(line * 31) % 89}\n`,
	)
		.join('')
		.slice(0, 40_000)
}

function mean(numbers: readonly number[]): number {
	return numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length)
}

function percent(share: number): string {
	return `${(100 * share).toFixed(1)} %`
}

function tell(text: string): void {
	process.stdout.write(`${text}\n`)
}
