// Rules and "always for this project" through a whole runtime: what is asked, what runs, and what is kept.

import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, test } from 'vitest'
import type { ApprovalMode, Decision } from '../../../src/core/approval.ts'
import { AgentError } from '../../../src/core/errors.ts'
import { textOf } from '../../../src/core/messages.ts'
import { openPermissionBook, type PermissionBook } from '../../../src/runtime/permissions/permission-book.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import type { WrittenRule } from '../../../src/workspace/settings-layers.ts'
import { PICTURE } from '../../support/picture.ts'
import {
	answer,
	type ScriptedProvider,
	scriptedProvider,
	toolCalls,
} from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, startRuntime } from '../../support/runtime/start-runtime.ts'

const probed = createSandbox({ searchPath: process.env.PATH ?? '', stateFolder: tmpdir() })
const { works: isHeld } = await probed.works()
probed.close()

const cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
	for (const work of cleanUp.splice(0).reverse()) await work()
})

type Rules = { allow?: readonly string[]; ask?: readonly string[]; deny?: readonly string[] }

function written(rules: Rules): readonly WrittenRule[] {
	const source = { layer: 'user' as const, from: '/home/me/settings.json' }
	return (['allow', 'ask', 'deny'] as const).flatMap(list =>
		(rules[list] ?? []).map(text => ({ list, text, source })),
	)
}

async function start(
	provider: ScriptedProvider,
	given: { rules?: Rules; approvals?: ApprovalMode; isInteractive?: boolean; yolo?: boolean } = {},
): Promise<StartedRuntime & { book: PermissionBook; config: string }> {
	const config = await realpath(await mkdtemp(join(tmpdir(), 'keelson-rules-')))
	cleanUp.push(() => rm(config, { recursive: true, force: true }))
	const folders = { settingsFile: join(config, 'settings.json') }
	const work = await realpath(await mkdtemp(join(tmpdir(), 'keelson-work-')))
	cleanUp.push(() => rm(work, { recursive: true, force: true }))
	const book = await openPermissionBook({ written: written(given.rules ?? {}), folders, root: work })
	const runtime = await startRuntime({
		provider,
		in: { cwd: work, home: join(config, 'home') },
		...(given.approvals && { approvals: given.approvals }),
		isInteractive: given.isInteractive ?? true,
		runtime: { permissions: book, yolo: given.yolo ?? false },
	})
	cleanUp.push(runtime.stop)
	return { ...runtime, book, config }
}

const shell = (...commands: readonly string[]) =>
	toolCalls(
		...commands.map((command, index): [string, string, unknown] => [`c${index}`, 'shell', { command }]),
	)

const results = (runtime: StartedRuntime) =>
	runtime.envelopes.flatMap(({ event }) =>
		event.type === 'tool-end' ? [`${event.result.outcome}: ${textOf(event.result.content)}`] : [],
	)

const asked = (runtime: StartedRuntime) =>
	runtime.envelopes.filter(({ event }) => event.type === 'approval-request').length

async function decide(runtime: StartedRuntime, decision: Decision) {
	const { request } = await runtime.until('approval-request')
	await runtime.port.send({ type: 'approve', approvalId: request.approvalId, decision })
	return request
}

describe('a deny rule', () => {
	const modes: readonly [string, { approvals?: ApprovalMode; yolo?: boolean }][] = [
		['ask', {}],
		['all', { approvals: { kind: 'all' } }],
		['auto-edit', { approvals: { kind: 'auto-edit' } }],
		['until', { approvals: { kind: 'until', at: Number.MAX_SAFE_INTEGER } }],
		['--yolo', { yolo: true, approvals: { kind: 'all' } }],
	]
	for (const [name, options] of modes)
		test(`holds in mode ${name}, in whatever wrapper, and names itself and where it stands`, async () => {
			const provider = scriptedProvider(
				shell('touch denied', 'env A=1 touch denied', 'bash -c "cd . && touch denied"'),
				answer('then not'),
			)
			const runtime = await start(provider, { ...options, rules: { deny: ['shell(touch)'] } })
			await runtime.prompt('go')
			await runtime.until('run-end')
			assert.deepEqual(
				results(runtime),
				Array(3).fill(
					'refused: not run: the rule shell(touch) in your settings (/home/me/settings.json) denies it; do not try the same in another way',
				),
			)
			assert.equal(asked(runtime), 0)
			assert.deepEqual(await readdir(runtime.cwd), [])
		})

	test('that may be meant asks where all is allowed, and refuses where nothing would be asked', async () => {
		const command = 'X=touch; $X denied'
		for (const yolo of [false, true]) {
			const runtime = await start(scriptedProvider(shell(command), answer('ok')), {
				approvals: { kind: 'all' },
				yolo,
				rules: { deny: ['shell(touch)'] },
			})
			await runtime.prompt('go')
			if (!yolo) await decide(runtime, { answer: 'no' })
			await runtime.until('run-end')
			assert.equal(asked(runtime), yolo ? 0 : 1)
			assert.match(
				results(runtime)[0]!,
				yolo ? /it may be what the rule shell\(touch\)/ : /refused by the user/,
			)
			assert.deepEqual(await readdir(runtime.cwd), [])
		}
	})
})

