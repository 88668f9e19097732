// U-diff: processor time until a diff of 2 000 lines is on a screen of 200 columns and 50 rows, side by side, in colours.

import { parseDiff } from '../src/tui/diff/diff-model.ts'
import { diffRows } from '../src/tui/diff/diff-rows.ts'
import { codeColours } from '../src/tui/transcript/markdown/code-colours.ts'
import { loadHighlighter } from '../src/tui/transcript/markdown/highlight.ts'
import { type Measure, median } from './figure.ts'

const LINES = 2_000
const COLUMNS = 200
const SCREEN_ROWS = 48

export const diffOnScreen: Measure = {
	row: 'U-DIFF',
	what: 'a diff of 2 000 lines on the screen, at 200 columns',
	async run({ runs }) {
		const colours = codeColours(await loadHighlighter())
		const look = { width: COLUMNS, style: 'split', long: 'cut', isFilled: true } as const
		const opened: number[] = []
		const whole: number[] = []
		for (let round = 0; round <= runs; round++) {
			const text = diffText(round)
			const start = cpuMs()
			const rows = diffRows(parseDiff(text), { ...look, colours })
			for (const row of rows.slice(0, SCREEN_ROWS)) row.spans()
			opened.push(cpuMs() - start)
			const all = cpuMs()
			for (const row of diffRows(parseDiff(text), look)) row.spans()
			whole.push(cpuMs() - all)
		}
		const [first = 0, ...more] = opened
		return [
			{
				row: 'U-DIFF',
				what: diffOnScreen.what,
				value: median(more),
				unit: 'ms',
				target: { atMost: 20 },
				beside: `the first of a process: ${first.toFixed(0)} ms`,
			},
			{
				row: 'U-DIFF',
				what: 'all rows of it with changed words, without colours',
				value: median(whole.slice(1)),
				unit: 'ms',
			},
		]
	},
}

/** Hunks of context, edited lines, lines put in and lines taken out, each round with other words. */
function diffText(round: number): string {
	const lines = [`--- a/src/file${round}.ts`, `+++ b/src/file${round}.ts`]
	let written = 0
	for (let hunk = 0; written < LINES; hunk++) {
		const name = `value${round}x${hunk}`
		const context = [
			` export function ${name}(input: string): number {`,
			` \tconst parts = input.split(',')`,
			' ',
		]
		const changes = Array.from({ length: 4 }, (_, index) => index)
		const removed = changes.map(
			index => `-\tconst ${name}${index} = parts.map(part => Number(part) + ${index})`,
		)
		const added = changes.map(
			index => `+\tconst ${name}${index} = parts.map(each => Number(each) * ${index})`,
		)
		const end = [
			`+\tif (parts.length === 0) throw new Error(\`nothing in "\${input}"\`)`,
			' \t// as before',
			' }',
			' ',
		]
		const body = [...context, ...removed, ...added, ...end]
		const start = hunk * 40 + 1
		const count = (sign: string) => body.filter(line => line[0] === ' ' || line[0] === sign).length
		lines.push(`@@ -${start},${count('-')} +${start + hunk},${count('+')} @@`, ...body)
		written += body.length
	}
	return `${lines.join('\n')}\n`
}

function cpuMs(): number {
	const { user, system } = process.cpuUsage()
	return (user + system) / 1000
}
