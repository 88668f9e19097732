import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { type Message, promptText, textOf, type UserMessage } from '../../../src/core/messages.ts'
import type { ModelPart } from '../../../src/core/model.ts'
import { untilConnected } from '../../support/mcp/connected.ts'
import { configured, npmServer, PATIENT } from '../../support/mcp/servers.ts'
import { patientClock } from '../../support/runtime/patient-clock.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from '../../support/runtime/start-runtime.ts'

/** How long tools wait for resources and prompts. */
const EXTRAS_MS = 1_000

const stopping: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const stop of stopping.splice(0).reverse()) await stop()
})

async function startEverything(
	replies: readonly (readonly ModelPart[])[],
	options: Partial<StartOptions> = {},
): Promise<StartedRuntime & { prompts(): readonly UserMessage[] }> {
	const provider = scriptedProvider(...replies)
	const runtime = await startRuntime({
		provider,
		isInteractive: false,
		approvals: { kind: 'all' },
		...options,
		runtime: {
			extensions: configured({ everything: npmServer('everything') }),
			settings: PATIENT,
			clock: patientClock(EXTRAS_MS),
		},
	})
	stopping.push(async () => {
		await runtime.stop()
		provider.assertFinished()
	})
	const isPrompt = (message: Message): message is UserMessage => message.role === 'user'
	return { ...runtime, prompts: () => provider.requests.at(-1)!.messages.filter(isPrompt) }
}

const refusalOf = (work: Promise<unknown>) =>
	work.then(
		() => assert.fail('it was taken'),
		(error: unknown) => (error instanceof AgentError ? error.message : assert.fail(String(error))),
	)

describe('a resource', () => {
	const uri = 'demo://resource/dynamic/text/1'

	test('that a prompt mentions stands in front of it, as the words of the server', async () => {
		const runtime = await startEverything([answer('well')])
		await runtime.prompt(`what does @everything:${uri}, say?`)
		await runtime.until('run-end')
		const prompt = runtime.prompts().at(-1)!
		assert.equal(promptText(prompt), `what does @everything:${uri}, say?`)
		const [resource] = prompt.content
		assert.match(
			resource?.type === 'text' ? resource.text : '',
			/^<mcp-content server="everything" resource="demo:\/\/resource\/dynamic\/text\/1">\nResource 1: [\s\S]*\n<\/mcp-content>$/,
		)
	})

	test('that cannot be read is told, and nothing is sent', async () => {
		const runtime = await startEverything([])
		const told = await refusalOf(runtime.prompt('look at @everything:demo://nowhere'))
		assert.match(told, /^@everything:demo:\/\/nowhere cannot be read: .*not found/)
	})

	test('is what read opens under the name of its server, after a question', async () => {
		const runtime = await startEverything(
			[
				toolCalls(['c1', 'read', { path: `everything:${uri}` }], ['c2', 'read', { path: 'a.txt' }]),
				answer('well'),
			],
			{ approvals: { kind: 'ask' }, isInteractive: true, files: { 'a.txt': 'a file' } },
		)
		await untilConnected(runtime)
		await runtime.prompt('go')
		const { request } = await runtime.until('approval-request')
		assert.equal(request.permission.title, `read everything:${uri}`)
		await runtime.port.send({ type: 'approve', approvalId: request.approvalId, decision: { answer: 'once' } })
		assert.match(textOf((await runtime.until('tool-end')).result.content), /^Resource 1: /)
		assert.match(textOf((await runtime.until('tool-end')).result.content), /a file/)
		await runtime.until('run-end')
	})

	test('is among what @ completes to', async () => {
		const runtime = await startEverything([], { files: { 'a.txt': '' } })
		await untilConnected(runtime)
		const files = await runtime.port.queries.files()
		assert.equal(files[0], 'a.txt')
		assert.ok(
			files.some(name => name.startsWith('everything:demo://resource/static/document/')),
			files.join('\n'),
		)
	})
})

