// Commands that the sandbox holds run without a question: the user is told of it once and chooses, and what the sandbox
// does not hold, or a rule is about, asks all the same. A real sandbox, real programs.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, onTestFinished, test } from 'vitest'
import type { AgentEvent } from '../../../src/core/events.ts'
import { textOf } from '../../../src/core/messages.ts'
import type { SandboxedCommands } from '../../../src/core/sandbox.ts'
import { openPermissionBook } from '../../../src/runtime/permissions/permission-book.ts'
import { homeFolders } from '../../../src/workspace/places/home-folders.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import { canHold } from '../../support/runtime/asking-network.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from '../../support/runtime/start-runtime.ts'

const works = await canHold()

const started: StartedRuntime[] = []
afterEach(async () => {
	for (const runtime of started.splice(0)) await runtime.stop()
})

const BUILD = 'mkdir -p out\necho built > out/it\necho "1 passed"\n'

type Given = Omit<StartOptions, 'provider'> & {
	commands?: SandboxedCommands
	rules?: readonly { list: 'allow' | 'ask' | 'deny'; text: string }[]
}

async function run(given: Given, ...commands: readonly string[]) {
	const { commands: wanted = 'run', rules = [], ...options } = given
	const remembered: string[] = []
	const provider = scriptedProvider(
		...commands.map((command, at) => toolCalls([`${at + 1}`, 'shell', { command }])),
		answer('done'),
	)
	const source = { layer: 'user' as const, from: '/home/me/settings.json' }
	const permissions = await openPermissionBook({
		written: rules.map(rule => ({ ...rule, source })),
		folders: { settingsFile: '/home/me/settings.json' },
		root: '/',
	})
	const runtime = await startRuntime({
		provider,
		...options,
		files: { 'build.sh': BUILD, ...options.files },
		runtime: {
			settings: DEFAULT_SETTINGS,
			permissions,
			env: { PATH: process.env.PATH, HOME: '/nowhere' },
			sandboxed: { commands: wanted, remember: async choice => void remembered.push(choice) },
			...options.runtime,
		},
	})
	started.push(runtime)
	await runtime.prompt('go')
	const of = <Type extends AgentEvent['type']>(type: Type) =>
		runtime.envelopes.flatMap(({ event }) =>
			event.type === type ? [event as Extract<AgentEvent, { type: Type }>] : [],
		)
	return {
		runtime,
		remembered,
		of,
		asked: () => of('approval-request').map(({ request }) => request.permission.title),
		results: () => of('tool-end').map(({ result }) => textOf(result.content)),
		say: async (text: string) => {
			const { question } = await runtime.until('question-request')
			await runtime.port.send({ type: 'answer', questionId: question.questionId, answer: text })
			return question
		},
		decide: async (answered: 'once' | 'session' | 'no') => {
			const { approvalId, permission } = (await runtime.until('approval-request')).request
			await runtime.port.send({ type: 'approve', approvalId, decision: { answer: answered } })
			return permission
		},
	}
}

