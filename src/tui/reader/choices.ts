// Numbered choices: what waits for an answer, as lines to hear and as what a typed line means.

import type { ApprovalRequest, Decision } from '../../core/approval.ts'
import type { Command } from '../../core/commands.ts'
import type { Question } from '../../core/events.ts'
import { approvalContent, approvalOptions } from '../dialogs/approval-rows.ts'
import type { TrustAnswer, TrustRequest } from '../state/tui-options.ts'
import { sanitize, sanitizeLine } from '../text/sanitize.ts'
import { plainText } from '../text/spans.ts'

export type NumberedChoice = {
	/** Of what is asked, so that nothing is asked twice. */
	id: string
	lines: readonly string[]
	/** The user has opened it, and nothing waits for it. */
	isList?: boolean
	/** @returns whether the line was an answer; if not, what is to be said instead */
	answer(line: string): true | readonly string[]
}

type NumberedOption = { key: string; label: string; act(): void }

/** @param free - what words mean that are no number; left out, nothing */
function choice(
	id: string,
	asked: readonly string[],
	options: readonly NumberedOption[],
	free?: (words: string) => void,
): NumberedChoice {
	const keys = options.map(({ key }) => key)
	const how =
		options.length > 0
			? `Type ${keys.length > 1 ? `${keys.slice(0, -1).join(', ')} or ${keys.at(-1)}` : keys[0]} and press Enter.`
			: 'Type your answer and press Enter.'
	return {
		id,
		lines: [...asked, ...options.map(({ key, label }) => `${key}. ${label}`), how],
		answer(line) {
			const typed = line.trim()
			const chosen = options.find(({ key }) => key === typed)
			if (chosen) {
				chosen.act()
				return true
			}
			// A number that is not offered is a mistake, and no answer in words.
			if (!free || typed === '' || /^\d+$/.test(typed)) return [how]
			free(typed)
			return true
		},
	}
}

export function approvalChoice(
	request: ApprovalRequest,
	args: string,
	send: (command: Command) => void,
): NumberedChoice {
	const { question, heading, body, reasons } = approvalContent(request, args, {
		width: 1000,
		isWhole: true,
		diffStyle: 'unified',
	})
	const decide = (decision: Decision) => send({ type: 'approve', approvalId: request.approvalId, decision })
	const [first = '', ...more] = [...question, ...heading, ...body, ...reasons]
		.map(row => plainText(row).trim())
		.filter(row => row !== '')
	const options = approvalOptions(request).filter(({ answer }) => answer !== 'no-with-reason')
	return choice(
		request.approvalId,
		[`Question: ${first}`, ...more, 'Any other words say no, and tell the model why.'],
		options.map(({ key, label, answer }) => ({
			key,
			label,
			act: () => answer !== 'no-with-reason' && decide({ answer }),
		})),
		reason => decide({ answer: 'no-with-reason', reason }),
	)
}

export function questionChoice(
	{ questionId, text, options, descriptions = [], allowsSeveral }: Question,
	send: (command: Command) => void,
): NumberedChoice {
	const answer = (words: string) => send({ type: 'answer', questionId, answer: words })
	const several = (words: string) => {
		const numbers = words.split(/[\s,]+/).map(Number)
		const chosen = numbers.flatMap(number => options[number - 1] ?? [])
		answer(allowsSeveral && chosen.length === numbers.length ? chosen.join(', ') : words)
	}
	return choice(
		questionId,
		[
			...labelledLines(sanitize(text)),
			...(allowsSeveral ? ['Several may be chosen, with commas between.'] : []),
			'An answer in your own words is fine, too.',
		],
		options.map((option, index) => ({
			key: String(index + 1),
			label: [option, descriptions[index]]
				.filter(words => words !== undefined)
				.map(sanitizeLine)
				.join(': '),
			act: () => answer(option),
		})),
		several,
	)
}

export function trustChoice({ question, answer }: TrustRequest, onQuit: () => void): NumberedChoice {
	const { folder, changes, offers } = question
	const say = (given: TrustAnswer) => () => {
		if (given === 'quit') onQuit()
		answer(given)
	}
	return choice(
		`trust ${folder}`,
		[
			`Question: ${sanitizeLine(folder)} brings files along that can act on this computer. Do you trust them?`,
			...changes.map(change => `Changed: ${sanitizeLine(change)}`),
			...offers.map(
				({ kind, file, effect }) => `${sanitizeLine(kind)} in ${sanitizeLine(file)}: ${sanitizeLine(effect)}`,
			),
		],
		[
			{ key: '1', label: 'go on without them', act: say('go-on') },
			{ key: '2', label: 'trust this folder', act: say('trust') },
			{ key: '3', label: 'leave', act: say('quit') },
		],
	)
}

function labelledLines(text: string): readonly string[] {
	const [first = '', ...more] = text.split('\n')
	return [`Question: ${first}`, ...more]
}