describe('a prompt of a server', () => {
	test('is called like a slash command, with its arguments in order', async () => {
		const runtime = await startEverything([answer('well')])
		await runtime.prompt('/mcp__everything__args-prompt "New York" NY')
		await runtime.until('run-end')
		const prompt = runtime.prompts().at(-1)!
		const [given] = prompt.content
		assert.match(given?.type === 'text' ? given.text : '', /\nWhat's weather in New York, NY\?\n/)
		assert.equal(promptText(prompt), '/mcp__everything__args-prompt "New York" NY')
	})

	test('is listed among the commands once its server is there', async () => {
		const runtime = await startEverything([])
		await untilConnected(runtime)
		const { commands } = (await runtime.port.queries.extensions?.())!
		const { name, argumentHint, from } = commands.find(each => each.name.endsWith('args-prompt'))!
		assert.deepEqual(
			{ name, argumentHint, from },
			{ name: 'mcp__everything__args-prompt', argumentHint: '<city> [state]', from: 'MCP server everything' },
		)
	})

	test('that lacks an argument or is not there is told, and nothing is sent', async () => {
		const runtime = await startEverything([])
		assert.equal(
			await refusalOf(runtime.prompt('/mcp__everything__args-prompt')),
			'/mcp__everything__args-prompt needs city: /mcp__everything__args-prompt <city> [state]',
		)
		assert.match(
			await refusalOf(runtime.prompt('/mcp__everything__nothing')),
			/^there is no prompt \/mcp__everything__nothing; there is .*\/mcp__everything__simple-prompt/,
		)
	})
})

describe('a server that asks the user something', () => {
	const calls = toolCalls(['c1', 'mcp__everything__trigger-elicitation-request', {}])

	test('gets each answer in the form it wants, and is asked again for one that does not fit', async () => {
		const runtime = await startEverything([calls, answer('well')], { isInteractive: true })
		await untilConnected(runtime)
		await runtime.prompt('go')
		const answers: Record<string, string> = {
			String: 'Ada',
			Boolean: 'yes',
			Integer: '7',
			'Untitled Single': 'Ross',
		}
		let wrongAnswers = 0
		const several: string[] = []
		const explained: string[] = []
		void (async () => {
			for (;;) {
				const { question } = await runtime.until('question-request')
				assert.match(question.text, /^The MCP server everything asks: Please provide inputs/)
				const [, about = ''] = question.text.split('\n')
				assert.equal(question.header, 'everything')
				if (question.allowsSeveral) several.push(about)
				explained.push(...(question.descriptions ?? []).filter(each => each !== ''))
				const [, given = 'leave this one out'] =
					Object.entries(answers).find(
						([title]) => about.startsWith(`${title}:`) || about.startsWith(`${title} `),
					) ?? []
				const isFirstInteger = about.startsWith('Integer') && wrongAnswers++ === 0
				const text = isFirstInteger ? 'no number' : given
				await runtime.port.send({ type: 'answer', questionId: question.questionId, answer: text })
			}
		})()
		const { result } = await runtime.until('tool-end')
		await runtime.until('run-end')
		assert.ok(wrongAnswers >= 2)
		assert.equal(several.length, 2)
		assert.deepEqual([explained.length, explained[0]], [11, 'hero-1'])
		const text = textOf(result.content)
		assert.match(text, /- Name: Ada/)
		assert.match(text, /- Agreed to terms: true/)
		assert.match(text, /- Favorite Integer: 7/)
		assert.match(text, /"untitledSingleSelectEnum": "Ross"/)
	})

	test('is told no where nobody is there', async () => {
		const runtime = await startEverything([calls, answer('well')])
		await runtime.prompt('go')
		const { result } = await runtime.until('tool-end')
		assert.match(textOf(result.content), /User declined/)
		await runtime.until('run-end')
	})
})
