// The list of tasks beside the page: a row for each, asked for again and again while somebody looks, page by page.

import type { TaskState } from '../../../../core/services/tasks.ts'
import type { TaskRow } from '../../../http/task-view.ts'
import type { Api, TaskPage } from '../state/api.ts'
import { addressOf } from '../state/place.ts'
import { age, cost, STATE_WORDS } from '../text/format.ts'
import { firstLine } from '../text/visible-text.ts'
import { bit, box, button, keepRows, line, make, say } from './dom.ts'

export type TaskListDeps = {
	api: Api
	/** Said to those who do not see it. */
	announce(text: string): void
	/** After each look; undefined: it went well. */
	looked(error: unknown): void
}

export class TaskList {
	readonly element = box('list')
	readonly #deps: TaskListDeps
	readonly #leave = new AbortController()
	readonly #rows = make('ul', { class: 'rows' })
	readonly #empty = line('nothing')
	readonly #newer: HTMLButtonElement
	readonly #older: HTMLButtonElement
	#drawn = new Map<string, { row: TaskRow; element: HTMLLIElement }>()
	#state: TaskState | undefined
	/** Where the pages up to this one begin; the first one has no cursor. */
	#cursors: readonly (string | undefined)[] = [undefined]
	#page: TaskPage = { items: [] }
	#open: string | undefined
	#timer: ReturnType<typeof setTimeout> | undefined
	#look = 0

	constructor(deps: TaskListDeps) {
		this.#deps = deps
		this.#newer = button('← Newer', () => this.#turn(this.#cursors.slice(0, -1)))
		this.#older = button('Older →', () => this.#turn([...this.#cursors, this.#page.next]))
		const filter = make('select', { id: 'filter' })
		filter.append(make('option', { value: '' }, 'All tasks'))
		for (const [state, word] of Object.entries(STATE_WORDS))
			filter.append(make('option', { value: state }, word))
		filter.addEventListener('change', () => {
			this.#state = STATES.find(state => state === filter.value)
			this.#turn([undefined])
		})
		this.element.append(
			box(
				'list-head',
				make('label', { for: 'filter', class: 'unseen' }, 'Which tasks are shown'),
				filter,
				make('a', { href: addressOf({ view: 'new' }), class: 'button main' }, 'New task'),
			),
			this.#rows,
			this.#empty,
			box('pages', this.#newer, this.#older),
		)
		document.addEventListener('visibilitychange', () => document.hidden || this.refresh(), {
			signal: this.#leave.signal,
		})
		this.refresh()
	}

	close(): void {
		this.#leave.abort()
		clearTimeout(this.#timer)
	}

	/** @param id - of the task that is open beside the list */
	mark(id: string | undefined): void {
		this.#open = id
		for (const [one, { element }] of this.#drawn) markRow(element, one === id)
	}

	/** Somebody has heard of it earlier than the next look. */
	seen(task: TaskRow): void {
		const index = this.#page.items.findIndex(({ id }) => id === task.id)
		if (index === -1) return
		const known = this.#page.items[index]!
		if (known.updatedAt >= task.updatedAt) return
		this.#draw({ ...this.#page, items: this.#page.items.with(index, task) })
	}

	/** At once, and then every so often. */
	refresh(): void {
		clearTimeout(this.#timer)
		const look = ++this.#look
		const cursor = this.#cursors.at(-1)
		this.#deps.api
			.list({ state: this.#state, cursor })
			.then(page => {
				if (this.#leave.signal.aborted || look !== this.#look) return
				this.#draw(page)
				this.#deps.looked(undefined)
			})
			.catch((error: unknown) => !this.#leave.signal.aborted && this.#deps.looked(error))
			.finally(() => {
				if (this.#leave.signal.aborted || look !== this.#look) return
				this.#timer = setTimeout(() => this.refresh(), document.hidden ? HIDDEN_MS : EVERY_MS)
			})
	}

	#turn(cursors: readonly (string | undefined)[]): void {
		this.#cursors = cursors
		this.refresh()
	}

	#draw(page: TaskPage): void {
		this.#page = page
		const now = Date.now()
		const drawn = page.items.map(row => {
			const before = this.#drawn.get(row.id)
			const element = before?.element ?? rowElement(row)
			if (before && before.row.state !== row.state) this.#tell(row)
			updateRow(element, row, now)
			markRow(element, row.id === this.#open)
			return { row, element }
		})
		this.#drawn = new Map(drawn.map(one => [one.row.id, one]))
		keepRows(
			this.#rows,
			drawn.map(({ element }) => element),
		)
		const which = this.#state ? `No task is “${STATE_WORDS[this.#state]}”.` : 'No tasks yet.'
		say(this.#empty, page.items.length === 0 ? which : '')
		this.#newer.hidden = this.#cursors.length < 2
		this.#older.hidden = page.next === undefined
		const waiting = page.items.filter(({ state }) => state === 'input-required').length
		document.title = waiting > 0 ? `(${waiting}) Keelson` : 'Keelson'
	}

	#tell({ prompt, state }: TaskRow): void {
		this.#deps.announce(`${STATE_WORDS[state]}: ${firstLine(prompt, 80)}`)
	}
}

function rowElement({ id }: TaskRow): HTMLLIElement {
	const link = make('a', { href: `#task=${encodeURIComponent(id)}`, class: 'row-link' })
	link.append(
		make('span', { class: 'dot', 'aria-hidden': 'true' }),
		make('span', { class: 'row-title', dir: 'auto' }),
		bit('row-state'),
		bit('row-facts'),
	)
	return make('li', {}, link)
}

function updateRow(element: HTMLLIElement, row: TaskRow, now: number): void {
	const [, title, state, facts] = element.firstElementChild!.children
	element.dataset.state = row.state
	say(title!, firstLine(row.prompt, 120))
	say(state!, STATE_WORDS[row.state])
	const told = [age(now - row.createdAt), row.costMicroUsd === 0 ? '' : cost(row.costMicroUsd), row.server]
	say(facts!, told.filter(Boolean).join(' · '))
}

function markRow(element: HTMLLIElement, isOpen: boolean): void {
	if (isOpen) element.firstElementChild!.setAttribute('aria-current', 'page')
	else element.firstElementChild!.removeAttribute('aria-current')
}

const STATES = Object.keys(STATE_WORDS) as readonly TaskState[]
const EVERY_MS = 2_000
/** The title still says how many wait. */
const HIDDEN_MS = 15_000
