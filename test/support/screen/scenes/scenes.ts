// The scenes whose pictures are kept, for every size and theme.

import type { CallId, QuestionId } from '../../../../src/core/ids.ts'
import { failedResult, okResult, type ResultDetail } from '../../../../src/core/tool.ts'
import {
	approvalRequest,
	call,
	opened,
	progress,
	runEnd,
	runStart,
	said,
	text,
	toolEnd,
	toolStart,
} from '../fake-port.ts'
import { type Scene, session } from './scene.ts'
import { review, viewer } from './window-scenes.ts'

export const SIZES = ['40x12', '80x24', '100x30', '120x40', '200x50'] as const
export const THEMES = ['dark', 'light', 'ansi16'] as const

const ANSWER = `## What the parser does

It reads *one token at a time* and keeps **nothing** behind; see [the grammar](https://example.com/grammar).

1. \`next()\` takes a token
2. what it opens, it closes

| File | Lines |
| --- | ---: |
| src/parser.ts | 214 |
| src/tokens.ts | 98 |

\`\`\`ts
// one token at a time
export function next(input: string): Token | undefined {
	return TOKENS.find(token => input.startsWith(token.text))
}
\`\`\`

> Nothing here is read twice.`

const DIFF = `--- a/src/greet.ts
+++ b/src/greet.ts
@@ -1,5 +1,6 @@
 const names = ['Ada', 'Grace']
-export function greet(name: string): string {
-	return \`Hello \${name}\`
+export function greet(name: string, polite = false): string {
+	const title = polite ? 'dear ' : ''
+	return \`Hello \${title}\${name}\`
 }
 greet(names[0])
`

const seen = (path: string) => ({
	type: 'files' as const,
	seen: [{ path: `/home/me/project/${path}`, sha256: 'x' }],
})
const read = (id: string, path: string) => [
	toolStart(id, 'read', { path }),
	toolEnd(id, 'read', okResult('one\ntwo', seen(path))),
]
const shellDetail = (exitCode: number): ResultDetail => ({
	type: 'command',
	exitCode,
	timedOut: false,
	durationMs: 5,
})
const shell = (id: string, command: string, output: string, exitCode = 0) => [
	toolStart(id, 'shell', { command }),
	toolEnd(id, 'shell', {
		...okResult(`exit code ${exitCode}\n${output}`, shellDetail(exitCode)),
		outcome: exitCode === 0 ? 'ok' : 'failed',
	}),
]

const firstStart: Scene = {
	name: 'first-start',
	title: 'The first start',
	play: ({ port }) => port.emit(opened),
	shows: 'anthropic/claude-test · ask',
}

const markdown: Scene = {
	name: 'markdown-answer',
	title: 'An answer in Markdown',
	play({ port, ago }) {
		ago(65_000)
		port.emit(opened, runStart('what does the parser do?'))
		ago(0)
		port.emit(said(ANSWER), runEnd())
	},
	shows: 'Nothing here is read twice.',
}

const reads: Scene = {
	name: 'group-of-reads',
	title: 'A run that looks around, changes a file and fails a test',
	play({ port, ago }) {
		ago(42_000)
		port.emit(opened, runStart('make greet polite'))
		port.emit(said('I look at the parser first.', call('c1', 'read', { path: 'src/parser.ts' })))
		ago(40_000)
		port.emit(...read('c1', 'src/parser.ts'), ...read('c2', 'src/greet.ts'), ...read('c3', 'src/tokens.ts'))
		port.emit(
			toolStart('c4', 'grep', { pattern: 'greet\\(' }),
			toolEnd('c4', 'grep', okResult('a:1', { type: 'counted', count: 3, unit: 'matches' })),
		)
		ago(30_000)
		port.emit(said('greet gets a parameter.'))
		port.emit(
			toolStart('c5', 'edit', { path: 'src/greet.ts' }),
			toolEnd(
				'c5',
				'edit',
				okResult('edited', { ...seen('src/greet.ts'), diff: DIFF, added: 3, removed: 2 }),
			),
		)
		ago(20_000)
		port.emit(
			...shell(
				'c6',
				'npm test',
				'src/greet.test.ts\n  ✗ greets politely\n    AssertionError: expected "Hello dear Ada"\n1 failed, 11 passed',
				1,
			),
		)
		port.emit(...shell('c7', 'git status --short', ' M src/greet.ts'))
		ago(1_000)
		port.emit(said('One test has to be told of it.'), runEnd())
	},
	shows: /✓ 41s · 7 calls/,
}

const approvalCommand: Scene = {
	name: 'approval-command',
	title: 'A question about a command of several parts',
	play({ port, ago }) {
		ago(4_000)
		port.emit(opened, runStart('check and install'))
		const command =
			'for f in src/*.ts; do\n  node --check "$f" || exit 1\ndone\nnpm install --save-exact left-pad'
		port.emit(toolStart('call-a1', 'shell', { command }))
		port.emit(
			approvalRequest('a1', {
				title: command.replaceAll('\n', ' '),
				script: command,
				reasons: ['npm install runs scripts of what it installs.'],
				parts: [
					{ command: 'node --check "$f"', outcome: 'allow', reason: 'only reads', rule: 'node' },
					{
						command: 'npm install --save-exact left-pad',
						outcome: 'ask',
						reason: 'npm install runs scripts of what it installs.',
						rule: 'npm',
					},
				],
				sessionKeys: ['npm install'],
				projectRules: ['shell(npm install)'],
			}),
		)
	},
	shows: /5 no/,
}

