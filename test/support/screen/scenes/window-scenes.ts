// The scenes that have the whole window: the review of changes, and the transcript with a search in it.

import type { ChangeQueries, ReviewedFile } from '../../../../src/core/review/changes.ts'
import { okResult } from '../../../../src/core/tool.ts'
import { compareSides } from '../../../../src/workspace/changes/file-change.ts'
import { call, opened, runEnd, runStart, said, toolEnd, toolStart } from '../fake-port.ts'
import type { Scene } from './scene.ts'

/** Files as a run has found and left them; left out, it was not there. */
const CHANGED: readonly { name: string; before?: string; after?: string }[] = [
	{ name: 'docs/greet.md', before: '# greet\n\nSays hello.\n' },
	{
		name: 'src/greet.ts',
		// biome-ignore-start lint/suspicious/noTemplateCurlyInString: it is code that is shown
		before:
			"const names = ['Ada', 'Grace']\n\nexport function greet(name: string): string {\n\treturn `Hello ${name}`\n}\n\ngreet(names[0])\n",
		after:
			"const names = ['Ada', 'Grace']\n\nexport function greet(name: string, polite = false): string {\n\tconst title = polite ? 'dear ' : ''\n\treturn `Hello ${title}${name}`\n}\n\ngreet(names[0])\n",
		// biome-ignore-end lint/suspicious/noTemplateCurlyInString: it is code that is shown
	},
	{
		name: 'test/greet.test.ts',
		after:
			"import { greet } from '../src/greet.ts'\n\ntest('greets', () => {\n\tassert.equal(greet('Ada', true), 'Hello dear Ada')\n})\n",
	},
]

const content = (text: string | undefined) =>
	text === undefined
		? ({ kind: 'missing' } as const)
		: ({ kind: 'file', bytes: Buffer.from(text), mode: undefined } as const)

const reviewed: readonly ReviewedFile[] = CHANGED.map(({ name, before, after }) => ({
	path: `/home/me/project/${name}`,
	name,
	...compareSides(name, { before: content(before), after: content(after) }),
}))

const changes: ChangeQueries = {
	list: async scope => ({ scope, since: 'the last prompt', files: reviewed, moreFiles: 0 }),
	file: async (_scope, path) => reviewed.find(file => file.path === path),
	counts: async (_scope, paths) => paths.map(path => reviewed.find(file => file.path === path)),
	seen: async () => [],
}

export const review: Scene = {
	name: 'review',
	title: 'The review of what a run has changed',
	queries: { changes },
	async play({ port, terminal }) {
		port.emit(opened)
		await terminal.until('anthropic/claude-test')
		terminal.type('/diff\r')
		await terminal.until('greet.md')
		terminal.type('J')
	},
	shows: 'const title',
}

const TURNS = ['the parser', 'the tokens', 'the tests', 'the docs', 'greet', 'the names']

export const viewer: Scene = {
	name: 'viewer-search',
	title: 'The transcript, with a search in it',
	async play({ port, terminal, ago }) {
		port.emit(opened)
		for (const [index, subject] of TURNS.entries()) {
			ago((TURNS.length - index) * 300_000)
			port.emit(
				runStart(`read ${subject}`),
				said(call(`c${index}`, 'shell', { command: `git log -3 -- ${subject}` })),
				toolStart(`c${index}`, 'shell', { command: `git log -3 -- ${subject}` }),
				toolEnd(
					`c${index}`,
					'shell',
					okResult('a1b2c3 greet politely\nd4e5f6 the first token', {
						type: 'command',
						exitCode: 0,
						timedOut: false,
						durationMs: 5,
					}),
				),
				said(`There is **one thing** about ${subject}: who calls \`greet\` has to say how.`),
				runEnd(),
			)
		}
		await terminal.until(/has to\s+say how/)
		terminal.type('\x0f')
		await terminal.until('Esc closes')
		terminal.type('/')
		await terminal.until('/▏')
		terminal.type('greet\r')
	},
	shows: /\d+\/\d+/,
}
