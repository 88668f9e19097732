// The table of services and shapes: every story as every service tells it, in other framings, over a WebSocket, without
// streaming, with nothing in it, and broken off with an error.

import { isDeepStrictEqual } from 'node:util'
import { SOAK_TIMES } from '../soak.ts'
import { CHAT_SERVICES } from './chat-services.ts'
import { FRAMINGS } from './framings.ts'
import { MESSAGES_SERVICES } from './messages-services.ts'
import type { Script } from './play.ts'
import { RESPONSES_SERVICES } from './responses-services.ts'
import { expected, type Service, STORIES, type Told } from './story.ts'

export type ReplyCase = {
	shape: string
	group: 'story' | 'framing' | 'whole' | 'error' | 'socket'
	script: Script
	over?: 'socket'
	told: Told
	/** Broken off: any of these is as good an ending, and the text is what had come until then. */
	ends?: readonly string[]
	requests: number
}

export const SERVICES: readonly Service[] = [...CHAT_SERVICES, ...MESSAGES_SERVICES, ...RESPONSES_SERVICES]

const FULLEST = STORIES['thoughts, an answer and calls']!
const PLAIN = STORIES['an answer']!
const SILENT: Told = { reasoning: '', text: '', calls: [], end: '', usage: undefined }

const packets = (events: readonly string[]) => [Buffer.from(events.join(''))]

export function casesOf(service: Service): readonly ReplyCase[] {
	return [...storyCases(service), ...framingCases(service), ...wholeCases(service), ...errorCases(service)]
}

function storyCases(service: Service): readonly ReplyCase[] {
	return Object.entries(STORIES).flatMap(([shape, story]): ReplyCase[] => {
		const stream = service.stream(story)
		const usual = {
			script: { stream: packets(stream), whole: service.whole(story) },
			told: expected(story, service),
			requests: 1,
		}
		const overSocket = {
			...usual,
			shape: `${shape}, over a WebSocket`,
			group: 'socket',
			over: 'socket',
		} as const
		return [{ ...usual, shape, group: 'story' }, ...(service.api === 'responses' ? [overSocket] : [])]
	})
}

function framingCases(service: Service): readonly ReplyCase[] {
	const whole = service.whole(FULLEST)
	// Half of them in `npm test`, the other half for the next service.
	const chosen = Object.entries(FRAMINGS).filter(
		(_, index) => SOAK_TIMES > 1 || (index + SERVICES.indexOf(service)) % 2 === 0,
	)
	return chosen.map(([shape, framing]) => ({
		shape,
		group: 'framing',
		script: { stream: framing(service.stream(FULLEST)), whole },
		told: expected(FULLEST, service),
		requests: 1,
	}))
}

function wholeCases(service: Service): readonly ReplyCase[] {
	const whole = service.whole(FULLEST)
	const told = expected(FULLEST, service)
	const group = 'whole'
	return [
		{ group, shape: 'not streamed', script: { stream: [Buffer.from(whole)], whole }, told, requests: 1 },
		{ group, shape: 'an empty stream, then not streamed', script: { stream: [], whole }, told, requests: 2 },
		{
			group,
			shape: 'an empty stream, and nothing else',
			script: { stream: [], whole: '' },
			told: { ...SILENT, end: 'empty-reply' },
			requests: 2,
		},
	]
}

function errorCases(service: Service): readonly ReplyCase[] {
	const begun = service.stream(PLAIN)
	const half = begun.slice(0, Math.floor(begun.length / 2))
	return service.errors.flatMap(({ name, events, code }): ReplyCase[] => {
		const ends = code.split('|')
		const usual = { group: 'error', ends, requests: 1 } as const
		const later = { stream: packets([...half, ...events]), whole: '' }
		return [
			{
				...usual,
				shape: `error at once: ${name}`,
				script: { stream: packets(events), whole: '' },
				told: SILENT,
			},
			{
				...usual,
				shape: `error in the middle: ${name}`,
				script: later,
				told: { ...SILENT, text: PLAIN.text },
			},
		]
	})
}

/** Whether a provider has made of it what was told, in as many requests as it takes. */
export function isAsTold({ told, ends, requests }: ReplyCase, observed: Told, asked: number): boolean {
	if (asked !== requests) return false
	if (ends === undefined) return isDeepStrictEqual(observed, told)
	const isHalf = told.text.startsWith(observed.text) && (told.text === '') === (observed.text === '')
	return ends.includes(observed.end) && observed.calls.length === 0 && isHalf
}