describe.skipIf(!works)('the first command that the sandbox holds', () => {
	test('says in one sentence what it means, and after “keep it so” none of them asks', async () => {
		const { runtime, say, remembered, of, asked, results } = await run(
			{ commands: 'choose' },
			'bash build.sh',
			'bash build.sh',
		)
		const question = await say('keep it so')
		assert.match(question.text, /^Commands that the sandbox holds run without asking from now on: [^.]+\.\n/)
		assert.match(question.text, /bash build\.sh$/)
		assert.deepEqual(question.options, ['keep it so', 'ask me each time'])
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		assert.deepEqual([asked(), of('question-request').length, remembered], [[], 1, ['run']])
		assert.deepEqual(
			of('sandbox-state').map(({ sandbox }) => sandbox.commands),
			['ask', 'run'],
		)
		for (const result of results()) assert.match(result, /^exit code 0\n1 passed/)
		assert.equal(await readFile(join(runtime.cwd, 'out/it'), 'utf8'), 'built\n')
	})

	test('asks as it always did after “ask me each time”, and so do the others', async () => {
		const { runtime, say, decide, remembered, of } = await run(
			{ commands: 'choose' },
			'bash build.sh',
			'bash build.sh',
		)
		await say('ask me each time')
		assert.equal((await decide('no')).title, 'bash build.sh')
		await decide('no')
		await runtime.until('run-end')
		assert.deepEqual([of('question-request').length, remembered], [1, ['ask']])
		assert.equal(existsSync(join(runtime.cwd, 'out')), false)
	})

	test('asks where they write something else, or nothing; that is not kept, and not asked again', async () => {
		for (const text of ['keep it', 'yes', 'KEEP IT SO!', undefined]) {
			const { runtime, decide, remembered, of } = await run(
				{ commands: 'choose' },
				'bash build.sh',
				'bash build.sh',
			)
			const { questionId } = (await runtime.until('question-request')).question
			await runtime.port.send({ type: 'answer', questionId, ...(text !== undefined && { answer: text }) })
			await decide('no')
			await decide('no')
			await runtime.until('run-end')
			assert.deepEqual([of('question-request').length, remembered], [1, []])
			assert.equal(existsSync(join(runtime.cwd, 'out')), false)
		}
	})

	test('tells nobody who need not know: what only reads, what a mode or a rule decides, what is hard', async () => {
		const all = await run({ commands: 'choose', approvals: { kind: 'all' } }, 'ls', 'bash build.sh')
		await all.runtime.until('run-end')
		const plan = await run({ commands: 'choose', approvals: { kind: 'plan' } }, 'bash build.sh')
		await plan.runtime.until('run-end')
		const allowed = await run(
			{ commands: 'choose', rules: [{ list: 'allow', text: 'shell(bash build.sh)' }] },
			'bash build.sh',
		)
		await allowed.runtime.until('run-end')
		const hard = await run({ commands: 'choose' }, 'git reset --hard')
		await hard.decide('no')
		await hard.runtime.until('run-end')
		for (const { of } of [all, plan, allowed, hard]) assert.deepEqual(of('question-request'), [])
	})
})

