// Where a reply is ended however long the server would go on: when it repeats itself, and at its limit of tokens.

import { AgentError } from '../../core/errors.ts'
import type { ModelPart } from '../../core/model.ts'
import { type FinalPart, failedPart } from './final-part.ts'
import { ARGUMENT_LIMITS, type Repetition, RepetitionWatch, TEXT_LIMITS } from './repetition.ts'

export class ReplyBounds {
	private readonly limitTokens: number
	private readonly count = new LeastTokens()
	private text: RepetitionWatch | undefined
	private reasoning: RepetitionWatch | undefined
	private arguments: RepetitionWatch | undefined
	private end: FinalPart | undefined

	constructor(limitTokens = Number.POSITIVE_INFINITY) {
		this.limitTokens = limitTokens
	}

	/**
	 * What has come has come: a reply is ended when more of it comes after it has gone too far.
	 * @returns how the reply ends, instead of this part
	 */
	take(part: ModelPart): FinalPart | undefined {
		if (part.type === 'text-delta') {
			this.text ??= new RepetitionWatch(TEXT_LIMITS)
			return this.judge('the same passage', this.text, part.text)
		}
		if (part.type === 'reasoning-delta') {
			this.reasoning ??= new RepetitionWatch(TEXT_LIMITS)
			return this.judge('the same thought', this.reasoning, part.text)
		}
		return undefined
	}

	/** @param text - of a call that is not complete yet */
	takeArguments(text: string): FinalPart | undefined {
		if (text === '') return undefined
		this.arguments ??= new RepetitionWatch(ARGUMENT_LIMITS)
		return this.judge('the same passage of a tool call', this.arguments, text)
	}

	private judge(what: string, watch: RepetitionWatch, text: string): FinalPart | undefined {
		if (this.end) return this.end
		const repetition = watch.push(text)
		if (repetition) this.end = failedPart(looping(what, repetition), undefined)
		if (this.isOverLimit(text)) this.end ??= { type: 'finish', reason: 'length', usage: undefined }
		return undefined
	}

	private isOverLimit(text: string): boolean {
		if (this.limitTokens === Number.POSITIVE_INFINITY) return false
		this.count.push(text)
		return this.count.tokens > this.limitTokens
	}
}

function looping(what: string, { periodCharacters, repeatedBytes }: Repetition): AgentError {
	const kilobytes = Math.ceil(repeatedBytes / 1024)
	return new AgentError(
		'looping',
		`the model repeated ${what} of ${periodCharacters} characters over ${kilobytes} KB and was stopped`,
	)
}

/**
 * As many tokens as text is at least: vocabularies join no letters with digits or with signs, no word with the next one,
 * and no more than three digits. A reply that a server would let through is not cut off here.
 */
export class LeastTokens {
	tokens = 0
	private kind: Kind = 'blank'
	private run = 0

	push(text: string): void {
		for (let index = 0; index < text.length; index++) {
			const kind = kindOf(text.charCodeAt(index))
			const isNext = kind !== this.kind || this.run >= LONGEST_TOKEN[kind]
			this.run = isNext ? 1 : this.run + 1
			// A blank is part of the word behind it.
			if (isNext && kind !== 'blank') this.tokens++
			this.kind = kind
		}
	}
}

type Kind = 'blank' | 'letter' | 'digit' | 'wide' | 'sign'

const LONGEST_TOKEN: Readonly<Record<Kind, number>> = {
	blank: Number.POSITIVE_INFINITY,
	letter: 16,
	digit: 3,
	wide: 4,
	sign: 32,
}

function kindOf(code: number): Kind {
	if (code <= 0x20) return 'blank'
	if (code >= 0x30 && code <= 0x39) return 'digit'
	if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)) return 'letter'
	if (code < 0xc0) return 'sign'
	return code < 0x2e80 ? 'letter' : 'wide'
}
