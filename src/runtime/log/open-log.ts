// Opens the log file. Entries of one go of the event loop are one write; what a dying process has not written yet is
// written as it exits.

import { messageOf } from '../../core/errors.ts'
import { LOG_LEVELS, type Logger } from '../../core/logging/logger.ts'
import type { ProviderConfig } from '../../core/model.ts'
import type { LogLevel } from '../../core/services/logging.ts'
import type { HttpFetch, HttpResponse } from '../../providers/http/http-fetch.ts'
import { EventLog } from './log-events.ts'
import { type LogEntry, logLine } from './log-line.ts'
import { openRotatingFile } from './rotating-file.ts'
import type { RuntimeLog } from './runtime-log.ts'

export type LogOptions = {
	/** Of the file; its folder is made. */
	path: string
	level: LogLevel
	/** Takes secrets out. */
	scrub(text: string): string
	providers: readonly Pick<ProviderConfig, 'id' | 'api'>[]
	now?: () => number
	limitBytes?: number
	keep?: number
}

/** Never fails: a log that cannot be written is told of and left at that. */
export function openLog(options: LogOptions): RuntimeLog {
	const { path, level, scrub, providers, now = Date.now } = options
	const { limitBytes = LIMIT_BYTES, keep = KEEP } = options
	const most = LOG_LEVELS.indexOf(level)
	const keeps = (asked: LogLevel) => LOG_LEVELS.indexOf(asked) <= most
	let waiting = ''
	let failure: string | undefined
	let tell: ((text: string) => void) | undefined

	function failed(error: unknown): void {
		if (failure !== undefined) return
		waiting = ''
		failure = `The log is not written (any more): ${messageOf(error)}. The run goes on without it.`
		tell?.(failure)
	}

	function attempt<Result>(work: () => Result): Result | undefined {
		try {
			return work()
		} catch (error) {
			failed(error)
			return undefined
		}
	}

	const file = attempt(() => openRotatingFile({ path, limitBytes, keep }))

	function flush(): void {
		if (waiting === '') return
		const lines = waiting
		waiting = ''
		attempt(() => file?.append(lines))
	}
	process.on('exit', flush)

	function write(entry: Omit<LogEntry, 'time'>): void {
		if (failure !== undefined) return
		const time = new Date(now()).toISOString()
		const line = attempt(() => logLine({ ...entry, time }, scrub))
		if (line === undefined) return
		if (waiting === '') setImmediate(flush)
		waiting += line
	}

	const logger: Logger = {
		keeps,
		log: (asked, event, facts) => {
			if (keeps(asked)) write({ level: asked, event, facts })
		},
	}
	const events = new EventLog(id => providers.find(each => each.id === id)?.api)
	return {
		logger,
		follow(envelope) {
			const entry = events.entry(envelope)
			if (!entry || !keeps(entry.level)) return
			const { sessionId: session, runId: run, event } = envelope
			write({ ...entry, event: event.type, session, run })
		},
		watch: fetch => watched(fetch, logger),
		onFailure(told) {
			tell = told
			if (failure !== undefined) told(failure)
		},
		async close() {
			flush()
			await file?.settled().catch(failed)
			process.off('exit', flush)
		},
	}
}

const LIMIT_BYTES = 5 * 1024 * 1024
const KEEP = 4

/** Neither headers nor bodies: they have keys and conversations in them. Of an address, not what stands behind `?`. */
function watched(fetch: HttpFetch, { log }: Logger): HttpFetch {
	return async (target, init) => {
		const startedMs = performance.now()
		const { origin, pathname } = new URL(target)
		const asked = { method: init?.method ?? 'GET', url: `${origin}${pathname}` }
		const took = () => ({ ms: Math.round(performance.now() - startedMs) })
		try {
			const answer = await fetch(target, init)
			log('info', 'http-answer', { ...asked, status: answer.status, ...took(), ...namesIn(answer) })
			return answer
		} catch (error) {
			log('warn', 'http-failure', { ...asked, ...took(), message: messageOf(error) })
			throw error
		}
	}
}

/** What a provider's support asks for, and how long it wants to be left alone. */
function namesIn({ headers }: HttpResponse): { request_id?: string; retry_after?: string } {
	const requestId = headers.get('x-request-id') ?? headers.get('request-id')
	const retryAfter = headers.get('retry-after')
	return {
		...(requestId && { request_id: requestId }),
		...(retryAfter && { retry_after: retryAfter }),
	}
}
