// The check of settings as code, in place of `src/runtime/node-host/compiled-schemas.ts`: what ajv would make at each
// start is made once, when we are built.

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
			build.onLoad({ filter: /src\/runtime\/node-host\/compiled-schemas\.ts$/ }, async ({ path }) => ({
				contents: `
					import { SETTINGS_SCHEMA } from '../../workspace/settings-schema.ts'
					import validate from 'keelson:settings-check'
					export const COMPILED = new Map([[SETTINGS_SCHEMA, validate]])`,
				resolveDir: dirname(path),
			}))
			build.onResolve({ filter: /^keelson:settings-check$/ }, ({ path }) => ({ path, namespace: 'compiled' }))
			build.onLoad({ filter: /^/, namespace: 'compiled' }, async () => ({
				contents: await settingsCheck(),
				resolveDir: root,
			}))
		},
	}
}

async function settingsCheck() {
	const { SETTINGS_SCHEMA, AJV_OPTIONS, forAjv } = await fromSources(`
		export { SETTINGS_SCHEMA } from './src/workspace/settings-schema.ts'
		export { AJV_OPTIONS, forAjv } from './src/runtime/node-host/check-schema.ts'`)
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
		packages: 'external',
		write: false,
		logLevel: 'warning',
	})
	return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)
}
