// The items of the status line: what each says of the view, and nothing where there is nothing to say.

import { modelName } from '../../core/model-ref.ts'
import type { SandboxState } from '../../core/sandbox.ts'
import { type StatusItem, USUAL_STATUS_ITEMS } from '../../core/screen/screen-settings.ts'
import type { View } from '../state/view.ts'
import { cutStartToWidth } from '../text/cell-width.ts'
import { clockTime, cost, modeName, percent, shortenHome, tokens } from '../text/format.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { type Spans, span } from '../text/spans.ts'
import type { Style } from '../text/theme.ts'

export type StatusInput = {
	view: View
	branch: string | undefined
	/** Files that git sees changed. */
	dirty?: number | undefined
	home: string | undefined
	width: number
	now: number
	/** Whatever the mode says, nothing is asked. */
	isYolo?: boolean | undefined
	/** Of the composer's vim keys; left out, they are off. */
	vimMode?: string | undefined
	/** In their order; left out, the usual ones. */
	items?: readonly StatusItem[] | undefined
}

export type StatusPart = {
	item: StatusItem
	/** The highest goes first where there is no room. */
	rank: number
	/** What it says, the longest form first: the others stand for it where room is scarce. */
	forms: readonly [Spans, ...Spans[]]
	/** To the part before it, and not there without it. */
	joint?: string
}

/** @returns in the order in which they are shown; those that say nothing are left out */
export function statusParts(input: StatusInput): readonly StatusPart[] {
	const wanted = input.items ?? USUAL_STATUS_ITEMS
	// Whatever the user has chosen: how free the agent is, and how much it still can read, are never missing.
	const items = [...new Set([...wanted, ...ALWAYS.filter(item => !wanted.includes(item))])]
	const rankOf = (item: StatusItem): number =>
		ALWAYS.includes(item)
			? ALWAYS.indexOf(item)
			: ALWAYS.length + (input.items ? items.indexOf(item) : USUAL_RANKS.indexOf(item))
	return items.flatMap((item, index) => {
		const part = PARTS[item](input)
		if (part === undefined) return []
		const joint = JOINTS[item]
		const isJoined = joint !== undefined && items[index - 1] === joint.to
		return [{ ...part, item, rank: rankOf(item), ...(isJoined && { joint: joint.with }) }]
	})
}

/** Mode, sandbox and context, in the order in which they hold out. */
export const ALWAYS: readonly StatusItem[] = ['mode', 'sandbox', 'context']

const USUAL_RANKS: readonly StatusItem[] = [
	'vim',
	'model',
	'effort',
	'cost',
	'folder',
	'branch',
	'cache',
	'session',
]

/** What follows what it belongs to is one with it. */
const JOINTS: Partial<Record<StatusItem, { to: StatusItem; with: string }>> = {
	effort: { to: 'model', with: ' ' },
	branch: { to: 'folder', with: ' ' },
	dirty: { to: 'branch', with: ' ' },
}

type Part = Pick<StatusPart, 'forms'>

const PARTS: Record<StatusItem, (input: StatusInput) => Part | undefined> = {
	model: ({ view: { model } }) => {
		if (!model) return says('no model', ACCENT)
		const whole = sanitizeLine(modelName(model))
		const own = span(whole.slice(whole.lastIndexOf('/') + 1), ACCENT)
		// Who offers it goes when the window's share has been shortened as far as it can be.
		return { forms: [[span(whole, ACCENT)], [span(whole, ACCENT)], [span(whole, ACCENT)], [own]] }
	},
	effort: ({ view: { effort } }) => (effort ? says(effort, ACCENT) : undefined),
	mode: ({ view: { approvals }, now, isYolo = false }) => {
		// Planning stays planning: nothing but reading runs, so there is nothing to ask.
		const asksNothing = isYolo && approvals.kind !== 'plan'
		const isLoose = asksNothing || approvals.kind === 'all' || approvals.kind === 'until'
		return says(asksNothing ? 'yolo' : modeName(approvals, now), isLoose ? WARNING : QUIET)
	},
	sandbox: ({ view }) => sandboxPart(view.sandbox),
	context: ({ view: { context } }) => context && contextPart(context),
	cost: ({ view }) =>
		hasUse(view) && view.costMicroUsd !== undefined ? says(cost(view.costMicroUsd)) : undefined,
	folder: ({ view: { cwd }, home }) =>
		cwd === undefined ? undefined : says(cutStartToWidth(shortenHome(cwd, home), 40)),
	branch: ({ branch }) => (branch ? says(`(${sanitizeLine(branch)})`) : undefined),
	dirty: ({ dirty }) => (dirty ? says(`±${dirty}`) : undefined),
	lines: ({ view: { edits } }) =>
		edits.added + edits.removed === 0
			? undefined
			: {
					forms: [
						[
							span(`+${edits.added}`, { tone: 'added' }),
							span(' ', QUIET),
							span(`−${edits.removed}`, { tone: 'removed' }),
						],
					],
				},
	cache: ({ view }) =>
		hasUse(view)
			? says(`${percent(view.usage.cachedInputTokens, view.usage.inputTokens)} cached`)
			: undefined,
	session: ({ view: { name } }) => (name ? says(name) : undefined),
	time: ({ view: { run }, now }) => (run ? says(clockTime(now - run.startedAt)) : undefined),
	agents: ({ view: { agents } }) =>
		agents.length > 0 ? says(`${agents.length} ${agents.length === 1 ? 'agent' : 'agents'}`) : undefined,
	vim: ({ vimMode }) => (vimMode === undefined ? undefined : says(vimMode, { bold: true })),
}

const ACCENT: Style = { tone: 'accent' }
const QUIET: Style = { tone: 'quiet' }
const WARNING: Style = { tone: 'warning' }

function says(text: string, style: Style = QUIET): Part {
	return { forms: [[span(text, style)]] }
}

function hasUse({ usage }: View): boolean {
	return usage.inputTokens + usage.outputTokens > 0
}

/** What holds commands, as soon as that is known. */
function sandboxPart(sandbox: SandboxState | undefined): Part | undefined {
	if (!sandbox) return undefined
	const { mode, works, commands } = sandbox
	if (mode === 'off') return says('no sandbox')
	if (!works) return says('no sandbox', WARNING)
	const name = mode === 'read-only' ? 'read-only sandbox' : 'sandbox'
	const asked = commands === undefined ? '' : commands === 'run' ? ', unasked' : ', asks'
	return says(`${name}${asked}`)
}

/** `███░░░░░ 32% of 200k`: eight cells that turn where it is time to think of a compaction, and where one is near. */
function contextPart({ usedTokens, windowTokens }: NonNullable<View['context']>): Part {
	const share = usedTokens / Math.max(1, windowTokens)
	const style: Style = share >= 0.8 ? { tone: 'failure' } : share >= 0.6 ? WARNING : QUIET
	const cells = Math.min(BAR_CELLS, Math.max(usedTokens > 0 ? 1 : 0, Math.round(share * BAR_CELLS)))
	const bar = '█'.repeat(cells) + '░'.repeat(BAR_CELLS - cells)
	const used = percent(usedTokens, windowTokens)
	return {
		forms: [
			[span(`${bar} ${used} of ${tokens(windowTokens)}`, style)],
			[span(`${bar} ${used}`, style)],
			[span(used, style)],
		],
	}
}

const BAR_CELLS = 8
