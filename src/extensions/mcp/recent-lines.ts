// Recent lines: the end of a log that may go on for ever.

export class RecentLines {
	private readonly limit: number
	private lines: string[] = []

	constructor(limit: number) {
		this.limit = limit
	}

	add(line: string): void {
		// A copy: a part of a long text would keep all of it in memory.
		this.lines.push(Buffer.from(line.slice(0, MOST_CHARACTERS)).toString())
		// Cut seldom: taking the first one away moves all the others.
		if (this.lines.length >= 2 * this.limit) this.lines = this.lines.slice(-this.limit)
	}

	last(count = this.limit): readonly string[] {
		return this.lines.slice(-count)
	}
}

/** Of one line. */
const MOST_CHARACTERS = 2_000
