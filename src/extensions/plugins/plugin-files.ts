// The files of a plugin as one value: what was listed, what was trusted and what is used are the same bytes.

import { createHash } from 'node:crypto'
import { AgentError } from '../../core/errors.ts'

/** By their paths below the plugin's folder, with `/`. Regular files only: links and repositories within are left out. */
export type PluginFiles = ReadonlyMap<string, PluginFile>
export type PluginFile = { bytes: Uint8Array; isExecutable: boolean }

/** Of every file with its name and whether it can be run. */
export function contentHash(files: PluginFiles): string {
	const hash = createHash('sha256')
	for (const [path, { bytes, isExecutable }] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
		hash.update(`${JSON.stringify(path)} ${isExecutable ? 'x' : '-'} ${bytes.length}\n`)
		hash.update(bytes)
	}
	return hash.digest('hex')
}

/** One line for each: `scripts/run.sh was added`. */
export function fileChanges(before: PluginFiles, after: PluginFiles): readonly string[] {
	return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap(path => {
		const [was, is] = [before.get(path), after.get(path)]
		if (!was) return [`${path} was added`]
		if (!is) return [`${path} was removed`]
		if (Buffer.compare(was.bytes, is.bytes) !== 0) return [`${path} was changed`]
		if (was.isExecutable === is.isExecutable) return []
		return [`${path} ${is.isExecutable ? 'can be run now' : 'can no longer be run'}`]
	})
}

/** What is not larger than any plugin there is, and can be looked through in no time. */
export const MOST_PLUGIN_FILES = 5_000
export const MOST_PLUGIN_BYTES = 50 * 1024 * 1024

/** Counts while files come in. @throws AgentError `config-invalid` as soon as there is too much */
export function pluginBounds(what: string): (path: string, sizeBytes: number) => void {
	let files = 0
	let bytes = 0
	return (path, sizeBytes) => {
		files += 1
		bytes += sizeBytes
		if (files > MOST_PLUGIN_FILES)
			throw new AgentError('config-invalid', `${what} has more than ${MOST_PLUGIN_FILES} files`)
		if (bytes > MOST_PLUGIN_BYTES)
			throw new AgentError('config-invalid', `${what} is larger than ${MOST_PLUGIN_BYTES} bytes`)
		if (!isPlainPath(path))
			throw new AgentError(
				'config-invalid',
				`${what} has a file named ${JSON.stringify(path)}, which is no name for a file of a plugin`,
			)
	}
}

/** Neither out of its folder nor something that a terminal would obey. */
function isPlainPath(path: string): boolean {
	const steps = path.split('/')
	return (
		!/[\p{Cc}\p{Cf}\\]/u.test(path) &&
		steps.length <= MOST_STEPS &&
		steps.every(step => step !== '' && step !== '.' && step !== '..' && step.toLowerCase() !== '.git')
	)
}

const MOST_STEPS = 20
