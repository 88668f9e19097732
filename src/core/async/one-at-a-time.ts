// Serial queue: work that was asked for later begins when all before it has ended, however it ended.

export class OneAtATime {
	private last: Promise<unknown> = Promise.resolve()

	/** @returns what the work returns, or fails with; either way the next one begins */
	run<Result>(work: () => Result | Promise<Result>): Promise<Result> {
		const done = this.last.then(work)
		this.last = done.catch(() => undefined)
		return done
	}

	/** Resolves when everything has ended that was asked for so far. */
	async settled(): Promise<void> {
		await this.last
	}
}
