// Which tests may share a process: those that, with all that they import from here, change nothing that a process has
// only one of. They may start children and servers of their own. Told from their sources, so nobody has to keep a list.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What only reads; anything else of `process` changes it, or may. A full stop is one at the end of a sentence. */
const READS =
	/process\.(?:\s|env(?!\.\w+ \??=[^=]|\[)\b|cwd\(|version|platform|arch\b|memoryUsage|hrtime|cpuUsage|p?pid\b|exec(?:Path|Argv)|getuid|getBuiltinModule|kill\((?!process\.pid))/
/** In a test, or in what is there for tests: our own modules are built not to. */
const CHANGES_ITS_PROCESS = new RegExp(
	String.raw`\bdelete process\.|\b(?!${READS.source})process\.|\bglobalThis\b|\bvi\b`,
)
const RELATIVE_IMPORT = /(?:from|import|import\() ?'(\.[^']*\.tsx?)'/g

/** @param pattern - of test files @returns paths from the repository's folder */
export function sharingTests(pattern: string): string[] {
	return globSync(pattern, { cwd: root })
		.filter(file => mayShare(join(root, file)))
		.sort()
}

function mayShare(test: string): boolean {
	const seen = new Set<string>()
	const waiting = [test]
	for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
		// What is not there is an import in some text of a test. Our own modules import nothing that is there for tests.
		if (seen.has(file) || !file.startsWith(join(root, 'test')) || !existsSync(file)) continue
		seen.add(file)
		const source = sourceOf(file)
		if (CHANGES_ITS_PROCESS.test(source)) return false
		for (const [, path] of source.matchAll(RELATIVE_IMPORT)) waiting.push(join(dirname(file), path!))
	}
	return true
}

/** Without what is imported as a type, which is not loaded. */
function sourceOf(file: string): string {
	return readFileSync(file, 'utf8').replaceAll(/^(?:import|export) type [^']*'[^']*'$/gm, '')
}
