import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { isObject, type JsonValue } from '../../../src/core/json.ts'
import { textOf } from '../../../src/core/messages.ts'
import { textForPeople } from '../../../src/core/tool.ts'
import { FIELD, type HookScene, startHooked } from '../../support/runtime/hook-scene.ts'
import {
	answer,
	type ScriptedProvider,
	scriptedProvider,
	toolCalls,
} from '../../support/runtime/scripted-provider.ts'
import type { StartOptions } from '../../support/runtime/start-runtime.ts'

type Scene = { scripts: Record<string, string>; hooks(folder: string): JsonValue } & Partial<StartOptions>

/** One run from its prompt to its end, with every approval refused that comes up. */
async function runWith(
	{ scripts, hooks, ...options }: Scene,
	provider: ScriptedProvider,
	look: (scene: HookScene, text: (callId: string) => string) => Promise<void> | void,
) {
	const scene = await startHooked(scripts, hooks, {
		provider,
		isInteractive: false,
		approvals: { kind: 'all' },
		...options,
	})
	try {
		await scene.prompt('go')
		await scene.until('run-end')
		provider.assertFinished()
		await look(scene, callId => resultText(scene, callId))
	} finally {
		await scene.stop()
	}
}

function resultText(scene: HookScene, callId: string): string {
	const end = scene.envelopes.find(({ event }) => event.type === 'tool-end' && event.callId === callId)?.event
	return end?.type === 'tool-end' ? `${end.result.outcome}: ${textOf(end.result.content)}` : 'no result'
}

function results(scene: HookScene) {
	return scene.envelopes.flatMap(({ event }) =>
		event.type === 'hook-result' ? [[event.hookEvent, event.hook, event.effect] as const] : [],
	)
}

function warnings(scene: HookScene): readonly string[] {
	return scene.envelopes.flatMap(({ event }) =>
		event.type === 'notice' && event.level === 'warning' ? [event.text] : [],
	)
}

function callIdsIn(calls: JsonValue | undefined): readonly JsonValue[] {
	return Array.isArray(calls) ? calls.flatMap(each => (isObject(each) ? [each.tool_use_id ?? null] : [])) : []
}

function on(event: string, matcher: string, ...hooks: JsonValue[]): JsonValue {
	return { [event]: [{ matcher, hooks }] }
}

const command = (folder: string, name: string, more: Record<string, JsonValue> = {}): JsonValue => ({
	type: 'command',
	command: `"${folder}/${name}"`,
	...more,
})

const BLOCK_RM = `${FIELD}
COMMAND=$(field .tool_input.command)
if echo "$COMMAND" | grep -qE 'rm\\s+-[a-z]*r[a-z]*f'; then
  echo "Blocked: rm -rf is not allowed here. Use trash instead." >&2
  exit 2
fi
exit 0
`

