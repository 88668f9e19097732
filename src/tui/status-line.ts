// The line below the prompt. What does not fit is left out, the least important first.

import type { UnixMs } from '../core/ids.ts'
import type { Effort } from '../core/model.ts'
import { type ModelRef, modelName } from '../core/model-ref.ts'
import type { SandboxState } from '../core/sandbox.ts'
import { cost, homeShortened, modeName, percent, tokens } from './format.ts'
import { sanitizeLine } from './sanitize.ts'
import { cellWidth, cutStartToWidth, cutToWidth } from './text/cell-width.ts'
import { type Spans, span } from './text/spans.ts'
import type { Style } from './theme.ts'
import type { View } from './view-state.ts'

export type StatusInput = {
	view: View
	branch: string | undefined
	home: string | undefined
	width: number
	now: UnixMs
	/** Whatever the mode says, nothing is asked. */
	isYolo?: boolean | undefined
}

export function statusLine({ view, branch, home, width, now, isYolo = false }: StatusInput): Spans {
	const { model, effort, approvals, context, usage, costMicroUsd, name, cwd = '' } = view
	const folder = homeShortened(cwd, home)
	const hasUse = usage.inputTokens + usage.outputTokens > 0
	// Planning stays planning: nothing but reading runs, so there is nothing to ask.
	const asksNothing = isYolo && approvals.kind !== 'plan'
	const isLoose = asksNothing || approvals.kind === 'all' || approvals.kind === 'until'
	const full = context ? context.usedTokens / Math.max(1, context.windowTokens) : 0
	const parts: readonly Part[] = [
		{ rank: 1, text: modelAndEffort(model, effort), style: { tone: 'accent' } },
		{
			rank: 0,
			text: asksNothing ? 'yolo' : modeName(approvals, now),
			style: { tone: isLoose ? 'warning' : 'quiet' },
		},
		{ rank: 2, ...wall(view.sandbox) },
		{
			rank: 3,
			text: context
				? `${percent(context.usedTokens, context.windowTokens)} of ${tokens(context.windowTokens)}`
				: '',
			style: { tone: full >= 0.8 ? 'warning' : 'quiet' },
		},
		{ rank: 4, text: hasUse ? cost(costMicroUsd) : '', style: QUIET },
		{
			rank: 5,
			text: branch ? `${cutStartToWidth(folder, 40)} (${sanitizeLine(branch)})` : cutStartToWidth(folder, 40),
			style: QUIET,
		},
		{
			rank: 6,
			text: hasUse ? `${percent(usage.cachedInputTokens, usage.inputTokens)} cached` : '',
			style: QUIET,
		},
		{ rank: 7, text: name ?? '', style: QUIET },
	]
	return joined(fitting(parts, width), width)
}

/** What holds commands, as soon as that is known. */
function wall(sandbox: SandboxState | undefined): Pick<Part, 'text' | 'style'> {
	if (!sandbox) return { text: '', style: QUIET }
	const { mode, works } = sandbox
	if (mode === 'off') return { text: 'no sandbox', style: QUIET }
	if (!works) return { text: 'no sandbox', style: { tone: 'warning' } }
	return { text: mode === 'read-only' ? 'read-only sandbox' : 'sandbox', style: QUIET }
}

function modelAndEffort(model: ModelRef | undefined, effort: Effort | undefined): string {
	if (!model) return 'no model'
	const name = sanitizeLine(modelName(model))
	return effort ? `${name} ${effort}` : name
}

type Part = { rank: number; text: string; style: Style }

const QUIET: Style = { tone: 'quiet' }
const BETWEEN = ' · '

function fitting(parts: readonly Part[], width: number): readonly Part[] {
	const kept = new Set<Part>()
	let used = -BETWEEN.length
	for (const part of [...parts].filter(({ text }) => text !== '').sort((a, b) => a.rank - b.rank)) {
		const needed = BETWEEN.length + cellWidth(part.text)
		if (kept.size > 0 && used + needed > width) continue
		kept.add(part)
		used += needed
	}
	return parts.filter(part => kept.has(part))
}

function joined(parts: readonly Part[], width: number): Spans {
	const [only] = parts
	if (parts.length === 1 && only) return [span(cutToWidth(only.text, width), only.style)]
	return parts.flatMap(({ text, style }, index) => [
		span(index === 0 ? '' : BETWEEN, QUIET),
		span(text, style),
	])
}
