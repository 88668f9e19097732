// `npm pack` and `npm publish`: builds, unless that has been done, and takes out of package.json what only a checkout needs. What is bundled need
// not be installed beside it, and the Node that the checkout brings along is 190 MB, and whoever installs Keelson
// has one. `--restore` puts it back.

import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { bundle, ENTRIES, root } from './bundle.mjs'
import { bundleEngine } from './bundle-engine.mjs'
import { bundleTypes, TYPED_ENTRIES } from './bundle-types.mjs'
import { compileEagerly } from './eager/compile-eagerly.mjs'
import { keptBuild } from './kept-build.mjs'

const original = join(root, 'package.json')
const kept = join(root, 'node_modules/.package.json.before-pack')
const MODULES = 'node_modules/'
/** `name`, `@scope/name`, at the start of a path. */
const PACKAGE = /^(?:@[^/]+\/)?[^/]+/

if (process.argv[2] === '--restore') {
	if (existsSync(kept)) {
		copyFileSync(kept, original)
		rmSync(kept)
	}
} else {
	const metafile = keptBuild() ?? (await build())
	await bundleTypes(TYPED_ENTRIES, join(root, 'dist'))
	writeFileSync(join(root, 'dist/LICENSES.txt'), licenses(metafile))
	const text = readFileSync(original, 'utf8')
	writeFileSync(kept, text)
	writeFileSync(original, `${JSON.stringify(published(JSON.parse(text), metafile), null, '\t')}\n`)
}

async function build() {
	const { metafile } = await bundle(ENTRIES, join(root, 'dist'))
	await bundleEngine(join(root, 'dist'))
	await compileEagerly(join(root, 'dist'))
	return metafile
}

function published(
	{ dependencies, optionalDependencies, devDependencies: _dev, scripts: _scripts, ...rest },
	metafile,
) {
	const needed = notBundled(metafile)
	const only = (entries, isWanted) =>
		Object.fromEntries(Object.entries(entries).filter(([name]) => isWanted(name)))
	return {
		...rest,
		dependencies: only(dependencies, name => needed.has(name)),
		optionalDependencies: only(optionalDependencies, name => !name.startsWith('node-linux-')),
	}
}

/** Packages that the bundle still imports by name. */
function notBundled({ outputs }) {
	const imports = Object.values(outputs).flatMap(({ imports }) => imports)
	const paths = imports.filter(({ path, external }) => external && !isBuiltin(path)).map(({ path }) => path)
	return new Set(paths.map(path => PACKAGE.exec(path)?.[0]))
}

/** Most licenses want to come along wherever the code goes. */
function licenses({ outputs }) {
	const folders = new Map()
	for (const path of Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs))) {
		const start = path.lastIndexOf(MODULES) + MODULES.length
		if (start < MODULES.length) continue
		const name = PACKAGE.exec(path.slice(start))[0]
		folders.set(name, join(root, path.slice(0, start), name))
	}
	const named = new Map()
	for (const [name, folder] of [...folders].sort(([a], [b]) => (a < b ? -1 : 1))) {
		const text = licenseIn(folder)
		named.set(text, [...(named.get(text) ?? []), name])
	}
	// Some are the same to the letter, and long.
	return [...named].map(([text, names]) => `${names.join('\n')}\n\n${text}`).join(`\n${'─'.repeat(80)}\n`)
}

function licenseIn(folder) {
	const file = readdirSync(folder).find(name => /^licen[cs]e/i.test(name))
	if (file) return readFileSync(join(folder, file), 'utf8')
	const { license, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
	return `${license}, ${repository?.url ?? repository}\n`
}
