// Who imports whom in a tree of sources, and which of it the architecture forbids. Pure: files come in as texts, what is
// wrong goes out as lines to read. `test/architecture.test.ts` holds the repository against it.

import { dirname, join } from 'node:path/posix'

/** File → what it imports: other files as paths from the same top, everything else as `package:` and its name. */
export type Graph = ReadonlyMap<string, readonly string[]>

export type Layout = {
	/** From the bottom up. Folders of one floor do not know each other. */
	floors: readonly (readonly string[])[]
	/** Folders that may know less than their floor would let them. */
	only: Readonly<Record<string, { folders: readonly string[]; outside: 'any' | readonly string[] }>>
}

export function graphOf(sources: ReadonlyMap<string, string>): Graph {
	return new Map([...sources].map(([file, text]) => [file, importsOf(file, text)]))
}

/** Static imports, `import type`, re-exports, `import()` and `require` alike. */
export function importsOf(file: string, text: string): readonly string[] {
	const code = text.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '')
	const found = code.matchAll(
		/\b(?:import|export)\b[^'"`;=()]*\bfrom\s*['"]([^'"]+)['"]|\bimport\s*['"]([^'"]+)['"]|\b(?:import|require)\s*\(\s*['"`]([^'"`]+)['"`]/g,
	)
	const specifiers = Array.from(found, match => match[1] ?? match[2] ?? match[3]!)
	return specifiers.map(specifier =>
		specifier.startsWith('.') ? join(dirname(file), specifier) : `package:${specifier}`,
	)
}

/** Imports that go up, to a neighbour, or to what the folder has no business with. */
export function violations(graph: Graph, layout: Layout): readonly string[] {
	return [...graph].flatMap(([file, targets]) => {
		const folder = topOf(file)
		if (!file.includes('/') || floorOf(folder, layout) === -1) return [`${file} is on no floor`]
		return targets.flatMap(target =>
			wrongImport(folder, target, layout).map(why => `${file} → ${target}: ${why}`),
		)
	})
}

function wrongImport(folder: string, target: string, layout: Layout): readonly string[] {
	const only = layout.only[folder]
	if (target.startsWith('package:')) {
		const allowed = only?.outside ?? 'any'
		if (allowed === 'any' || allowed.includes(target.slice('package:'.length))) return []
		return [`${folder} imports ${allowed.length === 0 ? 'nothing' : 'nothing else'} from outside`]
	}
	const to = topOf(target)
	if (to === '..') return ['outside of src']
	if (to === folder) return []
	if (floorOf(to, layout) === floorOf(folder, layout)) return [`${folder} and ${to} are neighbours`]
	if (floorOf(to, layout) > floorOf(folder, layout)) return [`${to} stands above ${folder}`]
	return only && !only.folders.includes(to) ? [`${folder} knows only ${only.folders.join(', ')}`] : []
}

const topOf = (file: string) => file.split('/')[0]!
const floorOf = (folder: string, { floors }: Layout) => floors.findIndex(floor => floor.includes(folder))

export function cycles(graph: Graph): readonly string[] {
	const done = new Set<string>()
	const found: string[] = []
	const walk = (file: string, path: readonly string[]) => {
		if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file].join(' → '))
		if (done.has(file) || path.includes(file)) return
		for (const target of graph.get(file) ?? []) walk(target, [...path, file])
		done.add(file)
	}
	for (const file of graph.keys()) walk(file, [])
	return found
}

/**
 * Folders that import each other both ways, and folders that do so with one of their own sub-folders: either is the
 * basement and the roof of the other at once. Two folders are taken with all that is below them, from where their paths
 * part; a folder and its sub-folder are the files at the top of the one and all of the other.
 */
export function mutualFolders(graph: Graph): readonly string[] {
	/** `a b` → the first import that leads from a to b. */
	const ways = new Map<string, string>()
	for (const [file, targets] of graph)
		for (const target of targets) {
			if (target.startsWith('package:') || target.startsWith('..')) continue
			const pair = apart(dirname(file), dirname(target))
			if (pair && !ways.has(pair.join(' '))) ways.set(pair.join(' '), `${file} → ${target}`)
		}
	return [...ways].flatMap(([pair, way]) => {
		const [from, to] = pair.split(' ')
		const back = ways.get(`${to} ${from}`)
		return back !== undefined && from! < to! ? [`${from} and ${to}: ${way}, ${back}`] : []
	})
}

/** The folders in which two paths part. `loop` and `loop/context/deep` part in `loop` and `loop/context`. */
function apart(from: string, to: string): readonly [string, string] | undefined {
	if (from === to) return undefined
	const [one, other] = [from.split('/'), to.split('/')]
	const shared = one.findIndex((step, index) => step !== other[index])
	const depth = shared === -1 ? one.length : shared
	return [one.slice(0, depth + 1).join('/'), other.slice(0, depth + 1).join('/')]
}

/** Folders with more files at their top than anybody keeps in mind. */
export function crowded(files: readonly string[], most: number): readonly string[] {
	const counts = new Map<string, number>()
	for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
	return [...counts].filter(([, count]) => count > most).map(([folder, count]) => `${folder}: ${count} files`)
}

/**
 * Tests that do not lie where what they test lies, and helpers that are used from beyond their folder. A test may come
 * in through a file above its folder, or through the program as a whole.
 * @param tests - files below `test` → what they import; files of `src` begin with `../src/`
 * @param sources - files below `src`
 * @param program - what starts the program
 * @param across - folders of `test` for what tests of several folders share, or what is about several
 */
export function misplacedTests(
	tests: Graph,
	sources: readonly string[],
	{ across, program }: { across: readonly string[]; program: string },
): readonly string[] {
	const folders = new Set(sources.flatMap(file => ancestors(dirname(file))))
	const isAcross = (file: string) => !file.includes('/') || across.includes(topOf(file))
	const wrong = [...tests].flatMap(([file, targets]) => {
		if (isAcross(file)) return []
		const folder = dirname(file)
		if (!folders.has(folder)) return [`${file}: there is no src/${folder}`]
		if (!isTest(file) || targets.includes(program)) return []
		const tested = targets
			.filter(target => target.startsWith('../src/') && !target.startsWith('../src/core/'))
			.map(target => dirname(target).slice('../src/'.length))
		const isOurs = (tests: string) => ancestors(tests).includes(folder) || ancestors(folder).includes(tests)
		return tested.length > 0 && !tested.some(isOurs) ? [`${file}: tests nothing of src/${folder}`] : []
	})
	const borrowed = [...tests].flatMap(([file, targets]) =>
		targets
			.filter(target => tests.has(target) && !isAcross(target) && dirname(target) !== dirname(file))
			.map(target => `${file} → ${target}: what tests of several folders share is in test/support`),
	)
	return [...wrong, ...borrowed]
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file)

function ancestors(folder: string): readonly string[] {
	return folder.split('/').map((_, index, steps) => steps.slice(0, index + 1).join('/'))
}

/**
 * Files whose name says which system they belong to, outside of its room.
 * @param rooms - a word in names → the folders (or files) it belongs in
 */
export function strays(
	files: readonly string[],
	rooms: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
	return files.flatMap(file =>
		Object.entries(rooms)
			.filter(([word, places]) => {
				const name = file.slice(file.lastIndexOf('/') + 1)
				return (
					new RegExp(`\\b${word}`).test(name) && !places.some(place => `${file}/`.startsWith(`${place}/`))
				)
			})
			.map(([word, places]) => `${file}: ${word} lives in ${places.join(', ')}`),
	)
}
