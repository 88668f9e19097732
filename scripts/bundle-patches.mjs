// Changes to packages while they are bundled, each for milliseconds before the first frame. A package that no
// longer looks as expected fails the build: then read it again, and change or drop the patch.

import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * @param {{ mustAllApply?: boolean }} how - whether a build that does not come across every file that is changed here
 * fails: one that has moved would be bundled unchanged, and nobody would notice
 * @returns {import('esbuild').Plugin}
 */
export function patches({ mustAllApply = false } = {}) {
	return {
		name: 'keelson-patches',
		setup(build) {
			const missed = new Set(PATCHES.flatMap(({ files }) => files.map(String)))
			for (const { files, change } of PATCHES)
				for (const filter of files)
					build.onLoad({ filter }, async ({ path }) => {
						missed.delete(String(filter))
						const contents = await change(await readFile(path, 'utf8'), path)
						return { contents, loader: 'js', resolveDir: dirname(path) }
					})
			for (const [filter, file] of OWN_MODULES)
				build.onResolve({ filter }, () => ({ path: join(dirname(fileURLToPath(import.meta.url)), file) }))
			if (!mustAllApply) return
			build.onEnd(() => {
				const texts = [...missed].map(
					filter => `no file in the bundle is ${filter}: change or drop its patch`,
				)
				// What esbuild finds itself has been printed by now.
				if (build.initialOptions.logLevel !== 'silent') for (const text of texts) console.error(text)
				return { errors: texts.map(text => ({ text })) }
			})
		},
	}
}

const OWN_MODULES = [
	[/^keelson:quick-segmenter$/, 'quick-segmenter.mjs'],
	[/^keelson:quick-output$/, 'quick-output.mjs'],
	[/^keelson:cell-update$/, '../src/tui/terminal/frame/cell-update.ts'],
	[/^keelson:joined-letters$/, '../src/tui/text/joined-letters.ts'],
]

