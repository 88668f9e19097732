// `agent config edit`: the user's own file in the user's editor, and what is wrong with it afterwards.

import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AgentError } from '../../../core/errors.ts'
import { homeFolders } from '../../../workspace/places/home-folders.ts'
import type { Output } from '../../io/output.ts'
import { type ConfigPlace, loadPlace } from './checked-setting.ts'

/**
 * A file that is wrong is opened as it is: this is how it is put right.
 * @throws AgentError `config-invalid` for what is wrong when the editor has ended; it stays written
 */
export async function editSettings({
	place,
	output,
	hasTerminal,
}: {
	place: ConfigPlace
	output: Pick<Output, 'out' | 'error'>
	hasTerminal: boolean
}): Promise<number> {
	if (!hasTerminal && !place.env.VISUAL && !place.env.EDITOR)
		throw new AgentError(
			'usage',
			'there is no terminal for an editor; VISUAL or EDITOR names one that needs none',
		)
	const { settingsFile } = homeFolders(place)
	await mkdir(dirname(settingsFile), { recursive: true, mode: 0o700 })
	await writeFile(settingsFile, '{}\n', { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
		if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
	})
	const { runEditor } = await import('../../io/editor.ts')
	await runEditor(settingsFile, undefined, place.env)
	// Most editors write a new file, and headers may hold secrets.
	await chmod(settingsFile, 0o600)
	const { problems } = await loadPlace(place)
	for (const { message } of problems) output.error(`warning: ${message}\n`)
	output.out(`${settingsFile}\n`)
	return 0
}
