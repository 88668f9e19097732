// A stored session as a runtime that goes through it once more: the same envelopes with pauses between them, answers
// in pieces as they once came. No model, no tool, and nothing to be stored.

import { AgentError } from '../../core/errors.ts'
import type { AgentEvent, Envelope, StoredEvent } from '../../core/events.ts'
import { assertNever } from '../../core/exhaustive.ts'
import type { Clock } from '../../core/host.ts'
import type { AssistantMessage } from '../../core/messages.ts'
import { modelName } from '../../core/model-ref.ts'
import type { LogPage, RuntimePort, RuntimeQueries, SessionPageRequest } from '../../core/runtime-port.ts'

export type ReplaySpeed = 1 | 4 | 'max'

export type ReplayState = {
	speed: ReplaySpeed
	isPaused: boolean
	/** Events told, of so many. */
	played: number
	total: number
}

export class ReplayPort implements RuntimePort {
	readonly queries: RuntimeQueries = { ...NO_QUERIES, readLog: async request => this.page(request) }
	private readonly envelopes: readonly Envelope<StoredEvent>[]
	private readonly clock: Pick<Clock, 'now' | 'sleep'>
	/** Everything before this number is told at once. */
	private readonly from: number
	private current: ReplayState
	private readonly listeners = new Set<() => void>()
	private changed = new AbortController()
	/** Between the clock of then and the clock of now; the same for a whole run, so that its times stay true. */
	private laterMs = 0
	private lastRun: { turn: number; maxTurns: number } | undefined

	constructor(options: {
		envelopes: readonly Envelope<StoredEvent>[]
		clock: Pick<Clock, 'now' | 'sleep'>
		speed: ReplaySpeed
		from?: number | undefined
	}) {
		this.envelopes = options.envelopes
		this.clock = options.clock
		this.from = options.from ?? 0
		this.current = { speed: options.speed, isPaused: false, played: 0, total: this.envelopes.length }
	}

	readonly subscribe = (listener: () => void): (() => void) => {
		this.listeners.add(listener)
		return () => this.listeners.delete(listener)
	}

	readonly state = (): ReplayState => this.current

	pause(): void {
		this.change({ isPaused: !this.current.isPaused })
	}

	faster(): void {
		this.change({ speed: this.current.speed === 1 ? 4 : 'max' })
	}

	slower(): void {
		this.change({ speed: this.current.speed === 'max' ? 4 : 1 })
	}

	async send(): Promise<void> {
		throw new AgentError(
			'rejected',
			'this is a session from before, played again; nothing in it can be changed',
		)
	}

	/** Goes on until `signal` fires: the last picture stays. */
	async *events(_fromSeq: number, signal: AbortSignal): AsyncIterable<Envelope> {
		const [first] = this.envelopes
		if (first) yield this.opened(first)
		let before: Envelope<StoredEvent> | undefined
		let running: readonly string[] = []
		for (const envelope of this.envelopes) {
			if (signal.aborted) return
			const { event } = envelope
			if (event.type === 'run-start') this.laterMs = this.clock.now() - envelope.at
			if (event.type === 'turn-start') running = []
			const gapMs = before && envelope.seq > this.from ? Math.max(0, envelope.at - before.at) : 0
			if (event.type === 'message-end') yield* this.streamed(envelope, event.message, gapMs, signal)
			else await this.wait(Math.min(gapMs, IDLE_MS), signal)
			if (signal.aborted) return
			yield this.now(envelope)
			if (event.type === 'tool-start') running = [...running, event.tool]
			const progress = this.progressAfter(event, running)
			if (progress) yield this.now({ ...envelope, event: progress })
			this.change({ played: this.current.played + 1 })
			before = envelope
		}
		await whenAborted(signal)
	}

	/** Places are positions among the events. */
	private page(request: SessionPageRequest): LogPage {
		const { played } = this.current
		const isAfter = 'after' in request
		const start = isAfter ? request.after : Math.max(0, (request.before ?? played) - PAGE_EVENTS)
		const end = Math.min(played, isAfter ? start + PAGE_EVENTS : (request.before ?? played))
		const entries = this.envelopes
			.slice(start, end)
			.map((envelope, index) => ({ envelope, place: start + index }))
		return { entries, start, end, isFirst: start === 0, isLast: end === played }
	}

	private opened(first: Envelope<StoredEvent>): Envelope {
		const start = this.envelopes.find(({ event }) => event.type === 'run-start')?.event
		const snapshot = start?.type === 'run-start' ? start.snapshot : undefined
		const cwd = first.event.type === 'session-start' ? first.event.cwd : (snapshot?.cwd ?? '')
		return {
			seq: 0,
			at: this.clock.now(),
			sessionId: first.sessionId,
			event: {
				type: 'session-open',
				cwd,
				resumed: true,
				chain: snapshot?.chain ?? [],
				approvals: snapshot?.approvals ?? { kind: 'ask' },
				effort: snapshot?.effort,
			},
		}
	}

