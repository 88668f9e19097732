import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { themeServices } from '../../../src/cli/startup/theme-services.ts'

let config: string
beforeEach(async () => {
	config = await mkdtemp(join(tmpdir(), 'keelson-look-'))
})
afterEach(() => rm(config, { recursive: true, force: true }))

const services = () => themeServices({ config, settingsFile: join(config, 'settings.json') })

test('without a folder there are no themes; in it, each name is one, whatever else lies there', async () => {
	assert.deepEqual(await services().list(), [])
	await mkdir(join(config, 'themes'))
	for (const name of ['b.json', 'a.yaml', 'a.json', 'c.TOML', 'notes.txt', '.json.swp'])
		await writeFile(join(config, 'themes', name), '{}')
	assert.deepEqual(
		await services().list(),
		[
			['a', 'a.json'],
			['b', 'b.json'],
			['c', 'c.TOML'],
		].map(([name, file]) => ({ name, path: join(config, 'themes', file!) })),
	)
})

test('a theme that is kept is in the user’s settings, beside what is there', async () => {
	await writeFile(join(config, 'settings.json'), '{"effort": "low", "screen": {"measure": 80}}')
	assert.equal(await services().keep('mono'), join(config, 'settings.json'))
	assert.deepEqual(JSON.parse(await readFile(join(config, 'settings.json'), 'utf8')), {
		effort: 'low',
		screen: { measure: 80, theme: 'mono' },
	})
})