describe('PreToolUse', () => {
	test('exit code 2 keeps a command from running and tells the model why; other commands run', async () => {
		const provider = scriptedProvider(
			toolCalls(['c1', 'shell', { command: 'rm -rf build' }]),
			toolCalls(['c2', 'shell', { command: 'echo fine' }]),
			answer('done'),
		)
		await runWith(
			{
				scripts: { 'block-rm.sh': BLOCK_RM },
				hooks: folder => on('PreToolUse', 'Bash', command(folder, 'block-rm.sh')),
				files: { 'build/a.txt': 'a' },
			},
			provider,
			async (scene, text) => {
				assert.equal(
					text('c1'),
					'refused: not run: the hook block-rm.sh says no: Blocked: rm -rf is not allowed here. Use trash instead.',
				)
				assert.match(text('c2'), /^ok: [\s\S]*fine/)
				assert.ok(existsSync(join(scene.cwd, 'build/a.txt')))
				const [first, second] = await scene.given('block-rm.sh')
				assert.equal(first?.hook_event_name, 'PreToolUse')
				assert.equal(first?.tool_name, 'Bash')
				assert.deepEqual(first?.tool_input, { command: 'rm -rf build' })
				assert.equal(first?.tool_use_id, 'c1')
				assert.equal(first?.permission_mode, 'bypassPermissions')
				assert.equal(first?.cwd, scene.cwd)
				assert.ok(existsSync(String(first?.transcript_path)))
				assert.deepEqual(second?.tool_input, { command: 'echo fine' })
				assert.deepEqual(results(scene), [['PreToolUse', 'block-rm.sh', 'denied']])
				// What a hook forbids is no approval that was missing.
				assert.equal(scene.envelopes.find(({ event }) => event.type === 'run-end')?.event.type, 'run-end')
				const end = scene.envelopes.at(-1)?.event
				assert.equal(end?.type === 'run-end' && end.reason, 'finished')
			},
		)
	})

	test('a hook that protects files sees them whichever tool would change them, also in the middle of a patch', async () => {
		const protect = `${FIELD}
FILE=$(field .tool_input.file_path)
case "$FILE" in
  */.env|*package-lock.json) echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"protected file"}}' ;;
esac
exit 0
`
		const patch =
			'*** Begin Patch\n*** Add File: new.txt\n+new\n*** Update File: package-lock.json\n@@\n-old\n+new\n*** End Patch\n'
		const provider = scriptedProvider(
			toolCalls(['c1', 'write', { path: '.env', content: 'A=1' }]),
			toolCalls(
				['c2', 'read', { path: 'package-lock.json' }],
				['c3', 'edit', { path: 'package-lock.json', old_text: 'old', new_text: 'new' }],
			),
			toolCalls(['c4', 'apply_patch', { patch }]),
			answer('done'),
		)
		await runWith(
			{
				scripts: { 'protect.sh': protect },
				hooks: folder => on('PreToolUse', 'Edit|MultiEdit|Write', command(folder, 'protect.sh')),
				files: { 'package-lock.json': 'old\n' },
			},
			provider,
			async (scene, text) => {
				for (const callId of ['c1', 'c3', 'c4'])
					assert.equal(text(callId), 'refused: not run: the hook protect.sh says no: protected file')
				assert.match(text('c2'), /^ok/)
				assert.equal(await readFile(join(scene.cwd, 'package-lock.json'), 'utf8'), 'old\n')
				assert.ok(!existsSync(join(scene.cwd, 'new.txt')))
				const files = (await scene.given('protect.sh')).map(({ tool_name, tool_input }) => [
					tool_name,
					(tool_input as { file_path?: string }).file_path,
				])
				assert.deepEqual(files.slice(0, 2), [
					['Write', join(scene.cwd, '.env')],
					['Edit', join(scene.cwd, 'package-lock.json')],
				])
				assert.deepEqual(files.slice(2).sort(), [
					['Edit', join(scene.cwd, 'package-lock.json')],
					['Write', join(scene.cwd, 'new.txt')],
				])
			},
		)
	})

	test('a changed input is what runs, and it is judged anew', async () => {
		const dry = `${FIELD}
COMMAND=$(field .tool_input.command)
case "$COMMAND" in
  "echo push"*) printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"command":"%s --dry-run"}}}' "$COMMAND" ;;
  "echo safe"*) printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"rm -rf /"}}}' ;;
esac
`
		const provider = scriptedProvider(
			toolCalls(['c1', 'shell', { command: 'echo push' }]),
			toolCalls(['c2', 'shell', { command: 'echo safe' }]),
			answer('done'),
		)
		await runWith(
			{ scripts: { 'dry.sh': dry }, hooks: folder => on('PreToolUse', 'Bash', command(folder, 'dry.sh')) },
			provider,
			(scene, text) => {
				assert.match(text('c1'), /^ok: [\s\S]*push --dry-run[\s\S]*changed the input to/)
				assert.match(text('c2'), /^refused: not run: it needs an approval/)
				assert.deepEqual(results(scene), [
					['PreToolUse', 'dry.sh', 'changed-input'],
					['PreToolUse', 'dry.sh', 'changed-input'],
				])
				const asked = scene.envelopes.flatMap(({ event }) =>
					event.type === 'approval-request' ? [event.request.permission.outcome] : [],
				)
				assert.deepEqual(asked, ['ask-always'])
			},
		)
	})

	test('a changed input that is no call of the tool is told, and nothing runs', async () => {
		const provider = scriptedProvider(toolCalls(['c1', 'shell', { command: 'echo hi' }]), answer('done'))
		await runWith(
			{
				scripts: {
					'odd.sh': `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":7}}}'`,
				},
				hooks: folder => on('PreToolUse', 'shell', command(folder, 'odd.sh')),
			},
			provider,
			(_, text) => assert.match(text('c1'), /^failed: [\s\S]*command/),
		)
	})

	test('allow spares the question, and never that of a hard case', async () => {
		const provider = scriptedProvider(
			toolCalls(['c1', 'shell', { command: 'touch made' }]),
			toolCalls(['c2', 'shell', { command: 'rm -rf /' }]),
			answer('done'),
		)
		await runWith(
			{
				scripts: { 'allow.sh': `echo '{"decision":"approve","reason":"fine by me"}'` },
				hooks: folder => on('PreToolUse', '*', command(folder, 'allow.sh')),
				approvals: { kind: 'ask' },
			},
			provider,
			async (scene, text) => {
				assert.match(text('c1'), /^ok/)
				assert.ok(existsSync(join(scene.cwd, 'made')))
				assert.match(text('c2'), /^refused/)
				assert.equal((await scene.given('allow.sh')).length, 2)
			},
		)
	})

	test('ask asks although the mode would not, and the strictest of several answers wins', async () => {
		const say = (decision: string) =>
			`echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"${decision}","permissionDecisionReason":"${decision} it"}}'`
		const provider = scriptedProvider(toolCalls(['c1', 'shell', { command: 'touch made' }]), answer('done'))
		const scripts = { 'allow.sh': say('allow'), 'defer.sh': say('defer') }
		await runWith(
			{
				scripts,
				hooks: folder => on('PreToolUse', '', command(folder, 'allow.sh'), command(folder, 'defer.sh')),
			},
			provider,
			async (scene, text) => {
				assert.match(text('c1'), /^refused: not run: it needs an approval/)
				assert.ok(!existsSync(join(scene.cwd, 'made')))
				const request = scene.envelopes.find(({ event }) => event.type === 'approval-request')?.event
				assert.equal(
					request?.type === 'approval-request' && request.request.permission.reasons[0],
					'The hook defer.sh says to ask: defer it',
				)
				assert.equal((await scene.given('allow.sh')).length, 1)
				assert.equal((await scene.given('defer.sh')).length, 1)
			},
		)
	})

	test('what fails without exit code 2 blocks nothing and is told once; onFailure makes it block', async () => {
		const scripts = {
			'one.sh': 'echo oops >&2; exit 1',
			'missing.sh': 'exec /no/such/program',
			'broken.sh': `echo '{"decision": "block"'`,
			'two.sh': `echo '{"decision": "approve"'; echo careful >&2; exit 2`,
			'slow.sh': 'sleep 60',
		}
		const provider = scriptedProvider(
			toolCalls(['c1', 'shell', { command: 'touch a' }]),
			toolCalls(['c2', 'write', { path: 'b', content: '' }]),
			toolCalls(['c3', 'glob', { pattern: '*' }]),
			toolCalls(['c4', 'list', {}]),
			toolCalls(['c5', 'shell', { command: 'touch e' }]),
			answer('done'),
		)
		await runWith(
			{
				scripts,
				hooks: folder => ({
					PreToolUse: [
						{
							matcher: 'Bash',
							hooks: [
								command(folder, 'one.sh'),
								command(folder, 'missing.sh'),
								command(folder, 'broken.sh'),
								command(folder, 'slow.sh', { timeout: 0.2 }),
							],
						},
						{ matcher: 'Write', hooks: [command(folder, 'two.sh')] },
						{ matcher: 'Glob', hooks: [command(folder, 'one.sh', { onFailure: 'block' })] },
						{ matcher: 'LS', hooks: [command(folder, 'slow.sh', { timeout: 0.2, onFailure: 'block' })] },
					],
				}),
			},
			provider,
			(scene, text) => {
				assert.match(text('c1'), /^ok/)
				assert.equal(text('c2'), 'refused: not run: the hook two.sh says no: careful')
				assert.equal(
					text('c3'),
					'refused: not run: the hook one.sh says no: a hook failed that must not fail: exit code 1: oops',
				)
				assert.match(text('c4'), /^refused: [\s\S]*no end within 0.2 s/)
				assert.match(text('c5'), /^ok/)
				assert.deepEqual(
					warnings(scene).map(each =>
						each.replace(/.*the hook (\S+) .*nothing came of it: /, '$1: ').slice(0, 40),
					),
					[
						'one.sh: exit code 1: oops',
						warnings(scene)[1]!
							.replace(/.*the hook (\S+) .*nothing came of it: /, '$1: ')
							.slice(0, 40),
						'broken.sh: its output begins like JSON a',
						'slow.sh: no end within 0.2 s',
					],
				)
				assert.match(warnings(scene)[1]!, /missing\.sh.*exit code 12[67]/)
			},
		)
	})

	test('a command that a hook could make another one of does not run beside others', async () => {
		const provider = scriptedProvider(
			toolCalls(['c1', 'shell', { command: 'ls' }], ['c2', 'shell', { command: 'pwd' }]),
			answer('done'),
		)
		await runWith(
			{
				scripts: { 'pass.sh': 'sleep 0.2' },
				hooks: folder => on('PreToolUse', 'Bash', command(folder, 'pass.sh')),
			},
			provider,
			scene => {
				const order = scene.envelopes.flatMap(({ event }) =>
					event.type === 'tool-start' || event.type === 'tool-end' ? [`${event.type} ${event.callId}`] : [],
				)
				assert.deepEqual(order, ['tool-start c1', 'tool-end c1', 'tool-start c2', 'tool-end c2'])
			},
		)
	})

	test('calls that only read run side by side with hooks as well, each hook with them', async () => {
		// Each hook waits for the one of the other call.
		const meet = `${FIELD}
HERE="$(dirname "$0")"; touch "$HERE/$(field .tool_use_id)"
while [ ! -e "$HERE/c1" ] || [ ! -e "$HERE/c2" ]; do sleep 0.01; done
`
		const provider = scriptedProvider(
			toolCalls(['c1', 'list', {}], ['c2', 'todo', { items: [] }]),
			answer('done'),
		)
		await runWith(
			{ scripts: { 'meet.sh': meet }, hooks: folder => on('PreToolUse', '', command(folder, 'meet.sh')) },
			provider,
			(_, text) => {
				assert.match(text('c1'), /^ok/)
				assert.match(text('c2'), /^ok/)
			},
		)
	})

	test('a call that was to run beside others cannot become one that changes something', async () => {
		const kill = `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"bash_id":"bg-1","kill":true}}}'`
		const provider = scriptedProvider(toolCalls(['c1', 'shell_output', { id: 'bg-1' }]), answer('done'))
		await runWith(
			{
				scripts: { 'kill.sh': kill },
				hooks: folder => on('PreToolUse', 'BashOutput', command(folder, 'kill.sh')),
			},
			provider,
			(_, text) =>
				assert.match(text('c1'), /^refused: not run: a hook made a call of it that may change something/),
		)
	})

	test('continue: false ends the run, and the call does not run', async () => {
		const provider = scriptedProvider(toolCalls(['c1', 'shell', { command: 'touch made' }]))
		await runWith(
			{
				scripts: { 'stop.sh': `echo '{"continue": false, "stopReason": "outside of office hours"}'` },
				hooks: folder => on('PreToolUse', 'Bash', command(folder, 'stop.sh')),
			},
			provider,
			scene => {
				assert.ok(!existsSync(join(scene.cwd, 'made')))
				const end = scene.envelopes.at(-1)?.event
				assert.deepEqual(end?.type === 'run-end' && end.error, {
					code: 'hook-stopped',
					message: 'the hook stop.sh (PreToolUse) ended the run: outside of office hours',
				})
			},
		)
	})

	test('cancelling a run ends the hook it waits for', async () => {
		const provider = scriptedProvider(toolCalls(['c1', 'shell', { command: 'touch made' }]))
		const scene = await startHooked(
			{ 'hang.sh': 'echo $$ > "$0.new"; mv "$0.new" "$(dirname "$0")/pid"; sleep 600' },
			folder => on('PreToolUse', 'Bash', command(folder, 'hang.sh')),
			{ provider, approvals: { kind: 'all' } },
		)
		await scene.prompt('go')
		await scene.until('message-end')
		for (;;) {
			if ((await scene.given('hang.sh')).length > 0 && existsSync(join(scene.scripts, 'pid'))) break
			await new Promise(resolve => setTimeout(resolve, 20))
		}
		const pid = Number(await readFile(join(scene.scripts, 'pid'), 'utf8'))
		await scene.port.send({ type: 'cancel', runId: scene.runId() })
		const end = await scene.until('run-end')
		assert.equal(end.reason, 'cancelled')
		assert.ok(!existsSync(join(scene.cwd, 'made')))
		await scene.stop()
		assert.throws(() => process.kill(pid, 0), /ESRCH/)
	})
})

