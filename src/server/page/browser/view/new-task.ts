// The form for a new task.

import type { Api } from '../state/api.ts'
import { messageOf } from '../text/format.ts'
import { box, formOf, onEnter, put } from './dom.ts'

/** @param made - told which one it has become */
export function newTaskForm(api: Api, made: (id: string) => void): HTMLElement {
	const form = formOf('new-form')
	const prompt = form.querySelector('textarea')!
	const [model, workspace] = form.querySelectorAll('input')
	const problem = form.querySelector('.problem')!
	const start = form.querySelector('button')!
	const send = async () => {
		const text = prompt.value.trim()
		if (text === '') {
			put(problem, 'Say what is to be done.')
			return prompt.focus()
		}
		const [named, folder] = [model!.value.trim(), workspace!.value.trim()]
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
	form.addEventListener('submit', event => {
		event.preventDefault()
		void send()
	})
	onEnter(prompt, () => void send())
	return box('scroll', box('column', form))
}
