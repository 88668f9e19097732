// Which tests may share a process: those that, with all they import, start no process, open no socket, use no thread
// and change nothing that a process has only one of. Told from what they import, so nobody has to keep a list.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const REACHES_OUT =
	/(?:from|import\() ?'(?:node:(?:child_process|cluster|dgram|https?|inspector|net|sqlite|tls|worker_threads)|execa|ws|@lydell\/node-pty)'/
/** In a test, or in what is there for tests: our own modules are built not to. */
const CHANGES_ITS_PROCESS =
	/\b(?:process\.(?!env\.\w+ \?\?|cwd\(|version|platform|arch\b|memoryUsage|hrtime|cpuUsage|pid\b|execPath)|globalThis\b|vi\b)/
const RELATIVE_IMPORT = /(?:from|import|import\() ?'(\.[^']*\.tsx?)'/g

/** @param pattern - of test files @returns paths from the repository's folder */
export function pureTests(pattern: string): string[] {
	return globSync(pattern, { cwd: root })
		.filter(file => isPure(join(root, file)))
		.sort()
}

function isPure(test: string): boolean {
	const seen = new Set<string>()
	const waiting = [test]
	for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
		// What is not there is an import in some text of a test.
		if (seen.has(file) || !existsSync(file)) continue
		seen.add(file)
		const source = sourceOf(file)
		const isForTests = file.startsWith(join(root, 'test'))
		if (REACHES_OUT.test(source) || (isForTests && CHANGES_ITS_PROCESS.test(source))) return false
		for (const [, path] of source.matchAll(RELATIVE_IMPORT)) waiting.push(join(dirname(file), path!))
	}
	return true
}

/** Without what is imported as a type, which is not loaded. */
function sourceOf(file: string): string {
	return readFileSync(file, 'utf8').replaceAll(/^(?:import|export) type [^']*'[^']*'$/gm, '')
}
