// Where the token is typed in, before anything is shown.

import { createApi } from '../state/api.ts'
import { isToken } from '../state/place.ts'
import { messageOf } from '../text/format.ts'
import { box, formOf, put } from './dom.ts'

/** @param said - why one is needed again; empty the first time @param enter - with one that the server takes */
export function gate(said: string, enter: (token: string) => void): HTMLElement {
	const form = formOf('gate-form')
	const token = form.querySelector('input')!
	const problem = form.querySelector('.problem')!
	put(problem, said)
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
