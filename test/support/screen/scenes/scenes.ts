// The scenes whose pictures are kept, for every size and theme. What is asked, answered and shown in them comes from real
// runs; only what depends on time or on other programs is written down here.

import { AgentError } from '../../../../src/core/errors.ts'
import type { ModelPart } from '../../../../src/core/model.ts'
import { knownModels } from '../../../../src/providers/discovery/catalogue.ts'
import { progress, toolStart } from '../fake-port.ts'
import { PROJECT, projectFacts } from './project.ts'
import { recorded, reply, SHOWN_MODEL } from './recorded.ts'
import { NOW, replay, type Scene, session } from './scene.ts'
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

/** Says no more until the run is ended. */
const silence = (signal: AbortSignal) =>
	new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))

const overloaded = async (): Promise<void> => {
	throw new AgentError('overloaded', 'anthropic: overloaded (529)')
}

/** A session before its first prompt. */
const opening = recorded({ files: PROJECT, prompt: 'hello', replies: [[silence]], until: 'session-open' })

const firstStart: Scene = {
	name: 'first-start',
	title: 'The first start',
	startFacts: projectFacts,
	play: async ({ port }) => port.emit(...(await opening())),
	shows: 'explain src/greet.ts',
}

const markdownRun = recorded({
	files: PROJECT,
	prompt: 'what does the parser do?',
	replies: [reply(ANSWER, [])],
	until: 'run-end',
})

const markdown: Scene = {
	name: 'markdown-answer',
	title: 'An answer in Markdown',
	play: async stage => replay(stage, await markdownRun(), { fromMs: 65_000, toMs: 0 }),
	shows: 'Nothing here is read twice.',
}

const EDIT = [
	'c5',
	'edit',
	{
		path: 'src/greet.ts',
		// biome-ignore-start lint/suspicious/noTemplateCurlyInString: it is code that is changed
		old_text: 'export function greet(name: string): string {\n\treturn `Hello ${name}`\n',
		new_text:
			"export function greet(name: string, polite = false): string {\n\tconst title = polite ? 'dear ' : ''\n\treturn `Hello ${title}${name}`\n",
		// biome-ignore-end lint/suspicious/noTemplateCurlyInString: it is code that is changed
	},
] as const satisfies readonly [string, string, object]

const LOOKING = reply('I look at the parser first.', [
	['c1', 'read', { path: 'src/parser.ts' }],
	['c2', 'read', { path: 'src/greet.ts' }],
	['c3', 'read', { path: 'src/tokens.ts' }],
	['c4', 'grep', { pattern: 'greet\\(' }],
])

const readsRun = recorded({
	files: PROJECT,
	prompt: 'make greet polite',
	replies: [
		LOOKING,
		reply('greet gets a parameter.', [[...EDIT]]),
		reply('', [['c6', 'shell', { command: 'sh run-tests.sh' }]]),
		reply('One test has to be told of it.', []),
	],
	until: 'run-end',
	shownAs: { 'sh run-tests.sh': 'npm test' },
})

const reads: Scene = {
	name: 'group-of-reads',
	title: 'A run that looks around, changes a file and fails a test',
	play: async stage => replay(stage, await readsRun(), { fromMs: 42_000, toMs: 1_000 }),
	shows: /✓ 41s · 6 calls/,
}

const commandRun = recorded({
	files: PROJECT,
	prompt: 'check and install',
	replies: [
		reply('', [
			[
				'c1',
				'shell',
				{
					command:
						'for f in src/*.ts; do\n  node --check "$f" || exit 1\ndone\nnpm install --save-exact left-pad',
				},
			],
		]),
	],
	until: 'approval-request',
})

const approvalCommand: Scene = {
	name: 'approval-command',
	title: 'A question about a command of several parts',
	play: async stage => replay(stage, await commandRun(), { fromMs: 6_000, toMs: 4_000 }),
	shows: /5 no/,
}

const editRun = recorded({
	files: PROJECT,
	prompt: 'make greet polite',
	replies: [LOOKING, reply('greet gets a parameter.', [[...EDIT]])],
	until: 'approval-request',
})

const approvalEdit: Scene = {
	name: 'approval-edit',
	title: 'A question about a change of a file',
	play: async stage => replay(stage, await editRun(), { fromMs: 9_000, toMs: 4_000 }),
	shows: /5 no/,
}

const hardRun = recorded({
	files: PROJECT,
	prompt: 'publish it',
	replies: [reply('', [['c1', 'shell', { command: 'npm run build && git push --force origin main' }]])],
	until: 'approval-request',
})

const approvalHard: Scene = {
	name: 'approval-hard',
	title: 'A question about what cannot be undone',
	play: async stage => replay(stage, await hardRun(), { fromMs: 6_000, toMs: 4_000 }),
	shows: /5 no/,
}

