// The card at the end of a task that waits for somebody: an approval or a question. Its keys work while it has the focus and
// nowhere else, and not in its first moment: what was meant for the card before must not answer this one.

import type { ApprovalRequest } from '../../../../core/approval.ts'
import { isObject, parseJson } from '../../../../core/json.ts'
import type { TaskWaiting } from '../../../../core/services/tasks.ts'
import type { GivenAnswer } from '../state/api.ts'
import type { Transcript } from '../state/transcript.ts'
import { messageOf } from '../text/format.ts'
import { revealed } from '../text/visible-text.ts'
import { box, button, type Child, line, make, problemLine, put, region } from './dom.ts'
import { diffBox, outputBox } from './text-views.ts'

export type OpenQuestion =
	| {
			for: 'approval'
			id: string
			text: string
			request: ApprovalRequest | undefined
			command: string | undefined
	  }
	| { for: 'answer'; id: string; text: string; options: readonly string[]; agent: string | undefined }

/** What is told of it in the transcript is more than what stands in the task. */
export function askedIn(waiting: TaskWaiting, { approvals, questions, blocks }: Transcript): OpenQuestion {
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
	const options = question?.options ?? waiting.options ?? []
	return { for: 'answer', id: waiting.questionId, text, options, agent: question?.agent }
}

/** `keys`: while the card has the focus. `hint`: another key that does it, elsewhere. */
type AskChoice = {
	label: string
	keys: readonly string[]
	hint?: string
	isMain?: boolean
	answer(): GivenAnswer | undefined
}

/** @param send - resolves when the answer is on its way @throws what it cannot be answered for */
export function askCard(asked: OpenQuestion, send: (answer: GivenAnswer) => Promise<void>): HTMLElement {
	const problem = problemLine()
	const shownAt = performance.now()
	let isSent = false
	const give = (answer: GivenAnswer | undefined) => {
		if (!answer || isSent || performance.now() - shownAt < GUARD_MS) return
		isSent = true
		card.dataset.state = 'sent'
		put(problem)
		send(answer).catch((error: unknown) => {
			isSent = false
			card.dataset.state = 'ready'
			put(problem, messageOf(error))
		})
	}
	const { body, choices, field } = asked.for === 'approval' ? approval(asked, give) : question(asked, give)
	const title = asked.for === 'approval' ? 'May it do this?' : 'It asks you'
	const buttons = choices.map(({ label, keys, hint = keys[0] ?? '', isMain, answer }) => {
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
		...body,
		box('buttons', ...buttons),
		field,
		problem,
	)
	// For whoever looks, and for whoever has to wait for it.
	setTimeout(() => {
		if (card.dataset.state === 'new') card.dataset.state = 'ready'
	}, GUARD_MS + 20)
	card.addEventListener('keydown', event => {
		if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || isWriting(event.target)) return
		const choice = choices.find(({ keys }) => keys.includes(event.key.toLowerCase()))
		if (!choice) return
		event.preventDefault()
		give(choice.answer())
	})
	return card
}

type Parts = { body: readonly Child[]; choices: readonly AskChoice[]; field: HTMLElement }

type Give = (answer: GivenAnswer | undefined) => void

function approval(
	{ id, text, request, command }: Extract<OpenQuestion, { for: 'approval' }>,
	give: Give,
): Parts {
	const reason = make('input', { id: 'reason', type: 'text', autocomplete: 'off', maxlength: 10_000 })
	const decided = (decision: string): GivenAnswer => {
		const said = decision === 'no' ? reason.value.trim() : ''
		return { approval: id, decision, ...(said !== '' && { reason: said }) }
	}
	const once: AskChoice = {
		label: 'Yes, once',
		keys: ['1', 'o'],
		isMain: true,
		answer: () => decided('once'),
	}
	const session: AskChoice = {
		label: 'Yes, for this session',
		keys: ['2', 's'],
		answer: () => decided('session'),
	}
	const no: AskChoice = { label: 'No', keys: ['3', 'n'], answer: () => decided('no') }
	const canCover = (request?.permission.sessionKeys.length ?? 0) > 0
	onEnter(reason, () => give(no.answer()))
	const field = box(
		'field',
		make('label', { for: 'reason' }, 'If not, why? It is told to the model.'),
		reason,
	)
	return {
		body: request
			? approvalBody(request, command)
			: [hiddenNote(text), outputBox(revealed(text).text, 'what is asked for')],
		choices: canCover ? [once, session, no] : [once, no],
		field,
	}
}

