// The pace of the link to the terminal. The system takes in far more than a slow link has carried, so that a write says
// nothing: the terminal itself is asked behind what it is sent (DSR 5), and its answer says that all before it is there.

/** How much may be on its way at once, from how long the terminal takes to answer. Nothing is held back until it does. */
export class LinkPace {
	readonly #onOpen: () => void
	readonly #send: (sequence: string) => void
	readonly #now: () => number
	/** Bytes that may be on their way; undefined: the link is fast, and they are not counted. */
	#window: number | undefined
	#sent = 0
	#arrived = 0
	#asked: readonly AskedReport[] = []
	#askedAt = { ms: Number.NEGATIVE_INFINITY, bytes: 0 }
	#changedAtMs = Number.NEGATIVE_INFINITY
	/** Of the quickest answer: the way there and back, with nothing in it. Undefined: there has been none. */
	#leastMs: number | undefined
	#lostTimer: NodeJS.Timeout | undefined
	/** A write has stood still so long that the next waits. */
	#restTimer: NodeJS.Timeout | undefined
	#isStopped = false
	#waiting: (() => void)[] = []

	constructor(options: {
		/** What was held back may go. */
		onOpen(): void
		/** Writes to the terminal, by way of `sending`. */
		send(sequence: string): void
		now?(): number
	}) {
		this.#onOpen = options.onOpen
		this.#send = options.send
		this.#now = options.now ?? (() => performance.now())
	}

