import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import type { JsonValue } from '../../../src/core/json.ts'
import { textOf } from '../../../src/core/messages.ts'
import { handClock } from '../../support/hand-clock.ts'
import { startModelServer } from '../../support/model-server/model-server.ts'
import { nextLook } from '../../support/next-look.ts'
import { FIELD, givenTo, type HookScene, startHooked } from '../../support/runtime/hook-scene.ts'
import { GOAL, longWork, startLongWork } from '../../support/runtime/long-work.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'

const command = (folder: string, name: string, more: Record<string, JsonValue> = {}): JsonValue => ({
	type: 'command',
	command: `"${folder}/${name}"`,
	...more,
})

function on(event: string, name: string, matcher = '') {
	return (folder: string): JsonValue => ({ [event]: [{ matcher, hooks: [command(folder, name)] }] })
}

function warnings(scene: HookScene): readonly string[] {
	return scene.envelopes.flatMap(({ event }) =>
		event.type === 'notice' && event.level === 'warning' ? [event.text] : [],
	)
}

describe('UserPromptSubmit', () => {
	test('what it prints stands in front of the prompt, and what was typed stays the prompt', async () => {
		const provider = scriptedProvider(answer('hi'))
		const scene = await startHooked(
			{ 'when.sh': 'echo "It is Tuesday."' },
			on('UserPromptSubmit', 'when.sh'),
			{ provider },
		)
		await scene.prompt('what day is it?')
		await scene.until('run-end')
		const sent = provider.requests[0]?.messages.at(-1)
		assert.deepEqual(sent?.role === 'user' && sent.content.map(part => part.type === 'text' && part.text), [
			'<hook event="UserPromptSubmit" name="when.sh">\nIt is Tuesday.\n</hook>\n\n',
			'what day is it?',
		])
		assert.equal((await scene.given('when.sh'))[0]?.prompt, 'what day is it?')
		assert.deepEqual((await scene.port.queries.promptHistory()).slice(-1), ['what day is it?'])
		await scene.stop()
	})

	test('exit code 2 refuses the prompt: the model never sees it, and nothing is stored', async () => {
		const provider = scriptedProvider(answer('ok'))
		const refuse = `${FIELD}
case "$(field .prompt)" in *password*) echo "no passwords in prompts" >&2; exit 2 ;; esac
`
		const scene = await startHooked({ 'secrets.sh': refuse }, on('UserPromptSubmit', 'secrets.sh'), {
			provider,
		})
		await assert.rejects(scene.prompt('my password is quince'), {
			code: 'rejected',
			message: 'the hook secrets.sh refused this prompt: no passwords in prompts',
		})
		await scene.prompt('hello')
		await scene.until('run-end')
		assert.equal((await scene.given('secrets.sh')).length, 2)
		assert.ok(!JSON.stringify(provider.requests).includes('quince'))
		assert.ok(!JSON.stringify(scene.envelopes).includes('quince'))
		provider.assertFinished()
		await scene.stop()
	})
})