	/** The words of a reply as they came, in about the time they took. */
	private async *streamed(
		envelope: Envelope<StoredEvent>,
		{ content }: AssistantMessage,
		gapMs: number,
		signal: AbortSignal,
	): AsyncIterable<Envelope> {
		const pieces = content.flatMap((part, index): readonly AgentEvent[] => {
			if (part.type === 'tool-call') return []
			const type = part.type === 'text' ? 'text-delta' : 'reasoning-delta'
			const isAnother = part.type === 'text' && content[index - 1]?.type === 'text'
			return piecesOf(isAnother ? `\n\n${part.text}` : part.text).map(text => ({ type, text }))
		})
		if (envelope.seq <= this.from || pieces.length === 0)
			return await this.wait(Math.min(gapMs, IDLE_MS), signal)
		const pieceMs = Math.min(gapMs / pieces.length, MOST_PIECE_MS)
		for (const piece of pieces) {
			// At full speed the message says it all at once.
			if (this.current.speed === 'max' && piece !== pieces[0]) continue
			await this.wait(pieceMs, signal)
			if (signal.aborted) return
			if (this.current.speed !== 'max') yield this.now({ ...envelope, event: piece })
		}
	}

	private progressAfter(event: StoredEvent, running: readonly string[]): AgentEvent | undefined {
		const run = this.lastRun
		const say = (text: string): AgentEvent | undefined => run && { type: 'progress', ...run, text }
		switch (event.type) {
			case 'run-start':
				this.lastRun = { maxTurns: event.snapshot.maxTurns, turn: 0 }
				return undefined
			case 'turn-start':
				if (run) run.turn = event.turn
				return undefined
			case 'attempt-start':
				return say(`Waiting for ${modelName(event.model)}`)
			case 'tool-start':
				return say(`Running ${running.join(', ')}`)
			case 'session-start':
			case 'session-rename':
			case 'approvals-set':
			case 'model-set':
			case 'effort-set':
			case 'memory-drop':
			case 'agent-start':
			case 'agent-end':
			case 'steer':
			case 'correction':
			case 'attempt-end':
			case 'message-end':
			case 'approval-request':
			case 'approval-end':
			case 'question-request':
			case 'question-end':
			case 'hook-result':
			case 'tool-end':
			case 'turn-end':
			case 'compaction':
			case 'checkpoint':
			case 'checkpoint-failed':
			case 'rewind':
			case 'run-end':
				return undefined
			default:
				return assertNever(event)
		}
	}

	private now<Event extends AgentEvent>(envelope: Envelope<Event>): Envelope<Event> {
		return this.laterMs === 0 ? envelope : { ...envelope, at: envelope.at + this.laterMs }
	}

	/** @param ms - of the session's own time */
	private async wait(ms: number, signal: AbortSignal): Promise<void> {
		let leftMs = ms
		while (!signal.aborted && (leftMs > 0 || this.current.isPaused)) {
			const { isPaused, speed } = this.current
			const change = AbortSignal.any([signal, this.changed.signal])
			if (isPaused) {
				await whenAborted(change)
				continue
			}
			if (speed === 'max') return
			const startedMs = this.clock.now()
			await this.clock.sleep(leftMs / speed, change)
			leftMs = change.aborted ? leftMs - (this.clock.now() - startedMs) * speed : 0
		}
	}

	private change(change: Partial<ReplayState>): void {
		this.current = { ...this.current, ...change }
		if (change.played === undefined) {
			this.changed.abort()
			this.changed = new AbortController()
		}
		for (const listener of this.listeners) listener()
	}
}

/** Nobody waits through the hours in which nothing happened. */
const IDLE_MS = 1000
const PAGE_EVENTS = 200
const MOST_PIECE_MS = 60
const PIECE_CHARACTERS = 12

function piecesOf(text: string): readonly string[] {
	return text.match(new RegExp(`[\\s\\S]{1,${PIECE_CHARACTERS}}`, 'gu')) ?? []
}

function whenAborted(signal: AbortSignal): Promise<void> {
	return new Promise(resolve => {
		if (signal.aborted) resolve()
		else signal.addEventListener('abort', () => resolve(), { once: true })
	})
}

const NO_QUERIES: RuntimeQueries = {
	sessions: async () => [],
	models: async () => [],
	files: async () => [],
	promptHistory: async () => [],
	gitBranch: async () => undefined,
	clipboardImage: async () => undefined,
	contextUse: async () => {
		throw new AgentError('rejected', 'a session that is played again has no next request')
	},
	rewindPoints: async () => [],
	agents: async () => [],
	searchSessions: async () => [],
	previewSession: async () => '',
	notes: async () => [],
	servers: async () => [],
	hooks: async () => ({ hooks: [], problems: [] }),
}
