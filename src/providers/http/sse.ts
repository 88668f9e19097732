// Server-sent events from bytes, as the standard has them: lines end in CR, LF or CRLF, a byte order mark
// may lead, comments are skipped, data may span lines, and the bytes may be cut anywhere.

/** The text is handed on as it is: an event that is no JSON need not be the end of a stream. */
export type SseEvent = { event: string; data: string }

export type SseDecoder = {
	/** @returns the events that this chunk completed */
	push(chunk: Uint8Array): readonly SseEvent[]
	/** The stream is over. A last event that lacks its blank line is given too; if it was torn, it is no JSON. */
	end(): readonly SseEvent[]
}

export function createSseDecoder(): SseDecoder {
	const decoder = new TextDecoder()
	let line: string[] = []
	let endedInCr = false
	let event = ''
	let data: string[] = []

	function takeLine(text: string): SseEvent | undefined {
		if (text === '') return takeEvent()
		const colon = text.indexOf(':')
		const field = colon === -1 ? text : text.slice(0, colon)
		const rest = colon === -1 ? '' : text.slice(colon + 1)
		const value = rest.startsWith(' ') ? rest.slice(1) : rest
		if (field === 'data') data.push(value)
		if (field === 'event') event = value
		// llama.cpp has written its errors so for years.
		if (field === 'error' && value.startsWith('{')) data.push(`{"error":${value}}`)
		return undefined
	}

	function takeEvent(): SseEvent | undefined {
		const done = { event, data: data.join('\n') }
		const isEmpty = data.length === 0
		event = ''
		data = []
		return isEmpty ? undefined : done
	}

	function read(decoded: string): SseEvent[] {
		let text = decoded
		if (endedInCr && text.startsWith('\n')) {
			text = text.slice(1)
			endedInCr = false
		}
		if (text === '') return []
		endedInCr = text.endsWith('\r')

		// Only the new text is searched: a line of ten megabytes arrives in many pieces.
		const pieces = text.split(/\r\n|\r|\n/)
		const unfinished = pieces.pop() ?? ''
		const events: SseEvent[] = []
		for (const piece of pieces) {
			line.push(piece)
			const done = takeLine(line.join(''))
			if (done) events.push(done)
			line = []
		}
		line.push(unfinished)
		return events
	}

	return {
		push: chunk => read(decoder.decode(chunk, { stream: true })),
		end: () => read(`${decoder.decode()}\n\n`),
	}
}
