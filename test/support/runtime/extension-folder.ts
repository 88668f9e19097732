// A folder and a home with commands, agents and skills in them, and a runtime that was started there as the program
// does it: the folder is trusted as it is, and what is in both is loaded.

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { loadExtensionFiles } from '../../../src/runtime/extensions/load-extension-files.ts'
import { homeFolders } from '../../../src/workspace/places/home-folders.ts'
import { openFolder, trust } from '../../../src/workspace/trust/trust.ts'
import { temporaryFolder } from '../sessions/temporary-folder.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from './start-runtime.ts'

/** @param files - those whose names begin with `~/` are in the home */
export async function startWithExtensions(
	files: Readonly<Record<string, string>>,
	options: StartOptions = {},
): Promise<StartedRuntime> {
	const home = options.in?.home ?? (await temporaryFolder())
	const cwd = options.in?.cwd ?? (await temporaryFolder())
	await mkdir(join(cwd, '.git'), { recursive: true })
	for (const [name, text] of Object.entries(files)) {
		const path = name.startsWith('~/') ? join(home, name.slice(2)) : join(cwd, name)
		await mkdir(dirname(path), { recursive: true })
		await writeFile(path, text)
	}
	const folders = homeFolders({ env: { KEELSON_HOME: home }, home, cwd })
	const found = await openFolder({ cwd, folders })
	const folder = found.standing === 'nothing' ? found : await trust(found, folders)
	const extensions = await loadExtensionFiles({ home, folders, folder })
	return startRuntime({ ...options, in: { cwd, home }, runtime: { ...options.runtime, extensions } })
}
