// Line frames: a stream of bytes cut at its line feeds, of which no more is held than one line may have.

export class LineFrames {
	private readonly limitBytes: number
	private readonly take: (line: string) => void
	private readonly tooLong: 'stop' | 'cut'
	private parts: Buffer[] = []
	private heldBytes = 0
	private hasStopped = false

	/** @param tooLong - `stop`: nothing is taken from a line over the limit on. `cut`: only its beginning is. */
	constructor(limitBytes: number, take: (line: string) => void, tooLong: 'stop' | 'cut') {
		this.limitBytes = limitBytes
		this.take = take
		this.tooLong = tooLong
	}

	/** @returns false once a line was too long and that stops it */
	push(bytes: Buffer): boolean {
		for (let from = 0; ; ) {
			const at = bytes.indexOf(LINE_FEED, from)
			this.hold(bytes.subarray(from, at === -1 ? undefined : at))
			if (this.hasStopped) return false
			if (at === -1) return true
			this.deliver()
			from = at + 1
		}
	}

	private hold(bytes: Buffer): void {
		const room = this.limitBytes - this.heldBytes
		if (bytes.length > room && this.tooLong === 'stop') {
			this.hasStopped = true
			this.parts = []
		}
		if (this.hasStopped || bytes.length === 0 || room <= 0) return
		const kept = bytes.subarray(0, room)
		this.parts.push(kept)
		this.heldBytes += kept.length
	}

	private deliver(): void {
		const line = Buffer.concat(this.parts).toString('utf8')
		this.parts = []
		this.heldBytes = 0
		this.take(line)
	}
}

const LINE_FEED = 10
