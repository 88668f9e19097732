// The form for a new task.

import type { Api } from '../state/api.ts'
import { messageOf } from '../text/format.ts'
import { onEnter } from './ask-card.ts'
import { box, make, problemLine, put } from './dom.ts'

/** @param made - told which one it has become */
export function newTaskForm(api: Api, made: (id: string) => void): HTMLElement {
	const prompt = make('textarea', {
		id: 'prompt',
		rows: 5,
		required: true,
		placeholder: 'Find out why the nightly build fails, and fix it',
		'aria-describedby': 'prompt-hint',
	})
	const model = make('input', {
		id: 'model',
		autocomplete: 'off',
		spellcheck: 'false',
		placeholder: 'the server’s',
	})
	const workspace = make('input', {
		id: 'workspace',
		autocomplete: 'off',
		spellcheck: 'false',
		placeholder: 'the server’s',
	})
	const problem = problemLine()
	const start = make('button', { type: 'submit', class: 'main' }, 'Start task')
	const form = make('form', { class: 'new' })
	const send = async () => {
		const text = prompt.value.trim()
		if (text === '') {
			put(problem, 'Say what is to be done.')
			return prompt.focus()
		}
		const [named, folder] = [model.value.trim(), workspace.value.trim()]
		start.disabled = true
		put(problem)
		try {
			const fields = { prompt: text, ...(named && { model: named }), ...(folder && { workspace: folder }) }
			const { id } = await api.create(fields)
			prompt.value = ''
			made(id)
		} catch (error) {
			put(problem, messageOf(error))
		} finally {
			start.disabled = false
		}
	}
	const field = (label: string, input: HTMLElement) =>
		box('field', make('label', { for: input.id }, label), input)
	form.append(
		make('h2', { id: 'new-title', tabindex: -1 }, 'What is to be done?'),
		field('Prompt', prompt),
		box('pair', field('Model (optional)', model), field('Folder (optional)', workspace)),
		problem,
		box('buttons', start, make('span', { id: 'prompt-hint', class: 'hint' }, 'Ctrl + Enter starts it')),
	)
	form.noValidate = true
	form.addEventListener('submit', event => {
		event.preventDefault()
		void send()
	})
	onEnter(prompt, () => void send())
	return box('scroll', box('column', form))
}
