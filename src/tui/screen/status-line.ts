// The line below the prompt. What does not fit is left out, the least important first.

import type { UnixMs } from '../../core/ids.ts'
import type { Effort } from '../../core/model.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import type { SandboxState } from '../../core/sandbox.ts'
import type { View } from '../state/view.ts'
import { cellWidth, cutStartToWidth, cutToWidth } from '../text/cell-width.ts'
import { cost, modeName, percent, shortenHome, tokens } from '../text/format.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { type Spans, span } from '../text/spans.ts'
import type { Style } from '../text/theme.ts'

export type StatusInput = {
	view: View
	branch: string | undefined
	home: string | undefined
	width: number
	now: UnixMs
	/** Whatever the mode says, nothing is asked. */
	isYolo?: boolean | undefined
}

export function statusLine(input: StatusInput): Spans {
	const { width } = input
	const parts = partsOf(input, 'whole')
	const kept = fitting(parts, width)
	const hasWanted = parts.every(part => part.rank > LAST_WANTED || part.text === '' || kept.includes(part))
	return joinParts(hasWanted ? kept : fitting(partsOf(input, 'short'), width), width)
}

function partsOf(
	{ view, branch, home, now, isYolo = false }: StatusInput,
	name: 'whole' | 'short',
): readonly StatusPart[] {
	const { model, effort, approvals, context, usage, costMicroUsd, cwd = '' } = view
	const folder = shortenHome(cwd, home)
	const hasUse = usage.inputTokens + usage.outputTokens > 0
	// Planning stays planning: nothing but reading runs, so there is nothing to ask.
	const asksNothing = isYolo && approvals.kind !== 'plan'
	const isLoose = asksNothing || approvals.kind === 'all' || approvals.kind === 'until'
	const full = context ? context.usedTokens / Math.max(1, context.windowTokens) : 0
	const contextStyle: Style = { tone: full >= 0.8 ? 'warning' : 'quiet' }
	return [
		{ rank: 3, text: modelAndEffort(model, effort, name), style: { tone: 'accent' } },
		{
			rank: 0,
			text: asksNothing ? 'yolo' : modeName(approvals, now),
			style: { tone: isLoose ? 'warning' : 'quiet' },
		},
		{ rank: 1, ...sandboxPart(view.sandbox) },
		{
			rank: 2,
			text: context ? percent(context.usedTokens, context.windowTokens) : '',
			style: contextStyle,
		},
		{
			rank: 4,
			text: context ? ` of ${tokens(context.windowTokens)}` : '',
			style: contextStyle,
			isAttached: true,
		},
		{ rank: 5, text: hasUse && costMicroUsd !== undefined ? cost(costMicroUsd) : '', style: QUIET },
		{
			rank: 6,
			text: branch ? `${cutStartToWidth(folder, 40)} (${sanitizeLine(branch)})` : cutStartToWidth(folder, 40),
			style: QUIET,
		},
		{
			rank: 7,
			text: hasUse ? `${percent(usage.cachedInputTokens, usage.inputTokens)} cached` : '',
			style: QUIET,
		},
		{ rank: 8, text: view.name ?? '', style: QUIET },
	]
}

/** What holds commands, as soon as that is known. */
function sandboxPart(sandbox: SandboxState | undefined): Pick<StatusPart, 'text' | 'style'> {
	if (!sandbox) return { text: '', style: QUIET }
	const { mode, works, commands } = sandbox
	if (mode === 'off') return { text: 'no sandbox', style: QUIET }
	if (!works) return { text: 'no sandbox', style: { tone: 'warning' } }
	const name = mode === 'read-only' ? 'read-only sandbox' : 'sandbox'
	const asked = commands === undefined ? '' : commands === 'run' ? ', unasked' : ', asks'
	return { text: `${name}${asked}`, style: QUIET }
}

/** @param name - `short`: without who offers it */
function modelAndEffort(
	model: ModelRef | undefined,
	effort: Effort | undefined,
	name: 'whole' | 'short',
): string {
	if (!model) return 'no model'
	const whole = sanitizeLine(modelName(model))
	const shown = name === 'short' ? whole.slice(whole.lastIndexOf('/') + 1) : whole
	return effort ? `${shown} ${effort}` : shown
}

/** `isAttached`: to the part before it, and not there without it. */
type StatusPart = { rank: number; text: string; style: Style; isAttached?: boolean }

/** Mode, sandbox, share of the window, model: for these the model's name is shortened. */
const LAST_WANTED = 3

const QUIET: Style = { tone: 'quiet' }
const BETWEEN = ' · '

function fitting(parts: readonly StatusPart[], width: number): readonly StatusPart[] {
	const kept = new Set<StatusPart>()
	let used = -BETWEEN.length
	for (const part of [...parts].filter(({ text }) => text !== '').sort((a, b) => a.rank - b.rank)) {
		const needed = (part.isAttached ? 0 : BETWEEN.length) + cellWidth(part.text)
		const before = parts[parts.indexOf(part) - 1]
		if (part.isAttached && !(before && kept.has(before))) continue
		if (kept.size > 0 && used + needed > width) continue
		kept.add(part)
		used += needed
	}
	return parts.filter(part => kept.has(part))
}

function joinParts(parts: readonly StatusPart[], width: number): Spans {
	const [only] = parts
	if (parts.length === 1 && only) return [span(cutToWidth(only.text, width), only.style)]
	return parts.flatMap(({ text, style, isAttached }, index) => [
		span(index === 0 || isAttached ? '' : BETWEEN, QUIET),
		span(text, style),
	])
}
