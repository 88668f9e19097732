// What is on its way to the log and is waited for later, all of it together.

export class Storing {
	/** What goes to the log in one write has one promise. */
	private readonly waits = new Set<Promise<unknown>>()

	/** @param stored - nothing, where that is done already */
	add(stored: Promise<unknown> | undefined): void {
		if (!stored || this.waits.has(stored)) return
		this.waits.add(stored)
		told(stored)
	}

	/** @returns a promise that rejects with AgentError `storage-failed` when some of it cannot be in the log */
	all(): Promise<unknown> {
		return told(Promise.all(this.waits))
	}
}

/** A failure is told where it is waited for, not by the process. */
function told(work: Promise<unknown>): Promise<unknown> {
	work.catch(() => undefined)
	return work
}
