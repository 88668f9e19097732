// Draws docs/screen.svg from a real run: the built program in a real terminal, a scripted model behind a socket, real
// tools on real files. `node scripts/picture.ts` after a build.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pty from '@lydell/node-pty'
import headless, { type IBufferCell, type Terminal } from '@xterm/headless'
import { startModelServer } from '../test/support/model-server.ts'

const COLUMNS = 92
const ROWS = 31
const CELL = { width: 8.4, height: 18 }
const INK = '#d8dee9'
const PAPER = '#11151c'
const SIXTEEN = [
	'#11151c',
	'#e06c75',
	'#98c379',
	'#e5c07b',
	'#61afef',
	'#c678dd',
	'#56b6c2',
	'#d8dee9',
	'#6b7585',
	'#ef8891',
	'#b1d99a',
	'#f0d399',
	'#82c4f8',
	'#d8a1e8',
	'#7fd0da',
	'#ffffff',
]

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

const folder = await mkdtemp(join(tmpdir(), 'keelson-picture-'))
const cwd = join(folder, 'tide')
const server = await startModelServer()
try {
	await layOut(cwd)
	script()
	const screen = await film()
	await mkdir(join(root, 'docs'), { recursive: true })
	await writeFile(join(root, 'docs', 'screen.svg'), svg(screen))
	console.log('wrote docs/screen.svg')
} finally {
	await server.close()
	await rm(folder, { recursive: true, force: true })
}
process.exit()

async function layOut(path: string): Promise<void> {
	await mkdir(path)
	await writeFile(
		join(path, 'retry.ts'),
		'export function waitMs(attempt: number): number {\n\treturn 200 * 2 ** attempt\n}\n',
	)
	await writeFile(
		join(path, 'retry.test.ts'),
		"import { waitMs } from './retry.ts'\n\ntest('the first wait is 200 ms', () => {\n\tassert.equal(waitMs(1), 200)\n})\n",
	)
}

function script(): void {
	server.script(
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
	)
}

/** Types a prompt and waits until the program asks for leave to change the file. */
async function film(): Promise<Terminal> {
	const terminal = new headless.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true })
	const child = pty.spawn(process.execPath, [join(root, 'bin/agent.cjs'), '-m', 'openai/gpt-5'], {
		cwd,
		cols: COLUMNS,
		rows: ROWS,
		name: 'xterm-256color',
		env: {
			PATH: process.env.PATH,
			HOME: folder,
			KEELSON_HOME: join(folder, 'home'),
			COLORTERM: 'truecolor',
			...server.environment,
		},
	})
	const shown = (text: string) =>
		new Promise<void>((resolve, reject) => {
			const late = setTimeout(() => reject(new Error(`${text} never came:\n${textOf(terminal)}`)), 15_000)
			const listening = child.onData(() =>
				terminal.write('', () => {
					if (!textOf(terminal).includes(text)) return
					clearTimeout(late)
					listening.dispose()
					resolve()
				}),
			)
		})
	child.onData(data => terminal.write(data))
	await shown('Ask for anything')
	child.write('the first retry waits twice as long as it should')
	child.write('\r')
	await shown('4 no, and tell')
	child.kill('SIGKILL')
	return terminal
}

function textOf(terminal: Terminal): string {
	const { active } = terminal.buffer
	return Array.from(
		{ length: ROWS },
		(_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '',
	).join('\n')
}

function svg(terminal: Terminal): string {
	const width = Math.ceil(COLUMNS * CELL.width + 32)
	const rows = textOf(terminal).trimEnd().split('\n').length
	const height = rows * CELL.height + 32
	const lines = Array.from({ length: rows }, (_, row) => line(terminal, row)).join('\n')
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>Keelson at work: a question, two files read side by side, a change shown as a diff before it is made</title>
<rect width="100%" height="100%" rx="8" fill="${PAPER}"/>
<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14" fill="${INK}" xml:space="preserve">
${lines}
</g>
</svg>
`
}

function line(terminal: Terminal, row: number): string {
	const buffer = terminal.buffer.active
	const cells = buffer.getLine(buffer.baseY + row)
	const runs: { text: string; style: string; column: number }[] = []
	for (let column = 0; cells && column < COLUMNS; column++) {
		const cell = cells.getCell(column)
		if (!cell || cell.getWidth() === 0) continue
		const style = styleOf(cell)
		const last = runs.at(-1)
		const text = cell.getChars() || ' '
		if (last?.style === style) last.text += text
		else runs.push({ text, style, column })
	}
	const y = 16 + (row + 0.75) * CELL.height
	return runs
		.filter(run => run.text.trim() !== '')
		.map(({ text, style, column }) => {
			const length = (text.length * CELL.width).toFixed(1)
			return `<text x="${(16 + column * CELL.width).toFixed(1)}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${style}>${escaped(text)}</text>`
		})
		.join('')
}

function styleOf(cell: IBufferCell): string {
	const colour = colourOf(cell)
	return [
		colour === INK ? '' : ` fill="${colour}"`,
		cell.isBold() ? ' font-weight="bold"' : '',
		cell.isItalic() ? ' font-style="italic"' : '',
		cell.isDim() ? ' opacity="0.6"' : '',
	].join('')
}

function colourOf(cell: IBufferCell): string {
	if (cell.isFgRGB()) return `#${cell.getFgColor().toString(16).padStart(6, '0')}`
	return cell.isFgPalette() ? (SIXTEEN[cell.getFgColor()] ?? INK) : INK
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
