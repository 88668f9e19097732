// Canceling in two steps: what is lost by one press too many is a task.

import { messageOf } from '../text/format.ts'
import { bit, button, make, put } from './dom.ts'

export function cancelControl(cancel: () => Promise<void>): HTMLElement {
	const problem = make('span', { class: 'problem', role: 'alert' })
	const buttons = bit('cancel')
	const first = button('Cancel task', () => {
		put(buttons, make('span', {}, 'End it?'), keep, sure)
		keep.focus()
	})
	const back = () => {
		put(buttons, first)
		first.focus()
	}
	const keep = button('Keep it', back)
	const sure = button(
		'Cancel it',
		() => {
			put(problem)
			put(buttons, make('span', {}, 'Canceling …'))
			cancel().catch((error: unknown) => {
				put(problem, messageOf(error))
				back()
			})
		},
		{ class: 'danger' },
	)
	buttons.addEventListener('keydown', event => {
		if (event.key === 'Escape' && buttons.contains(keep)) back()
	})
	put(buttons, first)
	return bit('cancel-control', buttons, problem)
}
