import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import chalk from 'chalk'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { stopClock } from '../support/for-one-test.ts'
import { pictureScene } from '../support/screen/scenes/picture-scene.ts'
import { NOW, type Scene } from '../support/screen/scenes/scene.ts'
import { SCENES, SIZES, THEMES } from '../support/screen/scenes/scenes.ts'
import {
	differences,
	readSceneFile,
	type SceneFile,
	type ScreenPicture,
	writeSceneFile,
} from '../support/screen/screen-picture.ts'
import type { ScreenTerminal } from '../support/screen/screen-terminal.ts'

// The pictures of every scene, size and theme, compared cell by cell. `npm run screens` takes them anew: look at the
// difference before it is kept.

const FOLDER = join(import.meta.dirname, '../fixtures/screens')
const IS_TAKEN_ANEW = process.env.KEELSON_TAKE_SCREENS === '1'

// What the screen says of time is the same at any time.
stopClock(NOW)
let colours: typeof chalk.level
beforeAll(() => {
	// Ink would paint frames by what it finds out about a terminal that is not ours.
	colours = chalk.level
	chalk.level = 3
})
afterAll(() => {
	chalk.level = colours
})

const fileOf = (scene: Scene) => join(FOLDER, `${scene.name}.txt`)

if (!IS_TAKEN_ANEW)
	describe('pictures', () => {
		test.each(SCENES.map(scene => [scene.title, scene] as const))('%s', async (_title, scene) => {
			const kept = readSceneFile(await readFile(fileOf(scene), 'utf8'))
			assert.deepEqual([...kept.keys()], [...SIZES])
			for (const [size, themes] of kept) {
				assert.deepEqual([...themes.keys()], [...THEMES])
				await Promise.all(
					[...themes].map(([theme, wanted]) =>
						pictureScene(scene, { size, theme }, terminal => reached(terminal, wanted, `${size} ${theme}`)),
					),
				)
			}
		})
	})

/** As soon as it looks like this. Nothing has to be waited for that a faster or slower machine would do at another time. */
async function reached(
	terminal: ScreenTerminal,
	wanted: ScreenPicture,
	what: string,
): Promise<ScreenPicture> {
	const text = wanted.rows.join('\n').trimEnd()
	let last: ScreenPicture | undefined
	const isReached = (screen: string) => {
		if (screen !== text) return false
		last = terminal.picture()
		return differences(last, wanted).length === 0
	}
	await terminal.until(isReached).catch(() => {
		const is = differences(last ?? terminal.picture(), wanted)
		assert.fail(`${what} is not the picture that is kept (npm run screens takes it anew):\n${is.join('\n')}`)
	})
	return terminal.picture()
}

if (IS_TAKEN_ANEW)
	describe('pictures taken anew', () => {
		test.each(SCENES.map(scene => [scene.title, scene] as const))('%s', async (_title, scene) => {
			const taken = new Map<string, Map<string, ScreenPicture>>()
			for (const size of SIZES) {
				const themes = new Map<string, ScreenPicture>()
				for (const theme of THEMES)
					themes.set(theme, await pictureScene(scene, { size, theme }, terminal => settled(scene, terminal)))
				taken.set(size, themes)
			}
			const pictures: SceneFile = taken
			const text = writeSceneFile(pictures)
			assert.deepEqual(readSceneFile(text), pictures)
			await writeFile(fileOf(scene), text)
		})
	})

/** Nobody waits for this but who takes the pictures. */
async function settled(scene: Scene, terminal: ScreenTerminal): Promise<ScreenPicture> {
	const shows = (all: string) =>
		typeof scene.shows === 'string' ? all.includes(scene.shows) : scene.shows.test(all)
	await terminal.until(screen => shows(screen) || shows(terminal.scrollback()) || screen.includes('Esc'))
	for (let before = -1; before !== terminal.written.length; ) {
		before = terminal.written.length
		await new Promise(resolve => setTimeout(resolve, 250))
	}
	await terminal.settled()
	return terminal.picture()
}
