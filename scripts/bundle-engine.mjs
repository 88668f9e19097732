// The engine as one file for a page, an edge worker or Node: nothing in it asks for a module of Node's.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './bundle.mjs'

/** @returns its size in bytes. @throws Error when something in it would need Node */
export async function bundleEngine(outFolder) {
	const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
	const { outputFiles } = await build({
		absWorkingDir: root,
		entryPoints: ['src/library/engine/engine.ts'],
		outfile: join(outFolder, 'engine.mjs'),
		bundle: true,
		format: 'esm',
		// An import of `node:…` is an error here.
		platform: 'browser',
		target: ['es2022'],
		minify: true,
		legalComments: 'none',
		define: { KEELSON_VERSION: JSON.stringify(version) },
		write: false,
		logLevel: 'warning',
	})
	const [{ path, text, contents }] = outputFiles
	const needed = /getBuiltinModule|\bfrom"node:|\bimport\("|\brequire\(/.exec(text)
	if (needed)
		throw new Error(
			`bundle-engine.mjs: the engine would need Node: ${text.slice(needed.index, needed.index + 80)}`,
		)
	await writeFile(path, contents)
	return contents.length
}
