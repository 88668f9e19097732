import assert from 'node:assert/strict'
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, onTestFinished, test } from 'vitest'
import type { StoredEvent } from '../../../src/core/events.ts'
import type { SessionId } from '../../../src/core/ids.ts'
import { memoryPassages } from '../../../src/core/memory.ts'
import { promptText, textOf } from '../../../src/core/messages.ts'
import type { ModelPart } from '../../../src/core/model.ts'
import { createJsonlStore } from '../../../src/sessions/store/jsonl-store.ts'
import { STANDING_CLOCK } from '../../support/runtime/patient-clock.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from '../../support/runtime/start-runtime.ts'
import {
	condensed,
	message,
	runEnd,
	runStart,
	SESSION,
	sessionStart,
	story,
} from '../../support/sessions/story.ts'

const FACT = 'The staging database is called heron and it stands in Oslo.'
const QUESTION = 'What is the staging database called?'

describe('a fork', () => {
	const TOLD = [runStart('Look at it.'), message(FACT), runEnd()]
	const BACK = [runStart('Go on.'), message('The kiosk printer is called osprey.'), runEnd()]

	test('has what was said up to where it left, before it is in the index, and not what was taken back', async () => {
		const desk = await makeDesk()
		await desk.write(SESSION, [
			...TOLD,
			...BACK,
			{ type: 'rewind', toSeq: 4, conversation: true },
			condensed('They worked on it.'),
		])
		const open = { in: desk, selector: { kind: 'named' as const, selector: SESSION }, fork: true }
		const fork = await start(open, answer('heron'), answer('none'))
		await run(fork, QUESTION)
		assert.match(contextOf(fork), /called heron/)
		const { trace, lag } = await fork.port.queries.memoryState!()
		assert.equal(trace?.prompt, QUESTION)
		assert.deepEqual(
			trace.put.map(({ text, lists }) => [text, lists[0]?.list]),
			[[FACT, 'words']],
		)
		assert.ok(trace.tokens > 0 && trace.tokens <= trace.limitTokens)
		assert.equal(lag?.ofSessions, 2, 'the parent is not read yet')
		await run(fork, 'What is the kiosk printer called?')
		assert.doesNotMatch(contextOf(fork), /osprey/)
	})

	test('says itself what holds: taken back in one of the two, it still holds in the other', async () => {
		const desk = await makeDesk()
		await desk.write(SESSION, [...TOLD, ...BACK, condensed('They worked on it.')])
		const id = { kind: 'named' as const, selector: SESSION }
		const fork = await start(
			{ in: desk, selector: id, fork: true },
			answer('none'),
			toolCalls(RECALL),
			answer('no'),
		)
		await fork.port.send({ type: 'rewind', toSeq: 4, conversation: true, files: false })
		await run(fork, 'What is the kiosk printer called?')
		assert.doesNotMatch(contextOf(fork), /osprey/)
		await run(fork, 'Recall it.')
		assert.match(lastResult(fork), /TAKEN BACK by the user.*\nThe kiosk printer/)
		await fork.port.send({ type: 'shutdown' })
		const parent = await start({ in: desk, selector: id }, answer('osprey'))
		await run(parent, 'What is the kiosk printer called?')
		assert.match(contextOf(parent), /osprey/)
	})
})

const RECALL: [string, string, { query: string }] = ['1', 'recall', { query: 'kiosk printer' }]

test('what was just taken back is not brought back, though nothing of that is in the index', async () => {
	const runtime = await start({}, answer(FACT), answer('ok'), answer('?'))
	await run(runtime, 'Look at it.')
	await runtime.port.queries.searchSessions('heron')
	await run(runtime, 'Good.')
	await runtime.port.send({ type: 'rewind', toSeq: 1, conversation: true, files: false })
	await run(runtime, QUESTION)
	assert.equal(contextOf(runtime), '')
})

