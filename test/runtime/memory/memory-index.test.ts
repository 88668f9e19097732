import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import {
	appendFile,
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	rm,
	stat,
	truncate,
	writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import type { StoredEvent } from '../../../src/core/events.ts'
import type { CallId, QuestionId, SessionId } from '../../../src/core/ids.ts'
import type { MemoryHit } from '../../../src/core/memory.ts'
import { type CatchUp, MemoryIndex } from '../../../src/runtime/memory/memory-index.ts'
import { logsIn } from '../../../src/runtime/memory/memory-logs.ts'
import { createJsonlStore } from '../../../src/sessions/store/jsonl-store.ts'
import { truncate as cutMiddle } from '../../../src/tools/executor/truncate.ts'
import { noise } from '../../support/memory/recall-noise.ts'
import {
	message,
	next,
	runEnd,
	runStart,
	SESSION,
	sessionStart,
	story,
	toolEnd,
} from '../../support/sessions/story.ts'
import { longer } from '../../support/soak.ts'

const ROUNDS = longer(6)
/** A round takes a second, on a machine that has nothing else to do. */
const LIMIT_MS = 30_000 + ROUNDS * 5_000
const CHILD = new URL('./indexing-child.ts', import.meta.url).pathname

test(
	`an index whose writer is killed at a random moment is whole, and goes on (${ROUNDS} times)`,
	async () => {
		const desk = await makeDesk()
		await desk.write(SESSION, [sessionStart('/work'), ...longTalk(300), runEnd()])
		await desk.write('261121-071204-bbbb' as SessionId, [sessionStart('/work'), ...longTalk(300), runEnd()])
		const whole = desk.open(join(desk.folder, 'whole.db'))
		await whole.catchUp(FAST)
		const wanted = (await whole.use(store => store.status())).passages
		for (let round = 0; round < ROUNDS; round++) {
			const path = join(desk.folder, `killed-${round}.db`)
			const child = spawn(process.execPath, [CHILD, path, desk.sessions], {
				stdio: ['ignore', 'pipe', 'inherit'],
			})
			// From before the file is there to near the end of the work, by how far it says it is.
			const steps = Math.floor((round / ROUNDS) * 60)
			const closed = new Promise(resolve => child.once('close', resolve))
			await heard(child, steps)
			child.kill('SIGKILL')
			await closed
			const told: string[] = []
			const index = desk.open(path, told)
			const before = await index.use(store => store.status())
			assert.ok(before.passages <= wanted)
			assert.ok(await index.catchUp(FAST))
			assert.equal((await index.use(store => store.status())).passages, wanted, `round ${round}`)
			assert.deepEqual(told, [], `round ${round}: nothing had to be made anew`)
		}
	},
	LIMIT_MS,
)

test('two processes that index the same sessions at once leave each passage once', async () => {
	const desk = await makeDesk()
	await desk.write(SESSION, [sessionStart('/work'), ...longTalk(400), runEnd()])
	const path = join(desk.folder, 'index.db')
	const children = [0, 1].map(() =>
		spawn(process.execPath, [CHILD, path, desk.sessions], { stdio: 'ignore' }),
	)
	await Promise.all(children.map(child => new Promise(resolve => child.once('close', resolve))))
	const index = desk.open(path)
	assert.ok(await index.catchUp(FAST))
	const whole = desk.open(join(desk.folder, 'whole.db'))
	await whole.catchUp(FAST)
	const [shared, alone] = [await index.use(store => store.status()), await whole.use(store => store.status())]
	assert.equal(shared.passages, alone.passages)
})

test('an index that is deleted under a running process is made anew by its next write', async () => {
	const desk = await makeDesk()
	await desk.write(SESSION, [sessionStart('/work'), runStart('the anchor is rusty'), runEnd()])
	const path = join(desk.folder, 'index.db')
	const index = desk.open(path)
	await index.catchUp(FAST)
	assert.equal((await find(index, 'anchor')).length, 1)
	for (const ending of ['', '-wal', '-shm']) await rm(`${path}${ending}`, { force: true })
	assert.equal(index.exists, false)
	assert.deepEqual(await find(index, 'anchor'), [])
	await index.catchUp(FAST)
	assert.equal((await find(index, 'anchor')).length, 1)
})

test('an index that is overwritten under a running process is made anew, and that is said', async () => {
	const desk = await makeDesk()
	await desk.write(SESSION, [sessionStart('/work'), runStart('the anchor is rusty'), runEnd()])
	const path = join(desk.folder, 'index.db')
	await writeFile(path, 'not a database '.repeat(1_000))
	const told: string[] = []
	const index = desk.open(path, told)
	await index.catchUp(FAST)
	assert.equal((await find(index, 'anchor')).length, 1)
	assert.equal(told.length, 1)
	assert.match(told[0]!, /made anew/)
})

test('a bad line in the middle of a log costs that line alone', async () => {
	const desk = await makeDesk()
	await desk.write(SESSION, [
		sessionStart('/work'),
		runStart('alpha stands before'),
		message('beta is hit'),
		runEnd(),
	])
	const [log] = await logsIn(desk.sessions)
	const lines = (await readFile(log!.path, 'utf8')).split('\n')
	lines[2] = `\0\0{"seq":3,"at":1,"event":{"type":"message-end","mess`
	await writeFile(log!.path, lines.join('\n'))
	await appendFile(log!.path, '{"torn')
	const index = desk.open()
	await index.catchUp(FAST)
	assert.equal((await find(index, 'alpha')).length, 1)
	assert.equal((await find(index, 'beta')).length, 0)
})

test('what is appended later is all that is read later, however long its lines are', async () => {
	const desk = await makeDesk()
	const first = story([sessionStart('/work'), runStart('one'), runEnd()])
	await desk.append(first)
	const index = desk.open()
	await index.catchUp({ ...FAST, chunkBytes: 128 })
	const long = `${'x'.repeat(50_000)} the keyword is marzipan`
	const second = next(first, runStart('two'), toolEnd('c1', long), runEnd())
	await desk.append(second)
	let readBytes = 0
	const progress: CatchUp['progress'] = ({ bytes }) => {
		readBytes = bytes
	}
	await index.catchUp({ ...FAST, chunkBytes: 128, progress })
	const appendedBytes = second.reduce((sum, each) => sum + Buffer.byteLength(JSON.stringify(each)), 0)
	assert.ok(Math.abs(readBytes - appendedBytes) < 100, `${readBytes} of ${appendedBytes}`)
	const [hit] = await find(index, 'marzipan')
	assert.equal(hit?.kind, 'result')
})

test('of an output that was too long for the log the middle is found, and where it can be read', async () => {
	const desk = await makeDesk()
	const artefacts = join(desk.folder, 'artefacts', SESSION)
	await mkdir(artefacts, { recursive: true })
	const rows = Array.from({ length: 4_000 }, (_, row) => `row ${row}: a sandpiper of ${row * 31} grams`)
	rows[2_000] = 'the osprey stands in the middle'
	const [saved, outside] = [join(artefacts, 'c1-shell.txt'), join(desk.folder, 'outside.txt')]
	const cut = (path: string) =>
		cutMiddle(rows.join('\n'), async () => {
			await writeFile(path, rows.join('\n').replace('osprey', path === saved ? 'osprey' : 'intruder'))
			return path
		})
	await desk.write(SESSION, [
		sessionStart('/work'),
		runStart('count them'),
		toolEnd('c1', await cut(saved)),
		toolEnd('c2', await cut(outside)),
		runEnd(),
	])
	const index = desk.open()
	// A step ends in the middle of it.
	await index.catchUp({ ...FAST, chunkBytes: 4_096, limitMs: 1 })
	await index.catchUp({ ...FAST, chunkBytes: 4_096 })
	const [hit] = await find(index, 'osprey')
	assert.ok(hit?.file)
	const lines = (await readFile(hit.file.path, 'utf8')).split('\n')
	assert.equal(lines.slice(hit.file.firstLine - 1, hit.file.lastLine).join('\n'), hit.text)
	assert.equal((await find(index, 'intruder')).length, 0, 'only what is kept there is read')
	const once = desk.open(join(desk.folder, 'once.db'))
	await once.catchUp(FAST)
	const counts = async (each: MemoryIndex) => {
		const { passages, occurrences } = await each.use(store => store.status())
		return [passages, occurrences]
	}
	assert.deepEqual(await counts(index), await counts(once))
})

test('an answer is kept with its question, also where the index had only come as far as that', async () => {
	const desk = await makeDesk()
	const questionId = 'q1' as QuestionId
	const callId = 'c1' as CallId
	const first = story([
		sessionStart('/work'),
		runStart('begin'),
		{ type: 'question-request', question: { questionId, callId, text: 'Which curlew?', options: [] } },
	])
	await desk.append(first)
	const index = desk.open()
	await index.catchUp(FAST)
	await desk.append(
		next(first, { type: 'question-end', questionId, callId, answer: 'the slender-billed one' }),
	)
	await index.catchUp(FAST)
	const [hit] = await find(index, 'curlew slender')
	assert.deepEqual(
		[hit?.kind, hit?.text],
		['prompt', 'Asked: Which curlew?\nAnswered: the slender-billed one'],
	)
})

test('a log that is shorter than it was is read anew', async () => {
	const desk = await makeDesk()
	await desk.write(SESSION, [sessionStart('/work'), runStart('alpha'), message('beta'), runEnd()])
	const index = desk.open()
	await index.catchUp(FAST)
	const [log] = await logsIn(desk.sessions)
	const text = await readFile(log!.path, 'utf8')
	await truncate(log!.path, text.indexOf('\n', text.indexOf('alpha')) + 1)
	await index.catchUp(FAST)
	assert.equal((await find(index, 'alpha')).length, 1)
	assert.equal((await find(index, 'beta')).length, 0)
})

test('what was gone back on, summaries and what was recalled are not brought back', async () => {
	const desk = await makeDesk()
	await desk.write(SESSION, [
		sessionStart('/work'),
		runStart('build it with turnips'),
		runEnd(),
		{ type: 'rewind', toSeq: 1, conversation: true },
		runStart('build it with carrots'),
		{
			type: 'tool-end',
			callId: 'r' as never,
			tool: 'recall',
			result: { outcome: 'ok', content: [{ type: 'text', text: 'parsnips' }] },
		},
		runEnd(),
	])
	const index = desk.open()
	await index.catchUp(FAST)
	assert.equal((await find(index, 'turnips')).length, 0)
	assert.equal((await find(index, 'turnips', true)).length, 1)
	assert.equal((await find(index, 'carrots')).length, 1)
	assert.equal((await find(index, 'parsnips', true)).length, 0)
})

test('what is secret in a prompt or an answer is in no passage, and so before no embedder', async () => {
	const desk = await makeDesk()
	const notes = join(desk.folder, 'notes.md')
	await writeFile(notes, '- 2026-11-21: written by hand: osprey-9\n')
	await desk.write(SESSION, [
		sessionStart('/work'),
		runStart('the plum password is osprey-9'),
		message('So osprey-9 opens the plum box.'),
		runEnd(),
	])
	const index = desk.open(undefined, [], [{ path: notes, project: '/work' }], text =>
		text.replaceAll('osprey-9', '[REDACTED:known]'),
	)
	await index.catchUp(FAST)
	const texts = (await index.use(store => store.unembedded('any', 10))).map(({ text }) => text)
	assert.equal(texts.length, 3)
	assert.doesNotMatch(texts.join('\n'), /osprey/)
	assert.match(texts.join('\n'), /the plum password is \[REDACTED:known\]/)
})

test('what came back when going back was gone back on is found again, however the log was read', async () => {
	const desk = await makeDesk()
	const before = story([
		sessionStart('/work'),
		runStart('the plum plan'),
		runEnd(),
		runStart('the pear plan'),
		runEnd(),
	])
	const back = (toSeq: number): StoredEvent => ({ type: 'rewind', toSeq, conversation: true })
	await desk.append(before)
	const index = desk.open()
	const found = async () => {
		await index.catchUp(FAST)
		const whole = desk.open(
			join(desk.folder, `${await index.use(async store => (await store.marks())[0]!.coveredBytes)}.db`),
		)
		await whole.catchUp(FAST)
		const texts = await Promise.all(
			[index, whole].map(async each =>
				[...(await find(each, 'plan'))].map(hit => hit.text.slice(4, 8)).toSorted(),
			),
		)
		assert.deepEqual(texts[0], texts[1])
		return texts[0]
	}
	assert.deepEqual(await found(), ['pear', 'plum'])
	const once = [...before, ...next(before, back(3), runStart('the kiwi plan'), runEnd())]
	await desk.append(once.slice(before.length))
	assert.deepEqual(await found(), ['kiwi', 'plum'])
	const twice = [...once, ...next(once, back(5))]
	await desk.append(twice.slice(once.length))
	assert.deepEqual(await found(), ['pear', 'plum'])
	const thrice = [...twice, ...next(twice, back(8))]
	await desk.append(thrice.slice(twice.length))
	assert.deepEqual(await found(), ['kiwi', 'plum'])
})

test('a session that is deleted while its log is read is not in the index afterwards', async () => {
	const desk = await makeDesk()
	await desk.write(SESSION, [sessionStart('/work'), ...longTalk(300), runEnd()])
	const index = desk.open()
	const [log] = await logsIn(desk.sessions)
	let isRemoved = false
	const progress: CatchUp['progress'] = () => {
		if (!isRemoved) rmSync(log!.path)
		isRemoved = true
	}
	await index.catchUp({ ...FAST, chunkBytes: 2_048, progress, sessionId: SESSION })
	const { passages, sources } = await index.use(store => store.status())
	assert.deepEqual([passages, sources], [0, 0])
})

test('notes are found, and as they are now', async () => {
	const desk = await makeDesk()
	const notes = join(desk.folder, 'notes.md')
	await writeFile(notes, '- 2026-11-21: use pnpm\n- 2026-11-21: the cluster is osprey\n')
	const index = desk.open(undefined, [], [{ path: notes, project: '' }])
	await index.catchUp(FAST)
	const [hit] = await find(index, 'cluster')
	assert.deepEqual([hit?.kind, hit?.text], ['note', '- 2026-11-21: the cluster is osprey'])
	await writeFile(notes, '- 2026-11-21: the cluster is kestrel, no longer the other\n')
	await index.catchUp(FAST)
	assert.deepEqual(
		(await find(index, 'cluster')).map(found => found.text),
		['- 2026-11-21: the cluster is kestrel, no longer the other'],
	)
	await rm(notes)
	await index.catchUp(FAST)
	assert.deepEqual(await find(index, 'cluster'), [])
})

test('who waits for the index does not wait for one that takes its time', async () => {
	const desk = await makeDesk()
	await desk.write(SESSION, [sessionStart('/work'), ...longTalk(300), runEnd()])
	const index = desk.open()
	const slow = index.catchUp({ ...FAST, chunkBytes: 2_048, restMs: 60_000 })
	assert.equal(await index.catchUp(FAST), true)
	assert.equal(await slow, false)
})

const FAST: CatchUp = {
	limitMs: Number.POSITIVE_INFINITY,
	restMs: 0,
	chunkBytes: 1 << 20,
	signal: new AbortController().signal,
}

function find(index: MemoryIndex, text: string, withUndone = false): Promise<readonly MemoryHit[]> {
	const query = { words: 'all', leastCoverage: 0, limit: 9, now: 0 } as const
	return index.use(store => store.search({ text, withUndone, ...query }))
}

function longTalk(count: number): readonly StoredEvent[] {
	return noise(count, 5).map(({ by, text }, number) => {
		if (by === 'user') return runStart(text)
		return by === 'assistant' ? message(text) : toolEnd(`c${number}`, text)
	})
}

test.runIf(process.platform === 'linux')(
	'in a folder that cannot be written to is made for this process alone',
	async () => {
		const desk = await makeDesk()
		await desk.write(SESSION, [
			sessionStart('/work'),
			runStart('the cluster is osprey'),
			message('ok'),
			runEnd(),
		])
		// Where not even root makes a file.
		const told: string[] = []
		const index = desk.open('/sys/keelson-index.db', told)
		assert.equal(await index.catchUp(FAST), true)
		assert.equal((await find(index, 'osprey')).length, 1)
		assert.match(told.join('\n'), /^the memory index cannot be written/)
	},
)

test('whose place a folder has taken says so, and is made for this process alone', async () => {
	const desk = await makeDesk()
	await desk.write(SESSION, [
		sessionStart('/work'),
		runStart('the cluster is osprey'),
		message('ok'),
		runEnd(),
	])
	const path = join(desk.folder, 'index.db')
	await mkdir(path)
	const told: string[] = []
	const index = desk.open(path, told)
	assert.equal(await index.catchUp(FAST), true)
	assert.equal((await find(index, 'osprey')).length, 1)
	assert.deepEqual(told, [
		`the memory index cannot be written, so nothing of it is kept: ${path} is a folder; move it away`,
	])
	assert.deepEqual(await readdir(path), [])
})

test('that is closed while it is being opened leaves no file behind', async () => {
	const desk = await makeDesk()
	const path = join(desk.folder, 'closed.db')
	const index = desk.open(path)
	const refused = assert.rejects(
		index.use(store => store.status()),
		{ code: 'cancelled' },
	)
	await index.close()
	await refused
	await assert.rejects(stat(path), { code: 'ENOENT' })
})

async function makeDesk() {
	const folder = await mkdtemp(join(tmpdir(), 'keelson-index-'))
	const open: MemoryIndex[] = []
	onTestFinished(async () => {
		for (const index of open) await index.close()
		await rm(folder, { recursive: true, force: true, maxRetries: 5 })
	})
	const sessions = join(folder, 'sessions')
	const store = createJsonlStore({ folder: sessions })
	const append = async (envelopes: ReturnType<typeof story>) => {
		const { sessionId } = envelopes[0]!
		const isThere = (await logsIn(sessions)).some(log => log.sessionId === sessionId)
		const log = isThere ? (await store.open(sessionId)).log : store.create(sessionId, '/work')
		await log.append(envelopes, { durable: false })
		await log.close()
	}
	return {
		folder,
		sessions,
		append,
		write: (sessionId: SessionId, events: readonly StoredEvent[]) => append(story(events, sessionId)),
		open(
			path = join(folder, 'index.db'),
			told: string[] = [],
			notes: { path: string; project: string }[] = [],
			scrub = (text: string) => text,
		) {
			const index = new MemoryIndex({
				path,
				sessionsFolder: sessions,
				artefactsFolder: join(folder, 'artefacts'),
				owner: { app: 'test', user: 'ann' },
				projectOf: async cwd => cwd,
				notes: async () => notes,
				scrub,
				notify: text => told.push(text),
			})
			open.push(index)
			return index
		},
	}
}

/** Resolves when the child has said that it is ready and then that many steps, or has ended. */
function heard(child: ReturnType<typeof spawn>, steps: number): Promise<void> {
	return new Promise(resolve => {
		let said = ''
		child.stdout!.setEncoding('utf8').on('data', (text: string) => {
			said += text
			if (said.includes('ready') && said.split('.').length - 1 >= steps) resolve()
		})
		child.once('close', () => resolve())
	})
}