describe('SessionStart and SessionEnd', () => {
	test('the branch is told before the first prompt and not again; the end is heard of with its reason', async () => {
		const provider = scriptedProvider(answer('one'), answer('two'), answer('three'))
		const branch = 'echo "branch: $(git -C "$CLAUDE_PROJECT_DIR" symbolic-ref --short HEAD)"'
		const scene = await startHooked(
			{ 'branch.sh': branch, 'bye.sh': '' },
			folder => ({
				SessionStart: [{ matcher: 'startup|clear', hooks: [command(folder, 'branch.sh')] }],
				SessionEnd: [{ hooks: [command(folder, 'bye.sh')] }],
			}),
			{ provider },
		)
		execFileSync('git', ['init', '-q', '-b', 'topic', scene.cwd])
		const again = await startHooked({}, () => ({}), { provider: scriptedProvider() })
		await again.stop()
		await scene.prompt('one')
		await scene.until('run-end')
		await scene.prompt('two')
		await scene.until('run-end')
		await scene.port.send({ type: 'session-new' })
		await scene.prompt('three')
		await scene.until('run-end')
		const prompts = provider.requests.map(({ messages }) =>
			textOf(messages.findLast(({ role }) => role === 'user')?.content ?? []),
		)
		assert.match(prompts[2]!, /branch: topic[\s\S]*three$/)
		assert.equal(prompts[1], 'two')
		assert.deepEqual(
			(await scene.given('branch.sh')).map(({ source }) => source),
			['startup', 'clear'],
		)
		const [, second] = await scene.given('branch.sh')
		await scene.port.send({ type: 'shutdown' })
		const ends = await givenTo(join(scene.scripts, 'bye.sh.ran'))
		assert.deepEqual(
			ends.map(({ reason }) => reason),
			['clear', 'prompt_input_exit'],
		)
		assert.equal(ends[1]?.session_id, second?.session_id)
		await scene.stop()
	})

	test('a session that is taken up again says so, a copy of it too', async () => {
		const provider = scriptedProvider(answer('one'))
		const first = await startHooked({ 'start.sh': '' }, on('SessionStart', 'start.sh'), { provider })
		await first.prompt('one')
		await first.until('run-end')
		await first.port.send({ type: 'session-fork' })
		await first.port.send({ type: 'shutdown' })
		assert.deepEqual(
			(await first.given('start.sh')).map(({ source }) => source),
			['startup', 'fork'],
		)
		const second = await startHooked({ 'start.sh': '' }, on('SessionStart', 'start.sh', 'resume'), {
			provider,
			in: first,
			selector: { kind: 'last' },
		})
		await second.port.send({ type: 'shutdown' })
		assert.deepEqual(
			(await second.given('start.sh')).map(({ source }) => source),
			['resume'],
		)
		await second.stop()
		await rm(join(first.home, '..'), { recursive: true, force: true })
		await first.stop()
	})
})

describe('Stop', () => {
	test('sends the model back with its reason until it lets go, and knows that it has', async () => {
		const provider = scriptedProvider(
			answer('done'),
			toolCalls(['c1', 'shell', { command: 'touch tested' }]),
			answer('really done'),
		)
		const check = `[ -e "$CLAUDE_PROJECT_DIR/tested" ] && exit 0
echo '{"decision":"block","reason":"Run the tests first."}'`
		const scene = await startHooked({ 'tests.sh': check }, on('Stop', 'tests.sh'), {
			provider,
			approvals: { kind: 'all' },
		})
		await scene.prompt('go')
		const end = await scene.until('run-end')
		assert.equal(end.reason, 'finished')
		provider.assertFinished()
		assert.equal(textOf(provider.requests[1]?.messages.at(-1)?.content ?? []), 'Run the tests first.')
		const given = await scene.given('tests.sh')
		assert.deepEqual(
			given.map(({ stop_hook_active, last_assistant_message }) => [stop_hook_active, last_assistant_message]),
			[
				[false, 'done'],
				[true, 'really done'],
			],
		)
		await scene.stop()
	})

	test('cannot hold a model up for ever that calls nothing more', async () => {
		const provider = scriptedProvider(...Array.from({ length: 9 }, (_, index) => answer(`done ${index}`)))
		const scene = await startHooked({ 'never.sh': 'echo "not yet" >&2; exit 2' }, on('Stop', 'never.sh'), {
			provider,
		})
		await scene.prompt('go')
		const end = await scene.until('run-end')
		assert.equal(end.reason, 'finished')
		provider.assertFinished()
		assert.match(warnings(scene).join('\n'), /never\.sh \(Stop\) sent the model back 8 times in a row/)
		await scene.stop()
	})
})

