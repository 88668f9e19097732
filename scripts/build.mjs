// `npm run build`: src → dist.

import { join } from 'node:path'
import { bundle, ENTRIES, root } from './bundle.mjs'
import { bundleEngine } from './bundle-engine.mjs'
import { compileEagerly } from './eager/compile-eagerly.mjs'
import { keepBuild } from './kept-build.mjs'

const startedMs = performance.now()
try {
	const { sizeBytes, metafile } = await bundle(ENTRIES, join(root, 'dist'))
	const engineBytes = await bundleEngine(join(root, 'dist'))
	await compileEagerly(join(root, 'dist'))
	keepBuild(metafile)
	const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
	console.log(`built dist: ${Math.round((sizeBytes + engineBytes) / 1024)} KiB in ${seconds} s`)
} catch (error) {
	// esbuild has already said what is wrong with the sources, and where.
	if (!('errors' in error)) console.error(error)
	process.exitCode = 1
}
