import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { textOf } from '../../../src/core/messages.ts'
import { delegate, resultOf } from '../../support/runtime/delegating.ts'
import { startHooked } from '../../support/runtime/hook-scene.ts'
import { routedProvider } from '../../support/runtime/routed-provider.ts'
import { answer, toolCalls } from '../../support/runtime/scripted-provider.ts'

describe('hooks and sub-agents', () => {
	test('a guard holds for the calls of a sub-agent, which hears of itself and is sent back like anybody', async () => {
		const provider = routedProvider({
			'have it made': [toolCalls(delegate('c1', 'general', 'touch the file')), answer('It could not.')],
			'touch the file': [
				toolCalls(['d1', 'shell', { command: 'touch made' }]),
				answer('I could not.'),
				answer('I could not, and I said why.'),
			],
		})
		const command = (path: string) => ({ type: 'command', command: path })
		const scene = await startHooked(
			{
				'guard.sh': 'echo "nothing is made here" >&2; exit 2',
				'welcome.sh': `echo '{"hookSpecificOutput":{"hookEventName":"SubagentStart","additionalContext":"be brief"}}'`,
				'why.sh': `echo "$INPUT" | grep -q '"stop_hook_active":true' && exit 0; echo "say why" >&2; exit 2`,
				'stop.sh': '',
			},
			folder => ({
				PreToolUse: [{ matcher: 'Bash', hooks: [command(`${folder}/guard.sh`)] }],
				SubagentStart: [{ matcher: 'general', hooks: [command(`${folder}/welcome.sh`)] }],
				SubagentStop: [{ matcher: 'general', hooks: [command(`${folder}/why.sh`)] }],
				Stop: [{ hooks: [command(`${folder}/stop.sh`)] }],
			}),
			{ provider, approvals: { kind: 'all' } },
		)
		await scene.prompt('have it made')
		const end = await scene.until('run-end')
		assert.equal(end.reason, 'finished')
		provider.assertFinished()
		assert.ok(!existsSync(join(scene.cwd, 'made')))
		assert.match(resultOf(scene, 'c1').text, /^I could not, and I said why\./)
		const [asked] = provider.requests('touch the file')
		assert.match(asked?.messages.map(({ content }) => textOf(content)).join('\n') ?? '', /be brief/)
		const [guarded] = await scene.given('guard.sh')
		assert.equal(guarded?.agent_type, 'general')
		assert.equal(typeof guarded?.agent_id, 'string')
		assert.deepEqual(
			(await scene.given('why.sh')).map(({ hook_event_name, agent_type }) => [hook_event_name, agent_type]),
			[
				['SubagentStop', 'general'],
				['SubagentStop', 'general'],
			],
		)
		// The one above has come to its end once, and no sub-agent's end was taken for it.
		assert.equal((await scene.given('stop.sh')).length, 1)
		await scene.stop()
	})
})
