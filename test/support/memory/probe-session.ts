// The session of the memory probe: planted facts among hundreds of requests, through the runtime's port, with a
// scripted model whose summaries say nothing. Every scene is checked to have happened.

import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Envelope } from '../../../src/core/events.ts'
import type { SessionId } from '../../../src/core/ids.ts'
import { promptText, textOf } from '../../../src/core/messages.ts'
import type { ModelPart, Provider } from '../../../src/core/model.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../src/workspace/settings/settings-schema.ts'
import { answer, finish, toolCalls } from '../runtime/scripted-provider.ts'
import { type StartedRuntime, startRuntime } from '../runtime/start-runtime.ts'
import { overHttp } from './over-http.ts'
import { type Distraction, distraction } from './probe-distraction.ts'
import type { PlantedFact } from './probe-questions.ts'

export type ProbePlace = { cwd: string; home: string }

export type ProbeSession = {
	id: SessionId
	requests: number
	compactions: number
}

/** Small, so that the session is many times as large. */
const WINDOW_TOKENS = 16_000
const POOR_SUMMARY = 'The user and the assistant worked on the project.'

export function probeSettings(
	memory: Partial<Settings['memory']> = {},
	windowTokens = WINDOW_TOKENS,
): Settings {
	return {
		...DEFAULT_SETTINGS,
		memory: { ...DEFAULT_SETTINGS.memory, ...memory },
		models: { 'test/scripted': { windowTokens, maxOutputTokens: 1_000 } },
	}
}

/** What a run of the probe says, request by request; whatever asks for a summary gets a poor one. */
export function probeModel(
	reply: () => readonly ModelPart[],
	onRequest: (request: unknown) => void,
): Provider {
	return {
		id: 'test',
		stream: async function* (request) {
			if (isSummaryRequest(textOf(request.messages.at(-1)!.content))) return yield* answer(POOR_SUMMARY)
			onRequest(request)
			yield* reply()
		},
	}
}

function isSummaryRequest(text: string): boolean {
	return text.startsWith('[This is the program, not the user.]')
}

/** One prompt and what comes of it. */
type Scene = {
	prompt: string
	replies: readonly (readonly ModelPart[])[]
	/** What the user says when asked. */
	answer?: string
	isTakenBack?: boolean
	files?: Readonly<Record<string, string>>
	/** Stands in what was stored. */
	proof?: string
}

export async function makeProbeSession(
	place: ProbePlace,
	facts: readonly PlantedFact[],
	{ requests: wanted, seed, overHttp: isOverHttp }: { requests: number; seed: number; overHttp?: boolean },
): Promise<ProbeSession> {
	let requests = 0
	let replies: (readonly ModelPart[])[] = []
	const scripted = probeModel(
		() => replies.shift() ?? answer('All right.'),
		() => {
			requests += 1
		},
	)
	const { provider: model, close } = isOverHttp
		? await overHttp(scripted)
		: { provider: scripted, close: async () => {} }
	await mkdir(place.cwd, { recursive: true })
	const noise = distraction(seed, facts.flatMap(proofsOf))
	await elsewhere(place, facts, model)
	const runtime = await startRuntime({
		provider: model,
		in: place,
		approvals: { kind: 'all' },
		runtime: { settings: probeSettings() },
	})
	const play = async (scene: Scene) => {
		for (const [name, text] of Object.entries(scene.files ?? {})) await put(join(place.cwd, name), text)
		replies = [...scene.replies]
		const from = runtime.envelopes.length
		const toSeq = runtime.envelopes.findLast(({ event }) => event.type === 'run-end')?.seq ?? 0
		const done = send(runtime, scene.prompt)
		if (scene.answer !== undefined) {
			const { question } = await runtime.until('question-request')
			await runtime.port.send({ type: 'answer', questionId: question.questionId, answer: scene.answer })
		}
		assert.equal(await done, 'finished', scene.prompt.slice(0, 200))
		assert.equal(replies.length, 0, `all of it was said: ${scene.prompt.slice(0, 200)}`)
		if (scene.proof !== undefined)
			assert.ok(isStored(runtime.envelopes.slice(from), scene.proof), `${scene.proof} was stored`)
		if (scene.isTakenBack) {
			await runtime.port.send({ type: 'rewind', toSeq, conversation: true, files: false })
			await runtime.until('rewind')
		}
	}

	const before = facts.filter(({ kind }) => kind === 'before a fork')
	for (const fact of before)
		for (const scene of [...scenesOf(fact, noise), chatter(noise, facts)]) await play(scene)
	await runtime.port.send({ type: 'session-fork' })
	const first = facts.filter(({ kind }) => kind === 'long ago').flatMap(fact => scenesOf(fact, noise))
	for (const scene of first) await play(scene)
	const rest = facts.filter(({ kind }) => kind !== 'before a fork' && kind !== 'long ago')
	const scenes = rest.map(fact => scenesOf(fact, noise))
	shuffle(scenes, noise)
	// The second half of a correction comes long after the first, that of an elliptical one at once.
	const later = scenes.flatMap(each => (each.length === 2 && each[1]!.isLater ? [each.pop()!] : []))
	const distance = (wanted * 0.9 - requests) / (scenes.length + later.length)
	const due = requests
	let played = 0
	for (const group of [...scenes, ...later.map(scene => [scene])]) {
		for (const scene of group) await play(scene)
		played += 1
		while (requests < due + played * distance) await play(chatter(noise, facts))
	}
	while (requests < wanted) await play(chatter(noise, facts))

	const { sessionId } = runtime.envelopes.at(-1)!
	// As the picker does; it answers once the index is up to date.
	await runtime.port.queries.searchSessions('anything')
	const compactions = runtime.envelopes.filter(({ event }) => event.type === 'compaction').length
	await runtime.stop()
	await close()
	return { id: sessionId, requests, compactions }
}

