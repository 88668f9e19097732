// The check of settings as code, in place of `src/runtime/host/compiled-schemas.ts`, and those of our tools' arguments,
// in place of `tool-checks.ts` there: what ajv would make at each start is made once, when we are built. And ajv itself,
// for schemas that are not known before, as one file.

import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** @returns {import('esbuild').Plugin} */
export function compiledSchemas() {
	return {
		name: 'keelson-compiled-schemas',
		setup(build) {
			build.onLoad({ filter: /src\/runtime\/host\/compiled-schemas\.ts$/ }, async ({ path }) => ({
				contents: `
					import { SETTINGS_SCHEMA } from '../../workspace/settings/settings-schema.ts'
					import validate from 'keelson:settings-check'
					export const COMPILED = new Map([[SETTINGS_SCHEMA, validate]])`,
				resolveDir: dirname(path),
			}))
			build.onLoad({ filter: /src\/runtime\/host\/tool-checks\.ts$/ }, () => ({
				contents: `
					import { createRequire } from 'node:module'
					export const toolChecks = () => createRequire(import.meta.url)(${JSON.stringify(TOOL_CHECKS_NAME)})`,
			}))
			build.onLoad({ filter: /\/check-schema\.ts$/ }, async ({ path }) => {
				const [before, after, ...more] = (await readFile(path, 'utf8')).split(AJV_REQUIRED)
				if (after === undefined || more.length > 0) throw new Error(`${path}: expected ${AJV_REQUIRED} once`)
				return {
					contents: `${before}createRequire(import.meta.url)(${JSON.stringify(AJV_NAME)})${after}`,
					loader: 'ts',
				}
			})
			build.onResolve({ filter: /^keelson:settings-check$/ }, ({ path }) => ({ path, namespace: 'compiled' }))
			build.onLoad({ filter: /^/, namespace: 'compiled' }, async () => ({
				contents: await settingsCheck(),
				resolveDir: root,
			}))
		},
	}
}

const AJV_REQUIRED = "createRequire(import.meta.url)('ajv/dist/2020.js')"

/** The name that `bundledAjv` is asked for by in the bundle, until it is known which file asks from where. */
export const AJV_NAME = 'keelson:ajv'

/** As `AJV_NAME`, for `bundledToolChecks`. */
export const TOOL_CHECKS_NAME = 'keelson:tool-checks'

/** CommonJS, because a check is synchronous, and a file of its own, because most starts need none. */
export async function bundledAjv(file) {
	const { outputFiles, metafile } = await build({
		absWorkingDir: root,
		entryPoints: ['ajv/dist/2020.js'],
		outfile: file,
		bundle: true,
		format: 'cjs',
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

/** A file of its own, because many an answer calls no tool. */
export async function bundledToolChecks(file) {
	const { toolSchemas, AJV_OPTIONS, forAjv } = await fromSources(`
		export { AJV_OPTIONS, forAjv } from './src/runtime/host/check-schema.ts'
		${(await toolFiles()).map((path, index) => `import * as tools${index} from './${path}'`).join('\n')}
		const modules = [${(await toolFiles()).map((_, index) => `tools${index}`).join(', ')}]
		// Whatever a tool is made with, its schema is the same.
		const anything = new Proxy(() => anything, { get: (_, name) => (typeof name === 'symbol' ? undefined : anything) })
		export const toolSchemas = modules
			.flatMap(module => Object.entries(module))
			.flatMap(([name, create]) => (/^create[A-Z]\\w*Tool$/.test(name) ? [create(anything, anything).spec.inputSchema] : []))`)
	const ajv = new Ajv2020({ ...AJV_OPTIONS, code: { source: true, esm: true, lines: true } })
	const codes = toolSchemas.map(schema => standaloneCode.default(ajv, ajv.compile(forAjv(schema))))
	const { outputFiles, metafile } = await build({
		stdin: {
			contents: `
				${codes.map((_, index) => `import check${index} from 'keelson:tool-check/${index}'`).join('\n')}
				module.exports = new Map([
					${toolSchemas.map((schema, index) => `[${JSON.stringify(JSON.stringify(schema))}, check${index}]`).join(',\n')}
				])`,
			resolveDir: root,
		},
		absWorkingDir: root,
		outfile: file,
		bundle: true,
		format: 'cjs',
		platform: 'node',
		target: 'node20',
		minify: true,
		write: false,
		metafile: true,
		logLevel: 'warning',
		plugins: [
			{
				name: 'keelson-tool-checks',
				setup({ onResolve, onLoad }) {
					onResolve({ filter: /^keelson:tool-check\// }, ({ path }) => ({ path, namespace: 'tool-check' }))
					onLoad({ filter: /^/, namespace: 'tool-check' }, ({ path }) => ({
						contents: codes[Number(path.split('/')[1])],
						resolveDir: root,
					}))
				},
			},
		],
	})
	return { code: outputFiles[0].text, metafile }
}

async function toolFiles() {
	const folders = ['src/tools/builtin', 'src/runtime/tools']
	const names = await Promise.all(
		folders.map(async folder => (await readdir(join(root, folder))).map(name => `${folder}/${name}`)),
	)
	return names.flat().filter(name => name.endsWith('.ts'))
}

/** As `bundledToolChecks`, for the one of settings. */
export async function bundledSettingsCheck() {
	const contents = await settingsCheck()
	const { outputFiles } = await build({
		stdin: { contents: "module.exports = require('keelson:settings-check').default", resolveDir: root },
		absWorkingDir: root,
		bundle: true,
		format: 'cjs',
		platform: 'node',
		target: 'node20',
		write: false,
		logLevel: 'warning',
		plugins: [
			{
				name: 'keelson-settings-check',
				setup({ onResolve, onLoad }) {
					onResolve({ filter: /^keelson:settings-check$/ }, ({ path }) => ({ path, namespace: 'compiled' }))
					onLoad({ filter: /^/, namespace: 'compiled' }, () => ({ contents, resolveDir: root }))
				},
			},
		],
	})
	return { code: outputFiles[0].text }
}

async function settingsCheck() {
	const { SETTINGS_SCHEMA, AJV_OPTIONS, forAjv } = await fromSources(`
		export { SETTINGS_SCHEMA } from './src/workspace/settings/settings-schema.ts'
		export { AJV_OPTIONS, forAjv } from './src/runtime/host/check-schema.ts'`)
	const ajv = new Ajv2020({ ...AJV_OPTIONS, code: { source: true, esm: true, lines: true } })
	return standaloneCode.default(ajv, ajv.compile(forAjv(SETTINGS_SCHEMA)))
}

/** The Node that builds may be too old to read TypeScript. */
async function fromSources(contents) {
	const { outputFiles } = await build({
		stdin: { contents, resolveDir: root, loader: 'ts' },
		bundle: true,
		format: 'esm',
		platform: 'node',
		banner: {
			js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(${JSON.stringify(import.meta.url)})`,
		},
		loader: { '.wasm': 'binary' },
		write: false,
		logLevel: 'warning',
	})
	return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)
}
