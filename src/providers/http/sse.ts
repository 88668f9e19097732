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
	/** The pieces of a line that has not ended. */
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
		const done = data.length === 0 ? undefined : { event, data: data.join('\n') }
		event = ''
		data = []
		return done
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
		// A plain sign is twice as fast to split at, and hardly a server ends its lines otherwise.
		const [first = '', ...rest] = text.split(text.includes('\r') ? /\r\n|\r|\n/ : '\n')
		line.push(first)
		const unfinished = rest.pop()
		if (unfinished === undefined) return []
		const lines = [line.join(''), ...rest]
		line = [unfinished]
		return lines.flatMap(each => takeLine(each) ?? [])
	}

	return {
		push: chunk => read(decoder.decode(chunk, { stream: true })),
		end: () => read(`${decoder.decode()}\n\n`),
	}
}
