// Which tests may share a process: those that, with all that they import from here, change nothing that a process has
// only one of. They may start children and servers of their own. Told from their sources, so nobody has to keep a list.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What only reads; anything else of `process` changes it, or may. A full stop is one at the end of a sentence. */
const READS =
	/process\.(?:\s|env(?!\.\w+ \??=[^=]|\[)\b|argv\b(?! =|\.|\[[^\]]*\] =)|cwd\(|version|platform|arch\b|memoryUsage|hrtime|cpuUsage|p?pid\b|exec(?:Path|Argv)|get[ug]id|getBuiltinModule|kill\((?!process\.pid))/
/** In a test, or in what is there for tests: our own modules are built not to. */
const CHANGES_ITS_PROCESS = new RegExp(
	String.raw`\bdelete process\.|\b(?!${READS.source})process\.|(?<!\bin )\bglobalThis\b|\bvi\b`,
)
const RELATIVE_IMPORT = /(?:from|import|import\() ?'(\.[^']*\.tsx?)'/g
/** Texts and types. The program that a test starts may stand in one, and it has a process of its own. */
const NOT_RUN =
	/^(?:Literal|TemplateElement|TSTypeAnnotation|TSTypeParameterInstantiation|TSTypeAliasDeclaration)$/

/** @param pattern - of test files @returns paths from the repository's folder */
export function sharingTests(pattern: string): string[] {
	return globSync(pattern, { cwd: root })
		.filter(file => mayShare(join(root, file)))
		.sort()
}

/** Puts back what it changes. */
const FOR_ONE_TEST = join(root, 'test/support/for-one-test.ts')

function mayShare(test: string): boolean {
	const seen = new Set([FOR_ONE_TEST])
	const waiting = [test]
	for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
		// What is not there is an import in some text of a test. Our own modules import nothing that is there for tests.
		if (seen.has(file) || !file.startsWith(join(root, 'test')) || !existsSync(file)) continue
		seen.add(file)
		const source = sourceOf(file)
		if (changesItsProcess(file, source)) return false
		for (const [, path] of source.matchAll(RELATIVE_IMPORT)) waiting.push(join(dirname(file), path!))
	}
	return true
}

/** Without what is imported as a type, which is not loaded. */
function sourceOf(file: string): string {
	return readFileSync(file, 'utf8').replaceAll(/^(?:import|export) type [^']*'[^']*'$/gm, '')
}

/** @returns whether it does so where it is loaded; hardly any file says the words, so hardly any is parsed */
export function changesItsProcess(file: string, source: string): boolean {
	return CHANGES_ITS_PROCESS.test(source) && CHANGES_ITS_PROCESS.test(loadedCode(file, source))
}

/** Spaces stand where texts, types, comments and what only a program does were. */
function loadedCode(file: string, source: string): string {
	const { program, comments } = parseSync(file, source)
	let code = source
	const blank = ({ start, end }: Range) => {
		code = code.slice(0, start) + ' '.repeat(end - start) + code.slice(end)
	}
	const walk = (node: unknown): void => {
		if (Array.isArray(node)) return node.forEach(walk)
		if (!isNode(node)) return
		if (NOT_RUN.test(node.type) || isForProgram(node, source)) return blank(node)
		Object.values(node).forEach(walk)
	}
	walk(program.body)
	comments.forEach(blank)
	return code
}

type Range = { start: number; end: number }
type Node = Range & { type: string }

function isNode(value: unknown): value is Node {
	return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** `if (process.argv[1] === import.meta.filename)`: what it does when it is started, and not loaded. */
function isForProgram(node: Node, source: string): boolean {
	return (
		node.type === 'IfStatement' &&
		source.startsWith('if (process.argv[1] === import.meta.filename)', node.start)
	)
}
