import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Written about the repository; in the other pages a path is one of the user's. */
const PAGES = [
	'ARCHITECTURE.md',
	'AGENTS.md',
	...readdirSync(join(root, 'docs/decisions')).map(name => `docs/decisions/${name}`),
]

const FOLDERS = ['bench', 'bin', 'docs', 'scripts', 'src', 'test']

/** Every file and folder, from the root. A build's output is named before it is there. */
const ALL = [
	'dist',
	...FOLDERS,
	...readdirSync(root, { withFileTypes: true })
		.filter(entry => entry.isFile())
		.map(entry => entry.name),
	...FOLDERS.flatMap(folder =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name}`),
	),
]

const SOURCES = ALL.filter(name => /^src\/.*\.tsx?$/.test(name)).map(name =>
	readFileSync(join(root, name), 'utf8'),
)

/** `Envelopes.publish` stands where `Envelopes` is declared; what every program has, such as `Intl`, is nowhere. */
function isDeclared(name: string): boolean {
	const [owner, member] = name.split('.')
	if (owner! in globalThis) return true
	if (member === undefined) return SOURCES.some(text => new RegExp(`\\b${name}\\b`).test(text))
	const declaration = new RegExp(`^(?:export )?(?:class|type) ${owner}\\b`, 'm')
	return SOURCES.some(text => declaration.test(text) && new RegExp(`\\b${member}\\b`).test(text))
}

/** What stands between backticks in running text, by word. */
function quotedIn(markdown: string): readonly string[] {
	const text = markdown.replaceAll(/^( *)(`{3,})[^`\n]*\n[\s\S]*?^\1\2 *$/gm, '')
	return [...text.matchAll(/(?<!`)`([^`]+)`(?!`)/g)].flatMap(([, quoted = '']) => quoted.split(/\s+/))
}

function isPath(word: string): boolean {
	if (!/^[\w{][\w.{},*-]*(?:\/[\w.{},*-]*)*$/.test(word)) return false
	return word.includes('/') || /\.(?:tsx?|[cm]js|md|json)$/.test(word)
}

/** `formats/{a,b}` is two paths. One may begin anywhere below the root: the text around it says where. */
function missing(path: string): readonly string[] {
	const [all, choices] = /\{([^}]*)\}/.exec(path) ?? []
	if (all !== undefined) return choices!.split(',').flatMap(choice => missing(path.replace(all, choice)))
	const pattern = path.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*')
	const expression = new RegExp(`(?:^|/)${pattern}$`)
	return ALL.some(name => expression.test(name)) ? [] : [path]
}

describe('what a page names in the repository is there', () => {
	for (const page of PAGES)
		test(page, () => {
			const words = quotedIn(readFileSync(join(root, page), 'utf8'))
			const names = words.filter(
				word => !isPath(word) && /^(?:[A-Za-z]*[a-z][A-Z]\w*(?:\.\w+)?|[A-Z]\w+\.\w+)$/.test(word),
			)
			assert.deepEqual(words.filter(isPath).flatMap(missing), [])
			assert.deepEqual(
				names.filter(name => !isDeclared(name)),
				[],
			)
		})
})

test('a path that is not there is found, however it is written', () => {
	const text =
		'See `loop/run.ts`, `core/gone.ts`, `gone.mjs`, `loop/{run,gone}.ts`\n```\n`core/other.ts`\n```\n'
	assert.deepEqual(quotedIn(text).filter(isPath).flatMap(missing), [
		'core/gone.ts',
		'gone.mjs',
		'loop/gone.ts',
	])
	assert.deepEqual(quotedIn('`agent run` `/help` `@shot.png` `index.db` `-end`').filter(isPath), [])
	assert(
		PAGES.some(page => quotedIn(readFileSync(join(root, page), 'utf8')).filter(isPath).length > 80),
		'paths are found',
	)
})
