// Phase times: where the time of a run or a turn went. They follow each other without a gap, so they add up to the whole.

/** Milliseconds, to a tenth. */
export type PhaseTimes = {
	/** Until a model is asked: servers, memory, hooks, what fits the window, a summary if it takes one. */
	assembling: number
	/** From asking to the first of the reply: other models, retries and their waits too. */
	waiting: number
	/** From the first of the reply to its end. Calls that can run already do so meanwhile. */
	streaming: number
	/** For calls, once the reply has ended; a person's answer too. */
	tools: number
	/** For the log. */
	storing: number
}

export type Phase = keyof PhaseTimes
