// The page itself: a token first, then the list of tasks beside one of them, or beside the form for a new one.

import { ApiError, createApi } from './state/api.ts'
import { addressOf, forgetToken, keepToken, knownToken, placeIn } from './state/place.ts'
import { messageOf } from './text/format.ts'
import { part, put, say } from './view/dom.ts'
import { gate } from './view/gate.ts'
import { newTaskForm } from './view/new-task.ts'
import { TaskList } from './view/task-list.ts'
import { TaskScreen } from './view/task-screen.ts'

/** What was open before is closed when something else is. */
let close = () => {}
/** Somebody went to another place. */
let moved = () => {}

function open(said = ''): void {
	close()
	close = () => {}
	const token = knownToken()
	if (token === undefined) showGate(said)
	else showTasks(token)
}

function showGate(said: string): void {
	document.body.dataset.view = 'gate'
	part('leave').hidden = true
	put(part('nav'))
	put(
		part('main'),
		gate(said, token => {
			keepToken(token)
			open()
		}),
	)
	part('token').focus()
}

function showTasks(token: string): void {
	const api = createApi(token)
	part('leave').hidden = false
	const refused = (message: string) => {
		forgetToken()
		open(message)
	}
	const announce = (text: string) => say(part('announce'), text)
	const list = new TaskList({
		api,
		announce,
		looked(error) {
			if (error instanceof ApiError && error.status === 401) return refused(error.message)
			const text = error === undefined ? '' : messageOf(error)
			part('trouble').hidden = text === ''
			say(part('trouble'), text)
		},
	})
	put(part('nav'), list.element)
	let screen: TaskScreen | undefined
	/** @param isMove - somebody went there, so that is where they are */
	const show = (isMove: boolean) => {
		const place = placeIn(location.hash)
		screen?.close()
		screen = undefined
		document.body.dataset.view = place.view
		list.mark(place.view === 'task' ? place.id : undefined)
		if (place.view === 'task') {
			screen = new TaskScreen(place.id, { api, seen: task => list.seen(task), announce, refused })
			put(part('main'), screen.element)
			if (isMove) screen.focus()
			return
		}
		const made = (id: string) => {
			list.refresh()
			location.hash = addressOf({ view: 'task', id })
		}
		put(part('main'), newTaskForm(api, made))
		if (isMove && place.view === 'new') part('prompt').focus()
	}
	moved = () => show(true)
	close = () => {
		moved = () => {}
		list.close()
		screen?.close()
		part('trouble').hidden = true
	}
	show(false)
}

// A link with a token may be followed while the page is open.
addEventListener('hashchange', () => (/\btoken=/.test(location.hash) ? open() : moved()))
part('leave').addEventListener('click', () => {
	forgetToken()
	open()
})
part('skip').addEventListener('click', () => part('main').focus())
open()
