// Commands and skills, end to end: what the user types, what the model is sent, what runs and what is asked.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { afterEach, describe, test } from 'vitest'
import type { RunSnapshot } from '../../../src/core/events.ts'
import { promptText, textOf } from '../../../src/core/messages.ts'
import type { ModelRequest } from '../../../src/core/model.ts'
import { OWN_TOOL_NAMES } from '../../../src/extensions/tool-names.ts'
import { deferred } from '../../support/deferred.ts'
import { startWithExtensions } from '../../support/runtime/extension-folder.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import type { StartedRuntime, StartOptions } from '../../support/runtime/start-runtime.ts'

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of opened.splice(0).reverse()) await close()
})

async function start(
	files: Readonly<Record<string, string>>,
	options: StartOptions,
): Promise<StartedRuntime> {
	const runtime = await startWithExtensions(files, options)
	opened.push(runtime.stop)
	return runtime
}

const PDF = '---\nname: pdf\ndescription: Reads and fills PDF forms.\n---\n# PDF\nRun scripts/fill.py.\n'

function sent(request: ModelRequest | undefined): string {
	return request!.messages.map(message => textOf(message.content)).join('\n')
}

describe('a command', () => {
	test('stands for its text, with arguments in place, in front of what was typed', async () => {
		const provider = scriptedProvider(answer('Done.'))
		const runtime = await start(
			{
				'.claude/commands/git/fix.md': '---\ndescription: fixes\n---\nFix issue $1 ($ARGUMENTS). Keep $HOME.',
			},
			{ provider },
		)
		await runtime.prompt('/git:fix 12 "at once"')
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		const prompt = provider.requests[0]!.messages.at(-1)!
		assert.equal(prompt.role, 'user')
		assert.match(textOf(prompt.content), /\nFix issue 12 \(12 "at once"\)\. Keep \$HOME\.\n/)
		assert.equal(prompt.role === 'user' && promptText(prompt), '/git:fix 12 "at once"')
		assert.ok(!provider.requests[0]!.system.includes('Fix issue'))
		const { prompt: stored } = await runtime.until('run-start')
		assert.deepEqual(stored, prompt)
	})

	test('is found by its last name alone, and the project’s before the user’s', async () => {
		const provider = scriptedProvider(answer('Done.'))
		const runtime = await start(
			{ '~/.claude/commands/git/fix.md': 'the user’s', '.keelson/commands/git/fix.md': 'the project’s' },
			{ provider },
		)
		await runtime.prompt('/fix')
		await runtime.until('run-end')
		assert.match(sent(provider.requests[0]), /the project’s/)
		const notice = await runtime.until('notice')
		assert.match(notice.text, /^The command \/git:fix of .* is hidden by the one of /)
	})

	test('is called by what was typed and by nothing that stands in front of it', async () => {
		const provider = scriptedProvider(answer('Read.'))
		const runtime = await start(
			{ '.claude/commands/fix.md': 'Fix it.', '.agents/skills/pdf/SKILL.md': PDF },
			{ provider },
		)
		const text = (words: string) => ({ type: 'text' as const, text: words })
		const content = [text('/fix everything, with $pdf'), text('What does this page say?')]
		await runtime.port.send({ type: 'prompt', message: { role: 'user', content }, whenBusy: 'queue' })
		await runtime.until('run-end')
		assert.deepEqual(provider.requests[0]!.messages.at(-1)!.content, content)
	})

	test('that nobody has is a prompt like any other', async () => {
		const provider = scriptedProvider(answer('A path.'))
		const runtime = await start({ '.claude/commands/fix.md': 'Fix it.' }, { provider })
		await runtime.prompt('/fixx and /usr/bin')
		await runtime.until('run-end')
		assert.equal(textOf(provider.requests[0]!.messages.at(-1)!.content), '/fixx and /usr/bin')
	})

	test('runs what stands in !`…` first, through the gate, and the model sees what it printed', async () => {
		const provider = scriptedProvider(answer('Two files.'))
		const runtime = await start(
			{ '.claude/commands/look.md': 'Files: !`ls *.txt`\nSay how many.', 'a.txt': '1', 'b.txt': '2' },
			{ provider },
		)
		await runtime.prompt('/look')
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		const [request] = provider.requests
		const result = request!.messages.at(-1)!
		assert.equal(result.role, 'tool')
		assert.match(textOf(result.content), /a\.txt\nb\.txt/)
		assert.match(sent(request), /Files: \[what the shell call `ls \*\.txt` says below\]/)
		assert.equal(runtime.envelopes.filter(({ event }) => event.type === 'tool-start').length, 1)
	})

	test('whose commands change something asks, and a no is the result', async () => {
		const provider = scriptedProvider(answer('Not done.'))
		const runtime = await start({ '.claude/commands/make.md': 'Made: !`touch made`' }, { provider })
		await runtime.prompt('/make')
		const { request } = await runtime.until('approval-request')
		assert.match(request.permission.title, /touch made/)
		await runtime.port.send({ type: 'approve', approvalId: request.approvalId, decision: { answer: 'no' } })
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		const result = provider.requests[0]!.messages.at(-1)!
		assert.equal(result.role === 'tool' && result.outcome, 'refused')
	})

	test('is refused its commands where nobody is there, and the run says so', async () => {
		const provider = scriptedProvider(answer('Could not.'))
		const runtime = await start(
			{ '.claude/commands/make.md': 'Made: !`touch made`' },
			{ provider, isInteractive: false },
		)
		await runtime.prompt('/make')
		const end = await runtime.until('run-end')
		assert.equal(end.reason, 'tool-denied')
	})

	test('arguments are words of its commands and never more', async () => {
		const provider = scriptedProvider(answer('Looked.'))
		const runtime = await start({ '.claude/commands/look.md': 'It: !`cat $1`' }, { provider })
		await runtime.prompt('/look "x; touch made $(touch made)"')
		await runtime.until('run-end')
		const start_ = runtime.envelopes.find(({ event }) => event.type === 'tool-start')!.event
		assert.equal(
			start_.type === 'tool-start' && JSON.parse(start_.arguments).command,
			`cat 'x; touch made $(touch made)'`,
		)
	})

	test('has its tools, and any other is refused, in its run and no later one', async () => {
		const provider = scriptedProvider(
			toolCalls(['c1', 'read', { path: 'a.txt' }], ['c2', 'list', {}]),
			answer('Read.'),
			toolCalls(['c3', 'list', {}]),
			answer('Listed.'),
		)
		const runtime = await start(
			{ '.claude/commands/look.md': '---\nallowed-tools: Read, Bash(git log:*)\n---\nLook.', 'a.txt': 'one' },
			{ provider },
		)
		await runtime.prompt('/look')
		await runtime.until('run-end')
		const outcomes = provider.requests[1]!.messages.flatMap(message =>
			message.role === 'tool' ? [message.outcome] : [],
		)
		assert.deepEqual(outcomes, ['ok', 'refused'])
		await runtime.prompt('And now?')
		await runtime.until('run-end')
		assert.equal(provider.requests[3]!.messages.at(-1)!.role === 'tool', true)
		// What is offered stays the same: the prefix is cached.
		assert.deepEqual(provider.requests[0]!.tools, provider.requests[3]!.tools)
		assert.equal(provider.requests[0]!.system, provider.requests[3]!.system)
	})

	test('has its model and its effort for its own run and no later one', async () => {
		const provider = scriptedProvider(answer('One.'), answer('Two.'))
		const files = { '.claude/commands/think.md': '---\nmodel: test/large\neffort: high\n---\nThink.' }
		const providers = [
			{
				id: 'test',
				api: 'chat',
				baseUrl: 'http://127.0.0.1:1',
				key: async () => undefined,
				keyName: 'X',
				keyOptional: true,
			},
		] as const
		const runtime = await start(files, { provider, runtime: { providers } })
		await runtime.prompt('/think')
		await runtime.until('run-end')
		await runtime.prompt('go on')
		await runtime.until('run-end')
		const asked = runtime.envelopes.flatMap(({ event }) =>
			event.type === 'attempt-start' ? [event.model.model] : [],
		)
		assert.deepEqual(asked, ['large', 'scripted'])
		assert.deepEqual(
			provider.requests.map(({ effort }) => effort),
			['high', undefined],
		)
	})

	test('leaves its session with the session’s own model, for whoever resumes it', async () => {
		const provider = scriptedProvider(answer('One.'))
		const files = { '.claude/commands/think.md': '---\nmodel: test/large\neffort: high\n---\nThink.' }
		const providers = [
			{
				id: 'test',
				api: 'chat',
				baseUrl: 'http://127.0.0.1:1',
				key: async () => undefined,
				keyName: 'X',
				keyOptional: true,
			},
		] as const
		const runtime = await start(files, { provider, runtime: { providers } })
		await runtime.prompt('/think')
		await runtime.until('run-end')
		const next = scriptedProvider(answer('Two.'))
		const resumed = await start(files, {
			provider: next,
			in: runtime,
			selector: { kind: 'last' },
			fork: true,
			runtime: { providers, chain: { models: [{ provider: 'test', model: 'other' }], isChosen: false } },
		})
		await resumed.prompt('go on')
		await resumed.until('run-end')
		const { snapshot } = resumed.envelopes.findLast(({ event }) => event.type === 'run-start')!.event as {
			snapshot: RunSnapshot
		}
		assert.deepEqual(
			[snapshot.chain, snapshot.effort, snapshot.own],
			[[{ provider: 'test', model: 'scripted' }], undefined, undefined],
		)
	})

	test('waits for the run that is going on where it needs one of its own, and else goes into it', async () => {
		const busy = deferred()
		const provider = scriptedProvider(
			[() => busy.promise, ...toolCalls(['c1', 'list', {}])],
			answer('Steered.'),
			answer('Looked.'),
		)
		const runtime = await start(
			{
				'.claude/commands/look.md': 'Files: !`ls`',
				'.claude/commands/style.md': 'Write plainly.',
			},
			{ provider },
		)
		await runtime.prompt('Begin.')
		await runtime.until('attempt-start')
		await runtime.prompt('/look', 'steer')
		await runtime.prompt('/style', 'steer')
		const waiting = await runtime.until('queue-change')
		assert.equal(waiting.items[0]?.whenBusy, 'queue')
		busy.resolve()
		await runtime.until('run-end')
		const { message } = await runtime.until('steer')
		assert.match(textOf(message.content), /Write plainly\./)
		assert.equal(promptText(message), '/style')
		await runtime.until('run-end')
		assert.match(sent(provider.requests.at(-1)), /what the shell call `ls` says below/)
		provider.assertFinished()
	})

	test('whose model nobody serves goes by the session’s, and says so', async () => {
		const provider = scriptedProvider(answer('One.'))
		const runtime = await start(
			{ '.claude/commands/think.md': '---\nmodel: opus\n---\nThink.' },
			{ provider },
		)
		await runtime.prompt('/think')
		assert.match(
			(await runtime.until('notice')).text,
			/^\/think: the model "opus" is none that is known here/,
		)
		assert.equal((await runtime.until('run-end')).reason, 'finished')
	})
})

