// Where the start behind the screen and the screen meet over one question: whether the folder is trusted. Asked once,
// however often the session is opened, and answered with "quit" when the screen is gone.

import type { TrustAnswer, TrustRequest } from '../../../tui/state/tui-options.ts'
import type { AskTrust } from '../../startup/folder-trust.ts'

export type TrustDesk = {
	ask: AskTrust
	/** For the screen. */
	request: Promise<TrustRequest>
	close(): void
}

export function createTrustDesk(): TrustDesk {
	let answered: Promise<TrustAnswer> | undefined
	let settle = (_answer: TrustAnswer) => {}
	let show = (_request: TrustRequest) => {}
	let isClosed = false
	const request = new Promise<TrustRequest>(resolve => {
		show = resolve
	})
	return {
		request,
		ask(question) {
			answered ??= new Promise(resolve => {
				settle = resolve
				if (isClosed) resolve('quit')
				else show({ question, answer: resolve })
			})
			return answered
		},
		close() {
			isClosed = true
			settle('quit')
		},
	}
}
