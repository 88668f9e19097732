// One task on the page: its head, its transcript as it streams, what it waits for, and what can be said to it.

import { hasEnded } from '../../../../core/services/tasks.ts'
import type { TaskView } from '../../../http/task-view.ts'
import { type Api, ApiError } from '../state/api.ts'
import { addressOf } from '../state/place.ts'
import { followTask, type Told } from '../state/task-stream.ts'
import { beforeTellingAgain, EMPTY_TRANSCRIPT, foldEnvelope, type Transcript } from '../state/transcript.ts'
import { cost, duration, messageOf, STATE_WORDS, tokens } from '../text/format.ts'
import { firstLine } from '../text/visible-text.ts'
import { artifactList } from './artifacts.ts'
import { askCard, askedIn } from './ask-card.ts'
import { cancelControl } from './cancel-control.ts'
import { bit, box, button, formOf, make, onEnter, put, region, say } from './dom.ts'
import { TranscriptView } from './transcript-view.ts'

export type TaskScreenDeps = {
	api: Api
	/** Each time the task has changed, for the list beside it. */
	seen(task: TaskView): void
	/** Said to those who do not see it. */
	announce(text: string): void
	/** The token is not good any more. */
	refused(message: string): void
}

export class TaskScreen {
	readonly element = make('article', { class: 'task', 'aria-labelledby': 'task-title' })
	readonly #id: string
	readonly #deps: TaskScreenDeps
	readonly #leave = new AbortController()
	readonly #title = make('h2', { id: 'task-title', tabindex: -1, dir: 'auto' }, 'Task')
	readonly #state = bit('state')
	readonly #facts = make('p', { class: 'task-facts' })
	readonly #actions = box('task-actions')
	readonly #scroll = region('div', 'scroll', 'Transcript')
	readonly #transcript = new TranscriptView()
	readonly #doing = make('p', { class: 'doing', 'aria-hidden': 'true' })
	readonly #ask = box('ask')
	readonly #after = box('after')
	readonly #lost = make('p', { class: 'banner', role: 'status' })
	readonly #latest: HTMLButtonElement
	readonly #steer: HTMLFormElement
	#view: Transcript = EMPTY_TRANSCRIPT
	#task: TaskView | undefined
	#asked = ''
	#follows = true
	#isDrawing = false

