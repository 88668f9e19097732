import assert from 'node:assert/strict'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { textOf } from '../../../src/core/messages.ts'
import { delegate, resultOf } from '../../support/runtime/delegating.ts'
import { startHooked } from '../../support/runtime/hook-scene.ts'
import { routedProvider } from '../../support/runtime/routed-provider.ts'
import { answer, toolCalls } from '../../support/runtime/scripted-provider.ts'

test('a sub-agent has the hooks of its session: its own beginning and end, and those around calls', async () => {
	const provider = routedProvider({
		'ask somebody': [toolCalls(delegate('c1', 'explore', 'look around')), answer('done')],
		'look around': [toolCalls(['d1', 'read', { path: 'a.txt' }]), answer('seen')],
	})
	const scene = await startHooked(
		{
			note: '',
			begin: `echo '{"hookSpecificOutput":{"hookEventName":"SubagentStart","additionalContext":"mind the gap"}}'`,
			stop: 'echo "read it first" >&2; exit 2',
		},
		folder => ({
			SubagentStart: [{ matcher: 'explore', hooks: [{ type: 'command', command: join(folder, 'begin') }] }],
			SubagentStop: [{ hooks: [{ type: 'command', command: join(folder, 'note') }] }],
			Stop: [{ hooks: [{ type: 'command', command: join(folder, 'note') }] }],
			UserPromptSubmit: [{ hooks: [{ type: 'command', command: join(folder, 'note') }] }],
			SessionStart: [{ hooks: [{ type: 'command', command: join(folder, 'note') }] }],
			PreToolUse: [{ matcher: 'Read', hooks: [{ type: 'command', command: join(folder, 'stop') }] }],
		}),
		{ provider, isInteractive: false, files: { 'a.txt': 'a\n' } },
	)
	onTestFinished(() => scene.stop())
	await scene.prompt('ask somebody')
	await scene.until('run-end')

	assert.match(resultOf(scene, 'c1').text, /^seen/)
	const [first, second] = provider.requests('look around')
	assert.match(textOf(first!.messages.at(-1)!.content as never), /mind the gap\n<\/hook>\n\nlook around$/)
	assert.match(textOf(second!.messages.at(-1)!.content as never), /read it first/)
	const events = [...(await scene.given('note')), ...(await scene.given('begin'))]
	assert.deepEqual(
		events.map(({ hook_event_name: name, agent_type: type }) => [name, type]),
		[
			['SessionStart', undefined],
			['UserPromptSubmit', undefined],
			['SubagentStop', 'explore'],
			['Stop', undefined],
			['SubagentStart', 'explore'],
		],
	)
})
