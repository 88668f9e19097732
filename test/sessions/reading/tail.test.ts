import assert from 'node:assert/strict'
import { appendFile, open, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import type { StoredEvent } from '../../../src/core/events.ts'
import type { SessionId } from '../../../src/core/ids.ts'
import { encode } from '../../../src/sessions/codec.ts'
import { logRewindPoints, REWIND_EVENT_TYPES } from '../../../src/sessions/folds/active-events.ts'
import { historyOf } from '../../../src/sessions/folds/history.ts'
import { closeOpen, seenDetails } from '../../../src/sessions/folds/resume.ts'
import { filesOf, runIn, settingsIn, snapshotOf } from '../../../src/sessions/folds/snapshot.ts'
import { withOthers } from '../../../src/sessions/reading/read-log.ts'
import { partOf } from '../../../src/sessions/reading/read-part.ts'
import { readFromTail } from '../../../src/sessions/reading/read-tail.ts'
import type { StoredEnvelope } from '../../../src/sessions/session-store.ts'
import { createJsonlStore } from '../../../src/sessions/store/jsonl-store.ts'
import { anyLongSession, compaction } from '../../support/sessions/any-long-session.ts'
import {
	message,
	next,
	runEnd,
	runStart,
	SESSION,
	sessionStart,
	shortSession,
	story,
} from '../../support/sessions/story.ts'
import { temporaryFolder } from '../../support/sessions/temporary-folder.ts'

describe('opening a session from its tail', () => {
	test('every fold says the same of the tail as of the whole log', async () => {
		const path = join(await temporaryFolder(), 'log.jsonl')
		let tails = 0
		const property = fc.asyncProperty(anyLongSession, async log => {
			const { envelopes, isTail } = await tailOf(path, log)
			if (isTail) tails++
			const condensedAt = log.findLastIndex(({ event }) => event.type === 'compaction')
			const known = new Set(envelopes.map(({ seq }) => seq))
			assert.deepEqual(envelopes.map(encode), log.filter(({ seq }) => known.has(seq)).map(encode))
			assert.deepEqual(envelopes.at(-1)?.seq, log.at(-1)?.seq)
			assert.deepEqual(plain(snapshotOf(envelopes)), plain(snapshotOf(log)))
			assert.deepEqual(settingsIn(envelopes), settingsIn(log))
			const { chain, approvals, effort, name, run, files } = snapshotOf(log)
			assert.deepEqual(
				{ chain, approvals, effort, name, ...settingsIn(log) },
				{ chain, approvals, effort, name },
			)
			assert.deepEqual([plain({ run: runIn(log) }), filesOf(log)], [plain({ run }), files])
			assert.deepEqual(seenDetails(envelopes), seenDetails(log))
			assert.deepEqual(plain(closeOpen(envelopes)), plain(closeOpen(log)))
			assert.deepEqual(historyOf(envelopes), historyOf(log))
			const kept = log[condensedAt]
			if (kept?.event.type !== 'compaction') return
			const before = envelopes.filter(({ seq }) => seq < kept.seq)
			const { keeps } = kept.event
			assert.ok(historyOf(before).length >= keeps, 'the messages that were kept are there')
		})
		await fc.assert(property, { numRuns: 150 })
		assert.ok(tails > 20, `only ${tails} of them were opened from the tail`)
	})

	test('the last words are there, also where the compaction behind them kept nothing', async () => {
		const path = join(await temporaryFolder(), 'log.jsonl')
		const before = long(20)
		const { envelopes, isTail } = await tailOf(path, [
			...before,
			...next(before, { ...condensed(before), keeps: 0 }),
		])
		assert.deepEqual(
			[isTail, envelopes.map(({ event }) => event.type)],
			[true, ['run-start', 'message-end', 'run-end', 'compaction']],
		)
	})

	test('a log without a compaction is read whole', async () => {
		const path = join(await temporaryFolder(), 'log.jsonl')
		const log = story(shortSession())
		assert.deepEqual(await tailOf(path, log), { envelopes: log, isTail: false })
	})

	test('what was kept is looked for over the compaction before it', async () => {
		const path = join(await temporaryFolder(), 'log.jsonl')
		const first = long(20)
		const once = [...first, ...next(first, { ...condensed(first), keeps: 6 })]
		const twice = [...once, ...next(once, { ...condensed(once), keeps: 3 }, runStart('again'))]
		const { envelopes } = await tailOf(path, twice)
		assert.ok(envelopes[0]!.seq < once.at(-1)!.seq, 'it reaches back over the first one')
		assert.equal(historyOf(envelopes.filter(({ seq }) => seq < once.at(-1)!.seq)).length, 6)
	})

	test('wherever a session may go back to, what is read for it says what the whole log would say', async () => {
		const path = join(await temporaryFolder(), 'log.jsonl')
		let far = 0
		const property = fc.asyncProperty(anyLongSession, async log => {
			let { envelopes, isTail } = await tailOf(path, log)
			const whole = isTail
				? withOthers(envelopes, await partOf(path, { types: REWIND_EVENT_TYPES }))
				: envelopes
			const points = logRewindPoints(log)
			assert.deepEqual(logRewindPoints(whole), points)
			for (const { toSeq } of points) {
				const read = await partOf(path, { upTo: toSeq })
				assert.deepEqual(read.map(encode), log.filter(({ seq }) => hasSeq(read, seq)).map(encode))
				// One after the other, as somebody does who cannot decide.
				envelopes = withOthers(envelopes, read)
				if (isTail) far++
				const back: StoredEvent = { type: 'rewind', toSeq, conversation: true }
				const [now, then] = [envelopes, log].map(before => [...before, ...next(before, back)])
				assert.deepEqual(historyOf(now!), historyOf(then!))
				assert.deepEqual(plain(snapshotOf(now!)), plain(snapshotOf(then!)))
				assert.deepEqual(seenDetails(now!), seenDetails(then!))
				const again = await tailOf(`${path}-back`, then!)
				assert.deepEqual(historyOf(again.envelopes), historyOf(then!))
				assert.deepEqual(plain(snapshotOf(again.envelopes)), plain(snapshotOf(then!)))
			}
		})
		await fc.assert(property, { numRuns: 60 })
		assert.ok(far > 20, `only ${far} of them lay before what had been read`)
	}, 30_000)

	test('where it went back to before the tail, what counted there is read as well and nothing in between', async () => {
		const path = join(await temporaryFolder(), 'log.jsonl')
		const before = long(20)
		const whole = [...before, ...next(before, condensed(before), runStart('x'), message('y'), runEnd())]
		const last = whole.at(-1)!.seq
		const near = [...whole, ...next(whole, { type: 'rewind', toSeq: last - 3, conversation: true })]
		const far = [...whole, ...next(whole, { type: 'rewind', toSeq: 4, conversation: true })]
		const files = [...whole, ...next(whole, { type: 'rewind', toSeq: 4, conversation: false })]
		const read = async (log: readonly StoredEnvelope[]) => {
			const { envelopes, isTail } = await tailOf(path, log)
			assert.deepEqual(historyOf(envelopes), historyOf(log))
			return { isTail, first: envelopes.slice(0, 5).map(({ seq }) => seq), count: envelopes.length }
		}
		const ofTail = await read(whole)
		assert.deepEqual(ofTail.isTail, true)
		assert.deepEqual(await read(near), { ...ofTail, count: ofTail.count + 1 })
		assert.deepEqual(await read(files), { ...ofTail, count: ofTail.count + 1 })
		const [tailSeq] = ofTail.first
		assert.deepEqual(await read(far), {
			isTail: true,
			first: [1, 2, 3, 4, tailSeq],
			count: ofTail.count + 5,
		})
	})

	test('one that went back and forth too often is read whole', async () => {
		const path = join(await temporaryFolder(), 'log.jsonl')
		const before = long(20)
		let log = [...before, ...next(before, condensed(before))]
		for (let run = 0; run < 12; run++)
			log = [...log, ...next(log, { type: 'rewind', toSeq: 1 + 3 * run, conversation: true })]
		const { envelopes, isTail } = await tailOf(path, log)
		assert.deepEqual([isTail, envelopes.length], [false, log.length])
	})

	test('a log that something has happened to is read whole, and says the same as ever', async () => {
		const whole = long(30)
		const lines = [...whole, ...next(whole, condensed(whole), runStart('x'), message('y'), runEnd())].map(
			encode,
		)
		const [first = '', ...rest] = lines
		const damaged: Record<string, string> = {
			'a bad line': [first, ...rest.slice(0, -1), '{"seq":\n', rest.at(-1)].join(''),
			'an event from tomorrow': [
				...lines,
				'{"seq":999,"at":1,"sessionId":"s","event":{"type":"dream"}}\n',
			].join(''),
			'a lost beginning': rest.join(''),
			'a beginning of another format': [first.replace('"format":1', '"format":2'), ...rest].join(''),
		}
		for (const [name, text] of Object.entries(damaged)) {
			const path = join(await temporaryFolder(), 'log.jsonl')
			await writeFile(path, text)
			const file = await open(path)
			const { offset } = await readFromTail(file)
			await file.close()
			assert.equal(offset, 0, name)
		}
	})

	test('a torn end is mended where it stands, and the numbers go on', async () => {
		const folder = await temporaryFolder()
		const store = createJsonlStore({ folder })
		const before = long(30)
		const whole = [...before, ...next(before, condensed(before), runStart('x'), message('y'))]
		const log = store.create(SESSION, '/work')
		await log.append(whole, { durable: true })
		await log.close()
		const path = join(
			folder,
			(await readdir(folder, { recursive: true })).find(name => name.endsWith('.jsonl'))!,
		)
		await appendFile(path, '{"seq":99')
		const opened = await store.open(SESSION)
		assert.equal(opened.isTail, true)
		assert.match(opened.repairs.join(), /9 bytes moved to/)
		await opened.log.append(next(whole, runEnd()), { durable: true })
		await opened.log.close()
		assert.deepEqual(await store.read(SESSION), [...whole, ...next(whole, runEnd())])
		assert.match(await readFile(path.replace('.jsonl', '.torn'), 'utf8'), /^\{"seq":99\n$/)
	})

	test('lines longer than a block and words that only look like a compaction are no trouble', async () => {
		const path = join(await temporaryFolder(), 'log.jsonl')
		const before = long(10)
		const looksLike = '{"seq":1,"event":{"type":"compaction","keeps":3}}\n'
		const giant = `${'x'.repeat(3 << 20)}${looksLike}`
		const whole = [
			...before,
			...next(before, { ...condensed(before), keeps: 2 }, runStart(giant), message(looksLike), runEnd()),
		]
		const { envelopes, isTail } = await tailOf(path, whole)
		assert.equal(isTail, true)
		assert.deepEqual(envelopes, whole.slice(whole.length - envelopes.length))
		assert.ok(envelopes.length < 12, `${envelopes.length} envelopes`)
	})
})

function long(runs: number): readonly StoredEnvelope[] {
	const events = Array.from({ length: runs }, (_, run) => [
		runStart(`prompt ${run}`),
		message('an answer'),
		runEnd(),
	])
	return story([sessionStart(), ...events.flat()], SESSION as SessionId)
}

function condensed(log: readonly StoredEnvelope[]) {
	const event = compaction(log, 10)
	if (event.type !== 'compaction') throw new Error('not a compaction')
	return event
}

function hasSeq(envelopes: readonly StoredEnvelope[], seq: number): boolean {
	return envelopes.some(envelope => envelope.seq === seq)
}

async function tailOf(path: string, log: readonly StoredEnvelope[]) {
	await writeFile(path, log.map(encode).join(''))
	const file = await open(path)
	try {
		const { read, offset } = await readFromTail(file)
		return { envelopes: read.envelopes, isTail: offset > 0 }
	} finally {
		await file.close()
	}
}

/** As it is on disk, where a cost that is not known is left out. */
function plain(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value))
}
