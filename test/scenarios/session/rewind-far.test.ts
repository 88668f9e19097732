// Going back over compactions in a session that was opened from its end: the model is to see what it saw then.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import type { RewindPoint } from '../../../src/core/runtime-port.ts'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { isForSummary, SUMMARY, startLongWork } from '../../support/runtime/long-work.ts'
import type { StartedRuntime } from '../../support/runtime/start-runtime.ts'
import { SOAK_TIMES } from '../../support/soak.ts'

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of opened.splice(0).reverse()) await close()
})

const PROMPTS = ['first: begin', 'second: write it', 'third: more', 'fourth: write it', 'fifth: the end']

async function start(server: ModelServer, place?: StartedRuntime): Promise<StartedRuntime> {
	const runtime = await startLongWork(server, 'messages', {
		approvals: { kind: 'all' },
		files: place ? {} : { 'a.txt': 'as it was\n' },
		...(place && { in: place, selector: { kind: 'last' } }),
	})
	opened.push(runtime.stop)
	return runtime
}

/** Resolves at the end of the run that this prompt starts; what is told of earlier ones has been read by then. */
async function run(runtime: StartedRuntime, prompt: string): Promise<void> {
	await setImmediate()
	const { length } = runtime.envelopes
	await runtime.prompt(prompt)
	while (!runtime.envelopes.slice(length).some(({ event }) => event.type === 'run-end'))
		await runtime.until('run-end')
}

async function compact(runtime: StartedRuntime): Promise<void> {
	await runtime.port.send({ type: 'session-compact' })
	await runtime.until('compaction')
	await runtime.until('compaction-end')
}

type Ended = { server: ModelServer; place: StartedRuntime; disk: { putBack(): void } }

/** What every test begins with is told once, and lies on the disk as it was for each. */
let told: Ended
const shared: (() => Promise<void>)[] = []
beforeAll(async () => {
	told = await tell()
})
afterAll(async () => {
	for (const close of shared.splice(0).reverse()) await close()
})

/** Requests that this test sent come after those. */
let requestsBefore = 0

async function ended(): Promise<Ended> {
	told.disk.putBack()
	requestsBefore = told.server.requests.length
	return told
}

/** Five prompts with a compaction behind the second and the fourth, by a process that has ended. */
async function tell(): Promise<Ended> {
	const server = await startModelServer({ wires: ['messages'] })
	shared.push(server.close)
	server.onRequest(request => {
		if (isForSummary(request)) return { text: SUMMARY }
		const messages = request.body.messages as { content: unknown }[]
		const last = JSON.stringify(messages.at(-1))
		if (/"(second|fourth): /.test(last)) {
			const number = last.includes('second') ? 2 : 4
			const input = { path: `new-${number}.txt`, content: `made by ${number}\n` }
			const command = { command: `echo changed by ${number} > a.txt` }
			return {
				text: 'I write.',
				calls: [
					{ name: 'write', arguments: input },
					{ name: 'shell', arguments: command },
				],
			}
		}
		return { text: `Said. ${'So much was said here. '.repeat(300)}` }
	})
	const place = await start(server)
	for (const [index, prompt] of PROMPTS.entries()) {
		await run(place, prompt)
		if (index % 2 === 1) await compact(place)
	}
	await place.port.send({ type: 'shutdown' })
	shared.push(...opened.splice(0))
	return { server, place, disk: await kept(place) }
}

/** The bytes of the first request that ends with this prompt, as long as the session had not gone on. */
function firstRequest({ requests }: ModelServer, prompt: string): string {
	return text(requests.find(request => !isForSummary(request) && endsWith(request.body.messages, prompt))!)
}

function lastRequest({ requests }: ModelServer, prompt: string): string {
	return text(
		requests
			.slice(requestsBefore)
			.findLast(request => !isForSummary(request) && endsWith(request.body.messages, prompt))!,
	)
}

/** Equal to the byte; a whole request is too long to be shown. */
function assertSame(request: string, expected: string): void {
	let at = 0
	while (at < expected.length && request[at] === expected[at]) at++
	const around = (whole: string) => whole.slice(Math.max(0, at - 80), at + 200)
	assert.ok(request === expected, `${around(request)}\n  is not\n${around(expected)}`)
}

function endsWith(messages: unknown, prompt: string): boolean {
	return Array.isArray(messages) && JSON.stringify(messages.at(-1)).includes(`"${prompt}"`)
}

