// Where the token is typed in, before anything is shown.

import { createApi } from '../state/api.ts'
import { isToken } from '../state/place.ts'
import { messageOf } from '../text/format.ts'
import { box, make, put } from './dom.ts'

/** @param said - why one is needed again; empty the first time @param enter - with one that the server takes */
export function gate(said: string, enter: (token: string) => void): HTMLElement {
	const token = make('input', {
		id: 'token',
		type: 'password',
		autocomplete: 'off',
		spellcheck: 'false',
		required: true,
		'aria-describedby': 'token-hint token-problem',
	})
	const problem = make('p', { id: 'token-problem', class: 'problem', role: 'alert' }, said)
	const form = make('form', { class: 'gate' })
	form.append(
		make('h2', { id: 'gate-title', tabindex: -1 }, 'Which token?'),
		make(
			'p',
			{ id: 'token-hint', class: 'hint' },
			'agent serve says on its first lines where it is kept. It stays in this tab, and goes nowhere but to this server.',
		),
		make('label', { for: 'token' }, 'Token'),
		token,
		problem,
		make('button', { type: 'submit', class: 'main' }, 'Open'),
	)
	form.noValidate = true
	form.addEventListener('submit', async event => {
		event.preventDefault()
		const typed = token.value.trim()
		if (!isToken(typed)) {
			put(problem, typed === '' ? 'A token is needed.' : 'That is no token: it has characters that none has.')
			return token.focus()
		}
		try {
			await createApi(typed).list({})
			enter(typed)
		} catch (error) {
			put(problem, messageOf(error))
			token.focus()
		}
	})
	return box('scroll gate-place', form)
}
