// The comments of a review: those that are written, and the one that is being written.

import {
	EMPTY_BUFFER,
	edit,
	insert,
	isEditAction,
	setText,
	type TextBuffer,
} from '../composer/text-buffer.ts'
import type { KeyPress } from '../input/key-press.ts'
import { actionOf, goesThroughList } from '../input/keymap.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { commentsPrompt, isSameLine, type LineComment, withComment } from './comments.ts'

export class LineComments {
	all: readonly LineComment[] = []
	/** A comment that is being written. */
	draft: { about: LineComment; buffer: TextBuffer } | undefined

	/** What was written on the line before is what is changed. */
	begin(place: Omit<LineComment, 'text'>): void {
		const known = this.all.find(each => isSameLine(each, place))
		const about: LineComment = { ...place, quote: known?.quote ?? place.quote, text: known?.text ?? '' }
		this.draft = { about, buffer: setText(EMPTY_BUFFER, about.text) }
	}

	/** @returns whether the key was for the draft, and whether that is done with it */
	write(press: KeyPress): { isTaken: boolean; isDone: boolean } {
		const { about, buffer } = this.draft ?? { about: undefined, buffer: EMPTY_BUFFER }
		if (!about) return { isTaken: false, isDone: false }
		const into = (next: TextBuffer) => {
			this.draft = { about, buffer: next }
			return { isTaken: true, isDone: false }
		}
		if (press.kind !== 'key') return into(insert(buffer, sanitizeLine(press.text)))
		const action = actionOf('composer', press)
		if (action === 'submit' || action === 'escape' || (action === 'clear' && buffer.text === '')) {
			if (action === 'submit') this.all = withComment(this.all, { ...about, text: buffer.text })
			this.draft = undefined
			return { isTaken: true, isDone: true }
		}
		if (action === 'clear') return into(setText(buffer, ''))
		if (action !== undefined && isEditAction(action)) return into(edit(buffer, action))
		return { isTaken: !goesThroughList(press), isDone: false }
	}

	/** Takes them all out, as the prompt that they become; undefined where there are none. */
	take(): string | undefined {
		const text = this.all.length > 0 ? commentsPrompt(this.all) : undefined
		this.all = []
		return text
	}
}
