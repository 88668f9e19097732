// The empty state: what this folder is, where a model comes from when there is none, what could be asked, one tip, and how
// the last session is taken up again. It stands above the prompt until the first one is sent, and leaves no trace.

import type { UnixMs } from '../../core/ids.ts'
import { sessionLabel } from '../../core/text/session-name.ts'
import { keyName, keysOf } from '../input/key-names.ts'
import type { Bindings } from '../input/key-press.ts'
import { KEYMAP, type KeyContext } from '../input/keymap.ts'
import type { StartFacts } from '../state/tui-options.ts'
import type { View } from '../state/view.ts'
import { cutToWidth } from '../text/cell-width.ts'
import { ago } from '../text/format.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { type Spans, span } from '../text/spans.ts'
import { blockRows, DEFAULT_LOOK } from '../transcript/block-rows.ts'

export type StartRows = {
	facts: StartFacts
	branch: string | undefined
	/** Nothing but the demo can answer. */
	isWithoutModel: boolean
	/** Of the ways to a model, the one under the cursor, and what the keys for it are. */
	chosenWay: number
	wayKeys: string
	width: number
	/** Never more rows than this: what says least goes first. */
	limit: number
	now: UnixMs
	/** Of the greeting above them; left out, what it usually has. */
	greeting?: number
	/** The keys in force; left out, the usual ones. */
	bindings?: Bindings
}

/** `does`: what a click on it does; `way`: which of the ways to a model it is. */
export type StartRow = { spans: Spans; does?: StartAction; way?: number }

export type StartAction =
	| { kind: 'write'; text: string }
	| { kind: 'command'; name: string; argument: string }

export function startRows({
	facts,
	branch,
	isWithoutModel,
	width,
	limit,
	now,
	greeting = USUAL_GREETING,
	bindings = KEYMAP,
	...ways
}: StartRows): readonly StartRow[] {
	const { instructions, lastSession, examples } = facts
	const place = [
		...(branch === undefined ? [] : [`on ${branch}`]),
		instructions === undefined ? 'no AGENTS.md yet (/init writes one)' : `${instructions} is read`,
	].join(' · ')
	const sections: readonly { rank: number; rows: readonly StartRow[] }[] = [
		{ rank: 3, rows: [{ spans: quiet(place) }] },
		{ rank: 0, rows: isWithoutModel ? modelRows(facts, ways) : [] },
		{
			rank: 2,
			rows: examples.map(sanitizeLine).map(text => ({
				spans: [span('  › ', { tone: 'accent' }), span(text)],
				does: { kind: 'write', text },
			})),
		},
		{
			rank: 1,
			rows: lastSession
				? [
						{
							spans: [
								span('Last here: '),
								span(sanitizeLine(sessionLabel(lastSession)), { bold: true }),
								span(`, ${ago(lastSession.usedAt, now)} · /resume goes on with it`, { tone: 'quiet' }),
							],
							does: { kind: 'command', name: 'resume', argument: '' },
						},
					]
				: [],
		},
		{ rank: 4, rows: tipRows(facts.tip, bindings).map(spans => ({ spans })) },
	]
	let room = Math.min(limit, MOST_ROWS - greeting)
	const kept = new Set<number>()
	for (const { rank, rows } of [...sections].sort((a, b) => a.rank - b.rank)) {
		if (rows.length > room) continue
		room -= rows.length
		kept.add(rank)
	}
	return sections
		.flatMap(({ rank, rows }) => (kept.has(rank) ? rows : []))
		.map(row => ({ ...row, spans: cutRow(row.spans, width) }))
}

/** The rows of the greeting: without a model, or in a narrow window, it says more than usual. */
export function greetingRows({ blocks }: Pick<View, 'blocks'>, width: number, bindings: Bindings): number {
	const welcome = blocks.recent.findLast(({ kind }) => kind === 'welcome')
	if (welcome?.kind !== 'welcome') return USUAL_GREETING
	return blockRows(welcome, width, { ...DEFAULT_LOOK, bindings }).rows.length
}

const USUAL_GREETING = 3
/** Of the greeting and what stands below it. */
const MOST_ROWS = 12

/** The three ways to a model, to be chosen here, and to be typed later on. */
export const MODEL_WAYS: readonly { name: string; argument: string }[] = [
	{ name: 'model', argument: '' },
	{ name: 'login', argument: '' },
	{ name: 'login', argument: '--key' },
]

function modelRows(
	{ localServers }: StartFacts,
	{ chosenWay, wayKeys }: Pick<StartRows, 'chosenWay' | 'wayKeys'>,
): readonly StartRow[] {
	const found = localServers.map(sanitizeLine).join(', ')
	const texts = [
		found === '' ? 'a server on this machine (none was found)' : `on this machine: ${found}`,
		'sign in with a browser, where the provider has that',
		'paste a key; it is stored for you alone',
	]
	return MODEL_WAYS.map(({ name, argument }, index) => {
		const isChosen = index === chosenWay
		const command = `/${name} ${argument}`.trim().padEnd(16)
		const keys = isChosen && wayKeys !== '' ? `  ${wayKeys}` : ''
		return {
			spans: [
				span(isChosen ? '❯ ' : '  ', { tone: 'accent' }),
				span(command, { tone: 'accent', bold: isChosen }),
				span(texts[index] ?? '', isChosen ? {} : { tone: 'quiet' }),
				span(keys, { tone: 'quiet' }),
			],
			does: { kind: 'command', name, argument },
			way: index,
		}
	})
}

function quiet(text: string): Spans {
	return [span(sanitizeLine(text), { tone: 'quiet' })]
}

function cutRow(row: Spans, width: number): Spans {
	let left = width
	return row.map(({ text, style }) => {
		const shown = cutToWidth(text, Math.max(0, left))
		left -= shown.length
		return span(shown, style)
	})
}

/** A tip about an action that has no key is none. */
function tipRows(tip: string, bindings: Bindings): readonly Spans[] {
	let isTrue = true
	const text = tip.replace(/\{(\S+) (\S+)\}/g, (_, context: string, action: string) => {
		const [key] = isContext(context) ? keysOf(bindings, context, action) : []
		isTrue &&= key !== undefined
		return keyName(key ?? '')
	})
	return isTrue ? [quiet(`Tip: ${text}`)] : []
}

function isContext(name: string): name is KeyContext {
	return Object.hasOwn(KEYMAP, name)
}
