// Hooks in front of the built program: each event with each way a hook can end, what is left of the process afterwards,
// and folders that bring hooks along.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import type { JsonValue } from '../../../src/core/json.ts'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { untilGroupEnded } from '../../support/process-group.ts'
import { type Desk, jsonLines, makeDesk, runAgent, startAgent } from '../../support/run-agent.ts'
import { givenTo, script } from '../../support/runtime/hook-scene.ts'

let server: ModelServer
let desk: Desk
beforeEach(async () => {
	;[server, desk] = await Promise.all([startModelServer(), makeDesk()])
	execFileSync('git', ['init', '-q', '-b', 'main', desk.cwd])
})
afterEach(async () => {
	await server.close()
	await desk.remove()
})

const agent = (...args: string[]) =>
	runAgent(['run', '-m', 'openai/test-model', ...args], { desk, env: server.environment })

/** In the user's own settings, with every script in `~/hooks`. */
async function hooksAre(
	scripts: Record<string, string>,
	hooks: (path: (name: string) => string) => JsonValue,
) {
	const folder = join(desk.home, 'hooks')
	await mkdir(folder, { recursive: true })
	for (const [name, rest] of Object.entries(scripts)) {
		await writeFile(join(folder, name), script(name, rest))
		await chmod(join(folder, name), 0o755)
	}
	await mkdir(join(desk.home, '.claude'), { recursive: true })
	const settings = { hooks: hooks(name => join(folder, name)) }
	await writeFile(join(desk.home, '.claude/settings.json'), JSON.stringify(settings))
}

const given = (name: string) => givenTo(join(desk.home, 'hooks', `${name}.ran`))
const command = (path: string, more: Record<string, JsonValue> = {}): JsonValue => ({
	type: 'command',
	command: path,
	...more,
})

/** Two turns: a call, then an answer. */
const oneCall = () =>
	server.script({ calls: [{ name: 'shell', arguments: { command: 'touch made' } }] }, { text: 'Done.' })

/** Ways to end that change nothing. */
const ENDS: Record<string, { rest: string; isFailure?: true; timeout?: number }> = {
	'exit 0': { rest: 'exit 0' },
	'exit 1': { rest: 'echo oops >&2; exit 1', isFailure: true },
	'JSON that says nothing': { rest: `echo '{"suppressOutput":true}'` },
	'broken JSON': { rest: `echo '{"decision":'`, isFailure: true },
	'a time-out': { rest: 'sleep 60', isFailure: true, timeout: 1 },
	// The bytes of a program: unlike random ones they never begin like JSON.
	garbage: { rest: `head -c 3000000 '${process.execPath}'` },
	'a kill': { rest: 'kill -9 $$', isFailure: true },
}

/** What exit code 2 does, seen from outside. */
const REFUSED: Record<string, 'prompt' | 'call' | 'told' | 'nothing'> = {
	SessionStart: 'nothing',
	UserPromptSubmit: 'prompt',
	PreToolUse: 'call',
	PostToolUse: 'told',
	PostToolBatch: 'nothing',
	Stop: 'nothing',
	Notification: 'nothing',
	SessionEnd: 'nothing',
}

test('however a hook ends that has nothing to say, it changes nothing, at whichever event', async () => {
	const events = Object.keys(REFUSED)
	const hooks = events.flatMap(event =>
		Object.entries(ENDS).map(([end, how]) => ({
			event,
			name: `${event}-${end.replaceAll(' ', '-')}`,
			...how,
		})),
	)
	await hooksAre(Object.fromEntries(hooks.map(({ name, rest }) => [name, rest])), path =>
		Object.fromEntries(
			events.map(event => [
				event,
				hooks
					.filter(hook => hook.event === event)
					.map(({ name, timeout }) => ({
						hooks: [command(path(name), timeout === undefined ? {} : { timeout })],
					})),
			]),
		),
	)
	oneCall()
	const { code, stdout, stderr } = await agent('--yolo', 'go')
	for (const { event, name } of hooks) {
		const inputs = await given(name)
		assert.deepEqual([name, inputs.map(input => input.hook_event_name)], [name, [event]], stderr)
	}
	assert.deepEqual([code, stdout, existsSync(join(desk.cwd, 'made'))], [0, 'Done.\n', true], stderr)
	// Who reads what the end has to say is gone by then.
	const heard = hooks.filter(({ event }) => event !== 'SessionEnd' && event !== 'Notification')
	const told = heard.filter(({ event, name }) =>
		stderr.includes(`warning: the hook ${name} (${event}) failed, and nothing came of it`),
	)
	assert.deepEqual(
		told.map(({ name }) => name),
		heard.filter(({ isFailure }) => isFailure).map(({ name }) => name),
		stderr,
	)
})

