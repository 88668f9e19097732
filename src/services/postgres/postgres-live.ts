// Live events across servers: each goes to all of them as a notice, which holds 8000 bytes at most, and is handed on there
// to whoever looks on.

import type { Envelope, ShownEvent } from '../../core/events.ts'
import { isObject, parseJson } from '../../core/json.ts'
import type { LiveEvent, LiveEvents } from '../../core/services/live-events.ts'
import type { TaskId } from '../../core/services/tasks.ts'
import { createLiveEvents } from '../embedded/live-events.ts'
import type { Database } from './database.ts'

export type PostgresLive = LiveEvents & {
	/** A notice that came: `l app user task {…}`. */
	heard(payload: string): void
}

export function postgresLive(database: Pick<Database, 'query'>): PostgresLive {
	const local = createLiveEvents()
	let sending: Promise<unknown> = Promise.resolve()
	let waiting = 0
	return {
		publish(auth, id, events) {
			// What cannot be told in time is not told: it is all in the log.
			if (waiting >= MOST_WAITING) return
			const head = `l ${auth.app} ${auth.user} ${id} `
			const payloads = events.flatMap(event =>
				piecesOf(event)
					.map(piece => head + JSON.stringify(piece))
					.filter(payload => Buffer.byteLength(payload) <= LARGEST_NOTICE),
			)
			if (payloads.length === 0) return
			waiting++
			sending = sending
				.then(() => database.query(`select pg_notify('keelson', p) from unnest($1::text[]) p`, [payloads]))
				.catch(() => undefined)
				.finally(() => {
					waiting--
				})
		},
		follow: (auth, id, signal) => local.follow(auth, id, signal),
		heard(payload) {
			const { app, user, id, json } = NOTICE.exec(payload)?.groups ?? {}
			const event = json === undefined ? undefined : parseJson(json)
			if (app === undefined || user === undefined || !isLive(event)) return
			local.publish({ app, user }, id as TaskId, [event])
		},
	}
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

const NOTICE = /^l (?<app>\S+) (?<user>\S+) (?<id>\S+) (?<json>.*)$/s
const LARGEST_NOTICE = 7_900
/** Each character takes six bytes at most in JSON. */
const LONGEST_TEXT = 1_200
const MOST_WAITING = 20
