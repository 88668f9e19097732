import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import type { CallId } from '../../../src/core/ids.ts'
import { isObject, type JsonObject, parseJson } from '../../../src/core/json.ts'
import { callsOf, type Message, type ToolOutcome, textOf, userText } from '../../../src/core/messages.ts'
import type { ModelPart, ModelRequest } from '../../../src/core/model.ts'
import { createDemoProvider } from '../../../src/providers/demo/provider.ts'

let folder: string

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'demo-'))
	await files({
		'README.md': '# Kettle\n\nBoils water over HTTP.\nOne cup at a time.\n\n## Use\n\nRun it.\n',
		'package.json': JSON.stringify(
			{ name: 'kettle', scripts: { test: 'vitest run', lint: 'grep "a\\b" src | wc' } },
			null,
			2,
		),
		'src/boil.ts':
			'// How long the water takes.\n\nexport function boilTime(cups: number) {\n\treturn cups * 90\n}\n',
		'test/boil.test.ts': "test('boilTime grows with the cups', () => {})\n",
	})
})
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }))

describe('a question about the folder', () => {
	test('is answered from the best place, with file and line', async () => {
		const { calls, answer } = await ask('How is the boilTime computed?')
		assert.deepEqual(calls, [
			['grep', { pattern: 'boilTime', ignore_case: false }],
			['read', { path: 'src/boil.ts', limit: 220 }],
			['read', { path: 'test/boil.test.ts', limit: 220 }],
		])
		assert.match(
			answer,
			/I found `boilTime` in 2 lines of 2 files\. The likeliest place is `src\/boil\.ts`\./,
		)
		assert.match(answer, /> How long the water takes\./)
		assert.match(answer, /`src\/boil\.ts:3-5`\n\n```ts\nexport function boilTime\(cups: number\) {\n/)
	})

	test('about the whole of it is answered from what describes it', async () => {
		const { calls, answer } = await ask('What does this project do?')
		assert.deepEqual(calls, [
			['list', { path: '.' }],
			['read', { path: 'README.md', limit: 120 }],
			['read', { path: 'package.json', limit: 120 }],
			['list', { path: 'src/' }],
		])
		assert.match(
			answer,
			/^## Kettle\n\n`README\.md:3` says:\n\n> Boils water over HTTP\. One cup at a time\./,
		)
		assert.match(answer, /\| `npm run test` \| `vitest run` \| 4 \|/)
		assert.ok(answer.includes('| `npm run lint` | `grep "a\\b" src \\| wc` | 5 |'), answer)
		assert.match(answer, /- `src\/`: `boil\.ts`/)
	})

	test('about the whole of it names the files that were seen, also beside a README that says next to nothing', async () => {
		await Promise.all(
			['src', 'test', 'package.json'].map(name => rm(join(folder, name), { recursive: true })),
		)
		await files({ 'README.md': '# Kettle\n', 'LICENSE.txt': 'MIT\n' })
		const { answer } = await ask('Which files are in this folder?')
		assert.match(answer, /## Kettle\n\n`README\.md:1` says no more/)
		assert.match(
			answer,
			/\*\*Files\*\*: .*`LICENSE\.txt`.*`README\.md`|\*\*Files\*\*: .*`README\.md`.*`LICENSE\.txt`/,
		)
	})

	test('to which nothing is found says so', async () => {
		const { answer } = await ask('Where are the unicorns?')
		assert.match(answer, /^Nothing in this folder mentions `unicorns`\./)
	})

	test('that names a file is answered from that file', async () => {
		const { calls, answer } = await ask('Explain src/boil.ts please')
		assert.deepEqual(calls, [['read', { path: 'src/boil.ts' }]])
		assert.match(answer, /- `src\/boil\.ts:3` `export function boilTime\(cups: number\) {`/)
	})
})

describe('a simple deed', () => {
	test('a new file is written at once', async () => {
		const { calls } = await ask('write "hello there" to notes/today.txt.')
		assert.deepEqual(calls, [
			['glob', { pattern: 'notes/today.txt' }],
			['write', { path: 'notes/today.txt', content: 'hello there\n' }],
		])
		assert.equal(await readFile(join(folder, 'notes/today.txt'), 'utf8'), 'hello there\n')
	})

	test('a file that is there is read before it is replaced', async () => {
		const { calls } = await ask("create a file README.md with 'new'")
		assert.deepEqual(
			calls.map(([tool]) => tool),
			['glob', 'read', 'write'],
		)
	})

	test('text is replaced in a file that was read', async () => {
		const { calls, answer } = await ask('replace "90" with "80" in src/boil.ts')
		assert.deepEqual(calls, [
			['read', { path: 'src/boil.ts' }],
			['edit', { path: 'src/boil.ts', old_text: '90', new_text: '80' }],
		])
		assert.match(answer, /^`src\/boil\.ts` is changed: `90` became `80`\./)
	})

	test('a command is run, and what it printed is shown', async () => {
		const { calls, answer } = await ask('run: echo kettle')
		assert.deepEqual(calls, [['shell', { command: 'echo kettle' }]])
		assert.match(answer, /^`echo kettle` ran:\n\n```\nprinted by echo kettle\n```/)
	})

	test('a refusal is taken as one', async () => {
		const { answer } = await ask('run: echo kettle', {
			refuse: { shell: 'refused by the user; go on without it or ask' },
		})
		assert.match(answer, /^You said no, so `echo kettle` was not run\./)
		const denied = await ask('run: echo kettle', { refuse: { shell: 'not run: nobody is there' } })
		assert.match(denied.answer, /^That may not be done here, so `echo kettle` was not run\./)
	})

	test('without the tool for it is declined in words', async () => {
		const { calls, answer } = await ask('run: echo kettle', { tools: ['read'] })
		assert.deepEqual(calls, [])
		assert.match(answer, /^That needs the tool `shell`, and I was given only `read`\./)
	})
})

describe('the provider', () => {
	test('says in every answer that it is no language model, and the first time how to get one', async () => {
		const first = await ask('hi')
		assert.match(first.answer, /not a language model/)
		assert.match(first.answer, /export ANTHROPIC_API_KEY=.*OPENAI_API_KEY/)
		assert.match(first.answer, /agent config set model/)
		const second = await ask('hi', { before: first.messages })
		assert.match(second.answer, /not a language model/)
		assert.doesNotMatch(second.answer, /ANTHROPIC_API_KEY/)
	})

	test('streams the same parts for the same request, in small pieces, with an estimate of the tokens', async () => {
		const once = await parts(request([userText('hi')], ['read']))
		assert.deepEqual(await parts(request([userText('hi')], ['read'])), once)
		assert.ok(once.length > 20)
		const last = once.at(-1)
		assert.ok(last?.type === 'finish' && last.reason === 'stop')
		assert.ok(last.usage && last.usage.inputTokens > 0 && last.usage.outputTokens > 50)
	})

	test('never uses a call id twice in a conversation', async () => {
		const first = await ask('What does this project do?')
		const { messages } = await ask('Explain src/boil.ts', { before: first.messages })
		const ids = messages.flatMap(message => (message.role === 'assistant' ? callsOf(message) : []))
		assert.equal(new Set(ids.map(call => call.callId)).size, ids.length)
	})

	test('stops when it is told to', async () => {
		const abort = new AbortController()
		const seen: ModelPart['type'][] = []
		for await (const part of createDemoProvider().stream(request([userText('hi')], []), abort.signal)) {
			seen.push(part.type)
			abort.abort()
		}
		assert.deepEqual(seen, ['text-delta', 'error'])
	})

	test('does not pretend to fill in a schema', async () => {
		const [part] = await parts({ ...request([userText('hi')], []), outputSchema: { type: 'object' } })
		assert.ok(part?.type === 'error')
		assert.match(part.error.message, /not a language model.*ANTHROPIC_API_KEY/)
	})
})

const TOOLS = ['list', 'read', 'grep', 'glob', 'write', 'edit', 'shell']

type Asked = { calls: [string, JsonObject][]; answer: string; messages: Message[] }

/** The loop in small: asks, carries the calls out, and asks again until there is an answer. */
async function ask(
	prompt: string,
	options: { tools?: readonly string[]; refuse?: Record<string, string>; before?: readonly Message[] } = {},
): Promise<Asked> {
	const messages: Message[] = [...(options.before ?? []), userText(prompt)]
	const made: Asked['calls'] = []
	for (;;) {
		const reply = assembled(await parts(request(messages, options.tools ?? TOOLS)))
		messages.push(reply)
		const calls = callsOf(reply)
		if (calls.length === 0) return { calls: made, answer: textOf(reply.content), messages }
		for (const { callId, tool, arguments: text } of calls) {
			const json = parseJson(text)
			const input = isObject(json) ? json : {}
			made.push([tool, input])
			const refusal = options.refuse?.[tool]
			const outcome: ToolOutcome = refusal === undefined ? 'ok' : 'refused'
			const output = refusal ?? (await runTool(tool, input))
			messages.push({ role: 'tool', callId, tool, outcome, content: [{ type: 'text', text: output }] })
		}
	}
}

function request(messages: readonly Message[], tools: readonly string[]): ModelRequest {
	const specs = tools.map(name => ({ name, description: '', inputSchema: {} }))
	return { model: 'demo', system: '', messages, tools: specs, maxOutputTokens: 4096, cacheKey: 'session' }
}

async function parts(asked: ModelRequest): Promise<ModelPart[]> {
	const provider = createDemoProvider({ deltaDelayMs: 0 })
	const result: ModelPart[] = []
	for await (const part of provider.stream(asked, new AbortController().signal)) result.push(part)
	return result
}

function assembled(all: readonly ModelPart[]): Message & { role: 'assistant' } {
	const text = all.map(part => (part.type === 'text-delta' ? part.text : '')).join('')
	const calls = all.filter(part => part.type === 'tool-call')
	return {
		role: 'assistant',
		model: { provider: 'demo', model: 'demo' },
		stop: calls.length > 0 ? 'tool-calls' : 'stop',
		content: [
			{ type: 'text', text },
			...calls.map(call => ({
				...call,
				callId: call.callId as CallId,
			})),
		],
	}
}

/** What the real tools print, from real files. */
async function runTool(tool: string, input: JsonObject): Promise<string> {
	const path = join(folder, String(input.path ?? input.pattern ?? '.'))
	switch (tool) {
		case 'list': {
			const entries = await readdir(path, { withFileTypes: true })
			return entries
				.map(entry => entry.name + (entry.isDirectory() ? '/' : ''))
				.sort()
				.join('\n')
		}
		case 'read':
			return (await readFile(path, 'utf8'))
				.split('\n')
				.map((line, index) => `${index + 1}\t${line}`)
				.join('\n')
		case 'glob':
			return (await readFile(path).catch(() => undefined)) ? String(input.pattern) : 'no files match'
		case 'grep':
			return grep(new RegExp(String(input.pattern), input.ignore_case ? 'i' : ''))
		case 'write':
			await files({ [String(input.path)]: String(input.content) })
			return 'written'
		default:
			return `printed by ${String(input.command)}`
	}
}

async function grep(pattern: RegExp): Promise<string> {
	const hits: string[] = []
	for (const name of (await readdir(folder, { recursive: true })).sort()) {
		const text = await readFile(join(folder, name), 'utf8').catch(() => '')
		for (const [index, line] of text.split('\n').entries()) {
			if (pattern.test(line)) hits.push(`${name}:${index + 1}: ${line}`)
		}
	}
	return hits.join('\n') || 'no matches'
}

async function files(contents: Record<string, string>): Promise<void> {
	for (const [name, text] of Object.entries(contents)) {
		await mkdir(dirname(join(folder, name)), { recursive: true })
		await writeFile(join(folder, name), text)
	}
}
