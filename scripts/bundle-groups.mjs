// Fewer files to start with. esbuild makes a chunk for each set of entries that share code, and each dynamic import is
// an entry: 60 files for one answer, of which Node looks each up for 0.3 ms. Chunks that every usual start either
// loads together or not at all become one file here.

import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { build } from 'esbuild'

/** What the usual starts load, in the order they come to it: `agent run`, the screen, the library, the providers they ask. */
const STAGES = [
	'src/cli/main.ts',
	'src/cli/program.ts',
	'src/cli/commands/chat/chat.ts',
	'src/cli/commands/run/one-shot.ts',
	'src/cli/startup/start.ts',
	'src/tui/start.tsx',
	'src/memory/text/words.ts',
	'src/runtime/memory/prompt-search.ts',
	'src/memory/store/sqlite-store.ts',
	'src/library/keelson.ts',
	'src/providers/formats/openai-responses/provider.ts',
	'src/providers/formats/openai-chat/provider.ts',
	'src/providers/formats/anthropic-messages/provider.ts',
]

/**
 * @param {Map<string, string>} codes - chunk or entry (its path in the metafile) → what esbuild made of it
 * @param {import('esbuild').Metafile} metafile
 * @returns {Promise<Map<string, string>>} the same with what belongs together in one
 */
export async function withGroups(codes, metafile) {
	const { outputs } = metafile
	const groups = groupsOf(outputs, codes)
	/** @type {Map<string, { file: string, prefix: string }>} chunk's file name → where its exports are now */
	const moved = new Map()
	const result = new Map(codes)
	for (const paths of groups) {
		const members = new Map(paths.map(path => [basename(path), codes.get(path)]))
		const code = await merged(members, outputs, paths, moved)
		const file = `group-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.mjs`
		paths.forEach((path, index) => {
			moved.set(basename(path), { file, prefix: `m${index}_` })
			result.delete(path)
		})
		result.set(`${paths[0].slice(0, -basename(paths[0]).length)}${file}`, code)
	}
	for (const [path, code] of result) if (codes.has(path)) result.set(path, redirected(code, moved))
	return result
}

/**
 * The small leaves, then chunks by the stages that load them, what more stages load first: that is what the others
 * import.
 */
function groupsOf(outputs, codes) {
	const entries = new Map(
		Object.entries(outputs)
			.filter(([, { entryPoint }]) => entryPoint !== undefined)
			.map(([path, { entryPoint }]) => [entryPoint, path]),
	)
	/** @type {Map<string, number[]>} */
	const stagesOf = new Map()
	STAGES.forEach((stage, index) => {
		const entry = entries.get(stage)
		if (entry === undefined) throw new Error(`bundle-groups.mjs names ${stage}, which nothing imports`)
		for (const path of loadedWith(entry, outputs)) stagesOf.set(path, [...(stagesOf.get(path) ?? []), index])
	})
	/** @type {Map<string, string[]>} */
	const groups = new Map([['leaves', []]])
	const bySize = [...stagesOf].sort(([, a], [, b]) => b.length - a.length)
	for (const [path, stages] of bySize) {
		// An entry is imported by its name.
		if (outputs[path].entryPoint !== undefined) continue
		const key = isSmallLeaf(path, { outputs, codes }) ? 'leaves' : stages.join()
		groups.set(key, [...(groups.get(key) ?? []), path])
	}
	return [...groups.values()].filter(paths => paths.length > 1)
}

/** Costs less to load where it is not needed than to look up where it is; all that it imports is so as well. */
function isSmallLeaf(path, { outputs, codes }) {
	const { bytes, imports, entryPoint } = outputs[path]
	return (
		bytes <= 2048 &&
		entryPoint === undefined &&
		!codes.get(path).includes('getBuiltinModule') &&
		imports.every(
			each =>
				each.kind === 'import-statement' && !each.external && isSmallLeaf(each.path, { outputs, codes }),
		)
	)
}

function loadedWith(entry, outputs, seen = new Set()) {
	if (seen.has(entry)) return seen
	seen.add(entry)
	for (const { path, kind, external } of outputs[entry].imports)
		if (kind === 'import-statement' && !external) loadedWith(path, outputs, seen)
	return seen
}

async function merged(members, outputs, paths, moved) {
	const contents = paths
		.map((path, index) => {
			const names = outputs[path].exports.map(name => `${name} as m${index}_${name}`)
			return `export{${names}}from"./${basename(path)}";`
		})
		.join('')
	const { outputFiles } = await build({
		stdin: { contents, resolveDir: '/' },
		bundle: true,
		format: 'esm',
		platform: 'node',
		target: 'node20',
		minify: true,
		legalComments: 'none',
		write: false,
		logLevel: 'warning',
		plugins: [
			{
				name: 'keelson-group',
				setup(build) {
					build.onResolve({ filter: /^/ }, ({ path, kind }) => {
						if (kind === 'entry-point') return undefined
						const isMember = kind === 'import-statement' && members.has(basename(path))
						return isMember ? { path: basename(path), namespace: 'chunk' } : { path, external: true }
					})
					build.onLoad({ filter: /^/, namespace: 'chunk' }, ({ path }) => ({
						contents: redirected(members.get(path), moved),
					}))
				},
			},
		],
	})
	return outputFiles[0].text
}

/** Imports of other chunks stand at the very beginning of what esbuild writes, among those of built-ins. */
function redirected(code, moved) {
	let head = ''
	let at = 0
	for (const { 0: statement, 1: names, 2: path, index } of code.matchAll(STATEMENT)) {
		if (index !== at) break
		at += statement.length
		const now = moved.get(basename(path))
		head += now ? importFrom(now, names, path) : statement
	}
	const rest = code.slice(at)
	const missed = [...moved.keys()].find(file => rest.includes(`/${file}"`))
	if (missed) throw new Error(`bundle-groups.mjs does not know this form of an import of ${missed}`)
	return head + rest
}

function importFrom({ file, prefix }, names, path) {
	const from = `"${path.slice(0, -basename(path).length)}${file}"`
	if (names === undefined) return `import${from};`
	const wanted = names
		.slice(1, -1)
		.split(',')
		.map(each => {
			const [theirs, ours = theirs] = each.split(' as ')
			return `${prefix}${theirs} as ${ours}`
		})
	return `import{${wanted}}from${from};`
}

/** `import{a as b,c}from"./chunk-X.mjs";`, `import"./chunk-X.mjs";`, `import a,{b}from"node:x";`. */
const STATEMENT = /import(?:([^"'()]*)from)?"([^"]+)";/g
