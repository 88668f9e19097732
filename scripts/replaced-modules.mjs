// Our modules that tests do not load as they stand: with JSX, which Node cannot read, and those that stand for something
// made at the build. They are made before the tests start, once for all processes; `load-modules.mjs` reads them there.

import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { transform } from 'esbuild'
import { bundledSettingsCheck, bundledToolChecks } from './bundle-schemas.mjs'
import { WORKERS, workerBundler } from './bundle-worker.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(root, 'node_modules/.cache/keelson-modules')

/** @param {string} path - from the repository's folder, as all are here */
function replacementOf(path) {
	return join(FOLDER, `${path}.mjs`)
}

export async function makeReplacements() {
	const made = new Map((await Promise.all([withoutJsx(), compiledChecks(), bundledThreads()])).flat())
	mkdirSync(FOLDER, { recursive: true })
	for (const [path, code] of made) write(path, code)
	// Of a file that has been renamed, or starts no thread any more.
	for (const file of filesIn(FOLDER)) if (!made.has(file)) rmSync(file, { force: true })
}

function withoutJsx() {
	return Promise.all(
		globSync('{src,test}/**/*.tsx', { cwd: root }).map(path => asJavaScript(path, sourceOf(path))),
	)
}

/** React as the bundle has it: what it does for its developers alone takes more time than drawing does. */
async function asJavaScript(path, source) {
	const { code } = await transform(source, {
		loader: path.endsWith('x') ? 'tsx' : 'ts',
		jsx: 'automatic',
		format: 'esm',
		target: 'node22',
		sourcefile: join(root, path),
		sourcemap: 'inline',
	})
	return [replacementOf(path), code]
}

function sourceOf(path) {
	return readFileSync(join(root, path), 'utf8')
}

/** As they are in the bundle: each test has a runtime of its own, and ajv would compile the same for every one of them. */
async function compiledChecks() {
	const [settings, tools] = await Promise.all([bundledSettingsCheck(), bundledToolChecks('checks.cjs')])
	const schema = pathToFileURL(join(root, 'src/workspace/settings/settings-schema.ts'))
	return [
		[
			replacementOf('src/runtime/host/compiled-schemas.ts'),
			`import { SETTINGS_SCHEMA } from '${schema}'
			const module = {}
			${settings.code}
			export const COMPILED = new Map([[SETTINGS_SCHEMA, module.exports]])`,
		],
		[
			replacementOf('src/runtime/host/tool-checks.ts'),
			`const module = {}
			${tools.code}
			export const toolChecks = () => module.exports`,
		],
	]
}

/** As they are in the program: each page that is fetched starts one, and reading its sources takes longer than the page. */
async function bundledThreads() {
	const all = WORKERS.map(async worker => {
		const { name, source, file } = worker
		const thread = join(FOLDER, 'threads', file)
		const { code } = await workerBundler(worker)(thread)
		const place = `new URL('${name}', import.meta.url)`
		const starters = globSync(`${dirname(source)}/*.ts`, { cwd: root }).filter(path =>
			sourceOf(path).includes(place),
		)
		if (starters.length === 0) throw new Error(`replaced-modules.mjs: nothing starts ${name}`)
		const bundled = `new URL('${pathToFileURL(thread)}')`
		return [
			[thread, code],
			...(await Promise.all(
				starters.map(path => asJavaScript(path, sourceOf(path).replace(place, bundled))),
			)),
		]
	})
	return (await Promise.all(all)).flat()
}

/** Another run of tests may be reading the one that is there. */
function write(path, code) {
	if (read(path) === code) return
	mkdirSync(dirname(path), { recursive: true })
	writeFileSync(`${path}.${process.pid}`, code)
	renameSync(`${path}.${process.pid}`, path)
}

function read(path) {
	try {
		return readFileSync(path, 'utf8')
	} catch {
		return undefined
	}
}

function filesIn(folder) {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter(entry => entry.isFile() && entry.name.endsWith('.mjs'))
		.map(entry => join(entry.parentPath, entry.name))
}
