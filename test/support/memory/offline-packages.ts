// Packages of the shape that the offline embedder asks for, in a folder of the user's: its model knows one pair of words
// that mean the same.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** @param failing - what it is that the model cannot make a vector of */
export async function installOfflinePackages(dataFolder: string, failing = 'unspeakable'): Promise<void> {
	const scope = join(dataFolder, 'packages', 'node_modules', '@energetic-ai')
	const write = async (name: string, main: string) => {
		await mkdir(join(scope, name), { recursive: true })
		await writeFile(
			join(scope, name, 'package.json'),
			JSON.stringify({ name: `@energetic-ai/${name}`, version: '0.2.0', main: 'index.js' }),
		)
		await writeFile(join(scope, name, 'index.js'), main)
	}
	await write('core', 'exports.load = async () => ({ pair: /heron|bird/ })')
	await write(
		'model-embeddings-en',
		'const { load } = require("@energetic-ai/core"); exports.modelSource = async () => ({ model: await load() })',
	)
	await write(
		'embeddings',
		`exports.initModel = async source => {
			const { model } = await source()
			return {
				embed: async texts => texts.map(text => {
					if (text.includes(${JSON.stringify(failing)})) throw new Error('no such token')
					return model.pair.test(text) ? [1, 0] : [0, 1]
				}),
			}
		}`,
	)
}
