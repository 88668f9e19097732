import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { repair } from '../../../src/loop/context/repair.ts'
import { encode } from '../../../src/sessions/codec.ts'
import { historyOf } from '../../../src/sessions/folds/history.ts'
import { closeOpen } from '../../../src/sessions/folds/resume.ts'
import { showSession } from '../../../src/sessions/folds/show.ts'
import { readLog } from '../../../src/sessions/reading/read-log.ts'
import type { OpenedLog, SessionStore, StoredEnvelope } from '../../../src/sessions/session-store.ts'
import { createJsonlStore } from '../../../src/sessions/store/jsonl-store.ts'
import { withCode } from '../../contracts/session-store.ts'
import { anySession } from '../../support/sessions/any-session.ts'
import { assertValid } from '../../support/sessions/assert-valid.ts'
import { message, next, runStart, SESSION, shortSession, story } from '../../support/sessions/story.ts'
import { temporaryFolder } from '../../support/sessions/temporary-folder.ts'
import { longer } from '../../support/soak.ts'

const envelopes = story(shortSession())
const lines = envelopes.map(encode)

describe('a log whose end is torn', () => {
	const half = lines[2]!.slice(0, 30)

	test('opens without the torn line, which is kept beside it, and goes on with whole lines', async () => {
		const { store, path } = await storeWith(`${lines[0]}${lines[1]}${half}`)
		const opened = await store.open(SESSION)
		assert.deepEqual(opened.envelopes, envelopes.slice(0, 2))
		const torn = path.replace('.jsonl', '.torn')
		assert.deepEqual(opened.repairs, [`the last line of the session was torn: 30 bytes moved to ${torn}`])
		await goOn(opened)
		assert.equal((await readFile(torn, 'utf8')).trimEnd(), half)
		const text = await readFile(path, 'utf8')
		assert.equal(text, `${lines[0]}${lines[1]}${encode(goneOn(opened.envelopes))}`)
	})

	test('can be torn again: nothing of it is lost', async () => {
		const { store, path } = await storeWith(`${lines[0]}first half`)
		await goOn(await store.open(SESSION))
		await writeFile(path, `${await readFile(path, 'utf8')}second half`)
		await (await store.open(SESSION)).log.close()
		assert.equal(await readFile(path.replace('.jsonl', '.torn'), 'utf8'), 'first half\nsecond half\n')
	})

	test('keeps a last line that only lacks its line end', async () => {
		const { store, path } = await storeWith(`${lines[0]}${lines[1]}`.trimEnd())
		const opened = await store.open(SESSION)
		assert.deepEqual([opened.envelopes, opened.repairs], [envelopes.slice(0, 2), []])
		await goOn(opened)
		assert.equal(await readFile(path, 'utf8'), `${lines[0]}${lines[1]}${encode(goneOn(opened.envelopes))}`)
	})

	test('is not mended by whoever only looks', async () => {
		const text = `${lines[0]}${lines[1]}${half}`
		const { store, path } = await storeWith(text)
		assert.deepEqual(await store.read(SESSION), envelopes.slice(0, 2))
		assert.deepEqual([await readFile(path, 'utf8'), await readdir(dirname(path))], [text, [basename(path)]])
	})
})

describe('a log with something else in its middle', () => {
	const withDebris = (debris: string) => [...lines.slice(0, 3), debris, ...lines.slice(3)].join('')

	test('broken JSON is passed over, and the line is named', async () => {
		const { store, path } = await storeWith(withDebris('{"seq":\n'))
		const opened = await store.open(SESSION)
		await opened.log.close()
		assert.deepEqual(opened.envelopes, envelopes)
		assert.deepEqual(opened.repairs, [`line 4 of ${path} cannot be read and was passed over`])
	})

	test('a block of NUL takes nothing with it but itself', async () => {
		for (const debris of ['\0'.repeat(4096), `${'\0'.repeat(4096)}\n`]) {
			const { store } = await storeWith(withDebris(debris))
			const opened = await store.open(SESSION)
			await opened.log.close()
			assert.deepEqual(opened.envelopes, envelopes)
		}
	})

	test('many bad lines are one sentence', async () => {
		const { store, path } = await storeWith(withDebris('{\n}\nwhat is this\n'))
		const opened = await store.open(SESSION)
		await opened.log.close()
		assert.deepEqual(opened.envelopes, envelopes)
		assert.deepEqual(opened.repairs, [
			`3 lines of ${path} cannot be read and were passed over; the first is line 4`,
		])
	})

	test('an event of a newer version is passed over by its name', async () => {
		const event = '{"seq":99,"at":1,"sessionId":"s","event":{"type":"compaction","kept":3}}\n'
		const { store, path } = await storeWith(withDebris(event))
		const opened = await store.open(SESSION)
		await opened.log.close()
		assert.deepEqual(opened.envelopes, envelopes)
		assert.deepEqual(opened.repairs, [
			`passed over in ${path}, as this version does not know them: compaction`,
		])
	})

	test('lines that are swapped or doubled are put in order, each once', () => {
		const [first, second, third, ...rest] = lines
		const damaged = [third, first, second, second, ...rest, first].join('')
		assert.deepEqual(readLog(Buffer.from(damaged)).envelopes, envelopes)
	})

	test('a clock that went back changes nothing: the number decides', () => {
		const backwards = envelopes.map(envelope => ({ ...envelope, at: 1_000 - envelope.seq }))
		assert.deepEqual(readLog(Buffer.from(backwards.map(encode).join(''))).envelopes, backwards)
	})
})

