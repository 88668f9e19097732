// The frame of a question: a surface of its own between the transcript and the prompt, where there is room for one.

import { type Spans, span, spansWidth } from '../text/spans.ts'
import type { ApprovalContent } from './approval-rows.ts'

/** Which of the questions that wait, from 0, and how many they are. */
export type DialogPlace = { index: number; count: number }

export type DialogFrame = {
	/** Air, and a rule with what is asked in it. */
	above: readonly Spans[]
	/** A rule between what there is to read and the answers. */
	between: readonly Spans[]
	/** What is left to be shown within it. */
	content: ApprovalContent
}

export function dialogFrame(
	content: ApprovalContent,
	{ width, limit, place }: { width: number; limit: number; place: DialogPlace },
): DialogFrame {
	const [question, ...more] = content.question
	const rules = question && more.length === 0 ? dialogRules(question, { width, limit, place }) : undefined
	if (!rules)
		return {
			above: [],
			between: [],
			content: { ...content, question: [...content.question, ...placeRow(place)] },
		}
	return {
		above: [[span(' ')], rules.above],
		between: [rules.between],
		content: { ...content, question: [] },
	}
}

/** @returns undefined where there is no room for them */
export function dialogRules(
	title: Spans,
	{ width, limit, place }: { width: number; limit: number; place: DialogPlace },
): { above: Spans; between: Spans } | undefined {
	const end = place.count > 1 ? ` ${place.index + 1} of ${place.count} ━━` : '━━'
	const used = 3 + spansWidth(title) + 1 + end.length
	if (limit < ROOMY_ROWS || used > width) return undefined
	const tone = title[0]?.style.tone
	const style = tone ? { tone } : {}
	return {
		above: [span('━━ ', style), ...title, span(` ${'━'.repeat(width - used)}${end}`, style)],
		between: [span('─'.repeat(width), { tone: 'quiet' })],
	}
}

function placeRow({ index, count }: DialogPlace): readonly Spans[] {
	return count > 1 ? [[span(`${index + 1} of ${count}`, { tone: 'warning' })]] : []
}

const ROOMY_ROWS = 16