function text({ bytes }: { bytes: Buffer }): string {
	return bytes.toString('utf8')
}

async function pointOf(runtime: StartedRuntime, prompt: string): Promise<RewindPoint> {
	return (await runtime.port.queries.rewindPoints()).find(point => point.prompt === prompt)!
}

async function prompts({ port }: StartedRuntime): Promise<readonly string[]> {
	return (await port.queries.rewindPoints()).map(point => (point.isUndo ? '(undo)' : point.prompt))
}

async function goBack({ port }: StartedRuntime, { toSeq }: RewindPoint, files = true): Promise<void> {
	await port.send({ type: 'rewind', toSeq, conversation: true, files })
}

/** A copy of what is on the disk, to go on from more than once. */
async function kept({ cwd, home }: StartedRuntime): Promise<{ putBack(): void }> {
	const copy = await mkdtemp(join(tmpdir(), 'keelson-kept-'))
	shared.push(() => rm(copy, { recursive: true, force: true }))
	const folders = { project: cwd, home }
	for (const [name, folder] of Object.entries(folders)) cpSync(folder, join(copy, name), { recursive: true })
	return {
		putBack() {
			for (const [name, folder] of Object.entries(folders)) {
				rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
				cpSync(join(copy, name), folder, { recursive: true })
			}
		},
	}
}

/**
 * Takes the session up in another process and goes back to the first prompt there.
 * @param atStep - the process kills itself before this step of its writing
 * @returns how many steps it took
 */
async function goBackElsewhere({ cwd, home }: StartedRuntime, atStep: number): Promise<number> {
	const child = spawn(process.execPath, [CHILD, cwd, home, String(atStep)], {
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	let said = ''
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		said += text
	})
	await once(child, 'close')
	assert.deepEqual([child.exitCode, child.signalCode], said === '' ? [null, 'SIGKILL'] : [0, null])
	return Number(said)
}

const CHILD = fileURLToPath(new URL('./rewinding-child.ts', import.meta.url))

const contents = ({ cwd }: StartedRuntime) =>
	Object.fromEntries(readdirSync(cwd).map(name => [name, readFileSync(join(cwd, name), 'utf8')]))

