// Live events across servers: handed on at once to whoever looks on here, and as notices, which hold 8000 bytes at most,
// to the servers where somebody looks on.
//
//   f SERVER app user task       somebody begins to look, on that server
//   k app user task              somebody still looks
//   a                            a server has come: who looks at what?
//   l app user task {…}          what is shown
//   r SERVER app user task {…}   what was shown before, for the server that has begun to look

import { randomUUID } from 'node:crypto'
import type { Envelope, ShownEvent } from '../../core/events.ts'
import { isObject, parseJson } from '../../core/json.ts'
import type { LiveEvent, LiveEvents } from '../../core/services/live-events.ts'
import type { TaskId } from '../../core/services/tasks.ts'
import { createLiveEvents } from '../embedded/live-events.ts'
import { LiveInterest, lookedAt, SAID_AGAIN_MS } from './live-interest.ts'

export type PostgresLive = LiveEvents & {
	/** A notice of another server. @returns whether it was about live events */
	heard(payload: string): boolean
	/** Notices come from now on. */
	connected(): void
	close(): void
}

/** @param notify - tells all servers but this one */
export function postgresLive(notify: (payloads: readonly string[]) => Promise<void>): PostgresLive {
	const own = randomUUID().slice(0, 8)
	const local = createLiveEvents()
	const interest = new LiveInterest()
	/** What was last shown by runs of this server. */
	const shownHere = new Set<string>()
	/** Looked at here, and nothing of it has come yet. */
	const missing = new Set<string>()
	let sending: Promise<unknown> = Promise.resolve()
	let waiting = 0
	const send = (payloads: readonly string[]) => {
		// What cannot be told in time is not told: it is all in the log.
		if (payloads.length === 0 || waiting >= MOST_WAITING) return
		waiting++
		sending = sending
			.then(() => notify(payloads))
			.catch(() => undefined)
			.finally(() => {
				waiting--
			})
	}
	const sayAgain = () => send(interest.here.map(task => `k ${task}`))
	const timer = setInterval(sayAgain, SAID_AGAIN_MS)
	timer.unref()
	const begins = (task: string, server: string) => {
		interest.heard(task)
		const [app = '', user = '', id = ''] = task.split(' ')
		if (shownHere.has(task))
			send(payloadsOf(`r ${server} ${task}`, local.recent({ app, user }, id as TaskId)))
	}
	return {
		publish(auth, id, events) {
			local.publish(auth, id, events)
			const task = lookedAt(auth, id)
			shownHere.delete(task)
			shownHere.add(task)
			if (shownHere.size > MOST_SHOWN) shownHere.delete(shownHere.values().next().value!)
			if (interest.isElsewhere(task)) send(payloadsOf(`l ${task}`, events))
		},
		follow(auth, id, signal) {
			const task = lookedAt(auth, id)
			if (!signal.aborted) {
				if (interest.begin(task)) {
					if (local.recent(auth, id).length === 0) missing.add(task)
					send([`f ${own} ${task}`])
				}
				const end = () => {
					if (interest.end(task)) missing.delete(task)
				}
				signal.addEventListener('abort', end, { once: true })
			}
			return local.follow(auth, id, signal)
		},
		heard(payload) {
			if (payload === 'a') {
				sayAgain()
				return true
			}
			const { kind, server, task = '', app, user, id, json } = NOTICE.exec(payload)?.groups ?? {}
			switch (kind) {
				case 'f':
					begins(task, server ?? '')
					return true
				case 'k':
					interest.heard(task)
					return true
				case 'l':
				case 'r': {
					const event = json === undefined ? undefined : parseJson(json)
					if (app === undefined || user === undefined || !isLive(event)) return true
					if (kind === 'l') missing.delete(task)
					// What was shown before comes in front of the rest, or not at all.
					else if (server !== own || !missing.has(task)) return true
					local.publish({ app, user }, id as TaskId, [event])
					return true
				}
				default:
					return false
			}
		},
		connected() {
			send(['a', ...interest.here.map(task => `k ${task}`)])
		},
		close: () => clearInterval(timer),
	}
}

function payloadsOf(head: string, events: readonly LiveEvent[]): readonly string[] {
	return events.flatMap(event =>
		piecesOf(event)
			.map(piece => `${head} ${JSON.stringify(piece)}`)
			.filter(payload => Buffer.byteLength(payload) <= LARGEST_NOTICE),
	)
}

/** A long text is told in parts. */
function piecesOf({ after, envelope }: LiveEvent): readonly LiveEvent[] {
	const { event } = envelope
	if (!('text' in event) || event.text.length <= LONGEST_TEXT) return [{ after, envelope }]
	const pieces: LiveEvent[] = []
	for (let from = 0; from < event.text.length; from += LONGEST_TEXT) {
		const part: Envelope<ShownEvent> = {
			...envelope,
			event: { ...event, text: event.text.slice(from, from + LONGEST_TEXT) },
		}
		pieces.push({ after, envelope: part })
	}
	return pieces
}

/** Our own servers wrote it. */
function isLive(value: unknown): value is LiveEvent {
	return isObject(value) && typeof value.after === 'number' && isObject(value.envelope)
}

const NOTICE =
	/^(?<kind>[fklr])(?: (?<=[fr] )(?<server>\S+))? (?<task>(?<app>\S+) (?<user>\S+) (?<id>\S+))(?: (?<json>\{.*))?$/s
const LARGEST_NOTICE = 7_900
/** Each character takes six bytes at most in JSON. */
const LONGEST_TEXT = 1_200
const MOST_WAITING = 20
/** Of as many tasks it is known whether their runs are here. */
const MOST_SHOWN = 1_000