describe('a log that cannot be read', () => {
	const unreadable = {
		'of zero bytes': '',
		'of garbage only': 'garbage\nmore garbage\n\xff\xfe',
		'of NUL only': '\0'.repeat(10_000),
		'of half a line only': lines[0]!.slice(0, 20),
		'of a newer format': `${lines[0]!.replace('"format":1', '"format":2')}${lines[1]}`,
	}
	for (const [kind, text] of Object.entries(unreadable))
		test(`${kind} is named, left as it is, and does not keep the others from the list`, async () => {
			const { store, path } = await storeWith(text)
			await assert.rejects(store.open(SESSION), withCode('session-unreadable', path))
			await assert.rejects(store.read(SESSION), withCode('session-unreadable', path))
			assert.deepEqual([await readFile(path, 'utf8'), await readdir(dirname(path))], [text, [basename(path)]])
			await store.remove(SESSION)
			assert.deepEqual(await readdir(dirname(path)), [])
		})
})

test('a log cut at any byte opens with every whole line, and what comes next is read again', async () => {
	const { store, path } = await storeWith('')
	await fc.assert(
		fc.asyncProperty(anySession, fc.nat(), async (events, cut) => {
			const whole = story(events)
			const bytes = Buffer.from(whole.map(encode).join(''))
			const first = encode(whole[0]!).length
			const kept = bytes.subarray(0, first + (cut % (bytes.length - first + 1)))
			await writeFile(path, kept)
			const opened = await store.open(SESSION)
			const count = opened.envelopes.length
			assert.deepEqual(opened.envelopes, whole.slice(0, count))
			const lost = whole[count]
			if (lost)
				assert.ok(
					kept.length <
						Buffer.byteLength(
							whole
								.slice(0, count + 1)
								.map(encode)
								.join(''),
						) -
							1,
				)
			const closing = next(opened.envelopes, ...closeOpen(opened.envelopes))
			await opened.log.append([...closing, ...next([...opened.envelopes, ...closing], runStart('on'))], {
				durable: false,
			})
			await opened.log.close()
			const after = await store.read(SESSION)
			assert.equal(after.length, count + closing.length + 1)
			assertValid(historyOf(after))
		}),
	)
})

test(
	'whatever is deleted, swapped, doubled or cut short, a log opens or says that it cannot be read',
	async () => {
		const { store, path } = await storeWith('')
		await fc.assert(
			fc.asyncProperty(
				anySession,
				fc.array(damage, { minLength: 1, maxLength: 8 }),
				async (events, damages) => {
					const text = damages.reduce(damaged, story(events).map(encode)).join('')
					await writeFile(path, text)
					const opened = await openOrUnreadable(store)
					if (!opened) return
					const closing = next(opened.envelopes, ...closeOpen(opened.envelopes))
					await opened.log.append(closing, { durable: false })
					await opened.log.close()
					const after = await store.read(SESSION)
					assert.deepEqual(after.map(encode), [...opened.envelopes, ...closing].map(encode))
					assert.deepEqual(closeOpen(after), [])
					assertValid(repair(historyOf(after)))
					assert.equal(typeof showSession(after), 'string')
					assert.ok((await store.list()).length <= 1)
				},
			),
			{ numRuns: 600 },
		)
	},
	longer(120_000),
)

type Damage = { kind: 'delete' | 'swap' | 'double' | 'cut' | 'garble' | 'zero'; at: number; to: number }

const damage: fc.Arbitrary<Damage> = fc.record({
	kind: fc.constantFrom('delete', 'swap', 'double', 'cut', 'garble', 'zero'),
	at: fc.nat(),
	to: fc.nat(),
})

function damaged(lines: readonly string[], { kind, at, to }: Damage): readonly string[] {
	if (lines.length === 0) return lines
	const index = at % lines.length
	const other = to % lines.length
	const line = lines[index]!
	const put = (...instead: readonly string[]) => [
		...lines.slice(0, index),
		...instead,
		...lines.slice(index + 1),
	]
	switch (kind) {
		case 'delete':
			return put()
		case 'swap':
			return put(lines[other]!).with(other, line)
		case 'double':
			return put(line, lines[other]!, line)
		case 'cut':
			return put(line.slice(0, to % (line.length + 1)))
		case 'garble':
			return put(`${line.slice(0, to % line.length)}#${line.slice((to % line.length) + 1)}`)
		case 'zero':
			return put('\0'.repeat(to % 50), line.slice(to % 50))
	}
}

async function openOrUnreadable(store: SessionStore): Promise<OpenedLog | undefined> {
	try {
		return await store.open(SESSION)
	} catch (error) {
		assert.ok(error instanceof AgentError, String(error))
		assert.equal(error.code, 'session-unreadable')
		return undefined
	}
}

async function storeWith(text: string): Promise<{ store: SessionStore; path: string }> {
	const folder = await temporaryFolder()
	const path = join(folder, 'project', `${SESSION}.jsonl`)
	await mkdir(dirname(path))
	await writeFile(path, text)
	return { store: createJsonlStore({ folder }), path }
}

function goneOn(before: readonly StoredEnvelope[]): StoredEnvelope {
	return next(before, message('and on'))[0]!
}

async function goOn(opened: OpenedLog): Promise<void> {
	await opened.log.append([goneOn(opened.envelopes)], { durable: true })
	await opened.log.close()
}
