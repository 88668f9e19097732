// What stands between an event and a reader: servers and gateways write the same stream in other lines, other bytes and
// other packets, and none of that may be seen in the reply.

/** The packets that a stream comes in. */
export type Framing = (events: readonly string[]) => readonly Uint8Array[]

const lines =
	(change: (text: string) => string): Framing =>
	events => [Buffer.from(change(events.join('')))]

export const FRAMINGS: Readonly<Record<string, Framing>> = {
	CRLF: lines(text => text.replaceAll('\n', '\r\n')),
	CR: lines(text => text.replaceAll('\n', '\r')),
	'data on two lines': lines(text => text.replaceAll('data: {', 'data: {\ndata: ')),
	'no blank behind the colon': lines(text =>
		text.replaceAll('data: ', 'data:').replaceAll('event: ', 'event:'),
	),
	'no blank line at the end': lines(text => text.trimEnd()),
	'a byte order mark': lines(text => `\ufeff${text}`),
	comments: lines(text => `: hello\n\n${text.replaceAll('\n\n', '\n\n:\n\n: keep-alive 1\n')}`),
	'ids and retry': lines(text => `retry: 3000\n\n${text.replaceAll('data: ', 'id: 7\ndata: ')}`),
	'an event at a time': events => events.map(event => Buffer.from(event)),
	'byte by byte': events => [...Buffer.from(events.join(''))].map(byte => Uint8Array.of(byte)),
}
