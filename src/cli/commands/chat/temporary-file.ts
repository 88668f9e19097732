// A file for as long as another program reads or changes it.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** In a folder of our own: nobody else can put a link where the file will be. */
export async function temporaryFile(
	name: string,
	text: string,
): Promise<{ file: string; remove(): Promise<void> }> {
	const folder = await mkdtemp(join(tmpdir(), 'keelson-prompt-'))
	const file = join(folder, name)
	const remove = () => rm(folder, { recursive: true, force: true })
	await writeFile(file, text, { mode: 0o600 }).catch(async (error: unknown) => {
		await remove()
		throw error
	})
	return { file, remove }
}
