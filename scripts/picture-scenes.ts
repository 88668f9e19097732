// What each picture shows: a small project, what the user asks for, what the model does about it, and the words on
// the screen that say that it is all there.

import type { ScriptedReply } from '../test/support/model-server/reply/reply.ts'

export type Scene = {
	/** Of the file, without its ending. */
	name: string
	/** For those who do not see it. */
	title: string
	files: Readonly<Record<string, string>>
	/** The user's own. */
	settings?: object
	prompt: string
	replies: readonly ScriptedReply[]
	until: string
}

const RETRY = 'export function waitMs(attempt: number): number {\n\treturn 200 * 2 ** attempt\n}\n'
const RETRY_TEST =
	"import { waitMs } from './retry.ts'\n\ntest('the first wait is 200 ms', () => {\n\tassert.equal(waitMs(1), 200)\n})\n"

/** The last of the answers: with it the question is whole. */
const ASKED = '5 no, and tell'

export const SCENES: readonly Scene[] = [
	{
		name: 'screen',
		title:
			'Keelson at work: a question, two files read side by side, a change shown as a diff before it is made',
		files: { 'retry.ts': RETRY, 'retry.test.ts': RETRY_TEST },
		prompt: 'the first retry waits twice as long as it should',
		replies: [
			{
				text: 'The test and the function disagree about where counting starts. Reading both.',
				calls: [
					{ name: 'read', arguments: { path: 'retry.ts' } },
					{ name: 'read', arguments: { path: 'retry.test.ts' } },
				],
				usage: { inputTokens: 2_310, cachedInputTokens: 2_048, outputTokens: 64 },
			},
			{
				text: '`waitMs(1)` is the **first** attempt, so the exponent has to start at 0:\n\n- attempt 1 waits 200 ms\n- attempt 2 waits 400 ms\n',
				calls: [
					{
						name: 'edit',
						arguments: {
							path: 'retry.ts',
							old_text: '\treturn 200 * 2 ** attempt',
							new_text: '\t// The first attempt is 1.\n\treturn 200 * 2 ** (attempt - 1)',
						},
					},
				],
				usage: { inputTokens: 2_540, cachedInputTokens: 2_304, outputTokens: 88 },
			},
		],
		until: ASKED,
	},
	{
		name: 'approval-command',
		title: 'A compound command asks: each part with what it does, and the rules that "always" would store',
		files: { 'retry.ts': RETRY, 'package.json': '{ "scripts": { "test": "node --test" } }\n' },
		prompt: 'run the tests and commit if they pass',
		replies: [
			{
				text: 'Looking at what has changed, then the tests, then the commit.',
				calls: [
					{
						name: 'shell',
						arguments: { command: 'git diff --stat && npm test && git commit -am "Count attempts from 1"' },
					},
				],
				usage: { inputTokens: 2_310, cachedInputTokens: 2_048, outputTokens: 64 },
			},
		],
		until: '3 yes, and always',
	},
	{
		name: 'approval-patch',
		title: 'A patch over two files asks: the whole diff, before anything is written',
		files: { 'retry.ts': RETRY, 'retry.test.ts': RETRY_TEST },
		prompt: 'never wait longer than a minute',
		replies: [
			{
				text: 'A ceiling in the function, and a test that holds it there.',
				calls: [
					{ name: 'read', arguments: { path: 'retry.ts' } },
					{ name: 'read', arguments: { path: 'retry.test.ts' } },
				],
				usage: { inputTokens: 2_310, cachedInputTokens: 2_048, outputTokens: 64 },
			},
			{
				calls: [
					{
						name: 'apply_patch',
						arguments: {
							patch: [
								'*** Begin Patch',
								'*** Update File: retry.ts',
								'@@',
								' export function waitMs(attempt: number): number {',
								'-\treturn 200 * 2 ** attempt',
								'+\treturn Math.min(60_000, 200 * 2 ** attempt)',
								' }',
								'*** Update File: retry.test.ts',
								'@@',
								' \tassert.equal(waitMs(1), 200)',
								' })',
								'+',
								"+test('no wait is longer than a minute', () => {",
								'+\tassert.equal(waitMs(30), 60_000)',
								'+})',
								'*** End Patch',
								'',
							].join('\n'),
						},
					},
				],
				usage: { inputTokens: 2_540, cachedInputTokens: 2_304, outputTokens: 120 },
			},
		],
		until: ASKED,
	},
	{
		name: 'approval-network',
		title: 'A sandboxed command wants to reach a host: it waits until somebody has answered',
		files: { 'retry.ts': RETRY },
		settings: { sandbox: { network: 'ask' }, approvals: { sandboxed: 'run' } },
		prompt: 'get the list of status codes',
		replies: [
			{
				text: 'Downloading it.',
				calls: [
					{
						name: 'shell',
						arguments: { command: 'curl -fsS -o codes.csv https://data.example.org/status-codes.csv' },
					},
				],
				usage: { inputTokens: 2_310, cachedInputTokens: 2_048, outputTokens: 64 },
			},
		],
		until: '3 yes, and always',
	},
	{
		name: 'approval-hard',
		title:
			'A command that cannot be undone asks whatever the mode, and offers neither "this session" nor "always"',
		files: { 'retry.ts': RETRY },
		settings: { approvals: { mode: 'all' } },
		prompt: 'clean up and publish the branch',
		replies: [
			{
				text: 'Removing the build output and putting the rebased branch in place.',
				calls: [{ name: 'shell', arguments: { command: 'rm -rf dist && git push --force origin main' } }],
				usage: { inputTokens: 2_310, cachedInputTokens: 2_048, outputTokens: 64 },
			},
		],
		until: ASKED,
	},
]
