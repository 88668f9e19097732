// The threads, each as a file of its own: a worker is started by its path, so it cannot be a chunk that shares code with
// others.

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { requiredBuiltins } from './bundle-builtins.mjs'
import { packedTiktoken } from './bundle-packed.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** As the files that start them name them beside themselves, and what they are bundled from and to. */
export const WORKERS = [
	{ name: './page-worker.ts', source: 'src/tools/web/html/page-worker.ts', file: 'page-worker.mjs' },
	{ name: './map-worker.ts', source: 'src/runtime/repository-map/map-worker.ts', file: 'map-worker.mjs' },
	{
		name: './offline-worker.ts',
		source: 'src/runtime/memory/offline/offline-worker.ts',
		file: 'offline-worker.mjs',
	},
	{
		name: './token-worker.ts',
		source: 'src/runtime/context/tokens/token-worker.ts',
		file: 'token-worker.mjs',
		plugins: [packedTiktoken(), requiredBuiltins()],
	},
]

/** @returns a function that is told where the bundle of the thread will stand */
export function workerBundler({ source, plugins = [] }) {
	return async outfile => {
		const { outputFiles, metafile } = await build({
			absWorkingDir: root,
			entryPoints: [source],
			outfile,
			bundle: true,
			format: 'esm',
			platform: 'node',
			target: 'node20',
			minify: true,
			plugins,
			legalComments: 'none',
			write: false,
			metafile: true,
			logLevel: 'warning',
		})
		return { code: outputFiles[0].text, metafile }
	}
}