describe('a session with two compactions that was taken up again', () => {
	test('lists every prompt, and goes back to the first: the conversation and the files are as they were', async () => {
		const { server, place } = await ended()
		const runtime = await start(server, place)
		const points = await runtime.port.queries.rewindPoints()
		assert.deepEqual(
			points.map(({ prompt, changedFiles }) => [prompt, changedFiles]),
			[
				['fifth: the end', undefined],
				['fourth: write it', 2],
				['third: more', 2],
				['second: write it', 3],
				['first: begin', 3],
			],
		)
		const before = contents(runtime)
		await goBack(runtime, points.at(-1)!)
		assert.deepEqual(contents(runtime), { 'a.txt': 'as it was\n' })

		// And back again.
		const [undo] = await runtime.port.queries.rewindPoints()
		assert.equal(undo?.isUndo, true)
		await goBack(runtime, undo!)
		assert.deepEqual(contents(runtime), before)
		assert.equal((await runtime.port.queries.rewindPoints()).length, 6)

		await goBack(runtime, points.at(-1)!)
		await run(runtime, PROMPTS[0]!)
		assertSame(lastRequest(server, PROMPTS[0]!), firstRequest(server, PROMPTS[0]!))
		server.assertFinished()
	})

	for (const prompt of PROMPTS)
		test(`goes on from before “${prompt}”, and from there after another start too`, async () => {
			const { server, place } = await ended()
			const runtime = await start(server, place)
			await goBack(runtime, await pointOf(runtime, prompt), prompt !== PROMPTS[4])
			await run(runtime, prompt)
			assertSame(lastRequest(server, prompt), firstRequest(server, prompt))
			const again = PROMPTS.slice(0, PROMPTS.indexOf(prompt) + 1).reverse()
			assert.deepEqual(await prompts(runtime), again)

			await goBack(runtime, await pointOf(runtime, prompt), false)
			await runtime.port.send({ type: 'shutdown' })
			const resumed = await start(server, place)
			assert.deepEqual(await prompts(resumed), ['(undo)', ...again.slice(1)])
			await run(resumed, prompt)
			assertSame(lastRequest(server, prompt), firstRequest(server, prompt))
		})

	test('goes back on going back after another start, and is where it was', async () => {
		const { server, place } = await ended()
		const before = contents(place)
		const runtime = await start(server, place)
		await goBack(runtime, await pointOf(runtime, PROMPTS[2]!))
		assert.deepEqual(contents(runtime), { 'a.txt': 'changed by 2\n', 'new-2.txt': 'made by 2\n' })
		await runtime.port.send({ type: 'shutdown' })
		const resumed = await start(server, place)
		const [undo] = await resumed.port.queries.rewindPoints()
		assert.deepEqual([undo?.isUndo, undo?.changedFiles], [true, 2])
		await goBack(resumed, undo!)
		assert.deepEqual(contents(resumed), before)
		await goBack(resumed, await pointOf(resumed, PROMPTS[4]!), false)
		await run(resumed, PROMPTS[4]!)
		assertSame(lastRequest(server, PROMPTS[4]!), firstRequest(server, PROMPTS[4]!))
	})

	test('is condensed anew after it went back over both compactions, and goes on from that one', async () => {
		const { server, place } = await ended()
		const runtime = await start(server, place)
		await goBack(runtime, await pointOf(runtime, PROMPTS[2]!))
		for (const prompt of PROMPTS.slice(2, 4)) await run(runtime, prompt)
		await compact(runtime)
		await runtime.port.send({ type: 'shutdown' })
		const resumed = await start(server, place)
		await run(resumed, PROMPTS[4]!)
		assertSame(lastRequest(server, PROMPTS[4]!), firstRequest(server, PROMPTS[4]!))
		assert.deepEqual(await prompts(resumed), PROMPTS.toReversed())
	})

	test('killed at any step of going back, it is whole, and goes back and back again', async () => {
		const { server, place, disk } = await ended()
		const before = contents(place)
		const steps = await goBackElsewhere(place, 0)
		assert.ok(steps > 10, `${steps} steps`)
		let halfway = 0
		for (let step = 1; step <= steps; step += SOAK_TIMES > 1 ? 1 : Math.ceil(steps / 3)) {
			disk.putBack()
			await goBackElsewhere(place, step)
			const left = contents(place)
			const isChanged = !isDeepStrictEqual(left, before)
			const runtime = await start(server, place)
			const [newest] = await runtime.port.queries.rewindPoints()
			const first = await pointOf(runtime, PROMPTS[0]!)
			// Whatever it has done to the files can be taken back, whether or not the log says that it went back.
			if (isChanged) {
				assert.equal(newest?.isUndo, true, `killed at step ${step}`)
				await goBack(runtime, newest!)
				assert.deepEqual(contents(place), before, `killed at step ${step}`)
			}
			if (isChanged && first) halfway++
			await goBack(runtime, await pointOf(runtime, PROMPTS[0]!))
			assert.deepEqual(contents(place), { 'a.txt': 'as it was\n' }, `killed at step ${step}`)
			assert.deepEqual(await prompts(runtime), ['(undo)'])
			await run(runtime, PROMPTS[0]!)
			assertSame(lastRequest(server, PROMPTS[0]!), firstRequest(server, PROMPTS[0]!))
			await runtime.port.send({ type: 'shutdown' })
		}
		assert.ok(halfway > 0, 'at least once the files had changed and the log did not say so')
	}, 120_000)

	test('goes on in a copy from any prompt, which goes back to what the original kept', async () => {
		const { server, place } = await ended()
		const runtime = await start(server, place)
		const { toSeq } = await pointOf(runtime, PROMPTS[3]!)
		await runtime.port.send({ type: 'session-fork', atSeq: toSeq })
		await run(runtime, PROMPTS[3]!)
		const copy = runtime.envelopes.at(-1)!.sessionId
		const own = (bytes: string) => bytes.replaceAll(place.envelopes[0]!.sessionId, copy)
		assertSame(lastRequest(server, PROMPTS[3]!), own(firstRequest(server, PROMPTS[3]!)))
		await runtime.port.send({ type: 'shutdown' })
		// The copy was condensed as well, so it is opened from its end.
		const resumed = await start(server, place)
		assert.deepEqual(await prompts(resumed), PROMPTS.slice(0, 4).reverse())
		await goBack(resumed, await pointOf(resumed, PROMPTS[1]!))
		assert.deepEqual(contents(resumed), { 'a.txt': 'as it was\n' })
	})
})
