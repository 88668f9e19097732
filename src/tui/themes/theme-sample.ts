// What a theme is looked at with: a prompt, an answer with code in it, a call that failed, and a diff, drawn as the
// transcript draws them.

import type { CallId } from '../../core/ids.ts'
import { cutToWidth } from '../text/cell-width.ts'
import { padRow, paintSpans, type Spans } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'
import { blockRows } from '../transcript/block-rows.ts'
import { loadHighlighter } from '../transcript/markdown/highlight.ts'
import { renderMarkdown } from '../transcript/markdown/markdown-stream.ts'

/** @returns what draws it for a width, painted */
export async function themeSample(): Promise<(theme: Theme, width: number) => readonly string[]> {
	const highlighter = await loadHighlighter()
	return (theme, width) => {
		const painted = (rows: readonly Spans[]) => rows.map(row => paintSpans(padRow(row, width), theme))
		return [
			...painted(
				blockRows({ kind: 'prompt', text: 'make greet polite', images: 0, isSteer: false }, width).rows,
			),
			' ',
			...renderMarkdown(ANSWER, { width, theme, highlighter: () => highlighter }).map(row =>
				row === '' ? ' ' : row,
			),
			' ',
			...painted(blockRows({ kind: 'call', call: EDIT }, width).rows),
			...painted(blockRows({ kind: 'call', call: FAILED }, width).rows.map(row => cutRow(row, width))),
		]
	}
}

function cutRow(row: Spans, width: number): Spans {
	let room = width
	return row.map(({ text, style }) => {
		const shown = cutToWidth(text, Math.max(0, room))
		room -= shown.length
		return { text: shown, style }
	})
}

const ANSWER = `## What is different
A name is *greeted* as it was; see [the parser](https://example.com) and \`greet()\`.
\`\`\`ts
// polite by choice
export const greet = (name: string, times = 2) => \`Hello, \${name}\`
\`\`\``

const CALL = {
	tier: undefined,
	startedAt: undefined,
	endedAt: undefined,
	progress: '',
	arguments: '',
} as const

const EDIT = {
	...CALL,
	callId: 'sample-edit' as CallId,
	tool: 'edit',
	subject: 'src/greet.ts',
	state: 'ok',
	result: {
		text: 'edited',
		detail: {
			type: 'files',
			seen: [],
			added: 2,
			removed: 1,
			diff: `--- a/src/greet.ts
+++ b/src/greet.ts
@@ -1,3 +1,4 @@
 const names = ['Ada']
-export const greet = (name: string) => name
+export const greet = (name: string, times = 2) =>
+	name.repeat(times)
 greet(names[0])
`,
		},
	},
} as const

const FAILED = {
	...CALL,
	callId: 'sample-shell' as CallId,
	tool: 'shell',
	subject: 'npm test',
	state: 'ok',
	result: {
		text: '1 test failed',
		detail: { type: 'command', exitCode: 1, timedOut: false, durationMs: 5 },
	},
} as const
