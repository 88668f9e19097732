// `npm run screens`: takes the pictures of all scenes anew (test/fixtures/screens) and draws docs/screens.svg, the contact
// sheet, from them. `npm run screens -- --sheet` only draws; words take only the scenes anew that have them in their title.

import { spawnSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSceneFile, type SceneFile } from '../test/support/screen/screen-picture.ts'
import { CELL, DARK_PAPER, drawPicture, escaped, FONT, LIGHT_PAPER, type Paper } from './draw-picture.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(root, 'test/fixtures/screens')

/** What the sheet has of each scene, side by side. */
const COLUMNS: readonly { size: string; theme: string; paper: Paper }[] = [
	{ size: '80x24', theme: 'dark', paper: DARK_PAPER },
	{ size: '80x24', theme: 'light', paper: LIGHT_PAPER },
	{ size: '80x24', theme: 'ansi16', paper: DARK_PAPER },
	{ size: '40x12', theme: 'dark', paper: DARK_PAPER },
	{ size: '100x30', theme: 'dark', paper: DARK_PAPER },
]
const SCALE = 0.5
const GAP = 24

/** @param scenes - by name */
export function contactSheet(scenes: ReadonlyMap<string, SceneFile>): string {
	const places = COLUMNS.map(({ size }) => sizeOf(size))
	const lefts = places.map((_, index) =>
		places.slice(0, index).reduce((sum, { width }) => sum + width + GAP, GAP),
	)
	const width = Math.ceil((lefts.at(-1) ?? 0) + (places.at(-1)?.width ?? 0) + GAP)
	const band = Math.ceil(Math.max(...places.map(({ height }) => height)) + 2 * GAP)
	const bands = [...scenes].map(([name, scene], index) => {
		const pictures = COLUMNS.flatMap(({ size, theme, paper }, column) => {
			const picture = scene.get(size)?.get(theme)
			const place = places[column]
			if (!picture || !place) return []
			const full = `width="${place.width / SCALE}" height="${place.height / SCALE}"`
			return [
				`<g transform="translate(${lefts[column]} ${GAP}) scale(${SCALE})" fill="${paper.ink}"><rect ${full} fill="${paper.paper}" stroke="#8a8a8a"/>\n${drawPicture(picture, paper)}</g>`,
			]
		})
		return `<g transform="translate(0 ${index * band})"><text x="${GAP}" y="${GAP - 8}" fill="#57606a">${escaped(name)}</text>\n${pictures.join('\n')}</g>`
	})
	const height = band * scenes.size
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>Keelson’s screen: ${scenes.size} scenes, in several sizes and themes</title>
<rect width="100%" height="100%" fill="#e6e8eb"/>
<g ${FONT}>
${bands.join('\n')}
</g>
</svg>
`
}

function sizeOf(size: string): { width: number; height: number } {
	const [columns = 0, rows = 0] = size.split('x').map(Number)
	return { width: columns * CELL.width * SCALE, height: rows * CELL.height * SCALE }
}

export async function keptScenes(): Promise<ReadonlyMap<string, SceneFile>> {
	const files = (await readdir(FOLDER)).filter(file => file.endsWith('.txt')).toSorted()
	const read = async (file: string) =>
		[file.replace('.txt', ''), readSceneFile(await readFile(join(FOLDER, file), 'utf8'))] as const
	return new Map(await Promise.all(files.map(read)))
}

if (import.meta.main) {
	if (!process.argv.includes('--sheet')) {
		const words = process.argv.slice(2)
		const only = words.length > 0 ? ['-t', words.join(' ')] : []
		const vitest = join(root, 'node_modules/vitest/vitest.mjs')
		const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/tui/screens.test.ts', ...only], {
			cwd: root,
			env: { ...process.env, KEELSON_TAKE_SCREENS: '1' },
			stdio: 'inherit',
		})
		if (status !== 0) process.exit(status ?? 1)
	}
	const sheet = contactSheet(await keptScenes())
	await writeFile(join(root, 'docs/screens.svg'), sheet)
	console.log(`wrote docs/screens.svg, ${Buffer.byteLength(sheet)} bytes`)
}
