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
	const end = place.count > 1 ? ` ${place.index + 1} of ${place.count} ━━` : '━━'
	const used = question ? 3 + spansWidth(question) + 1 + end.length : width
	if (!question || more.length > 0 || limit < ROOMY_ROWS || used > width)
		return {
			above: [],
			between: [],
			content: { ...content, question: [...content.question, ...placeRow(place)] },
		}
	const tone = question[0]?.style.tone
	const style = tone ? { tone } : {}
	const rule: Spans = [span('━━ ', style), ...question, span(` ${'━'.repeat(width - used)}${end}`, style)]
	return {
		above: [[span(' ')], rule],
		between: [[span('─'.repeat(width), { tone: 'quiet' })]],
		content: { ...content, question: [] },
	}
}

function placeRow({ index, count }: DialogPlace): readonly Spans[] {
	return count > 1 ? [[span(`${index + 1} of ${count}`, { tone: 'warning' })]] : []
}

const ROOMY_ROWS = 16
