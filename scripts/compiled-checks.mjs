// The checks of settings and of our tools' arguments for tests, compiled as they are for the bundle: each test has a
// runtime of its own, and ajv would compile the same schemas again for every one of them.

import { bundledSettingsCheck, bundledToolChecks } from './bundle-schemas.mjs'

/**
 * Made once for all projects, when the first test needs them.
 * @returns {import('vitest/config').Plugin}
 */
export function compiledChecks() {
	let made
	const make = async () => [(await bundledSettingsCheck()).code, (await bundledToolChecks('checks.cjs')).code]
	return {
		name: 'keelson-compiled-checks',
		enforce: 'pre',
		async load(id) {
			const [file] = id.split('?')
			const isSettings = file?.endsWith('/src/runtime/host/compiled-schemas.ts')
			if (!isSettings && !file?.endsWith('/src/runtime/host/tool-checks.ts')) return
			made ??= make()
			const [settings, tools] = await made
			return isSettings
				? `import { SETTINGS_SCHEMA } from '../../workspace/settings/settings-schema.ts'
					const module = {}
					${settings}
					export const COMPILED = new Map([[SETTINGS_SCHEMA, module.exports]])`
				: `const module = {}
					${tools}
					export const toolChecks = () => module.exports`
		},
	}
}