test('a rule that denies reading holds for searches above it, for commands and for what a prompt points at', async () => {
	const provider = scriptedProvider(
		toolCalls(
			['c0', 'grep', { pattern: 'key' }],
			['c1', 'glob', { pattern: '**' }],
			['c2', 'list', {}],
			['c3', 'shell', { command: 'grep -r key .' }],
		),
		answer('one of them'),
	)
	const runtime = await start(provider, {
		rules: { deny: ['read(secret/**)'] },
		approvals: { kind: 'none' },
		isInteractive: false,
	})
	await writeFile(join(runtime.cwd, 'open.txt'), 'key\n')
	await mkdir(join(runtime.cwd, 'secret'))
	await writeFile(join(runtime.cwd, 'secret/hidden.txt'), 'key\n')
	await writeFile(join(runtime.cwd, 'secret/shot.png'), PICTURE.bytes)
	const rule = 'the rule read(secret/**) in your settings (/home/me/settings.json)'
	await assert.rejects(
		runtime.prompt('What is in @secret/shot.png?'),
		(error: Error) => error.message === `@secret/shot.png: ${rule} denies reading it`,
	)
	await runtime.prompt('Where is the key?')
	await runtime.until('run-end')
	const note = `[1 place left out: ${rule} denies it]`
	// They run side by side, so whichever is done first comes first.
	assert.deepEqual(results(runtime).sort(), [
		`ok: open.txt\n${note}`,
		`ok: open.txt\n${note}`,
		`ok: open.txt:1: key\n${note}`,
		`refused: not run: it looks through a folder in which ${rule} denies something; ` +
			'name the folders it may look through, or use grep, which leaves that out',
	])
})

test.skipIf(!isHeld)('what is denied is not there for a program that finds files by itself', async () => {
	const provider = scriptedProvider(shell('bash look.sh; bash change.sh'), answer('done'))
	const deny = ['read(secret/**)', 'read(own.txt)', 'edit(fixed/**)', 'read(*.never)']
	const runtime = await start(provider, { rules: { deny }, yolo: true })
	const files = {
		'secret/deep/a.txt': 'the secret\n',
		'own.txt': 'the secret, too\n',
		'fixed/b.txt': 'as it was\n',
		'look.sh': 'find . -name "*.txt" | sort | xargs cat\n',
		'change.sh': 'echo changed > fixed/b.txt; echo changed > free.txt\n',
	}
	for (const [name, text] of Object.entries(files)) {
		await mkdir(dirname(join(runtime.cwd, name)), { recursive: true })
		await writeFile(join(runtime.cwd, name), text)
	}
	await runtime.prompt('look around')
	await runtime.until('run-end')
	const [result] = results(runtime)
	assert.match(result!, /as it was/)
	assert.match(result!, /fixed\/b\.txt: Read-only file system/)
	assert.doesNotMatch(result!, /the secret/)
	assert.equal(await readFile(join(runtime.cwd, 'fixed/b.txt'), 'utf8'), 'as it was\n')
	assert.equal(await readFile(join(runtime.cwd, 'free.txt'), 'utf8'), 'changed\n')
})

test('an ask rule asks even where all is allowed, covers nothing beyond once, and says who decided', async () => {
	const provider = scriptedProvider(shell('touch a'), shell('touch a'), answer('done'))
	const runtime = await start(provider, { approvals: { kind: 'all' }, rules: { ask: ['shell(touch)'] } })
	await runtime.prompt('go')
	for (let time = 0; time < 2; time++) {
		const { permission: assessment } = await decide(runtime, { answer: 'once' })
		assert.deepEqual(assessment.decidedBy, {
			rule: 'shell(touch)',
			scope: 'your settings (/home/me/settings.json)',
		})
		assert.equal(
			assessment.reasons[0],
			'The rule shell(touch) in your settings (/home/me/settings.json) says to ask.',
		)
		assert.deepEqual([assessment.sessionKeys, assessment.projectRules], [[], undefined])
	}
	assert.equal((await runtime.until('run-end')).reason, 'finished')
})

