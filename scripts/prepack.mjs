// `npm pack` and `npm publish`: builds, and takes out of package.json what only a checkout needs. The Node that
// the checkout brings along is 190 MB, and whoever installs Keelson has one. `--restore` puts it back.

import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const original = `${root}/package.json`
const kept = `${root}/node_modules/.package.json.before-pack`

if (process.argv[2] === '--restore') {
	if (existsSync(kept)) {
		copyFileSync(kept, original)
		rmSync(kept)
	}
} else {
	execFileSync(process.execPath, [`${root}/scripts/build.mjs`], { stdio: ['ignore', 'ignore', 'inherit'] })
	const text = readFileSync(original, 'utf8')
	const { optionalDependencies, devDependencies: _dev, scripts: _scripts, ...published } = JSON.parse(text)
	const wanted = Object.entries(optionalDependencies).filter(([name]) => !name.startsWith('node-linux-'))
	writeFileSync(kept, text)
	const content = { ...published, optionalDependencies: Object.fromEntries(wanted) }
	writeFileSync(original, `${JSON.stringify(content, null, '\t')}\n`)
}