test.each(['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Notification', 'SessionEnd'])(
	'exit code 2 at %s means what it means, also behind broken JSON',
	async event => {
		const rest = `echo '{"continue"'; echo "no no" >&2; exit 2`
		await hooksAre({ 'hook.sh': rest }, path => ({ [event]: [{ hooks: [command(path('hook.sh'))] }] }))
		const effect = REFUSED[event]
		if (effect !== 'prompt') oneCall()
		const { code, stdout, stderr } = await agent('--yolo', 'go')
		assert.equal((await given('hook.sh')).length, 1, stderr)
		assert.equal(code, effect === 'prompt' ? 1 : 0, stderr)
		assert.equal(stdout, effect === 'prompt' ? '' : 'Done.\n')
		assert.equal(existsSync(join(desk.cwd, 'made')), effect !== 'prompt' && effect !== 'call')
		if (effect === 'call' || effect === 'told') assert.ok(server.requests[1]?.bytes.includes('no no'))
		if (effect === 'prompt') assert.equal(server.requests.length, 0)
	},
)

test('Stop and PreToolUse as people publish them: no commit on main, and no end without tests', async () => {
	const guard = `if echo "$INPUT" | grep -q 'git commit' && [ "$(git symbolic-ref --short HEAD)" = main ]; then
  echo "Commit to a branch of your own: git switch -c NAME" >&2; exit 2
fi`
	const tests = `echo "$INPUT" | grep -q '"stop_hook_active":true' && exit 0
echo '{"decision":"block","reason":"Run the tests before you stop."}'`
	await hooksAre({ 'no-main.sh': guard, 'tests.sh': tests, 'log.sh': '' }, path => ({
		PreToolUse: [
			{ matcher: 'Bash', hooks: [command(path('no-main.sh'), { if: 'Bash(git commit *)' })] },
			{ matcher: '', hooks: [command(path('log.sh'))] },
		],
		Stop: [{ hooks: [command(path('tests.sh'))] }],
	}))
	server.script(
		{ calls: [{ name: 'shell', arguments: { command: 'git commit --allow-empty -m x' } }] },
		{ text: 'I could not.' },
		{ text: 'Tested.' },
	)
	const { code, stdout } = await agent('--yolo', '--output-format', 'stream-json', 'commit it')
	assert.equal(code, 0)
	assert.throws(() => execFileSync('git', ['-C', desk.cwd, 'log'], { stdio: 'ignore' }))
	const lines = jsonLines(stdout)
	const told = lines.filter(({ subtype }) => subtype === 'hook_result')
	assert.deepEqual(
		told.map(({ hook_event, hook, effect, text }) => [hook_event, hook, effect, text]),
		[
			['PreToolUse', 'no-main.sh', 'denied', 'Commit to a branch of your own: git switch -c NAME'],
			['Stop', 'tests.sh', 'blocked', 'Run the tests before you stop.'],
		],
	)
	assert.equal(lines.at(-1)?.result, 'Tested.')
	assert.deepEqual(
		[(await given('no-main.sh')).length, (await given('log.sh')).length, (await given('tests.sh')).length],
		[1, 1, 2],
	)
})

