// Pending answers: what was asked, by the id that the answer comes with. The first answer counts; a question whose
// signal fires is answered with what was given for that.

export class PendingAnswers<Id, Question, Answer> {
	private readonly pending = new Map<Id, Pending<Question, Answer>>()

	/** What still waits, in the order it was asked. */
	get questions(): readonly (readonly [Id, Question])[] {
		return [...this.pending].map(([id, { question }]) => [id, question])
	}

	/** @returns undefined when nothing waits under this id (any more) */
	question(id: Id): Question | undefined {
		return this.pending.get(id)?.question
	}

	/** @param unanswered - the answer when the signal fires first */
	wait(id: Id, question: Question, unanswered?: { signal: AbortSignal; answer: Answer }): Promise<Answer> {
		return new Promise(resolve => {
			const settle = (answer: Answer) => {
				unanswered?.signal.removeEventListener('abort', stop)
				this.pending.delete(id)
				resolve(answer)
			}
			const stop = () => unanswered && settle(unanswered.answer)
			this.pending.set(id, { question, settle })
			if (unanswered?.signal.aborted) stop()
			else unanswered?.signal.addEventListener('abort', stop, { once: true })
		})
	}

	/** @returns whether it was waited for */
	answer(id: Id, answer: Answer): boolean {
		const waiting = this.pending.get(id)
		waiting?.settle(answer)
		return waiting !== undefined
	}
}

type Pending<Question, Answer> = { question: Question; settle(answer: Answer): void }
