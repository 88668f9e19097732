// Texts and files in the user's own editor, and the file of the user's keys.

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { AgentError } from '../../../core/errors.ts'
import { shownName } from '../../../core/text/byte-names.ts'
import type { TuiOptions } from '../../../tui/state/tui-options.ts'
import { homeFolders } from '../../../workspace/places/home-folders.ts'
import { runEditor } from '../../io/editor.ts'
import { temporaryFile } from './temporary-file.ts'

export function editServices(): Required<Pick<TuiOptions, 'editFile' | 'editText' | 'keyBindings'>> {
	return {
		keyBindings: keyBindingFile(),

		async editFile(path, line) {
			if (!path.isWellFormed())
				throw new AgentError('usage', `no editor can be given the name ${shownName(path)}, which is no UTF-8`)
			await runEditor(path, line)
		},

		async editText(text, name = 'prompt.md') {
			const { file, remove } = await temporaryFile(name, text)
			try {
				await runEditor(file)
				const edited = await readFile(file, 'utf8')
				return edited.replace(/\n$/, '')
			} finally {
				await remove()
			}
		},
	}
}

/** Beside the user's settings, and as private. */
function keyBindingFile(): NonNullable<TuiOptions['keyBindings']> {
	const { config } = homeFolders({ env: process.env, home: homedir(), cwd: process.cwd() })
	const path = join(config, 'keybindings.json')
	return {
		path,
		read: () =>
			readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
				if (error.code === 'ENOENT') return undefined
				throw new AgentError('config-invalid', `${path} cannot be read: ${error.message}`)
			}),
		async write(text) {
			await mkdir(config, { recursive: true, mode: 0o700 })
			const temporary = `${path}.${process.pid}.tmp`
			await writeFile(temporary, text, { mode: 0o600 })
			await rename(temporary, path)
		},
	}
}