describe('compactions', () => {
	async function longRun(
		turns: number,
		scripts: Record<string, string>,
		hooks: (folder: string) => JsonValue,
	) {
		const server = await startModelServer({ wires: ['responses'] })
		server.onRequest(longWork(turns))
		const scene = await startHooked(scripts, hooks, {}, options =>
			startLongWork(server, 'responses', options),
		)
		await scene.prompt(GOAL)
		const end = await scene.until('run-end')
		return { server, scene, end, stop: () => scene.stop().finally(server.close) }
	}
	const compactions = (scene: HookScene) =>
		scene.envelopes.flatMap(({ event }) => (event.type === 'compaction' ? [event] : []))

	test('PreCompact keeps history as it is, by hand', async () => {
		const hooks = on('PreCompact', 'keep.sh', 'manual')
		const { scene, stop } = await longRun(12, { 'keep.sh': 'echo "still needed" >&2; exit 2' }, hooks)
		const before = compactions(scene).length
		await scene.port.send({ type: 'session-compact', focus: 'the plan' })
		await until(async () => warnings(scene).length > 0)
		assert.deepEqual(warnings(scene), [
			'history stays as it is: the hook keep.sh (PreCompact) says no: still needed',
		])
		const [given] = await scene.given('keep.sh')
		assert.deepEqual([given?.trigger, given?.custom_instructions], ['manual', 'the plan'])
		assert.equal(compactions(scene).length, before)
		await stop()
	})

	test('PreCompact may let a run end that does not fit any more', async () => {
		const hooks = on('PreCompact', 'keep.sh', 'auto')
		const { scene, end, stop } = await longRun(60, { 'keep.sh': 'exit 2' }, hooks)
		assert.deepEqual([end.reason, end.error?.code], ['failed', 'context-overflow'])
		assert.match(end.error!.message, /nothing was taken out: the hook keep\.sh \(PreCompact\) says no/)
		assert.deepEqual(compactions(scene), [])
		assert.ok((await scene.given('keep.sh')).every(({ trigger }) => trigger === 'auto'))
		await stop()
	})

	test('PostCompact has the summary, and SessionStart tells the model once more what it should know', async () => {
		const { scene, server, end, stop } = await longRun(
			60,
			{ 'after.sh': '', 'know.sh': 'echo "use pnpm, always"' },
			folder => ({
				PostCompact: [{ matcher: 'auto', hooks: [command(folder, 'after.sh')] }],
				SessionStart: [{ matcher: 'compact', hooks: [command(folder, 'know.sh')] }],
			}),
		)
		assert.equal(end.reason, 'finished')
		const done = compactions(scene).length
		assert.ok(done > 0)
		const given = await scene.given('after.sh')
		assert.equal(given.length, done)
		assert.match(String(given[0]?.compact_summary), /plums/)
		assert.equal((await scene.given('know.sh')).length, done)
		const told = scene.envelopes.filter(
			({ event }) =>
				event.type === 'correction' && textOf(event.message.content).includes('use pnpm, always'),
		)
		assert.equal(told.length, done)
		assert.ok(server.requests.some(({ bytes }) => bytes.includes('use pnpm, always')))
		await stop()
	})
})

describe('Notification', () => {
	test('a question that waits, a run that has finished, and a minute of nothing', async () => {
		const clock = handClock()
		const provider = scriptedProvider(toolCalls(['c1', 'shell', { command: 'touch a' }]), answer('done'))
		const scene = await startHooked({ 'notify.sh': '' }, on('Notification', 'notify.sh'), {
			provider,
			runtime: { clock },
		})
		await scene.prompt('go')
		const { request } = await scene.until('approval-request')
		const types = async () =>
			(await scene.given('notify.sh')).map(({ notification_type }) => notification_type)
		// By this clock a minute is over before a program has been started.
		await until(async () => (await types()).includes('permission_prompt'))
		await scene.port.send({ type: 'approve', approvalId: request.approvalId, decision: { answer: 'once' } })
		await scene.until('run-end')
		await until(async () => (await types()).includes('agent_completed'))
		clock.advance(59_000)
		assert.ok(!(await types()).includes('idle_prompt'))
		clock.advance(1_000)
		await until(async () => (await types()).includes('idle_prompt'))
		assert.deepEqual((await types()).sort(), ['agent_completed', 'idle_prompt', 'permission_prompt'])
		const messages = (await scene.given('notify.sh')).map(({ message }) => message)
		assert.ok(messages.includes('Keelson needs your permission: touch a'))
		await scene.stop()
	})
})

/** What a process has written is there some time after it was started; a wrong one fails by the test's own limit. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
	while (!(await isSo())) await nextLook()
}

describe('nothing configured, or nothing wanted', () => {
	test('--bare runs no hook', async () => {
		const provider = scriptedProvider(answer('hi'))
		const scene = await startHooked({ 'start.sh': '' }, on('SessionStart', 'start.sh'), {
			provider,
			runtime: { bare: true },
		})
		await scene.prompt('hello')
		await scene.until('run-end')
		assert.deepEqual(await scene.given('start.sh'), [])
		await scene.stop()
	})

	test('what is wrong in a file is told when the session opens', async () => {
		const provider = scriptedProvider(answer('hi'))
		const scene = await startHooked({}, () => ({ PreToolUze: [], StopFailure: [] }), { provider })
		await scene.prompt('hello')
		await scene.until('run-end')
		assert.deepEqual(warnings(scene), [
			'/settings.json: there is no hook event PreToolUze; did you mean PreToolUse?',
		])
		await scene.stop()
	})
})
