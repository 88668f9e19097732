// What has been typed into questions that wait: kept while another one is looked at, and given back to the prompt when
// its question is gone without it.

/** What of an answer to a question was there. */
export type AnswerDraft = { selected: number; marked: ReadonlySet<number>; text: string }

export const NO_ANSWER_YET: AnswerDraft = { selected: 0, marked: new Set(), text: '' }

/** `command`: as it was edited, if it was. */
export type ApprovalDraft = { reason: string; remark: string; isRemarkSetAside: boolean; command?: string }

export const NO_WORDS_YET: ApprovalDraft = { reason: '', remark: '', isRemarkSetAside: false }

export class UnsentWords {
	readonly #answers = new Map<string, AnswerDraft>()
	readonly #approvals = new Map<string, ApprovalDraft>()

	/** @param id - of the question */
	answer(id: string): AnswerDraft {
		return this.#answers.get(id) ?? NO_ANSWER_YET
	}

	approval(id: string): ApprovalDraft {
		return this.#approvals.get(id) ?? NO_WORDS_YET
	}

	setAnswer(id: string, draft: AnswerDraft): void {
		this.#answers.set(id, draft)
	}

	setApproval(id: string, draft: ApprovalDraft): void {
		this.#approvals.set(id, draft)
	}

	/** @returns the words for questions that wait no more, which are forgotten here */
	takeExcept(waiting: ReadonlySet<string>): readonly string[] {
		const taken: string[] = []
		for (const [id, { text }] of this.#answers)
			if (!waiting.has(id)) {
				taken.push(text)
				this.#answers.delete(id)
			}
		for (const [id, { reason, remark }] of this.#approvals)
			if (!waiting.has(id)) {
				taken.push(reason, remark)
				this.#approvals.delete(id)
			}
		return taken.map(text => text.trim()).filter(text => text !== '')
	}
}