	/** Whether anything may be drawn now. When it may again, `onOpen` is called. */
	get isOpen(): boolean {
		if (this.#isStopped) return true
		if (this.#isLate()) this.#slowDown(FIRST_WINDOW)
		// Half of it at once is fewer and larger frames.
		const isOpen = !this.#restTimer && (this.#window === undefined || this.#inFlight <= this.#window / 2)
		if (!isOpen) this.#lostTimer ??= setTimeout(() => this.#lose(), LOST_MS).unref()
		return isOpen
	}

	/** Bytes that may be sent at once. */
	get room(): number {
		if (this.#isStopped || this.#window === undefined) return Number.POSITIVE_INFINITY
		return Math.max(0, this.#window - this.#inFlight)
	}

	/** @returns what is to be written instead: perhaps with a question behind it */
	sending(text: string): string {
		if (this.#isStopped) return text
		const isAlone = this.#inFlight === 0
		this.#sent += Buffer.byteLength(text)
		const isAsking = text === ASK
		if (!isAsking && !this.#isToAsk()) return text
		const atMs = this.#now()
		if (!isAsking) this.#sent += ASK.length
		this.#askedAt = { ms: atMs, bytes: this.#sent }
		this.#asked = [...this.#asked, { atMs, upTo: this.#sent, inFlight: this.#inFlight, isAlone }]
		return isAsking ? text : text + ASK
	}

	/** What the terminal says; what is not an answer to this is no matter. */
	takeReply(reply: string): void {
		const [question, ...asked] = this.#asked
		if (!ANSWER.test(reply) || !question) return
		this.#asked = asked
		this.#arrived = question.upTo
		clearTimeout(this.#lostTimer)
		this.#lostTimer = undefined
		this.#learn(question)
		if (asked.length === 0) this.#settle()
		// What was sent while the link was thought fast is on its way, and nobody has asked behind it.
		if (!this.#isStopped && this.#window !== undefined && asked.length === 0 && this.#inFlight > 0)
			this.#send(ASK)
		if (this.isOpen) this.#onOpen()
	}

	/** A write has stood still for this long: all that the system takes in is on its way, and the program stood still. */
	stood(ms: number): void {
		if (ms < STILL_MS || this.#restTimer || this.#isStopped) return
		this.#restTimer = setTimeout(
			() => {
				this.#restTimer = undefined
				if (this.isOpen) this.#onOpen()
			},
			Math.min(MOST_REST_MS, ms * REST_SHARE),
		)
		this.#restTimer.unref()
	}

	/**
	 * Asks no more, and resolves when there is no answer to come any more: whoever has the terminal next would get it.
	 * What is written meanwhile is not held back.
	 */
	async stop(): Promise<void> {
		this.#isStopped = true
		clearTimeout(this.#restTimer)
		this.#restTimer = undefined
		clearTimeout(this.#lostTimer)
		const last = this.#asked.at(-1)
		if (!last) return
		const patienceMs = this.#leastMs === undefined ? last.atMs + UNKNOWN_MS - this.#now() : LAST_ANSWER_MS
		if (patienceMs <= 0) return
		await new Promise<void>(resolve => {
			const timer = setTimeout(resolve, patienceMs)
			this.#waiting.push(() => {
				clearTimeout(timer)
				resolve()
			})
		})
	}

	/** The terminal is gone: there is nothing to wait for. */
	end(): void {
		this.#asked = []
		void this.stop()
		this.#settle()
	}

	/** Goes on after `stop`. */
	resume(): void {
		this.#isStopped = false
		this.#lose()
	}

	get #inFlight(): number {
		return this.#sent - this.#arrived
	}

	#isToAsk(): boolean {
		if (this.#window !== undefined) return true
		const bytes = this.#sent - this.#askedAt.bytes
		if (this.#asked.length > 0) return false
		return this.#leastMs === undefined
			? bytes >= FIRST_BYTES
			: bytes >= OFTEN_BYTES && this.#now() - this.#askedAt.ms >= OFTEN_MS
	}

	/** Only a terminal that has answered once is waited for. */
	#isLate(): boolean {
		const [question] = this.#asked
		if (!question || this.#leastMs === undefined || this.#window !== undefined) return false
		return this.#now() - question.atMs > this.#leastMs + LATE_MS
	}

	#learn({ atMs, inFlight, isAlone }: AskedReport): void {
		const tookMs = this.#now() - atMs
		const isFirst = this.#leastMs === undefined
		// That a way has become longer can be told from a queue only where there is none.
		this.#leastMs = Math.min(tookMs, (this.#leastMs ?? tookMs) * (isAlone ? 1.25 : 1))
		const queuedMs = tookMs - this.#leastMs
		if (this.#window === undefined) {
			if (queuedMs > LATE_MS || (isFirst && tookMs > FIRST_LATE_MS)) this.#slowDown(FIRST_WINDOW)
			return
		}
		// What was asked before the last change says nothing of it.
		if (atMs < this.#changedAtMs) return
		if (queuedMs > MOST_QUEUED_MS) this.#slowDown(Math.max(LEAST_WINDOW, this.#window * 0.7))
		else if (queuedMs < FEW_QUEUED_MS && inFlight >= this.#window / 2) {
			this.#changedAtMs = this.#now()
			this.#window *= 1.5
			if (this.#window > FAST_WINDOW) this.#window = undefined
		}
	}

	#settle(): void {
		for (const settle of this.#waiting.splice(0)) settle()
	}

	#slowDown(window: number): void {
		this.#changedAtMs = this.#now()
		this.#window = window
	}

	/** Something else has read the answers, or the terminal is another one by now. */
	#lose(): void {
		clearTimeout(this.#lostTimer)
		this.#lostTimer = undefined
		this.#asked = []
		this.#arrived = this.#sent
		this.#onOpen()
	}
}

/** `isAlone`: nothing was on its way before. */
type AskedReport = { atMs: number; upTo: number; inFlight: number; isAlone: boolean }

/** Device status report: every terminal answers, and does nothing else. */
const ASK = '\x1b[5n'
const ANSWER = /^\x1b\[[03]n$/

/** So much has a first frame. */
const FIRST_BYTES = 400
/** While the link is fast, a question now and then costs nothing. */
const OFTEN_BYTES = 2000
const OFTEN_MS = 500
/** Behind the quickest answer, until the link counts as slow. */
const LATE_MS = 400
/** A first frame that takes so long may be on a slow link or on a long one; which it is, is found out. */
const FIRST_LATE_MS = 150

/** In bytes. A key's echo is about a hundred. */
const FIRST_WINDOW = 1024
const LEAST_WINDOW = 256
/** A link that has so much on its way and does not queue is not worth counting. */
const FAST_WINDOW = 16_384
/** What waits in the link makes a key late. */
const MOST_QUEUED_MS = 300
const FEW_QUEUED_MS = 120

/** No answer will come: read by another program, or the line was cut. */
const LOST_MS = 8000
/** Nobody waits longer for a program to let go of the terminal. */
const LAST_ANSWER_MS = 3000
/** Whether the terminal answers is not known, but one on this machine would have. */
const UNKNOWN_MS = 100

const STILL_MS = 100
const REST_SHARE = 4
const MOST_REST_MS = 2000