describe('PermissionRequest', () => {
	test('allow answers the question, deny refuses, and a changed input is judged anew', async () => {
		const request = `${FIELD}
COMMAND=$(field .tool_input.command)
case "$COMMAND" in
  "touch allowed") D='{"behavior":"allow"}' ;;
  "touch denied") D='{"behavior":"deny","message":"not today"}' ;;
  "touch other") D='{"behavior":"allow","updatedInput":{"command":"touch instead"}}' ;;
  *) D='{"behavior":"allow"}' ;;
esac
printf '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":%s}}' "$D"
`
		const provider = scriptedProvider(
			toolCalls(['c1', 'shell', { command: 'touch allowed' }]),
			toolCalls(['c2', 'shell', { command: 'touch denied' }]),
			toolCalls(['c3', 'shell', { command: 'touch other' }]),
			toolCalls(['c4', 'shell', { command: 'rm -rf /' }]),
			toolCalls(['c5', 'shell', { command: 'pwd' }]),
			answer('done'),
		)
		await runWith(
			{
				scripts: { 'request.sh': request },
				hooks: folder => on('PermissionRequest', 'Bash', command(folder, 'request.sh')),
				approvals: { kind: 'ask' },
			},
			provider,
			async (scene, text) => {
				assert.match(text('c1'), /^ok/)
				assert.equal(text('c2'), 'refused: not run: the hook request.sh says no: not today')
				assert.match(text('c3'), /^ok/)
				assert.match(text('c4'), /^refused: not run: it needs an approval/)
				for (const [name, made] of [
					['allowed', true],
					['denied', false],
					['other', false],
					['instead', true],
				] as const)
					assert.equal(existsSync(join(scene.cwd, name)), made, name)
				// A read-only command asks nobody.
				assert.equal((await scene.given('request.sh')).length, 4)
			},
		)
	})
})

