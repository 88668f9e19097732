// The transcript on the page: one element for each block, changed in place, and no more of them than a page can hold. It
// stays at its end while the reader is there.

import type { PageBlock, Transcript } from '../state/transcript.ts'
import { CallElement } from './call-element.ts'
import { box, button, keepRows, line, make, put, say } from './dom.ts'
import { MarkdownView } from './markdown-view.ts'
import { outputBox } from './text-views.ts'

type Drawn = { element: HTMLElement; update(block: PageBlock): void }
type ShownBlock = { block: PageBlock; drawn: Drawn }

export class TranscriptView {
	readonly element: HTMLElement
	readonly #rows = box('transcript')
	#drawn = new Map<string, ShownBlock>()
	readonly #earlier: HTMLButtonElement
	#most = MOST_BLOCKS
	#last: Transcript | undefined

	constructor() {
		this.#earlier = button('', () => this.#showEarlier(), { class: 'quiet earlier' })
		this.element = box('', this.#earlier, this.#rows)
	}

	update(view: Transcript): void {
		this.#last = view
		const hidden = Math.max(0, view.blocks.length - this.#most)
		const shown = view.blocks.slice(hidden)
		const entries = shown.map(block => this.#blockOf(block))
		this.#drawn = new Map(entries.map(entry => [entry.block.id, entry]))
		keepRows(
			this.#rows,
			entries.map(({ drawn }) => drawn.element),
		)
		this.#earlier.hidden = hidden === 0
		say(this.#earlier, `Show more of ${hidden} earlier steps`)
	}

	#showEarlier(): void {
		this.#most += MOST_BLOCKS
		if (this.#last) this.update(this.#last)
	}

	#blockOf(block: PageBlock): ShownBlock {
		const known = this.#drawn.get(block.id)
		if (!known) return { block, drawn: drawnBlock(block) }
		if (known.block !== block) known.drawn.update(block)
		return { ...known, block }
	}
}

function drawnBlock(block: PageBlock): Drawn {
	switch (block.kind) {
		case 'prompt': {
			const who = block.isLater ? 'You said meanwhile' : 'You asked'
			const element = make('section', { class: 'prompt', 'aria-label': who })
			element.append(line('label', who), promptText(block.text))
			return { element, update: () => {} }
		}
		case 'reasoning':
			return reasoning(block)
		case 'answer':
			return answer(block)
		case 'call': {
			const call = new CallElement(block.call)
			return { element: call.element, update: now => now.kind === 'call' && call.update(now.call) }
		}
		case 'note': {
			const element = make('p', { class: `note ${block.level}`, dir: 'auto' }, block.text.slice(0, MOST_NOTE))
			return { element, update: () => {} }
		}
		case 'end': {
			const isGood = block.reason === 'finished' && block.error === undefined
			const said = `${END_WORDS[block.reason]}${block.error === undefined ? '.' : `: ${block.error.slice(0, MOST_NOTE)}`}`
			const element = make('p', { class: `note ${isGood ? 'end' : 'end error'}`, dir: 'auto' }, said)
			return { element, update: () => {} }
		}
	}
}

function promptText(text: string): HTMLElement {
	return text.length > 20_000 ? outputBox(text, 'prompt') : make('p', { class: 'said', dir: 'auto' }, text)
}

/** Folded: what it came to is in the answer. */
function reasoning(block: PageBlock): Drawn {
	const text = make('div', { class: 'reasoning-text', dir: 'auto' })
	const label = make('summary')
	const element = make('details', { class: 'reasoning' }, label, text)
	let now = block
	const draw = () => {
		if (now.kind !== 'reasoning') return
		put(label, now.isLive ? 'Thinking …' : 'Thoughts')
		if (element.open) put(text, now.text.slice(-MOST_REASONING))
	}
	element.addEventListener('toggle', draw)
	draw()
	return {
		element,
		update: changed => {
			now = changed
			draw()
		},
	}
}

function answer(block: PageBlock): Drawn {
	const markdown = new MarkdownView()
	const element = make('section', { class: 'answer', 'aria-label': 'Keelson' }, markdown.element)
	const draw = (now: PageBlock) => {
		if (now.kind !== 'answer') return
		element.classList.toggle('live', now.isLive)
		markdown.update(now.text)
	}
	draw(block)
	return { element, update: draw }
}

const MOST_BLOCKS = 300
const MOST_NOTE = 4_000
const MOST_REASONING = 50_000

const END_WORDS = {
	finished: 'Done',
	cancelled: 'Canceled',
	failed: 'Failed',
	'tool-failed': 'A tool failed',
	'tool-denied': 'A call was refused',
	stuck: 'It made no progress',
	looping: 'It repeated itself',
	'turn-limit': 'No turns left',
	'cost-limit': 'No money left',
	'time-limit': 'No time left',
	'rate-limited': 'The model may not be asked more',
	'invalid-output': 'The answer is not what was asked for',
} as const
