// The repository map: in front of the first prompt, or of the first one that finds it ready, and the same bytes from
// then on; with nothing in it that may not be read.

import assert from 'node:assert/strict'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, test } from 'vitest'
import { type Message, promptText, textOf } from '../../../src/core/messages.ts'
import { nodeClock } from '../../../src/runtime/host/clock.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import { nextLook } from '../../support/next-look.ts'
import { patientClock } from '../../support/runtime/patient-clock.ts'
import { answer, scriptedProvider } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from '../../support/runtime/start-runtime.ts'
import { writtenRules } from '../../support/tools/written-rules.ts'

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of opened.splice(0).reverse()) await close()
})

const FILES = {
	'.git/HEAD': 'ref: refs/heads/main\n',
	'.gitignore': 'built.ts\n',
	'parser.ts': 'export function parseHeader(line: string) {\n\treturn splitLine(line)\n}\n',
	'lines.ts': 'export function splitLine(line: string) {\n\treturn line.split(";")\n}\n',
	'server.ts': 'import { parseHeader } from "./parser.ts"\nexport const serve = () => parseHeader("a")\n',
	'built.ts': 'export function builtThing() {}\n',
	'customer-plans.ts': 'export function customerPlan() { return splitLine("") }\n',
	'.env.ts.pem': 'export const privateThing = 1\n',
}

/** The map is always in time, or never. */
const clockWhere = (wait: 'in-time' | 'late') => ({
	...nodeClock,
	sleep: (ms: number, signal: AbortSignal) =>
		ms === 300 && wait === 'late' ? Promise.resolve() : patientClock(300).sleep(ms, signal),
})

async function open(options: StartOptions & { wait?: 'in-time' | 'late' }): Promise<StartedRuntime> {
	const { wait = 'in-time', runtime, ...rest } = options
	const started = await startRuntime({ ...rest, runtime: { clock: clockWhere(wait), ...runtime } })
	opened.push(started.stop)
	return started
}

/** What is stored of a session is told first, so the run is known by its prompt. */
async function say(runtime: StartedRuntime, text: string): Promise<void> {
	const begun = () =>
		runtime.envelopes.filter(({ event }) => event.type === 'run-start' && promptText(event.prompt) === text)
	const before = begun().length
	await runtime.prompt(text)
	for (;;) {
		await runtime.until('run-end')
		const [runId] = begun()
			.slice(before)
			.map(each => each.runId)
		if (runId && runtime.envelopes.some(each => each.event.type === 'run-end' && each.runId === runId)) return
	}
}

/** A hang guard. */
const MOST_PROMPTS = 400

const answers = (count: number) => scriptedProvider(...Array.from({ length: count }, () => answer('Yes.')))
const mapsIn = (messages: readonly Message[]) =>
	messages.flatMap(
		({ content }) => textOf(content).match(/<repository-map>[\s\S]*?<\/repository-map>/g) ?? [],
	)

test('the first prompt brings a map of what it is about, and every later request the same bytes', async () => {
	const provider = answers(3)
	const first = await open({ provider, files: FILES })
	await say(first, 'Why does parseHeader lose a line?')
	const [map, ...others] = mapsIn(provider.requests[0]!.messages)
	assert.deepEqual(others, [])
	const lines = map!.split('\n').slice(2, -1)
	assert.equal(lines[0], 'parser.ts: parseHeader 1')
	assert.deepEqual(lines.map(line => line.split(':')[0]).sort(), [
		'.gitignore',
		'customer-plans.ts',
		'lines.ts',
		'parser.ts',
		'server.ts',
	])
	assert.doesNotMatch(map!, /built|private|pem/)
	const use = await first.port.queries.contextUse()
	assert.ok(use.parts.find(({ part }) => part === 'map')!.tokens > 60)

	await writeFile(join(first.cwd, 'another.ts'), 'export function another() {}\n')
	await say(first, 'And in splitLine?')
	await first.port.send({ type: 'shutdown' })
	const second = await open({ provider, in: first, selector: { kind: 'last' } })
	await say(second, 'And customerPlan?')
	const sent = provider.requests.map(({ messages }) => JSON.stringify(messages[0]))
	assert.deepEqual(new Set(sent).size, 1)
	assert.deepEqual(
		provider.requests.map(({ messages }) => mapsIn(messages)),
		[[map], [map], [map]],
	)
})

