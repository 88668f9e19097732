// Recent lines: the end of a log that may go on for ever.

export class RecentLines {
	private readonly limit: number
	private lines: string[] = []

	constructor(limit: number) {
		this.limit = limit
	}

	add(line: string): void {
		this.lines.push(line)
		// Cut seldom: taking the first one away moves all the others.
		if (this.lines.length >= 2 * this.limit) this.lines = this.lines.slice(-this.limit)
	}

	last(count = this.limit): readonly string[] {
		return this.lines.slice(-count)
	}
}