test('an allow rule lets a command run with nobody there, and no more than that command', async () => {
	const provider = scriptedProvider(shell('touch a', 'touch b && mkdir c', 'touch a > out'), answer('done'))
	const runtime = await start(provider, { isInteractive: false, rules: { allow: ['shell(touch)'] } })
	await runtime.prompt('go')
	await runtime.until('run-end')
	assert.deepEqual(await readdir(runtime.cwd), ['a'])
})

test('an allow rule lets a command run beside what reads, but not what reads through a link out of the workspace', async () => {
	const provider = scriptedProvider(
		shell('touch a && cat inside', 'touch b && cat away', 'touch c; cat away; touch c'),
		answer('Done.'),
	)
	const runtime = await start(provider, {
		rules: { allow: ['shell(touch a)', 'shell(touch b)', 'shell(touch c)'] },
		isInteractive: false,
	})
	await writeFile(join(runtime.config, 'outside.txt'), 'outside')
	await writeFile(join(runtime.cwd, 'plain'), 'plain')
	await symlink('plain', join(runtime.cwd, 'inside'))
	await symlink(join(runtime.config, 'outside.txt'), join(runtime.cwd, 'away'))
	await runtime.prompt('Go')
	await runtime.until('run-end')
	const [inside = '', ...away] = results(runtime)
	assert.match(inside, /^ok: .*\nplain/)
	for (const each of away) assert.match(each, /^refused/)
	assert.deepEqual((await readdir(runtime.cwd)).sort(), ['a', 'away', 'inside', 'plain'])
})

test('a hard case is allowed by no rule', async () => {
	const provider = scriptedProvider(shell('git push --force'), answer('done'))
	const runtime = await start(provider, {
		isInteractive: false,
		rules: { allow: ['shell(git push --force)'] },
	})
	await runtime.prompt('go')
	await runtime.until('run-end')
	assert.match(results(runtime)[0]!, /^refused/)
})

describe('always for this project', () => {
	test('stores exactly the rules that were shown, for the user alone, and they count at once and next time', async () => {
		const provider = scriptedProvider(
			shell('touch a && mytool x'),
			shell('touch a; mytool x y'),
			answer('done'),
		)
		const runtime = await start(provider)
		await runtime.prompt('go')
		const { permission: assessment } = await decide(runtime, { answer: 'project' })
		assert.deepEqual(assessment.projectRules, ['shell(touch a)', 'shell(mytool x)'])
		await runtime.until('run-end')
		assert.equal(asked(runtime), 1)

		const [name] = await readdir(join(runtime.config, 'projects'))
		const file = join(runtime.config, 'projects', name!, 'permissions.json')
		assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), {
			root: runtime.cwd,
			allow: ['shell(touch a)', 'shell(mytool x)'],
		})
		assert.equal((await stat(file)).mode & 0o777, 0o600)
		assert.deepEqual(await readdir(dirname(file)), ['permissions.json'])

		const again = await openPermissionBook({
			written: [],
			folders: { settingsFile: join(runtime.config, 'settings.json') },
			root: runtime.cwd,
		})
		assert.deepEqual(
			again.listed().map(({ list, text, scope, from }) => [list, text, scope, from]),
			[
				['allow', 'shell(touch a)', 'project', file],
				['allow', 'shell(mytool x)', 'project', file],
			],
		)
		const elsewhere = await openPermissionBook({
			written: [],
			folders: { settingsFile: join(runtime.config, 'settings.json') },
			root: `${runtime.cwd}2`,
		})
		assert.deepEqual(elsewhere.listed(), [])
	})

	test('answers other questions that wait and are covered, and no others', async () => {
		const provider = scriptedProvider(
			toolCalls(
				['a', 'shell', { command: 'mytool x' }],
				['b', 'shell', { command: 'mytool x' }],
				['c', 'shell', { command: 'touch other' }],
			),
			answer('done'),
		)
		const runtime = await start(provider)
		await runtime.prompt('go')
		await decide(runtime, { answer: 'project' })
		const other = await decide(runtime, { answer: 'no' })
		assert.equal(other.permission.title, 'touch other')
		await runtime.until('run-end')
		assert.equal(asked(runtime), 2)
	})

	test('cannot be answered where nothing would be stored, and the question stays', async () => {
		const provider = scriptedProvider(shell('python3 -c 1'), answer('done'))
		const runtime = await start(provider)
		await runtime.prompt('go')
		const { request } = await runtime.until('approval-request')
		assert.equal(request.permission.projectRules, undefined)
		const approvalId = request.approvalId
		await assert.rejects(
			runtime.port.send({ type: 'approve', approvalId, decision: { answer: 'project' } }),
			(error: unknown) => error instanceof AgentError && error.code === 'rejected',
		)
		await runtime.port.send({ type: 'approve', approvalId, decision: { answer: 'no' } })
		await runtime.until('run-end')
	})

	test('is no answer when the rules cannot be kept, and the question stays', async () => {
		const provider = scriptedProvider(shell('mytool x'), answer('done'))
		const runtime = await start(provider)
		await writeFile(join(runtime.config, 'projects'), 'a file where the folder should be')
		await runtime.prompt('go')
		const { request } = await runtime.until('approval-request')
		const { approvalId } = request
		await assert.rejects(runtime.port.send({ type: 'approve', approvalId, decision: { answer: 'project' } }))
		assert.deepEqual(runtime.book.listed(), [])
		await runtime.port.send({ type: 'approve', approvalId, decision: { answer: 'no' } })
		await runtime.until('run-end')
	})
})

