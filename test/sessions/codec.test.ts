import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import type { JsonValue } from '../../src/core/json.ts'
import { decode, encode, foreignTypeOf, typeOf } from '../../src/sessions/codec.ts'
import type { StoredEnvelope } from '../../src/sessions/store.ts'
import { anySession } from './any-session.ts'
import { questionEnd, questionRequest, shortSession, story, toolEnd } from './story.ts'

test('every envelope is one line, comes back as it was, and says its type in front', () => {
	fc.assert(
		fc.property(anySession, events => {
			for (const envelope of story(events)) {
				const line = encode(envelope)
				assert.equal(line.indexOf('\n'), line.length - 1)
				assert.deepEqual(decode(line.trimEnd()), envelope)
				assert.equal(typeOf(Buffer.from(line)), envelope.event.type)
			}
		}),
	)
})

test('events with every optional part come back as they were', () => {
	const detail = { type: 'files', seen: [{ path: '/a', sha256: 'f00' }], diff: '+x', added: 1, removed: 0 } as const
	const event = { ...toolEnd('c1'), result: { outcome: 'ok', content: [IMAGE], detail } } as const
	const envelopes = story([
		{ type: 'session-rename', name: 'bug hunt' },
		{ type: 'approvals-set', mode: { kind: 'until', at: 5 } },
		{ type: 'model-set', chain: [{ provider: 'a', model: 'b' }] },
		questionRequest('c2'),
		questionEnd('c2', 'the second'),
		event as StoredEnvelope['event'],
	])
	assert.deepEqual(envelopes.map(envelope => decode(encode(envelope).trimEnd())), envelopes)
})

const IMAGE = { type: 'image', mediaType: 'image/png', uri: 'media://sha256-f00', sizeBytes: 3 } as const

describe('what is no envelope is not taken for one', () => {
	const lines = ['', '{', 'null', '[]', '7', '{}', '{"seq":1}', '{"seq":1,"at":1,"sessionId":"s","event":null}']
	for (const line of lines) test(line === '' ? 'an empty line' : line, () => assert.equal(decode(line), undefined))

	test('any JSON there is', () => {
		fc.assert(fc.property(fc.json(), line => assert.equal(decode(line), undefined)))
	})

	test('an envelope any field of which is another thing is refused, or is one that every fold can read', () => {
		const envelopes = story(shortSession())
		const junk = fc.constantFrom<JsonValue>(null, true, -1.5, '', 'x', [], [null], {}, { type: 'text' })
		fc.assert(
			fc.property(fc.constantFrom(...envelopes), fc.nat(), junk, (envelope, at, value) => {
				const changed = JSON.parse(encode(envelope)) as JsonValue
				replaceNth(changed, at, value)
				const decoded = decode(JSON.stringify(changed))
				if (decoded) assert.deepEqual(shapeOf(decoded), shapeOf(envelope))
			}),
			{ numRuns: 2_000 },
		)
	})
})

test('blocks of NUL and a byte order mark around a line do not cost the line', () => {
	const [envelope] = story(shortSession())
	const line = encode(envelope!).trimEnd()
	for (const damaged of [`\0\0\0${line}`, `${line}\0\0`, `\uFEFF${line}`]) assert.deepEqual(decode(damaged), envelope)
})

test('a whole line of an event that came with a newer version is told by its name', () => {
	const line = '{"seq":1,"at":1,"sessionId":"s","event":{"type":"compaction","kept":3}}'
	assert.deepEqual([decode(line), foreignTypeOf(line)], [undefined, 'compaction'])
	assert.equal(foreignTypeOf('{"seq":1,"at":1,"sess'), undefined)
})

/** Puts `value` in the place of one of the values inside, counted in any order that stays the same. */
function replaceNth(json: JsonValue, at: number, value: JsonValue): void {
	const places: (() => void)[] = []
	const visit = (node: JsonValue) => {
		if (typeof node !== 'object' || node === null) return
		for (const [key, inner] of Object.entries(node)) {
			places.push(() => {
				;(node as { [key: string]: JsonValue })[key] = value
			})
			visit(inner)
		}
	}
	visit(json)
	places[at % places.length]!()
}

/** The kinds of the values that every envelope of this type has, without the lengths of its lists. */
function shapeOf(value: unknown): unknown {
	if (Array.isArray(value)) return 'list'
	if (typeof value !== 'object' || value === null) return typeof value
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
}
