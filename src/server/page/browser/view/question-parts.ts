// A question as a card shows it: its topic, the choices with what each one means, and room for other words.

import type { QuestionWords } from '../../../../core/tool.ts'
import type { GivenAnswer } from '../state/api.ts'
import { revealed } from '../text/visible-text.ts'
import type { CardParts, Give } from './card-parts.ts'
import { bit, box, line, make, onEnter } from './dom.ts'

export type OpenQuestion = {
	for: 'answer'
	id: string
	words: QuestionWords
	/** The sub-agent that asks. */
	agent: string | undefined
	/** Told with all it has; else what stands in the task. */
	isWhole: boolean
}

export function questionParts({ words, agent }: OpenQuestion, give: Give): CardParts {
	const { header = '', text, options, allowsSeveral } = words
	const inputs = options.map((_, index) =>
		make('input', {
			type: allowsSeveral ? 'checkbox' : 'radio',
			name: 'choice',
			'aria-keyshortcuts': index < 9 ? index + 1 : undefined,
		}),
	)
	const own = make('textarea', { id: 'own-answer', rows: 2 })
	const written = (): GivenAnswer | undefined => {
		const chosen = options.filter((_, index) => inputs[index]?.checked)
		const said = own.value.trim()
		// Of one choice the words are the answer; several are told together, as at the terminal.
		const all = said === '' ? chosen : [...(allowsSeveral ? chosen : []), said]
		if (all.length > 0) return { text: all.join(', ') }
		;(inputs[0] ?? own).focus()
		return undefined
	}
	onEnter(own, () => give(written()))
	const asked = make('span', { class: 'said', dir: 'auto' }, revealed(text).text)
	const topic = header !== '' && bit('chip', revealed(header).text)
	return {
		body: [
			agent !== undefined && line('label', `the sub-agent ${agent}`),
			options.length === 0
				? box('asked', topic, asked)
				: make(
						'fieldset',
						{ class: 'choices' },
						make('legend', { class: 'asked' }, topic, asked),
						...inputs.map((input, index) => choiceRow(input, index, words)),
					),
			box(
				'field',
				make('label', { for: 'own-answer' }, options.length > 0 ? 'In your own words' : 'Your answer'),
				own,
			),
		],
		buttons: [
			{
				label: 'Send the answer',
				keys: [],
				hint: options.length > 0 ? '⏎' : 'Ctrl ⏎',
				isMain: true,
				answer: written,
			},
		],
		press(key) {
			const input = inputs[Number(key) - 1]
			if (key === 'enter') give(written())
			else if (!input) return false
			else {
				input.checked = !input.checked || !allowsSeveral
				if (!allowsSeveral) give({ text: options[Number(key) - 1] ?? '' })
			}
			return true
		},
	}
}

/** All of a row chooses, and is what it is called. Nine of them have a digit, which the stylesheet writes. */
function choiceRow(input: HTMLInputElement, index: number, { options, descriptions = [] }: QuestionWords) {
	const meaning = revealed(descriptions[index] ?? '').text
	return make(
		'label',
		{ class: 'choice' },
		input,
		bit(
			'choice-words',
			make('span', { dir: 'auto' }, revealed(options[index] ?? '').text),
			meaning !== '' && make('span', { class: 'choice-meaning', dir: 'auto' }, meaning),
		),
	)
}