	constructor(id: string, deps: TaskScreenDeps) {
		this.#id = id
		this.#deps = deps
		this.#latest = button('↓ Latest', () => this.#toEnd(), { class: 'latest', hidden: true })
		this.#steer = this.#steerForm()
		const back = make('a', { href: addressOf({ view: 'list' }), class: 'back' }, '← Tasks')
		const head = box('task-line', this.#state, this.#facts, this.#actions)
		this.#scroll.append(box('column', this.#transcript.element, this.#doing, this.#ask, this.#after))
		this.element.append(
			make('header', { class: 'task-head' }, box('column', back, this.#title, head)),
			this.#lost,
			box('stage', this.#scroll, this.#latest),
			this.#steer,
		)
		this.#scroll.addEventListener('scroll', () => this.#scrolled())
		const clock = setInterval(() => this.#drawFacts(), 1000)
		this.#leave.signal.addEventListener('abort', () => clearInterval(clock))
		// What is above may grow after it was drawn: a picture of the end stays at the end.
		const grown = new ResizeObserver(() => this.#follows && this.#toEnd())
		grown.observe(this.#scroll.firstElementChild!)
		grown.observe(this.#scroll)
		this.#leave.signal.addEventListener('abort', () => grown.disconnect())
		void this.#follow()
	}

	close(): void {
		this.#leave.abort()
	}

	focus(): void {
		this.#title.focus({ preventScroll: true })
	}

	async #follow(): Promise<void> {
		const { api, refused } = this.#deps
		try {
			await followTask(
				api,
				this.#id,
				{
					told: messages => this.#told(messages),
					connection: lost => {
						this.#lost.classList.toggle('shown', lost !== undefined)
						if (!lost) this.#view = beforeTellingAgain(this.#view)
						const wait = lost && Math.ceil(lost.againInMs / 1000)
						say(this.#lost, lost ? `${lost.why} Trying again in ${wait} s.` : '')
					},
				},
				this.#leave.signal,
			)
		} catch (error) {
			if (this.#leave.signal.aborted) return
			const message = messageOf(error)
			if (error instanceof ApiError && error.status === 401) return refused(message)
			this.close()
			const isMissing = error instanceof ApiError && error.status === 404
			put(
				this.element,
				box(
					'column empty',
					make(
						'h2',
						{ id: 'task-title', tabindex: -1 },
						isMissing ? 'There is no such task' : 'That did not work',
					),
					make('p', {}, isMissing ? 'It may be somebody else’s, or on another server.' : message),
					make('p', {}, make('a', { href: addressOf({ view: 'list' }) }, 'All tasks')),
				),
			)
		}
	}

	#told(messages: readonly Told[]): void {
		for (const message of messages) {
			if (message.type === 'task') this.#task = message.task
			else this.#view = foldEnvelope(this.#view, message.envelope, message.type === 'event')
		}
		if (this.#isDrawing) return
		this.#isDrawing = true
		const draw = () => {
			if (!this.#isDrawing) return
			this.#isDrawing = false
			this.#draw()
		}
		// A page that nobody sees gets no frames.
		requestAnimationFrame(draw)
		setTimeout(draw, 250)
	}

	#draw(): void {
		const task = this.#task
		if (!task || this.#leave.signal.aborted) return
		const isOver = hasEnded(task.state)
		this.element.dataset.state = task.state
		say(this.#title, firstLine(task.prompt, 160))
		if (this.#state.dataset.state !== undefined && this.#state.dataset.state !== task.state)
			this.#deps.announce(`${STATE_WORDS[task.state]}: ${firstLine(task.prompt, 80)}`)
		say(this.#state, STATE_WORDS[task.state])
		this.#state.dataset.state = task.state
		this.#transcript.update(this.#view)
		const doing = task.state === 'submitted' ? 'Waiting for a server to take it' : this.#view.doing
		const isDoing = !isOver && task.state !== 'input-required'
		this.#doing.hidden = !isDoing
		say(this.#doing, isDoing ? doing || 'Working' : '')
		this.#drawAsked(task)
		this.#drawAfter(task)
		this.#drawFacts()
		this.#drawActions(isOver)
		this.#steer.hidden = isOver || task.state === 'input-required'
		this.#deps.seen(task)
		if (this.#follows) this.#toEnd()
		else this.#latest.hidden = false
	}

	#drawFacts(): void {
		const task = this.#task
		if (!task) return
		const { usage, costMicroUsd, server, model, state } = task
		const until = hasEnded(state) ? (this.#view.endedAt ?? task.updatedAt) : Date.now()
		const time = duration(until - (this.#view.startedAt ?? task.createdAt))
		const used = usage.inputTokens + usage.outputTokens
		const facts = [
			costMicroUsd === 0 ? '' : (cost(costMicroUsd) ?? 'price unknown'),
			used > 0 && `${tokens(used)} tokens`,
			hasEnded(state) ? time : time.replace(/\.\d/, ''),
			model,
			server,
		]
		say(this.#facts, facts.filter(Boolean).join(' · '))
	}

	/** Made anew only when it asks for something else. */
	#drawAsked(task: TaskView): void {
		const asked =
			task.state === 'input-required' && task.waiting ? askedIn(task.waiting, this.#view) : undefined
		const isWhole = asked?.for === 'approval' ? asked.request !== undefined : asked?.isWhole
		const key = asked ? `${asked.id} ${isWhole}` : ''
		if (key === this.#asked) return
		const hadFocus = this.#ask.contains(document.activeElement)
		this.#asked = key
		if (!asked) {
			put(this.#ask)
			// Whoever answered by keyboard stays here.
			if (hadFocus) this.#scroll.focus({ preventScroll: true })
			return
		}
		const card = askCard(asked, answer => this.#deps.api.answer(this.#id, answer))
		put(this.#ask, card)
		if (hadFocus) card.focus({ preventScroll: true })
	}

	#drawAfter(task: TaskView): void {
		if (!hasEnded(task.state)) return put(this.#after)
		const hasEnd = this.#view.blocks.at(-1)?.kind === 'end'
		const error = task.error && !hasEnd
		put(
			this.#after,
			error &&
				make(
					'p',
					{ class: 'note end error', dir: 'auto' },
					`${STATE_WORDS[task.state]}: ${task.error?.message}`,
				),
			task.artifacts.length > 0 && artifactList(task.artifacts),
		)
	}

	#drawActions(isOver: boolean): void {
		if (isOver) return put(this.#actions)
		if (this.#actions.childElementCount === 0)
			this.#actions.append(cancelControl(() => this.#deps.api.cancel(this.#id)))
	}

	#steerForm(): HTMLFormElement {
		const form = formOf('steer-form')
		const text = form.querySelector('textarea')!
		const problem = form.querySelector('.problem')!
		const send = () => {
			const said = text.value.trim()
			if (said === '') return
			text.value = ''
			put(problem)
			this.#deps.api.answer(this.#id, { text: said }).catch((error: unknown) => {
				text.value = said
				put(problem, messageOf(error))
			})
		}
		form.addEventListener('submit', event => {
			event.preventDefault()
			send()
		})
		onEnter(text, send)
		return form
	}

	#scrolled(): void {
		const { scrollTop, scrollHeight, clientHeight } = this.#scroll
		const card = this.#ask.firstElementChild
		const end = card instanceof HTMLElement ? card.offsetTop + clientHeight - 2 * NEAR_END : scrollHeight
		const isAtEnd = Math.min(end, scrollHeight) - scrollTop - clientHeight < NEAR_END
		this.#follows = isAtEnd
		if (isAtEnd) this.#latest.hidden = true
	}

	#toEnd(): void {
		this.#follows = true
		this.#latest.hidden = true
		const { clientHeight, scrollHeight } = this.#scroll
		const card = this.#ask.firstElementChild
		// What has to be read before it is answered is shown from its beginning.
		if (card instanceof HTMLElement && card.offsetHeight > clientHeight - 2 * NEAR_END)
			this.#scroll.scrollTop = card.offsetTop - 12
		else this.#scroll.scrollTop = scrollHeight
	}
}

const NEAR_END = 40
