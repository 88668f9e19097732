// Where the start behind the screen and the screen meet over one question: whether the folder is trusted. Asked once,
// however often the session is opened, and answered with "quit" when the screen is gone.

import { deferred } from '../../../core/async/deferred.ts'
import { PendingAnswers } from '../../../core/async/pending-answers.ts'
import type { TrustAnswer, TrustQuestion, TrustRequest } from '../../../tui/state/tui-options.ts'
import type { AskTrust } from '../../startup/folder-trust.ts'

export type TrustPrompt = {
	ask: AskTrust
	/** For the screen. */
	request: Promise<TrustRequest>
	close(): void
}

export function createTrustPrompt(): TrustPrompt {
	let answered: Promise<TrustAnswer> | undefined
	const pending = new PendingAnswers<'trust', TrustQuestion, TrustAnswer>()
	const closed = new AbortController()
	const { promise: request, resolve: show } = deferred<TrustRequest>()
	return {
		request,
		ask(question) {
			answered ??= pending.wait('trust', question, { signal: closed.signal, answer: 'quit' })
			show({ question, answer: answer => void pending.answer('trust', answer) })
			return answered
		},
		close: () => closed.abort(),
	}
}
