// An approval as a card shows it: all that would run, the parts of it that are the reason to ask, and what would change.

import type { ApprovalRequest } from '../../../../core/approval.ts'
import type { CommandPart } from '../../../../core/permission.ts'
import type { GivenAnswer } from '../state/api.ts'
import { reasonPieces } from '../text/reason-pieces.ts'
import { revealed } from '../text/visible-text.ts'
import type { CardButton, CardParts, Give } from './card-parts.ts'
import { box, type Child, line, make, onEnter, region } from './dom.ts'
import { diffBox, outputBox } from './text-views.ts'

export type OpenApproval = {
	for: 'approval'
	id: string
	text: string
	/** Not there until it has been told. */
	request: ApprovalRequest | undefined
	command: string | undefined
}

export function approvalParts({ id, text, request, command }: OpenApproval, give: Give): CardParts {
	const reason = make('input', { id: 'reason', type: 'text', autocomplete: 'off', maxlength: 10_000 })
	const decided = (decision: string): GivenAnswer => {
		const said = decision === 'no' ? reason.value.trim() : ''
		return { approval: id, decision, ...(said !== '' && { reason: said }) }
	}
	const once: CardButton = {
		label: 'Yes, once',
		keys: ['1', 'o'],
		isMain: true,
		answer: () => decided('once'),
	}
	const session: CardButton = {
		label: 'Yes, for this session',
		keys: ['2', 's'],
		answer: () => decided('session'),
	}
	const no: CardButton = { label: 'No', keys: ['3', 'n'], answer: () => decided('no') }
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
		buttons: canCover ? [once, session, no] : [once, no],
		field,
	}
}

function approvalBody(
	{ tool, agent, permission }: ApprovalRequest,
	command: string | undefined,
): readonly Child[] {
	const { title, reasons, parts = [], diff, sessionKeys } = permission
	const whole = command ?? title
	const shown = revealed(whole).text
	const shownParts = parts.map(part => ({ ...part, command: revealed(part.command).text }))
	const lines = shownParts.map(({ command: run, outcome, reason }) =>
		// What is wrong with all of it together need not be said in all its words again.
		make(
			'li',
			{ class: outcome },
			run === shown ? 'all of it together:' : make('code', {}, run),
			` ${reason}`,
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
		region('pre', 'code command', 'what is asked for', ...marked(shown, shownParts)),
		hiddenNote(whole + (diff ?? '')),
		diff !== undefined && diffBox(revealed(diff).text, 'what would change'),
		others.length > 0 &&
			make('ul', { class: 'reasons' }, ...others.map(reason => make('li', {}, revealed(reason).text))),
		lines.length > 1 && make('ol', { class: 'parts' }, ...lines),
		covered.length > 0 && line('fact', 'For this session would cover:', ...covered),
	]
}

/** The command to its last character, with the parts marked for which it asks. */
function marked(command: string, parts: readonly CommandPart[]): readonly Child[] {
	return reasonPieces(command, parts).map(({ text, outcome }) =>
		outcome === undefined ? text : make('mark', { class: outcome }, text),
	)
}

function hiddenNote(text: string): Child {
	const { hidden } = revealed(text)
	const are =
		hidden === 1 ? '1 character that cannot be seen is' : `${hidden} characters that cannot be seen are`
	return hidden > 0 && line('note warning', `${are} written as their codes.`)
}