describe('what the user took back in words stands beside what it takes back', () => {
	test.each([
		['at once, without a name', ['Pretend I never said that.']],
		[
			'after other tasks, by a name',
			['Run the tests.', 'Now the parser, please.', 'The thing about heron was a mistake.'],
		],
		['in German', ['Das stimmt nicht mehr.']],
		['in Spanish', ['Me equivoqué.']],
		['in Japanese', ['それは覚えなくていいです。']],
	])('%s', async (_, said) => {
		const desk = await makeDesk()
		const later = said.flatMap(text => [runStart(text), message('Fine.'), runEnd()])
		await desk.write(SESSION, [
			runStart(FACT),
			message('Noted.'),
			runEnd(),
			...later,
			condensed('They worked.'),
		])
		const runtime = await start({ in: desk }, answer('none'))
		await run(runtime, QUESTION)
		assert.match(contextOf(runtime), /said later, newest first.*heron and it stands/s)
		assert.ok(contextOf(runtime).includes(said.at(-1)!), contextOf(runtime))
	})

	test('in a later session, by what tells it apart', async () => {
		const desk = await makeDesk()
		await desk.write(SESSION, [runStart(FACT), message('Noted.'), runEnd()])
		const other = '261122-101500-b2c3' as SessionId
		const taken = 'Please forget what I said about the staging database, it was a lie.'
		await desk.write(other, [runStart(taken), message('Fine.'), runEnd()], 3_600_000)
		const runtime = await start({ in: desk }, answer('none'))
		await run(runtime, QUESTION)
		assert.ok(
			contextOf(runtime).includes(
				`it counts more:\n- session ${other}, number 2: ${taken}\nBefore that:\n${FACT}`,
			),
			contextOf(runtime),
		)
	})
})

test('a session whose folder has moved still has its own past', async () => {
	const desk = await makeDesk()
	await desk.write(SESSION, [runStart('Look at it.'), message(FACT), runEnd(), condensed('They worked.')])
	const moved = join(desk.cwd, '..', 'moved')
	await rename(desk.cwd, moved)
	const selector = { kind: 'named' as const, selector: SESSION }
	const runtime = await start({ in: { cwd: moved, home: desk.home }, selector }, answer('heron'))
	await run(runtime, QUESTION)
	assert.match(contextOf(runtime), /called heron/)
})

describe('a project known by its origin', () => {
	test('is the same in a clone elsewhere, in a work tree, and where it had none before', async () => {
		const desk = await makeDesk()
		const first = await start({ in: desk }, answer(FACT))
		await run(first, 'Look at it.')
		await first.port.queries.searchSessions('heron')
		await first.port.send({ type: 'shutdown' })
		// It becomes a repository, and then a clone of something.
		await repository(desk.cwd, 'git@github.com:acme/gull.git')
		const here = await start({ in: desk }, answer('heron'))
		await run(here, QUESTION)
		assert.match(contextOf(here), /called heron/)
		const begun = here.envelopes.find(({ event }) => event.type === 'session-start')
		assert.ok(begun?.event.type === 'session-start')
		assert.equal(begun.event.project, 'github.com/acme/gull')
		const [clone, tree, other] = ['clone', 'tree', 'other'].map(name => join(desk.cwd, '..', name))
		await repository(clone!, 'https://token@GitHub.com/acme/gull')
		await repository(other!, 'https://github.com/acme/tern')
		const admin = join(desk.cwd, '.git', 'worktrees', 'tree')
		await mkdir(admin, { recursive: true })
		await mkdir(tree!)
		await writeFile(join(admin, 'commondir'), '../..\n')
		await writeFile(join(admin, 'HEAD'), 'ref: refs/heads/tree\n')
		await writeFile(join(tree!, '.git'), `gitdir: ${admin}\n`)
		for (const [cwd, isFound] of [
			[clone!, true],
			[tree!, true],
			[other!, false],
		] as const) {
			const runtime = await start({ in: { cwd, home: desk.home } }, answer('?'))
			await run(runtime, QUESTION)
			assert.equal(/called heron/.test(contextOf(runtime)), isFound, cwd)
			await runtime.port.send({ type: 'shutdown' })
		}
		// It could say that it is a clone of anything.
		const untrusted = await start(
			{ in: { cwd: clone!, home: desk.home }, runtime: { isUntrusted: true } },
			toolCalls(['1', 'recall', { query: 'staging database heron' }]),
			answer('?'),
		)
		await run(untrusted, 'Recall it.')
		assert.match(lastResult(untrusted), /Nothing that was said/)
	})
})

describe('what was corrected', () => {
	test.each([
		['no, port 8081 instead', 'The gull service listens on port 8080.'],
		['make that 8081', 'The gull service listens on port 8080.'],
		['nein, doch 8081', 'Der Dienst gull hört auf Port 8080.'],
		['8081, sorry', 'The gull service listens on port 8080.'],
	])('stands behind the correction: %s', async (correction, statement) => {
		const desk = await makeDesk()
		await desk.write(SESSION, [
			runStart('Where does it listen?'),
			message(statement),
			runEnd(),
			runStart(correction),
			message('All right.'),
			runEnd(),
			runStart('Now the tests of the parser, please.'),
			message('They are green.'),
			runEnd(),
		])
		const runtime = await start(
			{ in: desk },
			toolCalls(['1', 'recall', { query: 'gull port' }]),
			answer('8081'),
		)
		await run(runtime, 'On which port does gull listen?')
		const text = contextOf(runtime)
		assert.ok(text.includes(correction), text)
		assert.ok(text.indexOf(correction) < text.indexOf(statement))
		assert.doesNotMatch(text, /parser/)
		const recalled = lastResult(runtime)
		assert.ok(recalled.indexOf(correction) < recalled.indexOf(statement) && recalled.includes(correction))
	})
})