/** Resolves when the run of this prompt is over, and not one of those that the log holds, with how it ended. */
export async function send(runtime: StartedRuntime, text: string): Promise<string> {
	const from = runtime.envelopes.length
	await runtime.prompt(text)
	for (;;) {
		const since = runtime.envelopes.slice(from)
		const started = since.findLast(
			({ event }) => event.type === 'run-start' && promptText(event.prompt) === text,
		)
		const end = started && since.find(each => each.runId === started.runId && each.event.type === 'run-end')
		if (end?.event.type === 'run-end') return end.event.reason
		await runtime.until('run-end')
	}
}

export function proofsOf(fact: PlantedFact): readonly string[] {
	return 'newProof' in fact ? [fact.proof, fact.newProof] : [fact.proof]
}

/** A session in another project says the same about its own things. */
async function elsewhere(place: ProbePlace, facts: readonly PlantedFact[], model: Provider): Promise<void> {
	const cwd = `${place.cwd}-other`
	await mkdir(cwd, { recursive: true })
	const runtime = await startRuntime({
		provider: model,
		in: { ...place, cwd },
		runtime: { settings: probeSettings() },
	})
	for (const { text, proof, kind } of facts) {
		if (kind !== 'said' && kind !== 'corrected' && kind !== 'long ago') continue
		await runtime.prompt(text.replace(proof, 'something else entirely'))
		await runtime.until('run-end')
	}
	await runtime.stop()
}

function scenesOf(fact: PlantedFact, noise: Distraction): (Scene & { isLater?: boolean })[] {
	const { kind, text, proof } = fact
	const name = `${kind.replaceAll(' ', '-')}-${Math.floor(noise.random() * 1e9).toString(36)}`
	const around = () =>
		noise.pick([noise.code, (size: number) => noise.log(size / 80)])(noise.pick([3_500, 5_000]))
	const amid = () => `${around()}\n${text}\n${around()}\n`
	const understood = answer(noise.pick(['Understood.', 'Noted.', 'All right, I will keep to that.']))
	switch (kind) {
		case 'in a paste':
			return [
				{
					prompt: `Here is what I got, have a look:\n${amid()}`,
					replies: [answer('I have read it.')],
					proof,
				},
			]
		case 'in a file': {
			const path = `src/${name}.ts`
			const call = toolCalls([name, 'read', { path }])
			return [
				{
					prompt: `Read ${path}.`,
					replies: [call, answer('Done reading.')],
					files: { [path]: amid() },
					proof,
				},
			]
		}
		case 'in an output':
			return [shellScene(name, `cat out/${name}.log`, { [`out/${name}.log`]: amid() }, proof)]
		case 'failed':
			return [shellScene(name, `cat out/${name}.log >&2; false`, { [`out/${name}.log`]: `${text}\n` }, proof)]
		case 'short output':
			return [shellScene(name, `cat out/${name}.log`, { [`out/${name}.log`]: `${text}\n` }, proof)]
		case 'written': {
			const call = toolCalls([name, 'write', { path: `made/${name}.txt`, content: amid() }])
			return [{ prompt: 'Write that file now.', replies: [call, answer('Written.')], proof }]
		}
		case 'thought': {
			const thought = `${noise.chat()} ${noise.chat()}\n${text}\n${noise.chat()}`
			const parts: readonly ModelPart[] = [
				{ type: 'reasoning-delta', text: thought },
				{ type: 'reasoning-end', text: thought },
				{ type: 'text-delta', text: 'I have an idea.' },
				finish('stop'),
			]
			return [{ prompt: noise.chat(), replies: [parts], proof }]
		}
		case 'answered':
			return [{ prompt: noise.chat(), replies: [answer(`${text} ${noise.chat()}`)], proof }]
		case 'asked': {
			const [question, said] = text.split('→') as [string, string]
			const call = toolCalls([name, 'ask_user', { question }])
			return [{ prompt: noise.chat(), replies: [call, answer('Thank you.')], answer: said, proof }]
		}
		case 'german':
		case 'japanese':
		case 'romance':
			return noise.random() < 0.5
				? [{ prompt: text, replies: [answer('OK.')], proof }]
				: [{ prompt: noise.chat(), replies: [answer(text)], proof }]
		case 'renamed': {
			const [path, rest] = [text.split(' ')[0]!, text]
			const call = toolCalls([name, 'read', { path }])
			const file = `${around()}\n${rest}\n${around()}\n`
			return [
				{ prompt: `Read ${path}.`, replies: [call, answer('Done reading.')], files: { [path]: file }, proof },
				{
					...shellScene(
						`${name}-moved`,
						`mv ${path} ${path.replace(/(\w+)(\.\w+)$/, 'moved_$1$2')}`,
						{},
						undefined,
					),
					isLater: true,
				},
			]
		}
		case 'in a table': {
			const rows = Array.from(
				{ length: 8 },
				(_, row) => `⎸ ${noise.chat().slice(0, 20)} ⎸ ${row * 37} ⎸ ${noise.pick(['ok', 'late', 'none'])} ⎸`,
			)
			rows.splice(5, 0, text)
			return [
				{
					prompt: noise.chat(),
					replies: [answer(`| what | who | how |\n|---|---|---|\n${rows.join('\n').replaceAll('⎸', '|')}`)],
					proof,
				},
			]
		}
		case 'sub-agent': {
			const call = toolCalls([name, 'delegate', { agent: 'explore', prompt: `Look around: ${noise.chat()}` }])
			return [
				{
					prompt: noise.chat(),
					replies: [call, answer(`${noise.chat()}\n\n${text}`), answer('It has looked.')],
					proof,
				},
			]
		}
		case 'told to forget':
		case 'corrected':
		case 'elliptical': {
			assert.ok('correction' in fact)
			const correction = { prompt: fact.correction, replies: [understood], proof: fact.newProof }
			return [
				{ prompt: text, replies: [understood], proof },
				{ ...correction, isLater: kind === 'corrected' },
			]
		}
		case 'taken back':
			return [{ prompt: text, replies: [understood], proof, isTakenBack: true }]
		case 'said':
		case 'before a fork':
		case 'long ago':
			return [{ prompt: text, replies: [understood], proof }]
	}
}

