// How TypeScript becomes what runs: one ES module for each command path, small enough to start at once.

import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { requiredBuiltins, withoutBuiltinImports } from './bundle-builtins.mjs'
import { withGroups } from './bundle-groups.mjs'
import { bundledPage, PAGE_NAME } from './bundle-page.mjs'
import { patches } from './bundle-patches.mjs'
import {
	AJV_NAME,
	bundledAjv,
	bundledToolChecks,
	compiledSchemas,
	TOOL_CHECKS_NAME,
} from './bundle-schemas.mjs'
import { WORKERS, workerBundler } from './bundle-worker.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** The program, and the library. */
export const ENTRIES = { main: 'src/cli/main.ts', keelson: 'src/library/keelson.ts' }

/**
 * Replaces `outFolder` when everything has been built, and leaves it alone when something is wrong.
 * @param {Record<string, string>} entryPoints - name of the result → source file
 * @param {string} outFolder
 */
export async function bundle(entryPoints, outFolder) {
	const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
	const { outputFiles, metafile } = await build({
		absWorkingDir: root,
		entryPoints,
		outdir: outFolder,
		bundle: true,
		splitting: true,
		format: 'esm',
		platform: 'node',
		// What the launcher still starts on. Syntax only: which functions exist is up to us.
		target: 'node20',
		jsx: 'automatic',
		minify: true,
		legalComments: 'none',
		outExtension: { '.js': '.mjs' },
		chunkNames: 'chunks/[name]-[hash]',
		define: {
			KEELSON_VERSION: JSON.stringify(version),
			'process.env.NODE_ENV': '"production"',
		},
		plugins: [requiredBuiltins(), patches({ mustAllApply: true }), compiledSchemas()],
		write: false,
		metafile: true,
		logLevel: 'warning',
	})
	const codes = new Map(outputFiles.map(({ path, text }) => [relative(root, path), text]))
	const grouped = await withGroups(codes, metafile)
	const required = await Promise.all(
		Object.entries({
			[AJV_NAME]: ['ajv.cjs', bundledAjv],
			[TOOL_CHECKS_NAME]: ['tool-checks.cjs', bundledToolChecks],
			...Object.fromEntries(WORKERS.map(worker => [worker.name, [worker.file, workerBundler(worker)]])),
		}).map(async ([name, [file, bundled]]) => {
			const path = join(outFolder, 'chunks', file)
			if (![...grouped.values()].some(text => text.includes(name)))
				throw new Error(`bundle.mjs: nothing asks for ${name}`)
			return { name, path, ...(await bundled(path)) }
		}),
	)
	const files = [...grouped].map(([name, text]) => {
		const path = join(root, name)
		const code = required
			.reduce(
				(before, file) =>
					before.replaceAll(
						JSON.stringify(file.name),
						JSON.stringify(`./${relative(dirname(path), file.path)}`),
					),
				asAscii(withoutBuiltinImports(text)),
			)
			.replaceAll(
				JSON.stringify(PAGE_NAME),
				JSON.stringify(`./${relative(dirname(path), join(outFolder, 'page'))}/`),
			)
		return { path, code }
	})
	files.push(...required.map(({ path, code }) => ({ path, code })))
	const page = await bundledPage()
	for (const [name, code] of Object.entries(page.files))
		files.push({ path: join(outFolder, 'page', name), code })
	const outputs = Object.assign({ ...metafile.outputs }, ...required.map(file => file.metafile.outputs))
	await rm(outFolder, { recursive: true, force: true })
	for (const { path, code } of files) {
		const folder = dirname(path)
		if (!existsSync(folder)) await mkdir(folder, { recursive: true })
		await writeFile(path, code)
	}
	return {
		metafile: { ...metafile, outputs },
		sizeBytes: files.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0),
	}
}

/**
 * V8 keeps a source with any other character as two bytes for each, which costs time at every start. esbuild writes
 * escapes everywhere but in regular expressions and raw texts.
 */
function asAscii(code) {
	const raw = /raw`[^`]*[\u0080-\uffff]/.exec(code)
	if (raw) throw new Error(`bundle.mjs: a raw text that is not ASCII would become another: ${raw[0]}`)
	return code.replaceAll(
		/[\u0080-\uffff]/g,
		character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	)
}