function approvalBody(
	{ tool, agent, permission }: ApprovalRequest,
	command: string | undefined,
): readonly Child[] {
	const { title, reasons, parts = [], diff, sessionKeys } = permission
	const whole = command ?? title
	const lines = parts.map(part =>
		make(
			'li',
			{},
			make('code', {}, revealed(part.command).text),
			` ${part.reason} ${OUTCOME_WORDS[part.outcome]}`,
		),
	)
	// What is said of each part need not be said twice.
	const others = reasons.filter(reason => lines.length < 2 || !parts.some(part => part.reason === reason))
	const covered = sessionKeys.flatMap(key => [
		' ',
		make('code', {}, revealed(key.replace(`${tool}:`, '')).text),
	])
	return [
		line('label', agent === undefined ? tool : `${tool}, asked for by the sub-agent ${agent}`),
		region('pre', 'code command', 'what is asked for', revealed(whole).text),
		hiddenNote(whole + (diff ?? '')),
		diff !== undefined && diffBox(revealed(diff).text, 'what would change'),
		others.length > 0 &&
			make('ul', { class: 'reasons' }, ...others.map(reason => make('li', {}, revealed(reason).text))),
		lines.length > 1 && make('ol', { class: 'parts' }, ...lines),
		covered.length > 0 && line('fact', 'For this session would cover:', ...covered),
	]
}

const OUTCOME_WORDS = { allow: '', ask: '(asks)', 'ask-always': '(asks always)', deny: '(refused)' }

function question({ text, options, agent }: Extract<OpenQuestion, { for: 'answer' }>, give: Give): Parts {
	const own = make('textarea', { id: 'own-answer', rows: 2 })
	onEnter(own, () => give(written()))
	const written = (): GivenAnswer | undefined => {
		const said = own.value.trim()
		if (said !== '') return { text: said }
		own.focus()
		return undefined
	}
	const choices = options.slice(0, 9).map((option, index): AskChoice => {
		return { label: option, keys: [String(index + 1)], answer: () => ({ text: option }) }
	})
	const field = box(
		'field',
		make('label', { for: 'own-answer' }, options.length > 0 ? 'Or in your own words' : 'Your answer'),
		own,
	)
	const send: AskChoice = {
		label: 'Send what is written',
		keys: [],
		hint: 'Ctrl ⏎',
		isMain: options.length === 0,
		answer: written,
	}
	return {
		body: [
			agent !== undefined && line('label', `the sub-agent ${agent}`),
			make('p', { class: 'said', dir: 'auto' }, revealed(text).text),
		],
		choices: [...choices, send],
		field,
	}
}

function hiddenNote(text: string): Child {
	const { hidden } = revealed(text)
	const are =
		hidden === 1 ? '1 character that cannot be seen is' : `${hidden} characters that cannot be seen are`
	return hidden > 0 && line('note warning', `${are} written as their codes.`)
}

function isWriting(target: EventTarget | null): boolean {
	return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

/** With Control or Command where it would otherwise begin a line. */
export function onEnter(input: HTMLElement, press: () => void): void {
	const withControl = input instanceof HTMLTextAreaElement
	input.addEventListener('keydown', event => {
		if (event.key !== 'Enter' || event.isComposing) return
		if (withControl && !event.ctrlKey && !event.metaKey) return
		event.preventDefault()
		press()
	})
}

/** Nobody reads and decides in less. */
const GUARD_MS = 400