describe('the book of rules', () => {
	const folders = async () => {
		const config = await mkdtemp(join(tmpdir(), 'keelson-book-'))
		cleanUp.push(() => rm(config, { recursive: true, force: true }))
		return { settingsFile: join(config, 'settings.json') }
	}

	test('adds and deletes rules of both scopes, and two sessions do not undo each other', async () => {
		const place = { written: [], folders: await folders(), root: '/work/project' }
		const [one, two] = [await openPermissionBook(place), await openPermissionBook(place)]
		await one.add({ list: 'deny', text: 'shell(rm)', scope: 'user' })
		await one.add({ list: 'allow', text: 'shell(npm test)', scope: 'project' })
		await two.add({ list: 'ask', text: 'edit(db/**)', scope: 'project' })
		assert.deepEqual(JSON.parse(await readFile(place.folders.settingsFile, 'utf8')), {
			permissions: { deny: ['shell(rm)'] },
		})
		const third = await openPermissionBook(place)
		assert.deepEqual(
			third.listed().map(({ list, text }) => `${list} ${text}`),
			['allow shell(npm test)', 'ask edit(db/**)'],
		)
		await third.remove(third.listed()[0]!)
		assert.equal(third.rules().length, 1)
		await one.remove(one.listed().find(({ scope }) => scope === 'user')!)
		assert.deepEqual(JSON.parse(await readFile(place.folders.settingsFile, 'utf8')).permissions.deny, [])
	})

	test('a rule of the user’s that cannot be read stops the start, one of the project’s is told', async () => {
		const place = { folders: await folders(), root: '/work/project' }
		const rule = (layer: 'user' | 'project'): WrittenRule => ({
			list: 'deny',
			text: 'shell(rm',
			source: { layer, from: '/f.json' },
		})
		await assert.rejects(
			openPermissionBook({ ...place, written: [rule('user')] }),
			(error: unknown) =>
				error instanceof AgentError &&
				error.code === 'config-invalid' &&
				/^\/f\.json: permissions\.deny: "shell\(rm" must be shell\(words\)/.test(error.message),
		)
		for (const [list, text, own] of [
			['deny', 'Bash', 'shell'],
			['ask', 'Write', 'write'],
			['deny', 'shel', 'shell'],
		] as const) {
			const written = [{ ...rule('user'), list, text }]
			await assert.rejects(openPermissionBook({ ...place, written }), {
				code: 'config-invalid',
				message: `/f.json: permissions.${list}: "${text}" is no tool here; ${own} is`,
			})
		}
		const others = ['mcp__files__*', 'deploy_it', 'shell'].map(text => ({ ...rule('user'), text }))
		assert.equal((await openPermissionBook({ ...place, written: others })).rules().length, 3)
		const book = await openPermissionBook({ ...place, written: [rule('project')] })
		assert.equal(book.problems.length, 1)
		await assert.rejects(
			book.add({ list: 'allow', text: 'shell', scope: 'user' }),
			/first words of a command/,
		)
		await book.add({ list: 'deny', text: 'shell(rm)', scope: 'project' })
		const own = book.listed().find(({ scope }) => scope === 'project')?.from ?? ''
		await writeFile(own, (await readFile(own, 'utf8')).replace('shell(rm)', 'shell(rm'))
		await assert.rejects(
			openPermissionBook({ ...place, written: [] }),
			/permissions\.deny: "shell\(rm" must be/,
		)
		const [listed] = [{ list: 'deny' as const, text: 'x', scope: 'folder' as const, from: '/f.json' }]
		await assert.rejects(book.remove(listed!), /can only be deleted there/)
	})
})