const PATCHES = [
	{
		// Loads child_process for subcommands that are programs of their own. There are none.
		files: [/commander\/lib\/command\.js$/],
		change: (source, path) =>
			replace(source, "import childProcess from 'node:child_process';\n", '', { path }),
	},
	{
		// The same, to ask other programs for the size of the terminal. Ours is always known (terminal-output.ts).
		files: [/terminal-size\/index\.js$/],
		change: () => 'export default () => ({ columns: 80, rows: 24 })\n',
	},
	{
		// Loads assert for one check of an argument.
		files: [/signal-exit\/index\.js$/],
		change: (source, path) => replace(source, "require('assert')", '{ equal() {} }', { path }),
	},
	{
		// A bug in a component is reported by the command line like any other, not drawn from our sources, which are
		// not there. Its packages take 3 ms.
		files: [/ink\/build\/components\/ErrorOverview\.js$/],
		change: () => 'export default () => null\n',
	},
	{
		// Each text of a frame is read character by character. One that is plain but for its colours stays as it is.
		files: [/ink\/build\/sanitize-ansi\.js$/],
		change: (source, path) =>
			`import { isPainted } from 'keelson:quick-segmenter'\n${replace(
				source,
				'const sanitizeAnsi = (text) => {\n',
				'const sanitizeAnsi = (text) => {\n    if (isPainted(text)) return text;\n',
				{ path },
			)}`,
	},
	{
		// What one frame has found out about its rows holds for the next, which has nearly all of them again. What is not
		// cut stays as it is, and plain text has nothing in it that cannot be seen. A key is on the screen 1 ms earlier where a
		// frame is not made cell by cell.
		files: [/ink\/build\/output\.js$/],
		change(source, path) {
			const changes = [
				['caches = new OutputCaches();', 'caches = keptCaches();'],
				[
					'sliceLineToColumns(line, from, to) {\n',
					`sliceLineToColumns(line, from, to) {
        if (from === 0 && to === this.caches.getStringWidth(line)) return line;\n`,
				],
				['.filter(character => !', '.filter(character => isAllPlain || !'],
				[
					'if (cached === undefined) {\n            //',
					'if (cached === undefined) {\n            const isAllPlain = isPainted(line); //',
				],
				[
					'get() {\n',
					'get() {\n        const quick = quickRows(this, styledCharsToString);\n        if (quick) return quick;\n',
				],
			]
			const changed = changes.reduce(
				(text, [wanted, replacement]) => replace(text, wanted, replacement, { path }),
				source,
			)
			return `import { isPainted } from 'keelson:quick-segmenter'
import { quickRows } from 'keelson:quick-output'\n${changed}
let kept = new OutputCaches();
const keptCaches = () => [kept.widths, kept.rows, kept.lines, kept.closed].every(map => !map || map.size < 2000) && kept.styledChars.size < 100 ? kept : (kept = new OutputCaches());\n`
		},
	},
	{
		// A row that stays as wide is written from its first to its last difference, not to its end, and the way down to
		// it is one sequence: a third of the bytes for a key, which over a slow link is when it is seen.
		files: [/ink\/build\/line-update\.js$/],
		change: (source, path) =>
			`import { cellUpdate } from 'keelson:cell-update'\n${replace(
				quickSegmenter(source, path),
				'    let commonLength = 0;\n',
				`    const cells = cellUpdate(previous, next, columns);
    if (cells !== undefined && cells.length < full.length) return cells;
    let commonLength = 0;\n`,
				{ path },
			)}`,
	},
	{
		// Many steps down are one.
		files: [/ink\/build\/log-update\.js$/],
		change: (source, path) =>
			replace(
				source,
				"stream.write(buffer.join(''))",
				"stream.write(buffer.join('').replace(/(?:\\x1b\\[E){2,}/g, steps => '\\x1b[' + steps.length / 3 + 'E'))",
				{ path },
			),
	},
	{
		// Ink connects to React's developer tools when DEV is set, which a developer may have done for other reasons.
		files: [/ink\/build\/reconciler\.js$/],
		change: (source, path) => replace(source, "process.env['DEV'] === 'true'", 'false', { path, times: 2 }),
	},
	{
		// Yoga fetches its WebAssembly from a data: URL, and the first `fetch` of a process takes 60 ms.
		files: [/yoga-layout\/dist\/src\/index\.js$/],
		async change(source, path) {
			const carrier = await readFile(join(dirname(path), '../binaries/yoga-wasm-base64-esm.js'), 'utf8')
			const wasm = /H="data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)"/.exec(carrier)?.[1]
			if (wasm === undefined) throw new Error('yoga-layout no longer carries its WebAssembly as a data: URL')
			return replace(source, 'loadYoga()', `loadYoga({ wasmBinary: Buffer.from("${wasm}", "base64") })`, {
				path,
			})
		},
	},
	{
		// The same bytes need not be in the bundle twice.
		files: [/yoga-layout\/dist\/binaries\/yoga-wasm-base64-esm\.js$/],
		change: (source, path) =>
			replace(source, /(?<=H="data:application\/octet-stream;base64,)[A-Za-z0-9+/=]+/, '', { path }),
	},
	{
		// Its expressions of Unicode properties take 14 ms to make and the one of all emoji 20 ms more to use, which plain
		// text does not need: not where ambiguous characters are narrow. Ink counts joined letters as we do (joined-letters.ts).
		files: [/string-width\/index\.js$/],
		change(source, path) {
			const ascii = '/^[\\u0020-\\u007E]*$/.test(string)'
			const plain = replace(source, ascii, `(ambiguousIsNarrow ? isPlain(string) : ${ascii})`, { path })
			const rare = replace(plain, 'rgiEmojiRegex.test(', 'mayBeEmoji(segment) && rgiEmojiRegex.test(', {
				path,
			})
			const counted = 'of segmenter.segment(string)'
			const apart = replace(rare, counted, 'of segmenter.segment(joinedApart(string))', { path })
			const measure = quickSegmenter(madeWhenUsed(apart, path), path)
			return `import { joinedApart } from 'keelson:joined-letters'\n${measure}`
		},
	},
	{
		// The first Intl.Segmenter of a process takes 10 ms to make; plain text never needs one.
		files: [
			/wrap-ansi\/index\.js$/,
			/slice-ansi\/tokenize-ansi\.js$/,
			/cli-truncate\/index\.js$/,
			/ansi-tokenize\/build\/tokenize\.js$/,
		],
		change: quickSegmenter,
	},
]

/** `const aRegex = /…/v` becomes a function that makes it once. */
function madeWhenUsed(source, path) {
	const names = [...source.matchAll(/^const (\w+Regex) = /gm)].map(([, name]) => name)
	if (names.length === 0) throw new Error(`${path}: expected regular expressions`)
	return names.reduce(
		(changed, name) =>
			changed
				.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `${name}()`)
				.replace(`const ${name}() = `, `let made_${name}\nconst ${name} = () => made_${name} ??= `),
		source,
	)
}

function quickSegmenter(source, path) {
	const changed = replace(source, 'new Intl.Segmenter(', 'new QuickSegmenter(', { path })
	return `import { isPlain, mayBeEmoji, QuickSegmenter } from 'keelson:quick-segmenter'\n${changed}`
}

function replace(source, wanted, replacement, { path, times = 1 }) {
	const parts = source.split(wanted)
	if (parts.length - 1 !== times)
		throw new Error(`${path}: expected ${wanted} ${times} times, found it ${parts.length - 1} times`)
	return parts.join(replacement)
}