const approvalEdit: Scene = {
	name: 'approval-edit',
	title: 'A question about a change of a file',
	play({ port, ago }) {
		ago(4_000)
		port.emit(opened, runStart('make greet polite'), said('greet gets a parameter.'))
		port.emit(toolStart('call-a1', 'edit', { path: 'src/greet.ts' }))
		port.emit(
			approvalRequest(
				'a1',
				{
					title: 'edit src/greet.ts (+3 −2)',
					diff: DIFF,
					isWorkspaceEdit: true,
					reasons: ['It changes a file.'],
					sessionKeys: ['edit'],
				},
				'edit',
			),
		)
	},
	shows: /5 no/,
}

const approvalHard: Scene = {
	name: 'approval-hard',
	title: 'A question about what cannot be undone',
	play({ port, ago }) {
		ago(4_000)
		port.emit(opened, runStart('publish it'))
		port.emit(toolStart('call-a1', 'shell', { command: 'git push --force origin main' }))
		port.emit(
			approvalRequest('a1', {
				outcome: 'ask-always',
				title: 'git push --force origin main',
				reasons: ['git push --force throws away what others have pushed.'],
			}),
		)
	},
	shows: /5 no/,
}

const question: Scene = {
	name: 'question',
	title: 'A question of the model’s with options',
	play({ port, ago }) {
		ago(4_000)
		port.emit(opened, runStart('keep the notes somewhere'))
		port.emit({
			type: 'question-request',
			question: {
				questionId: 'q1' as QuestionId,
				callId: 'c1' as CallId,
				text: 'Which database should the notes be kept in?',
				options: [
					'SQLite, one file beside the settings',
					'PostgreSQL, as the server has it',
					'None, plain files',
				],
			},
		})
	},
	shows: 'None, plain files',
}

const plan: Scene = {
	name: 'plan-running',
	title: 'A plan while a run goes through it',
	play({ port, ago }) {
		ago(72_000)
		port.emit(opened, runStart('fix the tokenizer'))
		const items = [
			{ text: 'Read the parser', status: 'done' },
			{ text: 'Fix the tokenizer', status: 'in-progress' },
			{ text: 'Run all tests', status: 'pending' },
			{ text: 'Write the change log', status: 'pending' },
		] as const
		port.emit(
			toolStart('c1', 'todo', {}),
			toolEnd('c1', 'todo', okResult('noted', { type: 'todo', items })),
			...read('c2', 'src/parser.ts'),
			...read('c3', 'src/tokens.ts'),
		)
		port.emit(text('The tokenizer takes one character too many:\n\n- at the end of a line\n- in front of'))
	},
	shows: 'Plan 1/4',
}

const longCommand: Scene = {
	name: 'long-command',
	title: 'A long command while it prints',
	play({ port, ago }) {
		ago(100_000)
		port.emit(opened, runStart('run all tests'))
		ago(95_000)
		port.emit(toolStart('c1', 'shell', { command: 'npm test -- --reporter=verbose' }))
		const lines = Array.from(
			{ length: 40 },
			(_, index) => `✓ test/parser-${index}.test.ts (${index + 3} tests)`,
		)
		port.emit(progress('c1', `${lines.join('\n')}\n`))
	},
	shows: 'parser-39',
}

const retry: Scene = {
	name: 'error-retry',
	title: 'A provider that fails, and the next try',
	play({ port, ago }) {
		ago(9_000)
		port.emit(opened, runStart('go on'))
		port.emit(
			toolStart('c1', 'read', { path: 'gone.ts' }),
			toolEnd('c1', 'read', failedResult('There is no file gone.ts in the project.')),
		)
		ago(2_000)
		port.emit({
			type: 'retry-wait',
			cause: { code: 'overloaded', message: 'anthropic: overloaded (529)' },
			waitMs: 8_000,
			retry: 2,
			maxRetries: 5,
		})
	},
	shows: 'overloaded (529)',
}

const list: Scene = {
	name: 'list',
	title: 'The list of models',
	async play({ port, terminal }) {
		port.emit(opened)
		await terminal.until('anthropic/claude-test')
		terminal.type('/model\r')
	},
	queries: {
		models: async () =>
			[
				['anthropic', 'claude-test'],
				['anthropic', 'claude-small'],
				['openai', 'gpt-5'],
				['gemini', 'gemini-pro'],
			].map(([provider = '', model = '']) => ({
				ref: { provider, model },
				windowTokens: 200_000,
				maxOutputTokens: 32_000,
				price: undefined,
				images: true,
				reasoning: true,
			})),
	},
	shows: 'gemini-pro',
}

const resume: Scene = {
	name: 'resume',
	title: 'Earlier sessions',
	async play({ port, terminal }) {
		port.emit(opened)
		await terminal.until('anthropic/claude-test')
		terminal.type('/resume\r')
	},
	queries: {
		sessions: async () => [
			session('01A', 'make greet polite', { name: 'parser work' }),
			session('01B', 'why is the build slow?', { usedAt: 0, messages: 40 }),
			session('01C', 'what changed since Friday?', { messages: 3 }),
		],
		previewSession: async () => 'make greet polite\n\ngreet has a parameter now.',
	},
	shows: 'what changed since Friday?',
}

export const SCENES: readonly Scene[] = [
	firstStart,
	markdown,
	reads,
	approvalCommand,
	approvalEdit,
	approvalHard,
	question,
	plan,
	longCommand,
	retry,
	list,
	resume,
	review,
	viewer,
]