function shellScene(
	name: string,
	command: string,
	files: Scene['files'] & object,
	proof: string | undefined,
): Scene {
	const replies = [toolCalls([name, 'shell', { command }]), answer('That is what it says.')]
	return { prompt: 'Run it and look.', replies, files, ...(proof !== undefined && { proof }) }
}

/** Work that has nothing to do with any fact, or talk about the topic of one that says nothing of it. */
function chatter(noise: Distraction, facts: readonly PlantedFact[]): Scene {
	const kind = noise.random()
	if (kind < 0.25) return { prompt: noise.chat(), replies: [answer(`${noise.chat()} ${noise.chat()}`)] }
	if (kind < 0.35) {
		const { keywords, proof } = noise.pick(facts)
		const topic = keywords.replace(proof, '')
		return {
			prompt: `Let us come back to this later: ${topic}.`,
			replies: [answer('Yes, whenever you like.')],
		}
	}
	const name = `work-${Math.floor(noise.random() * 1e9).toString(36)}`
	const text = kind < 0.7 ? noise.code(noise.pick([1_500, 4_000])) : noise.log(noise.pick([12, 40]))
	if (kind < 0.85) {
		const path = `lib/${name}.js`
		const replies = [toolCalls([name, 'read', { path }]), answer(noise.chat())]
		return { prompt: noise.chat(), replies, files: { [path]: `${text}\n` } }
	}
	const replies = [toolCalls([name, 'write', { path: `lib/${name}.js`, content: text }]), answer('Written.')]
	return { prompt: noise.chat(), replies }
}

const STORED: ReadonlySet<string> = new Set([
	'run-start',
	'message-end',
	'question-end',
	'tool-start',
	'tool-end',
])

function isStored(envelopes: readonly Envelope[], proof: string): boolean {
	const quoted = JSON.stringify(proof).slice(1, -1)
	// The arguments of a call are JSON in JSON.
	const twice = JSON.stringify(quoted).slice(1, -1)
	return envelopes.some(({ event }) => {
		if (!STORED.has(event.type)) return false
		const text = JSON.stringify(event)
		return text.includes(quoted) || text.includes(twice)
	})
}

function shuffle(items: unknown[], { random }: Distraction): void {
	for (let at = items.length - 1; at > 0; at--) {
		const other = Math.floor(random() * (at + 1))
		const item = items[at]
		items[at] = items[other]
		items[other] = item
	}
}

async function put(path: string, text: string): Promise<void> {
	await mkdir(dirname(path), { recursive: true })
	await writeFile(path, text)
}