describe.skipIf(!works)('where commands that the sandbox holds run unasked', () => {
	test('a rule that denies or asks, and a hard case, stand', async () => {
		const { runtime, decide, asked, results } = await run(
			{
				rules: [
					{ list: 'deny', text: 'shell(rm)' },
					{ list: 'ask', text: 'shell(bash build.sh)' },
				],
			},
			'rm build.sh',
			'bash build.sh',
			'git reset --hard',
			'touch made',
		)
		await decide('no')
		await decide('no')
		await runtime.until('run-end')
		assert.deepEqual(asked(), ['bash build.sh', 'git reset --hard'])
		assert.match(results()[0]!, /^not run: the rule shell\(rm\)/)
		assert.deepEqual(
			['build.sh', 'out', 'made'].map(name => existsSync(join(runtime.cwd, name))),
			[true, false, true],
		)
	})

	test('reading what people keep elsewhere asks, and so does what needs a daemon or the desktop', async () => {
		const commands = ['cat /home/somebody/notes.txt', 'docker compose up -d', 'xdg-open x']
		const { runtime, decide, asked } = await run({}, ...commands)
		for (const _ of commands) await decide('no')
		await runtime.until('run-end')
		const [read, ...outside] = commands
		assert.deepEqual(asked(), [read, ...outside.map(command => `run without the sandbox: ${command}`)])
	})

	test('what needs a login asks once, and a yes is a yes to no sandbox; a mode that allows everything says no such thing', async () => {
		const elsewhere = await realpath(await mkdtemp(join(tmpdir(), 'keelson-gh-')))
		onTestFinished(() => rm(elsewhere, { recursive: true, force: true }))
		const [bin, said] = [join(elsewhere, 'bin'), join(elsewhere, 'said')]
		await mkdir(bin)
		await writeFile(join(bin, 'gh'), `#!/bin/sh\necho "$@" >> ${said} && echo listed\n`, { mode: 0o755 })
		const env = { PATH: `${bin}:${process.env.PATH}`, HOME: '/nowhere' }
		const { runtime, decide, asked, results } = await run(
			{ runtime: { env } },
			'gh pr list',
			'gh issue list',
			'gh pr create',
		)
		await decide('session')
		await decide('no')
		await runtime.until('run-end')
		assert.deepEqual(asked(), [
			'run without the sandbox: gh pr list',
			'run without the sandbox: gh pr create',
		])
		assert.equal(await readFile(said, 'utf8'), 'pr list\nissue list\n')
		assert.match(results()[0]!, /^exit code 0\nlisted/)
		const all = await run(
			{ runtime: { env, approvals: { mode: { kind: 'all' }, isChosen: true } } },
			'gh pr create',
		)
		await all.runtime.until('run-end')
		assert.equal(await readFile(said, 'utf8'), 'pr list\nissue list\n')
	})

	test('what systems keep is read without a question', async () => {
		const { runtime, asked, results } = await run({}, 'cat /etc/hostname /etc/passwd | head -1')
		await runtime.until('run-end')
		assert.deepEqual(asked(), [])
		assert.match(results()[0]!, /^exit code 0/)
	})

	test('git adds, commits, branches and stashes; its hooks and settings stay as they are', async () => {
		const place = await folders()
		const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
		execFileSync('git', ['init', '-q', '-b', 'main', place.cwd], { env })
		const { runtime, asked, results } = await run(
			{
				in: place,
				files: { 'hook.sh': 'echo evil > .git/hooks/pre-commit; git config core.pager evil; true\n' },
				runtime: { env: { PATH: process.env.PATH, ...GIT_IDENTITY } },
			},
			'git add . && git commit -qm first && git switch -qc other',
			'echo x >> build.sh && git stash push -q && git status -sb && git log --oneline --all',
			'bash hook.sh',
		)
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		assert.deepEqual(asked(), [])
		const [, stashed] = results()
		assert.match(stashed!, /^exit code 0\n## other\n/)
		assert.match(stashed!, /WIP on other[\s\S]* first\n/)
		assert.equal(existsSync(join(place.cwd, '.git/hooks/pre-commit')), false)
		assert.doesNotMatch(await readFile(join(place.cwd, '.git/config'), 'utf8'), /evil/)
	})

	test('what a run does this way is taken back by going back', async () => {
		const { runtime, asked } = await run({}, 'echo changed > build.sh; touch made')
		await runtime.until('run-end')
		assert.deepEqual(asked(), [])
		const [point] = await runtime.port.queries.rewindPoints()
		assert.equal(point?.changedFiles, 2)
		await runtime.port.send({ type: 'rewind', toSeq: point!.toSeq, conversation: false, files: true })
		assert.equal(await readFile(join(runtime.cwd, 'build.sh'), 'utf8'), BUILD)
		assert.equal(existsSync(join(runtime.cwd, 'made')), false)
	})

	test('one that could not be taken back asks, in every mode, and without a yes it does not run', async () => {
		const place = await folders()
		const known = homeFolders({ env: { KEELSON_HOME: place.home }, home: place.home, cwd: place.cwd })
		await writeFile(join(place.home, 'no-folder'), '')
		for (const kind of ['ask', 'all'] as const) {
			const { runtime, decide, asked } = await run(
				{
					in: place,
					approvals: { kind },
					runtime: { folders: { ...known, checkpoints: join(place.home, 'no-folder') } },
				},
				'bash build.sh',
			)
			const { outcome, reasons } = await decide('no')
			assert.equal(outcome, 'ask-always')
			assert.match(reasons[0]!, /^No checkpoint could be made /)
			await runtime.until('run-end')
			assert.deepEqual(asked(), ['bash build.sh'])
			assert.equal(existsSync(join(place.cwd, 'out')), false)
		}
	})
})

async function folders(): Promise<{ cwd: string; home: string }> {
	const root = await realpath(await mkdtemp(join(tmpdir(), 'keelson-unasked-')))
	onTestFinished(() => rm(root, { recursive: true, force: true }))
	const [cwd, home] = [join(root, 'project'), join(root, 'home')]
	await mkdir(cwd)
	await mkdir(home)
	return { cwd, home }
}

const GIT_IDENTITY = {
	GIT_AUTHOR_NAME: 'Me',
	GIT_COMMITTER_NAME: 'Me',
	GIT_AUTHOR_EMAIL: 'me@example.com',
	GIT_COMMITTER_EMAIL: 'me@example.com',
}