describe('PostToolUse', () => {
	test('a formatter runs after an edit, and what it says stands behind the result', async () => {
		const format = `${FIELD}
FILE=$(field .tool_input.file_path)
tr -s ' ' < "$FILE" > "$FILE.tmp" && mv "$FILE.tmp" "$FILE"
printf '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"formatted %s"}}' "$(basename "$FILE")"
`
		const provider = scriptedProvider(
			toolCalls(['c1', 'write', { path: 'a.txt', content: 'a   b\n' }]),
			answer('done'),
		)
		await runWith(
			{
				scripts: { 'format.sh': format },
				hooks: folder => on('PostToolUse', 'Write|Edit', command(folder, 'format.sh')),
			},
			provider,
			async (scene, text) => {
				assert.equal(await readFile(join(scene.cwd, 'a.txt'), 'utf8'), 'a b\n')
				assert.match(
					text('c1'),
					/^ok: [\s\S]*\n<hook event="PostToolUse" name="format.sh">\nformatted a.txt\n<\/hook>$/,
				)
				const [given] = await scene.given('format.sh')
				assert.equal(isObject(given?.tool_response) && given.tool_response.filePath, join(scene.cwd, 'a.txt'))
				assert.deepEqual(results(scene), [['PostToolUse', 'format.sh', 'context']])
				assert.match(JSON.stringify(provider.requests[1]?.messages.at(-1)), /formatted a\.txt/)
			},
		)
	})

	test('a failure has an event of its own; exit code 2 tells the model; a replaced output is what it sees', async () => {
		const provider = scriptedProvider(
			toolCalls(['c1', 'shell', { command: 'echo out; exit 3' }]),
			toolCalls(['c2', 'shell', { command: 'echo long story' }], ['c3', 'read', { path: 'gone.txt' }]),
			answer('done'),
		)
		await runWith(
			{
				scripts: {
					'failed.sh': 'echo "look at the log" >&2; exit 2',
					'short.sh': `echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":"short"}}'`,
				},
				hooks: folder => ({
					PostToolUseFailure: [{ hooks: [command(folder, 'failed.sh')] }],
					PostToolUse: [{ matcher: 'Bash', hooks: [command(folder, 'short.sh')] }],
				}),
			},
			provider,
			async (scene, text) => {
				const [failed] = await scene.given('failed.sh')
				assert.match(String(failed?.error), /exit code 3/)
				assert.match(text('c1'), /^failed: [\s\S]*look at the log/)
				assert.equal(text('c2'), 'ok: short')
				assert.match(text('c3'), /^failed: there is no file gone\.txt\n[\s\S]*look at the log/)
				assert.equal((await scene.given('short.sh')).length, 1)
				// People are told of the hook beside it.
				const read = scene.envelopes.flatMap(({ event }) =>
					event.type === 'tool-end' ? [[event.callId, textForPeople(event.result)]] : [],
				)
				assert.deepEqual(Object.fromEntries(read), {
					c1: 'exit code 3\nout\n',
					c2: 'short',
					c3: 'there is no file gone.txt',
				})
			},
		)
	})

	test('secrets in what a hook says are masked like those in any output', async () => {
		const provider = scriptedProvider(toolCalls(['c1', 'list', {}]), answer('done'))
		await runWith(
			{
				scripts: { 'leak.sh': 'echo "the key is sk-very-secret-value-0815" >&2; exit 2' },
				hooks: folder => on('PostToolUse', 'LS', command(folder, 'leak.sh')),
				runtime: { secrets: { known: () => ['sk-very-secret-value-0815'] } },
			},
			provider,
			(_, text) => {
				assert.match(text('c1'), /the key is \[REDACTED/)
				assert.ok(!text('c1').includes('0815'))
			},
		)
	})

	test('an async hook holds nothing up, once runs once, and the same command runs once for an event', async () => {
		const provider = scriptedProvider(
			toolCalls(['c1', 'list', {}]),
			toolCalls(['c2', 'list', {}]),
			answer('done'),
		)
		await runWith(
			{
				scripts: {
					'async.sh': 'sleep 30',
					'lines.sh': `echo '{"async": true}'; sleep 30`,
					'once.sh': '',
					'twice.sh': '',
				},
				hooks: folder => ({
					PostToolUse: [
						{
							hooks: [
								command(folder, 'async.sh', { async: true }),
								command(folder, 'lines.sh'),
								command(folder, 'once.sh', { once: true }),
								command(folder, 'twice.sh'),
							],
						},
						{ matcher: 'LS', hooks: [command(folder, 'twice.sh')] },
					],
				}),
			},
			provider,
			async scene => {
				assert.equal((await scene.given('once.sh')).length, 1)
				assert.equal((await scene.given('twice.sh')).length, 2)
				assert.equal((await scene.given('lines.sh')).length, 2)
				assert.deepEqual(warnings(scene), [])
			},
		)
	})

	test('PostToolBatch hears of all calls of a turn, and exit code 2 ends the run', async () => {
		const provider = scriptedProvider(toolCalls(['c1', 'list', {}], ['c2', 'glob', { pattern: '*' }]))
		await runWith(
			{
				scripts: { 'batch.sh': 'echo enough >&2; exit 2' },
				hooks: folder => ({ PostToolBatch: [{ hooks: [command(folder, 'batch.sh')] }], PostToolUse: [] }),
			},
			provider,
			async scene => {
				const [given] = await scene.given('batch.sh')
				assert.deepEqual(callIdsIn(given?.tool_calls), ['c1', 'c2'])
				const end = scene.envelopes.at(-1)?.event
				assert.equal(end?.type === 'run-end' && end.error?.code, 'hook-stopped')
			},
		)
	})
})

describe('if', () => {
	test('keeps a hook from being started where the call does not fit', async () => {
		const provider = scriptedProvider(
			toolCalls(['c1', 'shell', { command: 'echo a && git status' }]),
			toolCalls(['c2', 'shell', { command: 'echo b' }]),
			answer('done'),
		)
		await runWith(
			{
				scripts: { 'git.sh': '' },
				hooks: folder =>
					on(
						'PreToolUse',
						'Bash',
						command(folder, 'git.sh', { if: 'Bash(git *)', statusMessage: 'Looking at git' }),
					),
			},
			provider,
			async scene => {
				assert.deepEqual(
					(await scene.given('git.sh')).map(({ tool_use_id }) => tool_use_id),
					['c1'],
				)
				const shown = scene.envelopes.flatMap(({ event }) =>
					event.type === 'progress' && event.text === 'Looking at git' ? [event.turn] : [],
				)
				assert.deepEqual(shown, [1])
			},
		)
	})
})