const questionRun = recorded({
	files: PROJECT,
	prompt: 'keep the notes somewhere',
	replies: [
		reply('', [
			[
				'c1',
				'ask_user',
				{
					header: 'Database',
					question: 'Which database should the notes be kept in?',
					options: ['SQLite', 'PostgreSQL', 'Plain files'],
					descriptions: ['one file beside the settings', 'as the server has it', 'one for each note'],
				},
			],
		]),
	],
	until: 'question-request',
})

const question: Scene = {
	name: 'question',
	title: 'A question of the model’s with options',
	play: async stage => replay(stage, await questionRun(), { fromMs: 6_000, toMs: 4_000 }),
	shows: 'Plain files',
}

const planRun = recorded({
	files: PROJECT,
	prompt: 'fix the tokenizer',
	replies: [
		reply('', [
			[
				'c1',
				'todo',
				{
					items: [
						{ text: 'Read the parser', status: 'done' },
						{ text: 'Fix the tokenizer', status: 'in-progress' },
						{ text: 'Run all tests', status: 'pending' },
						{ text: 'Write the change log', status: 'pending' },
					],
				},
			],
			['c2', 'read', { path: 'src/parser.ts' }],
			['c3', 'read', { path: 'src/tokens.ts' }],
		]),
		[
			{
				type: 'text-delta',
				text: 'The tokenizer takes one character too many:\n\n- at the end of a line\n- in front of',
			} satisfies ModelPart,
			silence,
		],
	],
	until: 'text-delta',
})

const plan: Scene = {
	name: 'plan-running',
	title: 'A plan while a run goes through it',
	play: async stage => replay(stage, await planRun(), { fromMs: 72_000, toMs: 0 }),
	shows: 'Plan 1/4',
}

const beginning = recorded({
	files: PROJECT,
	prompt: 'run all tests',
	replies: [[silence]],
	until: 'attempt-start',
})

const longCommand: Scene = {
	name: 'long-command',
	title: 'A long command while it prints',
	async play(stage) {
		replay(stage, await beginning(), { fromMs: 100_000, toMs: 95_000 })
		stage.ago(95_000)
		stage.port.emit(toolStart('c1', 'shell', { command: 'npm test -- --reporter=verbose' }))
		const lines = Array.from(
			{ length: 40 },
			(_, index) => `✓ test/parser-${index}.test.ts (${index + 3} tests)`,
		)
		stage.port.emit(
			{ type: 'progress', turn: 1, maxTurns: 100, text: 'Running shell' },
			progress('c1', `${lines.join('\n')}\n`),
		)
	},
	shows: 'parser-39',
}

const retryRun = recorded({
	files: PROJECT,
	prompt: 'go on',
	replies: [reply('', [['c1', 'read', { path: 'src/gone.ts' }]]), [overloaded]],
	until: 'retry-wait',
})

const retry: Scene = {
	name: 'error-retry',
	title: 'A provider that fails, and the next try',
	play: async stage => replay(stage, await retryRun(), { fromMs: 9_000, toMs: 2_000 }),
	shows: 'overloaded (529)',
}

const list: Scene = {
	name: 'list',
	title: 'The list of models',
	async play({ port, terminal }) {
		port.emit(...(await opening()))
		await terminal.until('anthropic/')
		terminal.type('/model\r')
	},
	queries: {
		models: async () => ['anthropic', 'openai', 'gemini'].flatMap(id => knownModels(id).slice(0, 3)),
	},
	shows: /gemini-/,
}

const resume: Scene = {
	name: 'resume',
	title: 'Earlier sessions',
	async play({ port, terminal }) {
		port.emit(...(await opening()))
		await terminal.until('anthropic/')
		terminal.type('/resume\r')
	},
	queries: {
		sessions: async () => [
			session('01A', 'make greet polite', {
				name: 'parser work',
				model: SHOWN_MODEL,
				branch: 'polite',
				work: { runs: 6, costMicroUsd: 412_000, addedLines: 31, removedLines: 4 },
				marks: { isStarred: true },
			}),
			session('01B', 'what changed since Friday?', {
				model: SHOWN_MODEL,
				branch: 'main',
				messages: 3,
				work: { runs: 1, costMicroUsd: 21_000, addedLines: 0, removedLines: 0 },
			}),
			session('01C', 'why is the build slow?', {
				model: SHOWN_MODEL,
				branch: 'main',
				usedAt: NOW - 4 * 86_400_000,
				messages: 40,
				work: { runs: 14, costMicroUsd: 1_730_000, addedLines: 212, removedLines: 96 },
			}),
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