describe('a skill', () => {
	test('is listed in front of the first prompt and loaded by its tool, with its folder and its files', async () => {
		const provider = scriptedProvider(
			toolCalls(['c1', 'skill', { name: 'pdf' }]),
			toolCalls(['c2', 'skill', { name: 'pdf' }]),
			toolCalls(['c3', 'skill', { name: 'pdff' }]),
			answer('Filled.'),
		)
		const runtime = await start(
			{
				'~/.agents/skills/pdf/SKILL.md': PDF,
				'~/.agents/skills/pdf/scripts/fill.py': 'print()',
				'~/.agents/skills/pdf/references/forms.md': '# Forms',
			},
			{ provider },
		)
		await runtime.prompt('Fill the form.')
		await runtime.until('run-end')
		const folder = join(runtime.home, '.agents/skills/pdf')
		const [first, second, third, last] = provider.requests
		assert.ok(
			textOf(first!.messages[0]!.content).includes(
				`- pdf: Reads and fills PDF forms. (${join(folder, 'SKILL.md')})`,
			),
		)
		assert.ok(!first!.system.includes('PDF'))
		assert.ok(first!.tools.some(({ name }) => name === 'skill'))
		const loaded = textOf(second!.messages.at(-1)!.content)
		assert.ok(loaded.includes('# PDF\nRun scripts/fill.py.'))
		assert.ok(loaded.includes(folder))
		assert.ok(loaded.includes('references/forms.md, scripts/fill.py'))
		assert.match(textOf(third!.messages.at(-1)!.content), /loaded already/)
		assert.match(textOf(last!.messages.at(-1)!.content), /Did you mean pdf\?/)
	})

	test('of the user’s may read its files without a question; its neighbours may not', async () => {
		const provider = scriptedProvider(
			toolCalls(['c1', 'read', { path: '~/.agents/skills/pdf/forms.md' }]),
			toolCalls(['c2', 'read', { path: '~/.agents/notes.md' }]),
			answer('Read.'),
		)
		const runtime = await start(
			{
				'~/.agents/skills/pdf/SKILL.md': PDF,
				'~/.agents/skills/pdf/forms.md': 'how forms work',
				'~/.agents/notes.md': 'notes',
			},
			{ provider, isInteractive: false },
		)
		await runtime.prompt('Fill the form.')
		await runtime.until('run-end')
		assert.match(textOf(provider.requests[1]!.messages.at(-1)!.content), /how forms work/)
		const second = provider.requests[2]!.messages.at(-1)!
		assert.equal(second.role === 'tool' && second.outcome, 'refused')
	})

	test('is loaded by a mention, once', async () => {
		const provider = scriptedProvider(answer('One.'), answer('Two.'))
		const runtime = await start({ '.agents/skills/pdf/SKILL.md': PDF }, { provider })
		await runtime.prompt('Use $pdf for it, not $HOME.')
		await runtime.until('run-end')
		await runtime.prompt('Again with $pdf.')
		await runtime.until('run-end')
		const prompts = provider.requests[1]!.messages.filter(message => message.role === 'user')
		assert.equal(sent(provider.requests[1]).split('Run scripts/fill.py.').length - 1, 1)
		assert.match(textOf(prompts[1]!.content), /<skill name="pdf">/)
		assert.equal(textOf(prompts[2]!.content), 'Again with $pdf.')
	})

	test('with arguments is called like a command', async () => {
		const provider = scriptedProvider(answer('One.'))
		const runtime = await start(
			{
				'.claude/skills/fix/SKILL.md': `---\nname: fix\ndescription: fixes\nargument-hint: [issue]\n---\nFix $0 in \${CLAUDE_SKILL_DIR}.`,
			},
			{ provider },
		)
		await runtime.prompt('/fix 12')
		await runtime.until('run-end')
		assert.match(sent(provider.requests[0]), /\nFix 12 in \/.*\/\.claude\/skills\/fix\./)
	})

	test('that is not for the model is neither listed nor loaded by it, one that is not for the user not called', async () => {
		const provider = scriptedProvider(
			toolCalls(['c1', 'skill', { name: 'deploy' }]),
			answer('No.'),
			answer('A path.'),
		)
		const runtime = await start(
			{
				'.claude/skills/deploy/SKILL.md':
					'---\nname: deploy\ndescription: deploys\ndisable-model-invocation: true\n---\nDeploy.',
				'.claude/skills/style/SKILL.md':
					'---\nname: style\ndescription: our style\nuser-invocable: false\n---\nStyle.',
			},
			{ provider },
		)
		await runtime.prompt('Deploy it.')
		await runtime.until('run-end')
		assert.ok(!sent(provider.requests[0]).includes('deploys'))
		assert.ok(sent(provider.requests[0]).includes('- style: our style'))
		assert.match(textOf(provider.requests[1]!.messages.at(-1)!.content), /there is no skill "deploy"/)
		await runtime.prompt('/style')
		await runtime.until('run-end')
		assert.equal(textOf(provider.requests[2]!.messages.at(-1)!.content), '/style')
	})

	test('is a tool that can be granted by name, and so is each of the others', async () => {
		const provider = scriptedProvider(answer('Hi.'))
		const runtime = await start({ '.agents/skills/pdf/SKILL.md': PDF }, { provider })
		await runtime.prompt('Hi.')
		await runtime.until('run-end')
		const names = provider.requests[0]!.tools.map(({ name }) => name)
		assert.ok(names.includes('skill'))
		assert.deepEqual(
			names.filter(name => !OWN_TOOL_NAMES.includes(name)),
			[],
		)
	})

	test('that nobody has costs nothing: no tool, no note', async () => {
		const provider = scriptedProvider(answer('Hi.'))
		const runtime = await start({ '.claude/commands/fix.md': 'Fix it.' }, { provider })
		await runtime.prompt('Hi.')
		await runtime.until('run-end')
		assert.ok(!provider.requests[0]!.tools.some(({ name }) => name === 'skill'))
		assert.ok(!sent(provider.requests[0]).includes('skill'))
	})

	test('outlives a compaction', async () => {
		const provider = scriptedProvider(
			answer('One. '.repeat(2_000)),
			answer('Two. '.repeat(2_000)),
			answer('Three. '.repeat(2_000)),
			answer('A summary of all that was said.'),
			answer('Four.'),
		)
		const runtime = await start({ '.agents/skills/pdf/SKILL.md': PDF }, { provider })
		for (const prompt of ['Use $pdf.', 'And now?', 'And then?']) {
			await runtime.prompt(prompt)
			await runtime.until('run-end')
		}
		await runtime.port.send({ type: 'session-compact' })
		await runtime.until('compaction-end')
		await runtime.prompt('Go on with $pdf.')
		await runtime.until('run-end')
		const last = provider.requests.at(-1)!
		assert.equal(sent(last).split('Run scripts/fill.py.').length - 1, 1)
		assert.ok(runtime.envelopes.some(({ event }) => event.type === 'compaction'))
	})
})
