// The thread that makes Markdown of pages, as a file of its own: a worker is started by its path, so it cannot be a chunk
// that shares code with others.

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** As `src/tools/web/html/convert-page.ts` names it beside itself. */
export const WORKER_NAME = './page-worker.ts'

/** @param {string} outfile - where it will stand */
export async function bundledWorker(outfile) {
	const { outputFiles, metafile } = await build({
		absWorkingDir: root,
		entryPoints: ['src/tools/web/html/page-worker.ts'],
		outfile,
		bundle: true,
		format: 'esm',
		platform: 'node',
		target: 'node20',
		minify: true,
		legalComments: 'none',
		write: false,
		metafile: true,
		logLevel: 'warning',
	})
	return { code: outputFiles[0].text, metafile }
}