test('of a file that has changed since it was read that is said, and where the lines are now', async () => {
	const desk = await makeDesk()
	const path = join(desk.cwd, 'gulls.txt')
	const lines = Array.from({ length: 30 }, (_, line) => `gull ${line} weighs ${900 + line} grams`)
	await writeFile(path, lines.join('\n'))
	const first = await start({ in: desk }, toolCalls(['1', 'read', { path: 'gulls.txt' }]), answer('Read.'))
	await run(first, 'Read it.')
	await first.port.send({ type: 'shutdown' })
	const asked = async (query: string) => {
		const runtime = await start({ in: desk }, toolCalls(['1', 'recall', { query }]), answer('ok'))
		await run(runtime, 'Look it up.')
		await runtime.port.send({ type: 'shutdown' })
		return lastResult(runtime)
	}
	assert.match(await asked('gull 17 weighs 917 grams'), /gulls\.txt:1-30\]/)
	await writeFile(path, ['a new line', ...lines].join('\n'))
	// As a file has it that was moved there.
	await utimes(path, 1_000, 1_000)
	assert.match(
		await asked('gull 17 weighs 917 grams'),
		/gulls\.txt:2-31, the file has changed since, but not these lines\]/,
	)
	await writeFile(path, lines.with(17, 'gull 17 is gone').join('\n'))
	assert.match(
		await asked('gull 17 weighs 917 grams'),
		/gulls\.txt:1-30, the file has changed since; read it again\]/,
	)
	await rm(path)
	assert.match(await asked('gull 17 weighs 917 grams'), /the file is no longer there\]/)
})

async function makeDesk() {
	const first = await startRuntime({})
	onTestFinished(() => first.stop())
	await first.port.send({ type: 'shutdown' })
	const { cwd, home } = first
	const store = createJsonlStore({ folder: join(home, 'sessions') })
	return {
		cwd,
		home,
		async write(sessionId: SessionId, events: readonly StoredEvent[], laterMs = 0) {
			const log = store.create(sessionId, cwd)
			const told = story([sessionStart(cwd), ...events], sessionId)
			await log.append(
				told.map(each => ({ ...each, at: each.at + laterMs })),
				{ durable: false },
			)
			await log.close()
		},
	}
}

async function repository(folder: string, url: string): Promise<void> {
	await mkdir(join(folder, '.git'), { recursive: true })
	await writeFile(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n')
	await writeFile(join(folder, '.git', 'config'), `[remote "origin"]\n\turl = ${url}\n`)
}

async function start(
	options: Omit<StartOptions, 'provider'>,
	...replies: readonly (readonly ModelPart[])[]
): Promise<StartedRuntime> {
	const runtime = await startRuntime({
		...options,
		provider: scriptedProvider(...replies),
		// A prompt waits 300 ms for what other sessions have said, which on a busy machine is not enough for two of them.
		runtime: { clock: STANDING_CLOCK, ...options.runtime },
	})
	onTestFinished(() => runtime.stop())
	return runtime
}

async function run(runtime: StartedRuntime, text: string): Promise<void> {
	await runtime.prompt(text)
	// A session that goes on tells of the runs that it had.
	const isOver = () => {
		const at = runtime.envelopes.findLastIndex(
			({ event }) => event.type === 'run-start' && promptText(event.prompt) === text,
		)
		return at !== -1 && runtime.envelopes.slice(at).some(({ event }) => event.type === 'run-end')
	}
	do await runtime.until('run-end')
	while (!isOver())
}

/** What memory put in front of the prompt of the last run. */
function contextOf({ envelopes }: StartedRuntime): string {
	const found = envelopes.findLast(({ event }) => event.type === 'run-start')?.event
	assert.ok(found?.type === 'run-start')
	if (memoryPassages(found.prompt) === 0) return ''
	return textOf(found.prompt.content.slice(0, 1))
}

function lastResult({ envelopes }: StartedRuntime): string {
	const found = envelopes.findLast(({ event }) => event.type === 'tool-end')?.event
	assert.ok(found?.type === 'tool-end')
	return textOf(found.result.content)
}
