import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { hookBlocks } from '../../../../src/tui/commands/extensions/hooks.ts'

describe('/hooks', () => {
	test('lists what is in force by event, and what never runs; nothing of it acts on the terminal', () => {
		const hook = {
			event: 'Stop',
			matcher: '',
			type: 'command',
			does: 'a\u001b[2J.sh',
			timeoutMs: 1,
			once: true,
			async: false,
			onFailure: 'block',
			origin: 'user',
			path: '/home/me/s.json',
		}
		assert.deepEqual(
			hookBlocks({ hooks: [hook, { ...hook, matcher: 'Bash' }], problems: ['One is wrong.'] }, '/home/me'),
			[
				{
					kind: 'table',
					title: 'Hooks at Stop',
					rows: [
						['all', 'a.sh [once, blocks when it fails] (user, ~/s.json)'],
						['Bash', 'a.sh [once, blocks when it fails] (user, ~/s.json)'],
					],
				},
				{ kind: 'notice', level: 'warning', text: 'One is wrong.' },
				{ kind: 'notice', level: 'info', text: '“agent hooks test EVENT” tries out what a hook says.' },
			],
		)
	})

	test('says where to read on where there are none', () => {
		const [only] = hookBlocks({ hooks: [], problems: [] }, undefined)
		assert.match(only?.kind === 'notice' ? only.text : '', /docs\/hooks\.md/)
	})
})
