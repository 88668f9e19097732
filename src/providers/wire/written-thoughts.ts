// Thoughts that a model wrote into its answer, because its server does not know how it marks them. They are told apart
// while they come, so that none is shown or kept as the answer; the model that wrote them gets them back as they were.

import type { ModelPart } from '../../core/model.ts'
import { finishedPart } from './final-part.ts'
import { begunClosing, closingIn, openingOf, StrippedOpening, type ThoughtMark } from './thought-marks.ts'

export type WrittenThoughtOptions = {
	/** Those in a thought with nothing behind it: some models call from there and go no further. */
	callsIn(thought: string): readonly ModelPart[]
	/** The mark without which replies of this model have been found to begin in the middle of a thought. */
	startsInside: ThoughtMark | undefined
	/** Told of that mark, for the replies to come. */
	learnt(mark: ThoughtMark): void
}

/** For one reply. */
export class WrittenThoughts {
	private readonly options: WrittenThoughtOptions
	/** `start`: a thought may begin here. */
	private phase: 'start' | 'thought' | 'answer' = 'start'
	/** What may still become a mark. */
	private held = ''
	/** The last one, which has not been ended yet: blanks behind it belong to it. */
	private thought: Thought | undefined
	private hasThought = false
	private hasContent = false
	/** Left out where the answer cannot have been a thought. */
	private stripped: StrippedOpening | undefined = new StrippedOpening()

	/** The thought has not been opened, and may turn out to be the answer. */
	private isAssumed = false

	constructor(options: WrittenThoughtOptions) {
		this.options = options
	}

	/** @returns what it is, in order */
	take(part: ModelPart): readonly ModelPart[] {
		switch (part.type) {
			case 'text-delta':
				if (this.phase === 'answer') return this.answer(part)
				this.held += part.text
				return this.phase === 'thought' ? this.think() : this.begin()
			case 'alive':
			case 'notice':
			case 'rate-limits':
				return [part]
			case 'tool-call':
				this.hasContent = true
				return [...this.takeBack(), ...this.settle(), part]
			case 'restart':
			case 'reasoning-delta':
			case 'reasoning-end':
			case 'text-end':
				return [...this.settle(), part]
			case 'error':
				// What nobody has seen of a reply that repeats itself, nobody need see.
				return part.error.code === 'looping' ? [part] : [...this.letGo(), part]
			case 'finish':
				return this.finish(part)
		}
	}

	private begin(): readonly ModelPart[] {
		const begun = this.held.trimStart()
		const mark = openingOf(begun)
		if (mark === 'begun') return []
		const blanks = this.held.slice(0, this.held.length - begun.length)
		const ended = this.endThought(blanks)
		if (mark) {
			this.held = begun.slice(mark.opening.length)
			return [...ended, ...this.enter(mark, (this.hasThought ? '' : blanks) + mark.opening)]
		}
		const { startsInside } = this.options
		if (startsInside && !this.hasThought && !this.hasContent) {
			this.isAssumed = true
			return this.enter(startsInside, '')
		}
		const text = this.hasThought ? begun : this.held
		this.held = ''
		this.phase = 'answer'
		return [...ended, ...this.answer({ type: 'text-delta', text })]
	}

	private enter(mark: ThoughtMark, written: string): readonly ModelPart[] {
		this.thought = { mark, text: '', written }
		this.hasThought = true
		this.stripped = undefined
		this.phase = 'thought'
		return this.think()
	}

	private think(): readonly ModelPart[] {
		const { held, thought } = this
		if (!thought) return []
		const at = closingIn(held, thought.mark, thought.text.at(-1) ?? '')
		const end = at ?? held.length - begunClosing(held, thought.mark)
		const thinking = this.addThought(thought, held.slice(0, end))
		this.held = held.slice(end)
		if (at === undefined) return thinking
		this.held = this.held.slice(thought.mark.closing.length)
		thought.written += thought.mark.closing
		this.isAssumed = false
		this.phase = 'start'
		return [...thinking, ...this.begin()]
	}

	private addThought(thought: Thought, text: string): readonly ModelPart[] {
		// The line break behind the mark is no part of it.
		const shown = thought.text === '' ? text.trimStart() : text
		thought.text += shown
		thought.written += text
		return shown === '' ? [] : [{ type: 'reasoning-delta', text: shown }]
	}

	private endThought(blanks = ''): readonly ModelPart[] {
		const { thought } = this
		this.thought = undefined
		if (!thought) return []
		const opaque = { written: thought.written + blanks }
		return [{ type: 'reasoning-end', text: thought.text.trimEnd(), opaque }]
	}

	private answer(part: TextDelta, isWhole = false): readonly ModelPart[] {
		this.hasContent ||= part.text.trim() !== ''
		const found = this.stripped?.push(part.text, isWhole)
		if (found === undefined) return part.text === '' ? [] : [part]
		const all = this.stripped?.all ?? ''
		this.stripped = undefined
		if (found === 'over') return part.text === '' ? [] : [part]
		this.options.learnt(found)
		this.held = all
		this.hasContent = false
		const isShown = all.length > part.text.length
		return [...(isShown ? [START_OVER] : []), ...this.enter(found, '')]
	}

	/** It was never closed, so it was the answer. */
	private takeBack(): readonly ModelPart[] {
		const { thought, held, isAssumed } = this
		if (!isAssumed || !thought) return []
		const text = thought.written + held
		this.thought = undefined
		this.held = ''
		this.isAssumed = false
		this.hasThought = false
		this.hasContent = true
		this.phase = 'answer'
		return [START_OVER, { type: 'text-delta', text }]
	}

	private finish(part: FinishPart): readonly ModelPart[] {
		const back = this.takeBack()
		if (back.length > 0) return [...back, part]
		const late =
			this.phase === 'answer' && this.stripped ? this.answer({ type: 'text-delta', text: '' }, true) : []
		const { thought } = this
		const rest = this.letGo()
		if (!this.hasThought || this.hasContent) return [...late, ...rest, ...this.endThought(), part]
		const calls = part.reason === 'stop' && thought ? this.options.callsIn(thought.text) : []
		if (thought && calls.length > 0) {
			// The call goes back as one, not as a part of the thought as well.
			const thinking: ModelPart = { type: 'reasoning-end', text: thought.text.trimEnd() }
			return [...late, ...rest, thinking, ...calls, { ...part, reason: 'tool-calls' }]
		}
		return [...late, ...rest, ...this.endThought(), finishedPart({ ...part, hasContent: false })]
	}

	/** Behind what is no text another thought may begin, and the answer before it was none. */
	private settle(): readonly ModelPart[] {
		const parts = [...this.letGo(), ...this.endThought()]
		this.phase = 'start'
		this.stripped = undefined
		return parts
	}

	private letGo(): readonly ModelPart[] {
		const { held: text, thought } = this
		this.held = ''
		if (thought && this.phase === 'thought') return this.addThought(thought, text)
		if (text === '' || (this.hasThought && text.trim() === '')) return []
		this.hasContent ||= text.trim() !== ''
		return [...this.endThought(), { type: 'text-delta', text }]
	}
}

type Thought = {
	mark: ThoughtMark
	text: string
	/** With its marks and the blanks around them, as it came. */
	written: string
}

type TextDelta = Extract<ModelPart, { type: 'text-delta' }>
type FinishPart = Extract<ModelPart, { type: 'finish' }>

const START_OVER: ModelPart = { type: 'restart', isAnew: true }
