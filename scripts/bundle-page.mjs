// The web page of `agent serve`: its script bundled for browsers, its HTML and its stylesheet beside it.

import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const SOURCES = join(root, 'src/server/page')

/** As `src/server/page/page-files.ts` names the folder. */
export const PAGE_NAME = './built-page/'

/** @returns the text of each file by its name, and what esbuild tells of the script */
export async function bundledPage() {
	const common = {
		absWorkingDir: root,
		minify: true,
		legalComments: 'none',
		charset: 'utf8',
		write: false,
		logLevel: 'warning',
	}
	const [script, style, html] = await Promise.all([
		build({
			...common,
			entryPoints: [join(SOURCES, 'browser/main.ts')],
			outfile: 'page.js',
			bundle: true,
			format: 'iife',
			platform: 'browser',
			target: ['es2023'],
			metafile: true,
		}),
		build({
			...common,
			entryPoints: [join(SOURCES, 'page.css')],
			outfile: 'page.css',
			target: ['chrome120', 'firefox120', 'safari17'],
		}),
		readFile(join(SOURCES, 'page.html'), 'utf8'),
	])
	return {
		files: {
			'page.html': html,
			'page.css': style.outputFiles[0].text,
			'page.js': script.outputFiles[0].text,
		},
		metafile: script.metafile,
	}
}
