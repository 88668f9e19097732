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
		// What they are made of stands in other files, so they are made anew each time.
		configureVitest({ experimental_defineCacheKeyGenerator }) {
			experimental_defineCacheKeyGenerator(({ id }) => (PLACES.test(id) ? false : undefined))
		},
		async load(id) {
			const [file] = id.split('?')
			if (!file || !PLACES.test(file)) return
			const isSettings = file.endsWith('/compiled-schemas.ts')
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

const PLACES = /\/src\/runtime\/host\/(?:compiled-schemas|tool-checks)\.ts/
