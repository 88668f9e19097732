// The card at the end of a task that waits for somebody: an approval or a question. Its keys work while it has the focus and
// nowhere else, and not in its first moment: what was meant for the card before must not answer this one.

import { isObject, parseJson } from '../../../../core/json.ts'
import type { TaskWaiting } from '../../../../core/services/tasks.ts'
import type { GivenAnswer } from '../state/api.ts'
import type { Transcript } from '../state/transcript.ts'
import { messageOf } from '../text/format.ts'
import { approvalParts, type OpenApproval } from './approval-parts.ts'
import { box, button, make, problemLine, put } from './dom.ts'
import { type OpenQuestion, questionParts } from './question-parts.ts'

/** What is told of it in the transcript is more than what stands in the task. */
export function askedIn(
	waiting: TaskWaiting,
	{ approvals, questions, blocks }: Transcript,
): OpenApproval | OpenQuestion {
	const { text } = waiting
	if (waiting.for === 'approval') {
		const request = approvals[waiting.approvalId]
		const block = blocks.findLast(({ id }) => id === `call-${request?.callId}`)
		const called = block?.kind === 'call' ? parseJson(block.call.arguments) : undefined
		// A sub-agent's call stands in a log of its own, so the request brings its input along.
		const input = request?.input ?? (isObject(called) ? called : {})
		const command = typeof input.command === 'string' ? input.command : undefined
		return { for: 'approval', id: waiting.approvalId, text, request, command }
	}
	const question = questions[waiting.questionId]
	const words = question ?? { text, options: waiting.options ?? [] }
	return {
		for: 'answer',
		id: waiting.questionId,
		words,
		agent: question?.agent,
		isWhole: question !== undefined,
	}
}

/** @param send - resolves when the answer is on its way @throws what it cannot be answered for */
export function askCard(
	asked: OpenApproval | OpenQuestion,
	send: (answer: GivenAnswer) => Promise<void>,
): HTMLElement {
	const problem = problemLine()
	const shownAt = performance.now()
	const isEarly = () => performance.now() - shownAt < GUARD_MS
	let isSent = false
	const give = (answer: GivenAnswer | undefined) => {
		if (!answer || isSent || isEarly()) return
		isSent = true
		card.dataset.state = 'sent'
		put(problem)
		send(answer).catch((error: unknown) => {
			isSent = false
			card.dataset.state = 'ready'
			put(problem, messageOf(error))
		})
	}
	const parts = asked.for === 'approval' ? approvalParts(asked, give) : questionParts(asked, give)
	const title = asked.for === 'approval' ? 'May it do this?' : 'It asks you'
	const buttons = parts.buttons.map(({ label, keys, hint = keys[0] ?? '', isMain, answer }) => {
		const element = button('', () => give(answer()), {
			class: isMain ? 'main' : undefined,
			'aria-keyshortcuts': keys.join(' ') || undefined,
		})
		element.append(make('kbd', { 'aria-hidden': 'true' }, hint), make('span', { dir: 'auto' }, label))
		return element
	})
	const card = make(
		'section',
		{ class: 'card', tabindex: 0, 'aria-labelledby': 'asked-title', 'data-state': 'new' },
		make('h3', { id: 'asked-title' }, title),
		...parts.body,
		box('buttons', ...buttons),
		parts.field,
		problem,
	)
	// For whoever looks, and for whoever has to wait for it.
	setTimeout(() => {
		if (card.dataset.state === 'new') card.dataset.state = 'ready'
	}, GUARD_MS + 20)
	card.addEventListener('keydown', event => {
		if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || isWriting(event.target)) return
		if (isEarly()) return
		const key = event.key.toLowerCase()
		const button = parts.buttons.find(({ keys }) => keys.includes(key))
		if (button) give(button.answer())
		// Enter on a button is the button's.
		else if (event.target instanceof HTMLButtonElement || !parts.press?.(key)) return
		event.preventDefault()
	})
	return card
}

/** A choice is no place for words: digits go on to mean choices there. */
function isWriting(target: EventTarget | null): boolean {
	if (target instanceof HTMLInputElement) return target.type !== 'radio' && target.type !== 'checkbox'
	return target instanceof HTMLTextAreaElement
}

/** Nobody reads and decides in less. */
const GUARD_MS = 400
