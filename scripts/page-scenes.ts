// The tasks on the pictures of the web page: what somebody asks for, what the model says and does, and how far it goes. The
// last one is the one that is open.

import type { TaskState } from '../src/core/services/tasks.ts'
import type { ScriptedReply } from '../test/support/model-server/reply/reply.ts'

export type PageTask = {
	prompt: string
	replies: readonly ScriptedReply[]
	/** How many are said yes to. */
	approvals: number
	ends: TaskState
}

export const FILES: Readonly<Record<string, string>> = {
	'src/retry.ts': 'export function waitMs(attempt: number): number {\n\treturn 200 * 2 ** attempt\n}\n',
	'test/retry.test.ts':
		"import { waitMs } from '../src/retry.ts'\n\ntest('the first wait is 200 ms', () => {\n\tassert.equal(waitMs(1), 200)\n})\n",
	'package.json': '{ "name": "tide", "type": "module", "scripts": { "test": "node --test" } }\n',
	'CHANGELOG.md': '# Changelog\n\n## Unreleased\n',
}

const spent = (inputTokens: number, outputTokens: number) => ({
	usage: { inputTokens, cachedInputTokens: Math.floor(inputTokens * 0.8), outputTokens },
})

export const TASKS: readonly PageTask[] = [
	{
		prompt: 'Which settings does the deploy script read?',
		replies: [{ text: 'It reads `TIDE_REGION` and `TIDE_TOKEN`.', ...spent(3_100, 48) }],
		approvals: 0,
		ends: 'completed',
	},
	{
		prompt: 'Put the fix for empty queues into the changelog',
		replies: [
			{ calls: [{ name: 'read', arguments: { path: 'CHANGELOG.md' } }], ...spent(2_600, 30) },
			{
				calls: [
					{
						name: 'edit',
						arguments: {
							path: 'CHANGELOG.md',
							old_text: '## Unreleased\n',
							new_text: '## Unreleased\n\n- An empty queue no longer waits.\n',
						},
					},
				],
				...spent(2_800, 90),
			},
			{ text: 'It stands under Unreleased.', ...spent(2_950, 20) },
		],
		approvals: 1,
		ends: 'completed',
	},
	{
		prompt: 'Translate the help texts into Portuguese',
		replies: [{ status: 400, error: { message: 'this model is not for your organisation' } }],
		approvals: 0,
		ends: 'failed',
	},
	{
		prompt: 'Go through the open issues and find those that are about time zones',
		replies: [{ text: ['Looking'], fault: { kind: 'stall', after: 'text' } }],
		approvals: 0,
		ends: 'working',
	},
	{
		prompt: 'The first retry waits twice as long as it should',
		replies: [
			{
				text: 'The test and the function disagree about where counting starts. Reading both.',
				calls: [
					{ name: 'read', arguments: { path: 'src/retry.ts' } },
					{ name: 'read', arguments: { path: 'test/retry.test.ts' } },
				],
				...spent(2_310, 64),
			},
			{
				text: '`waitMs(1)` is the **first** attempt, so the exponent has to start at 0:\n\n- attempt 1 waits 200 ms\n- attempt 2 waits 400 ms\n',
				calls: [
					{
						name: 'edit',
						arguments: {
							path: 'src/retry.ts',
							old_text: '\treturn 200 * 2 ** attempt',
							new_text: '\t// The first attempt is 1.\n\treturn 200 * 2 ** (attempt - 1)',
						},
					},
				],
				...spent(2_540, 88),
			},
			{
				text: 'Changed. Now the tests, and the commit if they pass.',
				calls: [
					{ name: 'shell', arguments: { command: 'npm test && git commit -am "Count attempts from 1"' } },
				],
				...spent(2_760, 71),
			},
		],
		approvals: 1,
		ends: 'input-required',
	},
]