test('allow never runs what asks always', async () => {
	await hooksAre(
		{ 'yes.sh': `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'` },
		path => ({
			PreToolUse: [{ hooks: [command(path('yes.sh'))] }],
			PermissionRequest: [{ hooks: [command(path('yes.sh'))] }],
		}),
	)
	await writeFile(join(desk.cwd, 'keep'), '')
	server.script(
		{ calls: [{ name: 'shell', arguments: { command: 'touch made' } }] },
		{ calls: [{ name: 'shell', arguments: { command: `rm -rf ${desk.home} keep` } }] },
		{ text: 'Done.' },
	)
	const { code } = await agent('go')
	assert.equal(code, 4)
	assert.ok(existsSync(join(desk.cwd, 'made')))
	assert.ok(existsSync(join(desk.cwd, 'keep')))
	assert.ok((await given('yes.sh')).length >= 2)
})

test('a signal ends a hook that hangs, before there is a run and in one', async () => {
	for (const event of ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'Stop']) {
		const pid = join(desk.home, `${event}.pid`)
		await hooksAre({ [`${event}.sh`]: `echo $$ > ${pid}.tmp; mv ${pid}.tmp ${pid}; sleep 600` }, path => ({
			[event]: [{ hooks: [command(path(`${event}.sh`))] }],
		}))
		if (event === 'PreToolUse') server.script({ calls: [{ name: 'list', arguments: {} }] })
		if (event === 'Stop') server.script({ text: 'Done.' })
		const started = startAgent(['run', '-m', 'openai/test-model', '--yolo', 'go'], {
			desk,
			env: server.environment,
		})
		while (!existsSync(pid)) await new Promise(resolve => setTimeout(resolve, 10))
		started.child.kill('SIGTERM')
		const { code } = await started.ended
		assert.equal(code, 143, event)
		await untilGroupEnded(Number(await readFile(pid, 'utf8')))
	}
})

test('what a folder brings along runs once it is trusted, and --bare switches it off', async () => {
	const hooks = {
		SessionStart: [{ hooks: [command('echo "$CLAUDE_PROJECT_DIR" > "$CLAUDE_PROJECT_DIR/ran"')] }],
	}
	await mkdir(join(desk.cwd, '.claude'))
	const file = join(desk.cwd, '.claude/settings.json')
	await writeFile(file, JSON.stringify({ hooks }))
	const ran = () => existsSync(join(desk.cwd, 'ran'))
	server.script({ text: '1' }, { text: '2' }, { text: '3' }, { text: '4' })
	const untrusted = await agent('go')
	assert.deepEqual([untrusted.stdout, ran()], ['1\n', false])
	assert.match(untrusted.stderr, /\.claude\/settings\.json is not used/)
	assert.match((await runAgent(['trust'], { desk })).stdout, /SessionStart runs: echo/)
	assert.deepEqual([(await agent('--bare', 'go')).stdout, ran()], ['2\n', false])
	assert.deepEqual([(await agent('go')).stdout, ran()], ['3\n', true])
	assert.equal((await readFile(join(desk.cwd, 'ran'), 'utf8')).trim(), desk.cwd)
	// Changed since, so it counts no more.
	await writeFile(file, JSON.stringify({ hooks: { SessionStart: [{ hooks: [command('touch changed')] }] } }))
	assert.equal((await agent('go')).stdout, '4\n')
	assert.ok(!existsSync(join(desk.cwd, 'changed')))
})

test('hooks may stand in our own settings, and be switched off there', async () => {
	const hooks = { SessionStart: [{ hooks: [command('touch ran')] }] }
	const write = (settings: JsonValue) => writeFile(join(desk.home, 'settings.json'), JSON.stringify(settings))
	server.script({ text: '1' }, { text: '2' })
	await mkdir(desk.home, { recursive: true })
	await write({ hooks, disableAllHooks: true })
	const off = await agent('go')
	assert.deepEqual([off.stdout, existsSync(join(desk.cwd, 'ran'))], ['1\n', false])
	await write({ hooks })
	const on = await agent('go')
	assert.deepEqual([on.stdout, existsSync(join(desk.cwd, 'ran'))], ['2\n', true])
	assert.doesNotMatch(off.stderr + on.stderr, /there is no setting/)
})
