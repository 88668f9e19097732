// Draws docs/*.svg from real runs: the built program in a real terminal, a scripted model behind a socket, real tools
// on real files. `node scripts/picture.ts` after a build; with names behind it, only those.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pty from '@lydell/node-pty'
import headless, { type Terminal } from '@xterm/headless'
import { startModelServer } from '../test/support/model-server/model-server.ts'
import { drawTerminal, screenText } from './draw-terminal.ts'
import { SCENES, type Scene } from './picture-scenes.ts'

const COLUMNS = 92
const ROWS = 34
const ASKS_BACKGROUND = '\x1b]11;?'
/** What the picture is drawn on, as a terminal tells it. */
const BACKGROUND = '1111/1515/1c1c'
const root = join(dirname(fileURLToPath(import.meta.url)), '..')

const wanted = process.argv.slice(2)
for (const name of wanted)
	if (!SCENES.some(scene => scene.name === name))
		throw new Error(`there is no picture ${name}, only ${SCENES.map(scene => scene.name).join(', ')}`)
for (const scene of SCENES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
	const svg = drawTerminal(await play(scene), scene.title)
	await mkdir(join(root, 'docs'), { recursive: true })
	await writeFile(join(root, 'docs', `${scene.name}.svg`), svg)
	console.log(`wrote docs/${scene.name}.svg, ${Buffer.byteLength(svg)} bytes`)
}
process.exit()

async function play(scene: Scene): Promise<Terminal> {
	const folder = await mkdtemp(join(tmpdir(), 'keelson-picture-'))
	const server = await startModelServer()
	try {
		await layOut(folder, scene)
		server.script(...scene.replies)
		return await film(folder, scene, server.environment)
	} finally {
		await server.close()
		await rm(folder, { recursive: true, force: true })
	}
}

async function layOut(folder: string, { files, settings }: Scene): Promise<void> {
	await mkdir(join(folder, 'tide'))
	await mkdir(join(folder, 'home'))
	for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'tide', name), text)
	// Commands that the sandbox holds would run unasked, and the question about that is not what is to be seen.
	const asking = { approvals: { sandboxed: 'ask' }, ...settings }
	await writeFile(join(folder, 'home', 'settings.json'), JSON.stringify(asking))
}

/** Types the prompt and waits until the program asks for leave. */
async function film(
	folder: string,
	{ prompt, until }: Scene,
	environment: Readonly<Record<string, string>>,
): Promise<Terminal> {
	const terminal = new headless.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true })
	const child = pty.spawn(process.execPath, [join(root, 'bin/agent.cjs'), '-m', 'openai/gpt-5'], {
		cwd: join(folder, 'tide'),
		cols: COLUMNS,
		rows: ROWS,
		name: 'xterm-256color',
		env: {
			PATH: process.env.PATH,
			HOME: folder,
			KEELSON_HOME: join(folder, 'home'),
			COLORTERM: 'truecolor',
			...environment,
		},
	})
	const shown = (text: string) =>
		new Promise<void>((resolve, reject) => {
			const late = setTimeout(() => reject(new Error(`${text} never came:\n${screenText(terminal)}`)), 15_000)
			const listening = child.onData(() =>
				terminal.write('', () => {
					if (!screenText(terminal).includes(text)) return
					clearTimeout(late)
					listening.dispose()
					resolve()
				}),
			)
		})
	child.onData(data => {
		terminal.write(data)
		if (data.includes(ASKS_BACKGROUND)) child.write(`\x1b]11;rgb:${BACKGROUND}\x1b\\`)
	})
	try {
		await shown('Ask for anything')
		child.write(prompt)
		child.write('\r')
		await shown(until)
	} finally {
		child.kill('SIGKILL')
	}
	return terminal
}