test('a map that is late stands in front of a later prompt, once, and stays as it is', async () => {
	const provider = answers(MOST_PROMPTS)
	const files = { ...FILES, 'deep/one.ts': 'export const one = 1\n' }
	const runtime = await open({ provider, files, wait: 'late' })
	await say(runtime, 'Why does parseHeader lose a line?')
	assert.deepEqual(mapsIn(provider.requests[0]!.messages), [])
	// What it has read is kept before it is ranked, so it is nearly there by then.
	const kept = join(runtime.home, 'cache/repository-maps')
	while ((await readdir(kept).catch(() => [])).every(name => !name.endsWith('.map'))) await nextLook()
	while (
		mapsIn(provider.requests.at(-1)!.messages).length === 0 &&
		provider.requests.length < MOST_PROMPTS - 1
	)
		await say(runtime, 'And now?')
	const [map, ...others] = mapsIn(provider.requests.at(-1)!.messages)
	assert.match(map!, /\n\)?parser\.ts: parseHeader 1\n/)
	assert.deepEqual(others, [])
	const { messages } = provider.requests.at(-1)!
	await say(runtime, 'And then?')
	const next = provider.requests.at(-1)!.messages
	assert.deepEqual(next.slice(0, messages.length), messages)
	assert.deepEqual(mapsIn(next), [map])
})

test('what a rule stands before is neither read nor named, and a link that leads out is not followed', async () => {
	const provider = answers(2)
	const permissions = (...rules: readonly string[]) => ({
		root: '',
		rules: () => writtenRules(...rules),
		listed: () => [],
		add: async () => {},
		remove: async () => {},
		allowForProject: async () => {},
		problems: [],
	})
	const folder = await startRuntime({ provider, files: FILES })
	opened.push(folder.stop)
	const outside = join(folder.cwd, '..', 'outside')
	await mkdir(outside)
	await writeFile(join(outside, 'secret.ts'), 'export function outsideThing() {}\n')
	await symlink(outside, join(folder.cwd, 'linked'))
	await symlink(join(outside, 'secret.ts'), join(folder.cwd, 'linked.ts'))
	const walled = { ...permissions('deny read(customer-*)', 'ask read(lines.ts)'), root: folder.cwd }
	const runtime = await open({ provider, in: folder, runtime: { permissions: walled } })
	await say(runtime, 'What is customerPlan, splitLine and outsideThing?')
	const [map] = mapsIn(provider.requests[0]!.messages)
	assert.match(map!, /parser\.ts/)
	assert.doesNotMatch(map!, /customer|lines\.ts|outside|linked|secret/)

	const closed = { ...permissions('deny read'), root: folder.cwd }
	const other = await open({ provider, in: folder, runtime: { permissions: closed } })
	await say(other, 'What is customerPlan?')
	assert.deepEqual(mapsIn(provider.requests[1]!.messages), [])
})

test('no map where there is no repository, no tool that reads, or where the settings want none', async () => {
	const provider = answers(4)
	const { '.git/HEAD': _head, ...loose } = FILES
	const context = { ...DEFAULT_SETTINGS.context, repositoryMap: false }
	const cases: readonly StartOptions[] = [
		{ files: loose },
		{ files: FILES, runtime: { tools: { only: [], without: [] } } },
		{ files: FILES, runtime: { settings: { ...DEFAULT_SETTINGS, context } } },
		{ files: FILES, runtime: { bare: true } },
	]
	for (const each of cases) await say(await open({ provider, ...each }), 'Why does parseHeader lose a line?')
	assert.deepEqual(
		provider.requests.map(({ messages }) => mapsIn(messages)),
		[[], [], [], []],
	)
})
